"""A labelled set of short pages of our own making: an article of a few sentences beside longer disclaimers, notices,
abstracts of other articles, or a whole other article. The labelled sets have hardly any, and without them a model learns that the longest text is the article.

Everything here is invented; pages differ in names of classes, in where things stand, and in what is said.
"""
from own_pages import write_set

PAGES = 80

TITLES = {
    'zh': ['{org}{month}月{thing}同比增长{n}%', '快讯：{org}宣布{plan}', '{place}{plan}', '{org}：{thing}下降{n}个百分点', '{place}发布{month}月{thing}数据',
           '{org}否认{plan}传闻', '{org}午后直线拉升 涨幅达{n}%', '{place}今起{plan}', '{org}与{place}签署合作协议', '{org}拟{plan}'],
    'en': ['{org} to {plan}', '{org} reports {n}% rise in {thing}', '{place} council votes to {plan}', '{org} denies report that it will {plan}', 'Brief: {thing} in {place} fall {n}%'],
}
SENTENCES = {
    'zh': ['{org}{day}日公告称，{month}月份{thing}为{n}{unit}，同比增长{m}%。', '{place}有关部门{day}日表示，将于下月{plan}，具体办法另行公布。', '记者从{org}获悉，公司计划{plan}，预计投入{n}{unit}。',
           '截至发稿，{org}上涨{m}%，报{n}元，成交额超过{m}亿元。', '{org}有关负责人说：“{plan}的工作正在推进，不会影响{thing}。”', '据{place}统计，今年前{month}个月{thing}累计{n}{unit}，比上年同期多{m}%。',
           '{org}此前曾表示，没有{plan}的打算。', '该项目位于{place}，总投资{n}{unit}，年底前完工。', '{day}日上午，{place}{plan}，全程没有中断。'],
    'en': ['{org} said on Monday that it would {plan}, at a cost of {n} million.', '{thing} in {place} fell by {m} percent in the last quarter, the office said.', 'A spokesman for {org} declined to comment.', 'The plan to {plan} still needs the approval of {place}.',
           'Shares of {org} were up {m} percent at noon.', '"We have no plans to {plan}", the company wrote in a short statement.'],
}
WORDS = {
    'org': {'zh': ['青川铁路', '北岭水务', '恒渡科技', '云帆航运', '东麓矿业', '海棠食品', '长汀电力', '石桥银行', '南屏医药', '望江纺织', '松原玻璃', '临溪汽车'], 'en': ['Harrow Rail', 'Northfield Water', 'Calder Shipping', 'Penrose Foods', 'Ashby Motors', 'Tarn Energy']},
    'place': {'zh': ['青川市', '临溪县', '北岭开发区', '望江港', '石桥镇', '南屏新区', '东麓乡'], 'en': ['Northfield', 'Ashby', 'Calder Bay', 'the Tarn valley']},
    'thing': {'zh': ['货运量', '用水量', '新车销量', '出口额', '发电量', '粮食产量', '游客人数', '房屋成交面积', '净利润'], 'en': ['freight', 'water use', 'car sales', 'exports', 'visitor numbers', 'profit']},
    'plan': {'zh': ['调整公交票价', '建设第二座水厂', '回购部分股份', '延长地铁运营时间', '开放滨河步道', '更换董事长', '出售旗下码头', '启用新航站楼', '停产检修'], 'en': ['build a second plant', 'buy back shares', 'raise fares', 'reopen the ferry', 'sell its docks', 'close two lines']},
    'name': {'zh': ['林一舟', '何青', '周小满', '欧阳文', '陈知行'], 'en': ['Ann Harlow', 'Bob Tarn', 'Eve Penrose', 'Tom Calder']},
    'unit': {'zh': ['万吨', '亿元', '万人次', '万立方米', '亿千瓦时'], 'en': ['']},
}
NOTICES = {
    'zh': ['免责声明：本站内容来自公开渠道，仅供读者参考，不构成投资建议。据此操作，风险自负。本站不对内容的准确、完整作任何保证，也不承担由此产生的责任。',
           '风险提示：文章观点只代表作者本人，与本平台无关。市场有风险，投资需谨慎，请读者独立判断，盈亏自担。',
           '版权声明：凡注明“来源：本网”的作品，版权均属本网所有，任何媒体、网站或个人未经书面授权不得转载、链接、转贴。已获授权的，应在授权范围内使用，并注明出处。违者本网将追究法律责任。',
           '本文由用户自行发布，平台仅提供信息存储服务。如认为内容侵犯了您的权益，请来信告知，我们将在核实后尽快删除。联系电话和邮箱见页面底部。',
           '郑重声明：发布本信息是为了传递更多资讯，与本站立场无关。有关数据未经核实，不保证真实、原创和及时，请自行核对相关内容。',
           '温馨提示：请文明发言，尊重他人。发言内容由用户负责，平台有权删除违反法律法规的评论，情节严重的将停用账号。评论字数不超过三百字。',
           '扫描二维码，下载手机客户端，第一时间获得最新消息，新用户还可以领取礼包。关注我们的公众号，每天早上为您送上一份早报，内容精彩，不要错过。',
           '特别提醒：近期有人冒用本平台名义收取费用，请勿轻信。本平台从未授权任何机构或个人开展收费荐股、代客理财等业务，如有疑问请拨打客服电话。',
           '关于我们：本站成立多年，专注于行业资讯服务，为读者提供及时、客观的报道。欢迎企业和作者投稿，投稿请附上姓名、单位和联系方式，稿件一经采用，即付稿酬。'],
    'en': ['Disclaimer: the information on this site is for general purposes only and is not advice. We make no warranty that it is complete, accurate or up to date, and accept no liability for any loss that comes from using it.',
           'We and our partners store and read information on your device, such as cookies, to show you suitable advertising and to measure how it does. You can change your choices at any time in the settings.',
           'Sign up for our newsletter and get the best stories of the week in your inbox every Friday. By signing up you agree to our terms, and you can leave the list whenever you like.',
           'All rights reserved. This material may not be published, broadcast, rewritten or redistributed without permission. Quotes are delayed by at least fifteen minutes.',
           'Our journalism is paid for by readers. If you value what we do, please consider a subscription: it costs less than a cup of coffee a week, and you can cancel at any time.'],
}
LINKS = {
    'zh': ['三家公司公布半年报', '油价下周下调', '新校区秋天启用', '老城改造听取意见', '港口吞吐量创新高', '暴雨橙色预警解除', '夜市本周末开张', '图书馆延长开放', '一季度用电量公布'],
    'en': ['Ferry times change', 'Five walks by the river', 'New head for the museum', 'Roadworks until June', 'Market to open early'],
}
# What stands between the title and the text, and is none of it.
INFO = {
    'zh': ['DATE', 'DATE', 'DATE 来源：{org}', '发布时间：DATE', '发布时间：DATE 更新时间：DATE', '来源：{org} 作者：{name} DATE', '作者：{name}', 'DATE 浏览：{n}'],
    'en': ['DATE', 'By {name}', 'By {name} | Published DATE', 'Published DATE | Updated DATE', 'By {name} and {name}, {org}', 'By {name} and {name}', 'DATE by {name}'],
}
MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
CONTENT = ['content', 'article', 'news-text', 'detail_con', 'text', 'article-body', 'txt', 'main-content', 'art_context', 'newsCon', 'post-body', '']
NOTICE = ['statement', 'disclaimer', 'notice', 'shengming', 'declare', 'tips', 'risk', 'remark', 'copy_info', 'ad-text', 'bottom-tip', 'box', '', '']
OTHERS = ['recommend', 'feed', 'cards', 'more', 'next-article', 'others', 'guess', 'read-next', '']
LISTS = ['hot', 'related', 'more_news', 'recommend', 'side-list', 'rank', 'listbox']


def fill(template, lang, rng):
    words = {name: rng.choice(choices[lang]) for name, choices in WORDS.items()}
    return template.format(**words, n=rng.randint(2, 980) / rng.choice([1, 10]), m=rng.randint(1, 60), day=rng.randint(1, 28), month=rng.randint(2, 11))


def element(tag, name, inner, rng):
    attribute = f' {rng.choice(["class", "class", "id"])}="{name}"' if name else ''
    return f'<{tag}{attribute}>{inner}</{tag}>\n'


def text(lang, rng, least, most):
    sentences = [fill(template, lang, rng) for template in rng.choices(SENTENCES[lang], k=rng.randint(least, most))]
    return (' ' if lang == 'en' else '').join(sentences)


def notices(lang, rng):
    return ''.join(element(rng.choice(['div', 'p', 'section']), rng.choice(NOTICE), text if rng.random() < 0.3 else f'<p>{text}</p>', rng)
                   for text in rng.sample(NOTICES[lang], rng.choice([1, 1, 2, 3])))


def abstracts(lang, rng):
    """Other articles' titles with their first sentences."""
    name = rng.choice(['desc', 'summary', 'intro', 'txt', ''])
    item, part = rng.choice([('div', 'p'), ('div', 'div'), ('li', 'p'), ('li', 'div'), ('dl', 'dd')])
    items = ''.join(element(item, 'item', f'<a href="/{rng.randint(1000, 9999)}.html">{fill(rng.choice(TITLES[lang]), lang, rng)}</a>'
                            + element(part, name, text(lang, rng, 1, 2), rng), rng) for _ in range(rng.randint(3, 7)))
    return element('div', rng.choice(OTHERS), items, rng)


def other_article(lang, rng):
    paragraphs = ''.join(f'<p>{text(lang, rng, 1, 3)}</p>' for _ in range(rng.randint(3, 6)))
    return element('div', rng.choice(OTHERS), element('h2', '', fill(rng.choice(TITLES[lang]), lang, rng), rng) + paragraphs, rng)


def date(lang, rng):
    year, month, day, time = 2021, rng.randint(1, 12), rng.randint(1, 28), f'{rng.randint(0, 23):02}:{rng.randint(0, 59):02}'
    if lang == 'en' and rng.random() < 0.7:
        return rng.choice([f'{MONTHS[month - 1]} {day}, {year}', f'{day} {MONTHS[month - 1]} {year}', f'{MONTHS[month - 1]} {day}, {year} at {time}'])
    return f'{year}-{month:02}-{day:02} {time}'


def info(lang, rng):
    """Who wrote it and when, in one line or two."""
    tag, name = rng.choice([('div', 'info'), ('div', 'time'), ('div', 'meta'), ('p', ''), ('p', 'byline'), ('div', '')])
    lines = rng.sample(INFO[lang], rng.choice([1, 1, 2]))
    if rng.random() < 0.3:
        lines = [line.replace('{name}', '<a href="/author/">{name}</a>') for line in lines]
    return ''.join(element(tag, name, fill(line, lang, rng).replace('DATE', date(lang, rng)), rng) for line in lines)


def page(lang, rng):
    title = fill(rng.choice(TITLES[lang]), lang, rng)
    count = 1 if rng.random() < 0.6 else rng.randint(2, 4)
    paragraphs = [text(lang, rng, 1, 2 if count > 1 else 3) for _ in range(count)]
    indent = '　　' if lang == 'zh' and rng.random() < 0.5 else ''
    # Some systems write the text into the container itself.
    is_bare = rng.random() < 0.3
    article = '<br>\n'.join(indent + p for p in paragraphs) if is_bare else ''.join(f'<p>{indent}{p}</p>' for p in paragraphs)
    beside = ''.join(make(lang, rng) for make in rng.sample([notices, notices, notices, abstracts, other_article], rng.choice([1, 1, 2])))
    where = rng.random()
    if where < 0.15:
        article += notices(lang, rng)
    body = element('div', rng.choice(CONTENT), article, rng)
    body = notices(lang, rng) + body if where > 0.95 else body + beside
    items = ''.join(f'<li><a href="/{rng.randint(1000, 9999)}.html">{link}</a></li>' for link in rng.sample(LINKS[lang], rng.randint(2, 5)))
    links = element('div', rng.choice(LISTS), f'<h3>{"热门" if lang == "zh" else "More"}</h3><ul>{items}</ul>', rng)
    heading = element(rng.choice(['h1', 'h1', 'h1', 'h2']), rng.choice(['', 'title', 'headline']), title, rng) + info(lang, rng)
    main = element('div', rng.choice(['main', 'wrap', 'left', 'container']), heading + body + (links if rng.random() < 0.6 else ''), rng)
    navigation = element(rng.choice(['div', 'nav', 'ul']), rng.choice(['nav', 'menu', 'top']), ''.join(f'<a href="/{i}/">{link[:4]}</a> ' for i, link in enumerate(LINKS[lang][:5])), rng)
    side = element('div', 'side', links, rng) if rng.random() < 0.5 else ''
    foot = element(rng.choice(['div', 'footer']), rng.choice(['footer', 'bottom']), '版权所有 网站备案' if lang == 'zh' else 'All rights reserved', rng)
    html = f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title></head><body>{navigation}{main}{side}{foot}</body></html>'
    return html, '\n'.join(paragraphs)


def make(rng):
    lang = 'en' if rng.random() < 0.25 else 'zh'
    return *page(lang, rng), lang, 'article'


def write(folder, seed=1):
    """Writes the set; the same at every call with the same seed."""
    write_set(folder, seed, PAGES, 'own', make)
