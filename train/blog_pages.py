"""A labelled set of blog posts of our own making, most with comments under them: as many as fifty, some longer than the post. The
labelled sets have discussions whose answers are the main content and few posts whose comments are not, and without such posts a
model takes both for discussions.

Everything here is invented. Comments are in the post's own words, so that only structure and place tell one from the other.
"""
import short_pages
from own_pages import wrap, write_set

PAGES = 90

SENTENCES = {
    'en': ['Last {day} I finally went to {place} with {name}, and we stayed until it got dark.', 'I have been using {thing} for {n} months now and I would not go back.', 'It took {n} tries before {thing} came out the way I wanted.',
           'My first thought was that {thing} would be too expensive, but it cost less than {n} in the end.', 'If you ever get to {place}, go early: by noon there is a line around the corner.', 'I am not sure that {thing} is for everyone.',
           'What surprised me most was how quiet it is in {place} once the shops are closed.', 'You do not need much: {thing}, some patience and about {n} minutes.', 'The old version had {n} screws, the new one is glued, so I had to cut it open.',
           '{name} told me that {thing} used to be made right here, in a workshop behind the station.', 'So what did I learn from all this?', 'We have kept {thing} on the balcony since spring and it has grown by {n} centimetres.'],
    'zh': ['上个{day}终于和{name}一起去了{place}，一直待到天黑才回来。', '这个{thing}我用了{n}个月，已经离不开它了。', '试了{n}次，{thing}总算做成了想要的样子。', '一开始觉得{thing}太贵，最后算下来还不到{n}块。', '去{place}要赶早，中午排队能排到巷口。',
           '说实话，{thing}不一定适合每个人。', '最让我意外的是，店铺关门以后{place}竟然这么安静。', '准备的东西不多：{thing}、一点耐心，再加上{n}分钟。', '{name}说，{thing}以前就是在车站后面的小作坊里做的。', '所以这一趟到底学到了什么呢？', '我们家的{thing}从春天养到现在，已经长高了{n}厘米。',
           '拆开以后才发现里面有{n}颗螺丝，少装一颗都合不上盖子。'],
    'zh-tw': ['上個{day}終於和{name}一起去了{place}，一直待到天黑才回來。', '這個{thing}我用了{n}個月，已經離不開它了。', '試了{n}次，{thing}總算做成了想要的樣子。', '一開始覺得{thing}太貴，最後算下來還不到{n}元。', '去{place}要趁早，中午排隊會排到巷口。', '老實說，{thing}不一定適合每個人。',
              '最讓我意外的是，店家打烊以後{place}居然這麼安靜。', '要準備的東西不多：{thing}、一點耐心，再加上{n}分鐘。', '{name}說，{thing}以前就是在車站後面的小工廠裡做的。', '我們家的{thing}從春天養到現在，已經長高了{n}公分。'],
    'ja': ['先週の{day}、{name}と一緒に{place}へ行って、暗くなるまで過ごしました。', '{thing}を使い始めて{n}か月になりますが、もう手放せません。', '{n}回目でようやく{thing}が思い通りにできました。', '{place}に行くなら朝早くがおすすめです。昼には行列ができます。', '正直に言うと、{thing}は誰にでも向いているわけではありません。',
           '一番驚いたのは、店が閉まったあとの{place}の静かさでした。', '用意するものは{thing}と少しの根気、それに{n}分ほどです。', '{name}によると、{thing}は昔、駅の裏の工房で作られていたそうです。'],
    'de': ['Letzten {day} war ich endlich mit {name} in {place}, und wir blieben, bis es dunkel wurde.', 'Seit {n} Monaten habe ich {thing} und möchte nicht mehr zurück.', 'Erst beim {n}. Versuch wurde {thing} so, wie ich es wollte.', 'Wer nach {place} kommt, sollte früh da sein: mittags steht man lange an.',
           'Ehrlich gesagt ist {thing} nicht für jeden etwas.', 'Am meisten hat mich überrascht, wie still es in {place} nach Ladenschluss ist.', 'Viel braucht man nicht: {thing}, etwas Geduld und ungefähr {n} Minuten.', '{name} sagt, dass {thing} früher hinter dem Bahnhof hergestellt wurde.'],
}
# How a comment may begin or end; the rest of it is in the post's words.
REMARKS = {
    'en': ['Thanks for this, {name}!', 'Great post.', 'Is {thing} still sold?', '@{name} I had the same problem.', 'I disagree.', 'Lovely pictures!', 'Any news on this?', '+1', 'Could you say more about {thing}?', 'Glad it helped, {name}.'],
    'zh': ['谢谢分享！', '写得真好', '沙发', '请问{thing}在哪里买的？', '@{name} 我也遇到过同样的问题。', '不太同意楼主的看法。', '照片拍得真美。', '学习了，收藏', '回复 {name}：不客气，能帮上忙就好。', '顶一个'],
    'zh-tw': ['謝謝分享！', '寫得真好～', '請問{thing}在哪裡買的？', '回覆 {name}：不客氣，有幫上忙就好。', '照片好美喔', '推一個', '路過踏踏', '想請問一下{place}好停車嗎？'],
    'ja': ['参考になりました。', '素敵な写真ですね！', '{thing}はどこで買えますか？', '{name}さん、コメントありがとうございます。', '同感です。', 'はじめまして。'],
    'de': ['Danke für den Beitrag, {name}!', 'Schöne Bilder!', 'Wo gibt es {thing} zu kaufen?', '@{name}: bei mir war es genauso.', 'Das sehe ich anders.', 'Gern geschehen, {name}.'],
}
WORDS = {
    'day': {'en': ['Sunday', 'Friday', 'weekend'], 'zh': ['周日', '周末', '礼拜五'], 'zh-tw': ['週日', '週末', '禮拜五'], 'ja': ['日曜日', '週末', '金曜日'], 'de': ['Sonntag', 'Freitag', 'Samstag']},
    'place': {'en': ['the harbour', 'Calder Bay', 'the old mill', 'Northfield', 'the flower market'], 'zh': ['青川老街', '望江码头', '南屏夜市', '石桥镇', '北岭公园'], 'zh-tw': ['青川老街', '望江碼頭', '南屏夜市', '石橋鎮', '北嶺步道'], 'ja': ['港の市場', '石橋町', '古い水車小屋', '北の丘'], 'de': ['Hohenried', 'der alten Mühle', 'Neudorf', 'Steinbrück']},
    'thing': {'en': ['the pressure cooker', 'this keyboard', 'sourdough bread', 'the folding bike', 'a lemon tree', 'the backup script'], 'zh': ['高压锅', '机械键盘', '酸面包', '折叠车', '柠檬树', '备份脚本'], 'zh-tw': ['壓力鍋', '機械鍵盤', '酸麵包', '摺疊車', '檸檬樹', '備份程式'],
              'ja': ['圧力鍋', 'キーボード', '手作りパン', '折りたたみ自転車', 'レモンの木'], 'de': ['der Schnellkochtopf', 'die Tastatur', 'das Sauerteigbrot', 'das Faltrad', 'der Zitronenbaum']},
    'name': {'en': ['Ann', 'Bob Tarn', 'eve_p', 'tom1977', 'Calder', 'Joan H.'], 'zh': ['小满', '阿舟', '欧阳', '何青', '路人甲', 'momo88'], 'zh-tw': ['小滿', '阿舟', '歐陽', '訪客', 'momo88', '小米媽'], 'ja': ['さくら', '佐藤', 'はる', '通りすがり', 'ken55'], 'de': ['Anna', 'Jens B.', 'Ulrike', 'tomk', 'Frau Berg']},
}
# Site furniture: comments, reply, older, newer, recent posts, recent comments, archive, tags, about, related, share.
LABELS = {
    'en': ['{n} Comments', 'Reply', 'Older post', 'Newer post', 'Recent posts', 'Recent comments', 'Archive', 'Tags', 'About me', 'You may also like', 'Share this'],
    'zh': ['评论（{n}）', '回复', '上一篇', '下一篇', '最新文章', '最新评论', '文章归档', '标签', '关于博主', '相关文章', '分享到'],
    'zh-tw': ['留言（{n}）', '回覆', '上一篇', '下一篇', '近期文章', '最新留言', '文章彙整', '標籤', '關於我', '延伸閱讀', '分享'],
    'ja': ['コメント {n} 件', '返信', '前の記事', '次の記事', '最近の記事', '最近のコメント', 'アーカイブ', 'タグ', 'プロフィール', '関連記事', 'シェアする'],
    'de': ['{n} Kommentare', 'Antworten', 'Älterer Beitrag', 'Neuerer Beitrag', 'Letzte Beiträge', 'Letzte Kommentare', 'Archiv', 'Schlagwörter', 'Über mich', 'Ähnliche Beiträge', 'Teilen'],
}
ABOUT = {
    'en': ['I write about food, bikes and whatever breaks in our house. All pictures are my own unless I say otherwise.', 'Leave a comment. Your email address will not be published. Required fields are marked.', 'Get new posts by email: enter your address below and confirm the message.'],
    'zh': ['记录生活里的小事，偶尔写写做饭和修理。文中照片均为自己拍摄，转载请注明出处。', '发表评论：电子邮件地址不会被公开，必填项已用星号标注。登录后才能评论。', '欢迎订阅本博客，输入邮箱即可收到更新通知。'],
    'zh-tw': ['記錄生活裡的小事，偶爾寫寫做菜和修理。照片都是自己拍的，轉載請註明出處。', '發表留言：電子郵件不會公開，必填欄位已標示。', '喜歡我的文章嗎？歡迎按讚或追蹤粉絲團。'],
    'ja': ['日々の小さなことを書いています。写真はすべて自分で撮ったものです。', 'コメントを残す。メールアドレスが公開されることはありません。'],
    'de': ['Ich schreibe über Essen, Räder und alles, was bei uns kaputtgeht. Alle Bilder sind von mir.', 'Kommentar schreiben. Die E-Mail-Adresse wird nicht veröffentlicht.'],
}
# What stands between a post's title and its text, and is none of it.
BYLINES = {
    'en': ['By {name}', 'Posted by {name} on DATE', 'DATE', '{name} DATE', '{name} | DATE', 'Published DATE'],
    'zh': ['作者：{name}', '发布时间：DATE', 'DATE', '{name} DATE', '{name} 发表于 DATE', 'DATE 阅读（{n}） 评论（{n}）'],
    'zh-tw': ['作者：{name}', 'DATE', '{name} DATE', '{name} 發表於 DATE', 'DATE 人氣（{n}）'],
    'ja': ['著者：{name}', 'DATE', '{name} DATE', '投稿日：DATE'],
    'de': ['Von {name}', 'DATE', '{name} DATE', 'Geschrieben von {name} am DATE', 'DATE Uhr'],
}
DATES = {'en': '{month} {day}, 2014', 'de': '{day}. {month} 2014', 'zh': '2014年{number}月{day}日', 'zh-tw': '2014年{number}月{day}日', 'ja': '2014年{number}月{day}日'}
NAMES_OF_MONTHS = {'en': short_pages.MONTHS, 'de': ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember']}
POSTS = ['post', 'entry', 'entry-content', 'post-body', 'article-content', 'blog-content', 'content', 'articalContent', 'text', 'post-content', '', '']
LISTS = ['comments', 'commentlist', 'comment-list', 'feedback', 'responses', 'replies', 'discuss', 'pl', 'message-board', 'c-wrap', '', '']
ITEMS = ['comment', 'comment-item', 'feedbackItem', 'reply', 'item', 'single-post', 'msg', 'floor', 'row', '']
TEXTS = ['comment-content', 'comment-body', 'comment-text', 'post-text', 'text', 'body', 'con', '']
SHAPES = ['nested', 'nested', 'terms', 'table', 'flat', 'boxes', 'boxes', 'boxes', 'articles']


class Blog:
    """How one blog builds its pages."""

    def __init__(self, rng):
        self.rng, self.lang = rng, rng.choice(['en', 'en', 'en', 'zh', 'zh', 'zh', 'zh-tw', 'zh-tw', 'ja', 'de'])
        self.shape, self.lines = rng.choice(SHAPES), rng.choice(['p', 'p', 'p', 'p', 'br', 'div'])
        self.list, self.item, self.text = rng.choice(LISTS), rng.choice(ITEMS), rng.choice(TEXTS)
        self.comment_lines = rng.choice(['p', 'p', 'br', ''])
        self.labels = LABELS[self.lang]
        self.has_dates_above = rng.random() < 0.5

    def fill(self, template):
        words = {name: self.rng.choice(choices[self.lang]) for name, choices in WORDS.items()}
        return template.format(**words, n=self.rng.randint(2, 60))

    def sentences(self, least, most, of=SENTENCES):
        join = ' ' if self.lang in ('en', 'de') else ''
        return join.join(self.fill(self.rng.choice(of[self.lang])) for _ in range(self.rng.randint(least, most)))

    def said(self, paragraphs, lines):
        """Paragraphs in elements of their own, or parted by breaks."""
        if lines in ('p', 'div'):
            return ''.join(wrap(lines, '', text) for text in paragraphs)
        return '<br><br>\n'.join(paragraphs) if lines == 'br' else '\n'.join(paragraphs)

    def date(self):
        day, month, time = self.rng.randint(1, 28), self.rng.randint(1, 12), f'{self.rng.randint(0, 23):02}:{self.rng.randint(0, 59):02}'
        name = NAMES_OF_MONTHS.get(self.lang, short_pages.MONTHS)[month - 1]
        written = DATES[self.lang].format(month=name, number=month, day=day)
        return self.rng.choice([f'2014-{month:02}-{day:02} {time}', f'2014/{month:02}/{day:02}', f'{day}.{month}.2014, {time}', written, f'{written}, {time}'])

    def bylines(self):
        lines = self.rng.sample(BYLINES[self.lang], self.rng.choice([1, 1, 1, 2]))
        tag, name = self.rng.choice([('div', 'meta'), ('p', 'postinfo'), ('div', 'date'), ('p', ''), ('p', 'byline'), ('div', ''), ('span', 'author')])
        lines = [wrap(tag, name, self.fill(line).replace('DATE', self.date())) for line in lines]
        return wrap('div', 'info', ''.join(lines)) if tag == 'span' else ''.join(lines)

    def post(self):
        """The post's HTML and text: paragraphs, with headings, pictures, lists or a quotation between them."""
        parts, gold = [], []
        for _ in range(self.rng.choice([1, 2, 3, 4, 6, 9, 14])):
            between = self.rng.random()
            paragraph = self.sentences(1, 5)
            if between < 0.08:
                heading = self.fill(self.rng.choice(['{thing}', '{place}']))
                parts.append(wrap(self.rng.choice(['h2', 'h3', 'strong']), '', heading)), gold.append(heading)
            elif between < 0.16:
                rows = [self.sentences(1, 1) for _ in range(self.rng.randint(2, 5))]
                parts.append(wrap('ul', '', ''.join(f'<li>{row}</li>' for row in rows))), gold.extend(rows)
            elif between < 0.36:
                parts.append(self.said([f'<img src="/{self.rng.randint(100, 999)}.jpg" width="600">'], self.lines))
            is_quoted = self.rng.random() < 0.05
            parts.append(wrap('blockquote', '', paragraph) if is_quoted else self.said([paragraph], self.lines)), gold.append(paragraph)
        return ('<br><br>\n' if self.lines == 'br' else '').join(parts), '\n'.join(gold)

    def remark(self):
        """A comment's paragraphs: mostly a line or two, at times longer than a post."""
        begin = [self.sentences(1, 1, REMARKS)] if self.rng.random() < 0.6 else []
        count = self.rng.choice([0, 1, 1, 1, 2, 4]) if begin else self.rng.choice([1, 1, 2, 5])
        return begin + [self.sentences(1, 3) for _ in range(count)]

    def comment(self, number, depth=0):
        rng, name, date, reply = self.rng, self.fill('{name}'), self.date(), self.labels[1]
        text = self.said(self.remark(), self.comment_lines)
        if self.shape == 'nested':
            below = wrap('ol', 'children', self.comment(number, depth + 1)) if depth < 3 and rng.random() < 0.3 else ''
            head = wrap('div', 'comment-author vcard', f'<img src="/face.png" width="32"><cite>{name}</cite>') + wrap('div', 'comment-meta', f'<a href="#c{number}">{date}</a>')
            return wrap('li', self.item, head + wrap('div', self.text, text) + wrap('div', 'reply', f'<a href="#">{reply}</a>') + below)
        if self.shape == 'terms':
            return wrap('dt', self.item, f'<a href="/u/{number}">{name}</a> {date}') + wrap('dd', self.text, text)
        if self.shape == 'table':
            return f'<tr><td>{name}<br>{date}</td><td>{text}</td></tr>'
        if self.shape == 'flat':
            by = wrap('p', '', f'<a href="/u/{number}">{name}</a> {date}')
            body = self.said([text], 'p') if self.comment_lines != 'p' else text
            return by + body if self.has_dates_above else body + by
        if self.shape == 'articles':
            return wrap('article', self.item, wrap('header', '', f'<b>{name}</b> <time>{date}</time>') + wrap('section', self.text, text))
        head = wrap(rng.choice(['div', 'span']) if rng.random() < 0.1 else 'div', 'name', f'#{number} <a href="/u/{number}">{name}</a> {date}')
        body = wrap('div', self.text, text) + wrap('div', '', f'<a href="#">{reply}</a>')
        return wrap('div', self.item, head + body if self.has_dates_above else body + head)

    def comments(self):
        count = self.rng.choice([0, 0, 1, 2, 3, 5, 8, 12, 20, 30, 50])
        if not count:
            return ''
        inner = ''.join(self.comment(number + 1) for number in range(count))
        inner = wrap({'nested': 'ol', 'terms': 'dl', 'table': 'table'}.get(self.shape, ''), self.list, inner)
        heading = wrap(self.rng.choice(['h2', 'h3', 'h4', 'div']), self.rng.choice(['', 'title', 'comments-title']), self.labels[0].format(n=count))
        return wrap(self.rng.choice(['div', 'section', '']), self.list, heading + inner)

    def linked(self, label, count, abstracts=False):
        rows = ''.join(wrap('li', '', f'<a href="/{self.rng.randint(100, 999)}.html">{self.fill(self.rng.choice(SENTENCES[self.lang]))[:24]}</a>'
                            + (f'<p>{self.sentences(1, 2)}</p>' if abstracts else '')) for _ in range(count))
        return wrap('div', self.rng.choice(['widget', 'related', 'box', '']), wrap('h3', '', label) + wrap('ul', '', rows))

    def side(self):
        rng, labels = self.rng, self.labels
        recent = ''.join(f'<li>{self.fill("{name}")}: {self.sentences(1, 1, rng.choice([SENTENCES, REMARKS]))}</li>' for _ in range(rng.randint(3, 8)))
        months = ''.join(f'<li><a href="/2014/{m:02}/">2014-{m:02}</a> ({rng.randint(1, 9)})</li>' for m in range(1, rng.randint(4, 12)))
        parts = [self.linked(labels[4], rng.randint(4, 10)), wrap('div', 'widget', f'<h3>{labels[5]}</h3><ul>{recent}</ul>'),
                 wrap('div', 'widget', f'<h3>{labels[6]}</h3><ul>{months}</ul>'), wrap('div', 'profile', f'<h3>{labels[8]}</h3><p>{ABOUT[self.lang][0]}</p>')]
        return wrap(rng.choice(['div', 'aside']), rng.choice(['sidebar', 'side', 'links', 'right']), ''.join(rng.sample(parts, rng.randint(1, 4))))

    def page(self):
        rng, labels = self.rng, self.labels
        title = self.fill(rng.choice(['{place}', '{thing}'])) + rng.choice(['', ' (2)', '!', '?'])
        post, gold = self.post()
        info = self.bylines() if rng.random() < 0.8 else ''
        tags = wrap(rng.choice(['div', 'p']), rng.choice(['tags', 'postmetadata', '']), f'{labels[7]}: ' + ', '.join(f'<a href="/tag/{n}">{self.fill("{thing}")}</a>' for n in range(rng.randint(1, 4))))
        below = [tags, wrap('div', 'share', labels[10]), wrap('div', 'nav', f'<a href="/1.html">{labels[2]}</a> <a href="/3.html">{labels[3]}</a>'),
                 self.linked(labels[9], rng.randint(2, 5), rng.random() < 0.3), wrap('div', rng.choice(['author', 'about', '']), f'<p>{ABOUT[self.lang][0]}</p>')]
        below = ''.join(rng.sample(below, rng.randint(0, 4)))
        form = wrap(rng.choice(['form', 'div']), 'respond', f'<p>{rng.choice(ABOUT[self.lang][1:])}</p><textarea></textarea>') if rng.random() < 0.6 else ''
        heading = wrap(rng.choice(['h1', 'h2', 'h3', 'div']), rng.choice(['title', 'post-title', '']), title)
        entry, comments = wrap(rng.choice(['div', 'div', 'article']), rng.choice(POSTS), post), self.comments()
        # Some blogs put the comments into the element that holds the post.
        inside = heading + info + entry + below
        main = wrap('div', rng.choice(['post', 'main', '']), inside + comments + form) if rng.random() < 0.6 else wrap('article', '', inside) + comments + form
        side = self.side() if rng.random() < 0.7 else ''
        top = wrap(rng.choice(['div', 'header']), rng.choice(['header', 'top', '']), f'<a href="/">{self.fill("{name}")} Blog</a>')
        head = f'<head><meta charset="utf-8"><title>{title}</title></head>'
        body = top + (side + main if rng.random() < 0.3 else main + side)
        return f'<!DOCTYPE html><html lang="{self.lang}">{head}<body>{body}</body></html>', gold


def make(rng):
    blog = Blog(rng)
    return *blog.page(), blog.lang[:2], 'article'


def write(folder, seed=3):
    """Writes the set; the same at every call with the same seed."""
    write_set(folder, seed, PAGES, 'own-blog', make)
