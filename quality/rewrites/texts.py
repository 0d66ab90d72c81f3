"""Rewritings of texts: labels, characters, and how characters are written."""
import re, unicodedata

from . import chinese
from .markup import ATTRIBUTE, CHARSET, Draft, labelled

NO_PLACE = set('title option select svg math button script textarea table tr tbody ul ol pre code'.split())
MOST_OF_A_LINE = 100
LABEL = re.compile(rf'(?P<label>(?:{chinese.LABELS})\s*[:：])(?P<blank>\s*)(?P<value>[^\s&]{{1,30}}(?:[ ]\d{{1,2}}:\d\d(?::\d\d)?)?)')
ENGLISH = re.compile(rf'^(?P<before>\s*)(?P<label>(?:{chinese.ENGLISH_LABELS}):?)(?P<blank>\s+)(?P<value>\S.{{1,60}}?)(?P<behind>\s*)$', re.S)
ALONE = re.compile(rf'^(\s*)((?:{chinese.LABELS})\s*[:：]|(?:{chinese.ENGLISH_LABELS}):?)(\s*)$')
DAY = re.compile(r'\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}日?(?:\s*\d{1,2}:\d{2}(?::\d{2})?)?')
COLON = re.compile(r'(?<=[\u4e00-\u9fff]):(?!//)')
WIDE = {ord(narrow): ord(narrow) + 0xfee0 for narrow in '0123456789:'}
REFERENCE = re.compile(r'(&#?\w+;)')
# References below this number stand for other characters.
NOT_ASCII = re.compile('[^\x00-\x9f]')


def lines(page):
    """The short texts of the body that may hold a label."""
    for at, token in page.texts():
        is_short = page.body is not None and at > page.body and len(token.raw.strip()) <= MOST_OF_A_LINE
        has_place = token.parent is None or page.tokens[token.parent].name not in NO_PLACE
        if is_short and has_place and not page.is_in(token, ('pre', 'svg', 'math', 'select', 'title')):
            yield at, token


def labels_apart(page):
    """labels before values in elements of their own"""
    draft = Draft(page)
    for at, token in lines(page):
        text = ALONE.sub(r'\1<span>\2</span>\3', token.raw)
        if text == token.raw:
            text = LABEL.sub(r'<span>\g<label></span>\g<blank><span>\g<value></span>', token.raw)
        if text == token.raw:
            text = ENGLISH.sub(r'\g<before><span>\g<label></span>\g<blank><span>\g<value></span>\g<behind>', token.raw)
        draft.put(at, text)
    return draft.written()


def full_width(page):
    """full-width digits in dates and colons behind labels (Chinese pages)"""
    draft = Draft(page)
    for at, token in lines(page) if page.is_chinese else ():
        parts = REFERENCE.split(token.raw)
        parts[::2] = [COLON.sub('：', DAY.sub(lambda day: day[0].translate(WIDE), part)) for part in parts[::2]]
        draft.put(at, ''.join(parts))
    return draft.written()


def narrow(text):
    return unicodedata.normalize('NFKC', text)


def traditional(page):
    """traditional characters (Chinese pages)"""
    draft, script = Draft(page), None
    for at, token in enumerate(page.tokens) if page.is_chinese else ():
        if token.kind == 'start' and token.name == 'script':
            script = token.get('type') or ''
        is_data = token.kind == 'raw' and token.name == 'script' and 'ld+json' in (script or '')
        if token.kind == 'text' or token.name == 'meta' or is_data or token.kind == 'raw' and token.name in ('title', 'textarea'):
            draft.put(at, in_traditional(token.raw))
    return draft.written()


def in_traditional(text):
    return text.translate(chinese.TRADITIONAL)


def references(page):
    """characters beyond ASCII as numeric references"""
    def numbered(match):
        return f'&#x{ord(match[0]):x};'

    def attribute(match):
        return f'{match[1]}{match[2]}{match[3] or ""}{NOT_ASCII.sub(numbered, match[4] or "")}'

    draft = Draft(page)
    for at, token in page.texts(also=('title', 'textarea')):
        draft.put(at, NOT_ASCII.sub(numbered, token.raw))
    for at, token in page.starts():
        if not token.raw.isascii():
            draft.put(at, f'<{token.raw[1:1 + len(token.name)]}{ATTRIBUTE.sub(attribute, token.inside)}>')
    return draft.written()


def hard_blanks(page):
    """blanks in paragraphs as no-break ones"""
    draft = Draft(page)
    for at, token in page.texts():
        if page.is_in(token, ('p',)) and not page.is_in(token, ('pre', 'code', 'textarea', 'svg', 'math')):
            draft.put(at, re.sub(r'(?<=\S) (?=\S)', '&nbsp;', token.raw))
    return draft.written()


def cut_off(page):
    """the page cut off at nine tenths"""
    text = page.reads()
    return text[:len(text) * 9 // 10]


def declared(page, charset):
    """A Chinese page with a declaration of its encoding; others as they are."""
    text = page.reads()
    if not page.is_chinese:
        return text
    if CHARSET.search(text[:65536]):
        return labelled(text, charset)
    return re.sub(r'<head\b[^>]*>', lambda head: f'{head[0]}<meta charset="{charset}">', text, count=1, flags=re.I)


def says_utf8(page):
    """written as GBK, declared as UTF-8 (Chinese pages)"""
    return declared(page, 'utf-8')


def says_gb2312(page):
    """written as UTF-8, declared as GB2312 (Chinese pages)"""
    return declared(page, 'gb2312')


def as_gbk(page):
    """written and declared as GBK (Chinese pages)"""
    return declared(page, 'gbk')
