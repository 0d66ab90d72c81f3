"""Rewritings of class and id names and of other attributes."""
import hashlib, re
from functools import cache

from . import chinese
from .markup import ATTRIBUTE, RAW, Draft, retagged

REFERENCES = set('for headers list form aria-labelledby aria-controls aria-describedby aria-owns'.split())
LINKS = set('href data-target data-bs-target'.split())
# What stands between two braces of a style sheet; in front of an opening one it is selectors.
BETWEEN = re.compile(r'([^{}]++)(\{?)')
SELECTED = re.compile(r'([.#])(-?[A-Za-z_\u0080-\uffff][\w-]*)')
HIDES = re.compile(r'display\s*:\s*none|visibility\s*:\s*hidden', re.I)
WORDS = re.compile(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\W_]+|[^\W\d_]')
UTILITIES = ['flex p-4 text-sm', 'mt-2 mb-4 leading-6 text-gray-700', 'w-full px-4 py-2', 'relative md:w-1/2', 'font-medium tracking-tight', 'grid gap-4 rounded-lg']
ROLES = set('main article navigation banner contentinfo complementary'.split())


def digest(name):
    return hashlib.sha256(name.encode()).digest()


@cache
def hashed_name(name):
    """A name without meaning, of the form that CSS modules have."""
    letters = ''.join('abcdefghjkmnpqrstuvwxyz23456789'[byte % 31] for byte in digest(name))
    return f'X{letters[:4]}_{letters[4:8]}__{letters[8:13]}'


@cache
def pinyin_name(name):
    """The words of a name in pinyin: by the table, or syllables that stand for the word."""
    return ''.join(chinese.PINYIN.get(word.lower()) or syllables(word) if word[0].isascii() and word.isalpha() else word for word in WORDS.findall(name))


def syllables(word):
    values = digest(word.lower())
    pairs = zip(values[::2], values[1::2])
    return ''.join(chinese.INITIALS[first % len(chinese.INITIALS)] + chinese.FINALS[second % len(chinese.FINALS)]
                   for (first, second), _ in zip(pairs, range(0, len(word), 3)))


def ids_of(page):
    return {value for _, token in page.starts() if (value := token.get('id'))}


def linked_ids(page):
    """The ids that links, labels and tables of the page point to."""
    linked = set()
    for _, token in page.starts():
        for name, value in token.attributes().items():
            if name in REFERENCES:
                linked.update(value.split())
            elif name in LINKS and value.startswith('#'):
                linked.add(value[1:])
    return linked


def renamed(page, new):
    """Every class and id by its new name, in tags, in style sheets and where links of the page point to them."""
    draft, ids = Draft(page), ids_of(page)
    for at, token in page.starts():
        change = {}
        for name, value in token.attributes().items():
            if name == 'class':
                change[name] = ' '.join(map(new, value.split()))
            elif name == 'id' or name == 'name' and token.name == 'a' and value in ids:
                change[name] = new(value) if value.strip() else value
            elif name in REFERENCES:
                change[name] = ' '.join(new(part) if part in ids else part for part in value.split())
            elif name in LINKS and value[:1] == '#' and value[1:] in ids:
                change[name] = '#' + new(value[1:])
        if change:
            draft.put(at, retagged(token, change))
    selectors(page, draft, new)
    return draft.written()


def selectors(page, draft, new):
    def rewritten(part):
        return SELECTED.sub(lambda match: match[1] + new(match[2]), part[0]) if part[2] else part[0]

    for at, token in enumerate(page.tokens):
        if token.kind == 'raw' and token.name == 'style':
            draft.put(at, BETWEEN.sub(rewritten, token.raw))


def hashed(page):
    """class and id names hashed, as CSS modules do"""
    return renamed(page, hashed_name)


def pinyin(page):
    """class and id names in pinyin"""
    return renamed(page, pinyin_name)


def nameless(page):
    """classes and ids gone, but those that hide something and those that links point to"""
    kept = linked_ids(page)
    for token in page.tokens:
        if token.kind == 'raw' and token.name == 'style':
            parts = BETWEEN.findall(token.raw)
            kept.update(name for (rule, _), (style, _) in zip(parts, parts[1:]) if HIDES.search(style) for _, name in SELECTED.findall(rule))
    draft = Draft(page)
    for at, token in page.starts():
        classes, name = token.get('class'), token.get('id')
        if classes is None and name is None:
            continue
        left = ' '.join(part for part in (classes or '').split() if part in kept)
        draft.put(at, retagged(token, {'class': left or None, 'id': name if name in kept else None}))
    return draft.written()


def utilities(page):
    """utility classes added to every element"""
    draft = Draft(page)
    for at, token in shown_elements(page):
        added = UTILITIES[at % len(UTILITIES)]
        draft.put(at, retagged(token, {'class': f'{token.get("class") or ""} {added}'.strip()}))
    return draft.written()


def scoped(page):
    """a data attribute of a framework on every element"""
    draft = Draft(page)
    for at, token in shown_elements(page):
        draft.put(at, retagged(token, {'data-v-7ba5bd90': ''}))
    return draft.written()


def shown_elements(page):
    body = page.body_range()
    others = RAW | {'link', 'meta', 'br', 'wbr', 'param', 'source', 'option'}
    for at, token in page.starts():
        if body and body[0] < at < body[1] and token.name not in others and not page.is_in(token, ('svg', 'math')):
            yield at, token


def undeclared(page):
    """declared data gone: meta elements, JSON-LD, attributes of microdata and RDFa"""
    draft = Draft(page)
    for at, token in page.starts():
        if token.name == 'meta' and not ('charset' in token.raw.lower() or token.get('http-equiv')):
            draft.put(at, '')
        elif token.name == 'script' and 'ld+json' in (token.get('type') or '').lower():
            for part in range(at, (token.ends or at) + 1):
                draft.put(part, '')
        else:
            cut = {name: None for name in ('itemprop', 'itemscope', 'itemtype', 'itemid', 'property', 'typeof', 'vocab') if name in token.attributes()}
            cut.update({'rel': None} if 'author' in (token.get('rel') or '').lower().split() else {})
            if cut:
                draft.put(at, retagged(token, cut))
    return draft.written()


def lazy(page):
    """pictures by data-src with an empty picture in their place"""
    empty = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    draft = Draft(page)
    for at, token in page.starts('img'):
        source = token.get('src')
        if source and not source.startswith('data:') and not any(name.startswith('data-') for name in token.attributes()):
            draft.put(at, retagged(token, {'src': empty, 'data-src': source, 'srcset': None, 'data-srcset': token.get('srcset'), 'loading': 'lazy'}))
    return draft.written()


def right_to_left(page):
    """dir="rtl" on the root"""
    draft = Draft(page)
    for at, token in page.starts('html')[:1]:
        draft.put(at, retagged(token, {'dir': 'rtl'}))
    return draft.written()


def upper_case(page):
    """names of tags and attributes in capitals"""
    draft = Draft(page)
    for at, token in enumerate(page.tokens):
        if token.kind in ('start', 'end'):
            inside = ATTRIBUTE.sub(lambda match: f'{match[1]}{match[2].upper()}{match[3] or ""}{match[4] or ""}', token.inside)
            draft.put(at, f'<{"/" * (token.kind == "end")}{token.name.upper()}{inside}>')
    return draft.written()


def unquoted(page):
    """values of attributes without quotes, or in single ones"""
    def bare(match):
        value = match[4] or ''
        if value[:1] != '"':
            return match[0]
        inner = value[1:-1]
        if re.fullmatch(r'[\w.:#;,()-]+', inner, re.A):
            # A blank must stand before the next name.
            return f'{match[1] or " "}{match[2]}={inner}'
        return match[0] if "'" in inner else f"{match[1]}{match[2]}='{inner}'"

    draft = Draft(page)
    for at, token in page.starts():
        if '"' in token.inside:
            # Where no blank stands between two of them, only quotes keep them apart.
            glued = re.search(r'''["'][^\s/>"'=]''', ATTRIBUTE.sub(lambda match: match[1] + 'a=""', token.inside))
            inside = token.inside if glued else ATTRIBUTE.sub(bare, token.inside)
            draft.put(at, f'<{token.raw[1:1 + len(token.name)]}{inside}>')
    return draft.written()


def styled(page):
    """b, strong, em and i as spans with a style"""
    looks = {'b': 'font-weight:bold', 'strong': 'font-weight:bold', 'em': 'font-style:italic', 'i': 'font-style:italic'}
    draft = Draft(page)
    for at, token in page.starts(*looks):
        # One that ends late, across blocks, means something else as a span; an icon is no emphasis.
        if page.is_closed(token) and page.tokens[token.ends].parent == token.parent and token.ends > at + 1:
            style = f'{token.get("style") or ""};{looks[token.name]}'.strip(';')
            draft.put(at, retagged(token, {'style': style}, 'span'))
            draft.put(token.ends, retagged(page.tokens[token.ends], name='span'))
    return draft.written()


def without_semantics(page):
    """main, article, nav, header, footer, aside and section as div, without roles"""
    draft = Draft(page)
    names = ('main', 'article', 'nav', 'header', 'footer', 'aside', 'section')
    for at, token in enumerate(page.tokens):
        if token.kind in ('start', 'end') and token.name in names and (token.kind == 'start' or token.opens is not None):
            draft.put(at, retagged(token, {'role': None} if token.get('role') else None, 'div'))
        elif token.kind == 'start' and token.get('role') in ROLES:
            draft.put(at, retagged(token, {'role': None}))
    return draft.written()
