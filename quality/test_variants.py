"""Tests of the rewritings of `variants.py`, on small pages and on all fixtures.

usage: python3 -m unittest quality/test_variants.py
"""
import html, re, sys, unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import variants
from rewrites import REWRITES, Page, chinese, decoded

FIXTURES = sorted(Path(__file__).parent.parent.glob('fixtures/*/*.html'))
NOT_SHOWN = re.compile(r'<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>', re.I | re.S)

# What each way makes of the body of a page. Ways that change another part are tested by themselves.
WRITTEN = {
    'names-gone': ('<p class=a id=x>T<a href="#x">U</a><b id=y>V</b>', '<p id="x">T<a href="#x">U</a><b>V</b>'),
    'names-pinyin': ('<p class="post-title">T</p>', '<p class="tiezi-biaoti">T</p>'),
    'utility-classes': ('<p>T</p>', '<p class="flex p-4 text-sm">T</p>'),
    'data-attributes': ('<p>T<br></p>', '<p data-v-7ba5bd90="">T<br></p>'),
    'declared-data-gone': ('<p itemprop=text class=a>T</p><script type="application/ld+json">{}</script><a rel=author>U</a>', '<p class=a>T</p><a>U</a>'),
    'semantics-gone': ('<main role=main class=a><p role=note>T</p></main></nav>', '<div class=a><p role=note>T</p></div></nav>'),
    'custom-elements': ('<div class=a><p>T<div><li>U</div></div>', '<x-div style="display:block" class=a><p>T</p><x-div style="display:block"><li>U</li></x-div></x-div>'),
    'headings-as-div': ('<h2 class=a>T</h2>', '<div style="font-size:1.5em;font-weight:bold" class=a>T</div>'),
    'p-as-div': ('<ul><li><p class=a>T<p>U</ul><p>V</p>', '<ul><li><div class=a>T</div><div>U</div></ul><div>V</div>'),
    'p-as-section': ('<p>T</p>', '<section><span style="font-size:15px;letter-spacing:1px">T</span></section>'),
    'br-for-p': ('<div>S<p>T</p><p>U<p id=a>V</div>', '<div>S<br><br>T<br><br>U<br><br><p id=a>V</div>'),
    'wrappers': ('<h1>T</h1><p>U<p>V</p><ul><li>W</ul>', '<div><h1>T</h1></div><div><p>U</div><div><p>V</p></div><div><ul><li>W</ul></div>'),
    'table-layout': ('<h1>T</h1>a</table><div>U</div>', '<table width="100%" cellpadding="0"><tr><td><h1>T</h1>a</td></tr><tr><td><div>U</div></td></tr></table>'),
    'shadow-root': ('<div>T</div><div>UU</div>', '<div>T</div><div><template shadowrootmode="open">UU</template></div>'),
    'spans': ('<p>一，二</p>', '<p><span style="color:rgb(51, 51, 51)">一，</span><span style="color:rgb(51, 51, 51)">二</span></p>'),
    'font': ('<p>T</p>', '<p><font face="Arial" size="3">T</font></p>'),
    'styled-spans': ('<p>T <b class=a>U</b> <i></i></p>', '<p>T <span style="font-weight:bold" class=a>U</span> <i></i></p>'),
    'end-tags-left-out': ('<ul><li>T</li> <li><p>U</p></li></ul><a><p>V</p></a><p>W</p>x', '<ul><li>T <li><p>U</ul><a><p>V</p></a><p>W</p>x'),
    'stray-end-tags': ('<p>T</p><p>U</p><b>V</b>', '<p>T</p></font><p>U</p></center><b>V</b>'),
    'upper-case': ('<p class="a" data-b=c>T</p>', '<P CLASS="a" DATA-B=c>T</P>'),
    'unquoted': ('''<p class="a" title="b c" data-d="it's">T</p><i a="b"c="d">U</i>''', '''<p class=a title='b c' data-d="it's">T</p><i a="b"c="d">U</i>'''),
    'indented': ('<div><p>T<b>U</b></p></div>', '\n\n        <div>\n\n            <p>T<b>U</b></p>\n\n        </div>\n\n    '),
    'minified': ('<div>\n<p>T</p>\n <p>U <b>V</b> <i>W</i></p>\n</div><pre>\n</pre>', '<div><p>T</p><p>U <b>V</b> <i>W</i></p></div><pre>\n</pre>'),
    'comments': ('<div><p>T</p></div>', '<!-- div --><div><!-- p --><p>T</p><!-- div --></div><!-- body -->'),
    'aria-hidden-marks': ('<p>A line of more than twenty letters.</p>', '<p><span aria-hidden="true">→</span>A line of more than twenty letters.</p>'),
    'copy-for-phones': ('<h1 id=a>T</h1><script>1</script><ul><li>U',
                        '<h1 id=a>T</h1><script>1</script><ul><li>U<div class="mobile" style="display:none"><h1>T</h1><ul><li>U</li></ul></div>'),
    'hidden-letters': ('<p>A line of more than twenty letters.', '<p>A line of more than twenty letters.<span style="display:none"> w! Z2e9</span>'),
    'lazy-pictures': ('<img src="a.jpg" alt="">',
                      '<img data-src="a.jpg" loading="lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="">'),
    'labels-apart': ('<p>作者：张三 来源：晚报</p><p>By Ann Lee</p>',
                     '<p><span>作者：</span><span>张三</span> <span>来源：</span><span>晚报</span></p><p><span>By</span> <span>Ann Lee</span></p>'),
    'full-width': ('<p>更新时间:2024-05-20 09:30&#123;</p>', '<p>更新时间：２０２４-０５-２０ ０９：３０&#123;</p>'),
    'traditional': ('<p class="国">国家与万物</p>', '<p class="国">國家與萬物</p>'),
    'references': ('<p title="é">你<style>é</style></p>', '<p title="&#xe9;">&#x4f60;<style>é</style></p>'),
    'no-break-blanks': ('<p>T U <b>V</b></p>', '<p>T&nbsp;U <b>V</b></p>'),
}


def page_of(body):
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>{body}</body></html>'


def applied(name, text):
    data = REWRITES[name].applied(Page(text))
    return None if data is None else data.decode(REWRITES[name].encoding)


def shown(text):
    return re.sub(r'\s+', '', html.unescape(NOT_SHOWN.sub(' ', text)))


class Rewritings(unittest.TestCase):
    maxDiff = None

    def test_each_way_is_written_as_expected(self):
        for name, (body, expected) in WRITTEN.items():
            with self.subTest(name):
                written = re.search('<body>(.*)</body>', applied(name, page_of(body)), re.S | re.I)
                self.assertEqual(written[1], expected)

    def test_names_are_hashed_where_style_sheets_and_links_have_them(self):
        body = '<style>.card, #top .card{color:#fff}</style><p class="card" id=top>T<a href="#top">U</a><label for=other>V</label></p>'
        text = applied('names-hashed', page_of(body))
        name, anchor = re.search(r'<p class="(\S+)" id="(\S+)">', text).groups()
        self.assertRegex(name, r'^X\w{4}_\w{4}__\w{5}$')
        self.assertIn(f'<style>.{name}, #{anchor} .{name}{{color:#fff}}</style>', text)
        self.assertIn(f'<a href="#{anchor}">U</a><label for="other">V</label>', text)

    def test_a_class_that_hides_stays(self):
        text = applied('names-gone', page_of('<style>.no{display:none}</style><p class="no a">T</p>'))
        self.assertIn('<p class="no">T</p>', text)

    def test_additions_speak_the_language_of_the_page(self):
        self.assertIn('在线客服', applied('cookie-bar-and-chat', page_of('<p>今天下午有雨。</p>')))
        self.assertIn('Chat with us', applied('cookie-bar-and-chat', page_of('<p>Rain in the afternoon.</p>')))

    def test_slots_stand_behind_every_second_paragraph(self):
        body = '<p>A line of more than twenty letters.</p>' * 3
        self.assertRegex(applied('advertisement-slots', page_of(body)), r'<body>(<p>[^<]*</p>){2}<ins .*?</script><p>[^<]*</p></body>')

    def test_encodings(self):
        chinese_page, other = page_of('<p>今天下午有雨。</p>'), page_of('<p>Rain.</p>')
        for name, label in (('gbk-says-utf-8', 'utf-8'), ('utf-8-says-gb2312', 'gb2312'), ('gbk', 'gbk')):
            self.assertIsNone(applied(name, other))
            self.assertEqual(applied(name, chinese_page), chinese_page.replace('utf-8', label))
            self.assertIn(f'<head><meta charset="{label}">', applied(name, chinese_page.replace('<meta charset="utf-8">', '')))
        self.assertEqual(decoded(chinese_page.replace('utf-8', 'gb2312').encode('gb18030')), chinese_page)
        self.assertEqual(decoded(chinese_page.encode('utf-16')), chinese_page)

    def test_the_rest(self):
        self.assertEqual(applied('right-to-left', page_of('T')), page_of('T').replace('<html', '<html dir="rtl"'))
        self.assertTrue(applied('xhtml', page_of('T<br>')).startswith('<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html><html><head><meta charset="utf-8" />'))
        self.assertEqual(applied('cut-off', page_of('T' * 918)), page_of('T' * 918)[:-100])

    def test_every_way_is_tested_and_described(self):
        self.assertLessEqual(set(WRITTEN), set(REWRITES))
        for name, rewrite in REWRITES.items():
            self.assertRegex(rewrite.says, r'^[^\n]+$', name)


class Fixtures(unittest.TestCase):
    def test_what_is_not_changed_is_written_byte_for_byte(self):
        self.assertGreater(len(FIXTURES), 100)
        for path in FIXTURES:
            text = decoded(path.read_bytes())
            self.assertEqual(Page(text).reads(), text, path.name)
        for text in ('<p', '<a href="b>c', '</ >', '<!-- a', '<script>', '<p a=b', '<>', '<p =a==b c">', '</p/>', '<title>a<b></title', 'a<b<c>d'):
            self.assertEqual(Page(text).reads(), text)

    def test_the_text_that_is_shown_stays(self):
        for path in FIXTURES:
            text = decoded(path.read_bytes())
            page, before = Page(text), shown(text)
            for name, rewrite in REWRITES.items():
                data = rewrite.applied(page) if rewrite.keeps_text else None
                if data is not None:
                    after = shown(data.decode(rewrite.encoding))
                    self.assertEqual(rewrite.alike(after), rewrite.alike(before), f'{name}, {path.name}')


class Comparison(unittest.TestCase):
    def test_blanks_do_not_count(self):
        before, after = {'text': 'One two.', 'title': 'A b', 'kind': 'article'}, {'text': 'One\n\ntwo. ', 'title': 'A  b', 'kind': 'home'}
        result = variants.compared(REWRITES['wrappers'], before, after)
        self.assertEqual(result, {'f1': 1.0, 'text': 1, 'title': 1, 'author': 1, 'date': 1, 'kind': 0})

    def test_words_in_common(self):
        self.assertEqual(variants.overlap('雨 rain falls', '雨 rain'), (1.0, 0.8))
        self.assertEqual(variants.overlap('', ''), (1.0, 1.0))
        self.assertEqual(variants.overlap('rain', ''), (0.0, 0.0))

    def test_a_page_that_is_cut_has_a_beginning(self):
        whole = {'text': 'The rain falls on the roof of the house all night.'}
        for part, is_same in (('The rain falls on the roo', 1), ('falls on the roof of the house', 0), ('', 0)):
            self.assertEqual(variants.compared(REWRITES['cut-off'], whole, {'text': part})['text'], is_same)

    def test_both_sides_are_mapped(self):
        result = variants.compared(REWRITES['traditional'], {'text': '国家', 'title': '万物'}, {'text': '國家', 'title': '萬物'})
        self.assertEqual((result['text'], result['title']), (1, 1))


class Tables(unittest.TestCase):
    def test_pairs_are_of_two_sides(self):
        self.assertEqual(len({pair[0] for pair in chinese.PAIRS}), len(chinese.PAIRS))
        for pair in chinese.PAIRS:
            simplified, traditional = pair
            simplified.encode('gb2312')
            traditional.encode('big5')
            self.assertNotEqual(simplified, traditional)


if __name__ == '__main__':
    unittest.main()
