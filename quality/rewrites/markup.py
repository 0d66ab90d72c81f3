"""A page as tokens. What a rewriting does not touch is written again byte for byte, so broken markup stays as broken as it was.

`Page` splits a page into tokens by the rules of the HTML standard, as far as they matter here, and notes for each token in which
element it is and which elements end before it without an end tag. `Draft` is a copy of a page that a rewriting changes: the
text of each token, what is put before it and what is put behind it.
"""
import codecs, html, re

ATTRIBUTE = re.compile(r'''([\s/]*)([^\s/>=][^\s/>=]*+|=[^\s/>=]*+)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s>"'][^\s>]*+)?)?''')
COMMENT, OTHER = r'<!--(?:-?>|.*?(?:--!?>|\Z))', r'<(?:[!?]|/(?![a-zA-Z]))[^>]*>'
TAG = r'''<(/?)([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*+|(?=>)))*+)>'''
MARKUP = re.compile(f'{COMMENT}|{TAG}|{OTHER}', re.S)
CHARSET = re.compile(r'''(<meta\b[^>]*?charset\s*=\s*["']?|<\?xml\b[^>]*?encoding\s*=\s*["'])([\w-]+)''', re.I)
IDEOGRAPH, KANA = re.compile('[\u4e00-\u9fff]'), re.compile('[\u3040-\u30ff]')
WIDER = {'gb2312': 'gb18030', 'gbk': 'gb18030', 'big5': 'big5hkscs', 'iso-8859-1': 'cp1252', 'shift_jis': 'cp932', 'euc-kr': 'cp949'}

VOID = set('area base br col embed frame hr img input keygen link meta param source track wbr'.split())
RAW = set('script style textarea title xmp iframe noembed noframes'.split())
HEADINGS = set('h1 h2 h3 h4 h5 h6'.split())
TABLE_PARTS = set('caption col colgroup tbody td tfoot th thead tr'.split())
FORMATTING = set('a b big code em font i nobr s small strike strong tt u'.split())
# A start tag of these ends a paragraph.
ENDS_P = HEADINGS | set('''address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form
    header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp'''.split())
BLOCK = ENDS_P | TABLE_PARTS | {'body', 'html', 'head'}
SPECIAL = BLOCK | VOID | RAW | set('applet button frameset marquee noscript object select template'.split())
SCOPE = set('applet caption html table td th marquee object template'.split())
# Which elements a start tag ends, and what keeps it from looking further out.
SIBLINGS = {'li': ({'li'}, SPECIAL - {'li', 'address', 'div', 'p'}), 'dd': ({'dd', 'dt'}, SPECIAL - {'dd', 'dt', 'address', 'div', 'p'}),
            'td': ({'td', 'th'}, {'table', 'template'}), 'tr': ({'tr'}, {'table', 'template'}), 'option': ({'option'}, SPECIAL),
            'tbody': ({'tbody', 'thead', 'tfoot', 'caption', 'colgroup'}, {'table', 'template'}), 'button': ({'button'}, SCOPE), 'a': ({'a'}, SCOPE)}
SIBLINGS.update({'dt': SIBLINGS['dd'], 'th': SIBLINGS['td'], 'thead': SIBLINGS['tbody'], 'tfoot': SIBLINGS['tbody']})


class Token:
    """A tag, a text, the inside of a raw element, or a comment (`other`)."""
    __slots__ = ('kind', 'raw', 'name', 'inside', 'parent', 'ends', 'opens', 'implied', 'values')

    def __init__(self, kind, raw, name='', inside=''):
        self.kind, self.raw, self.name, self.inside = kind, raw, name, inside
        # `ends` of a start tag: the token at which its element ends. `opens` of an end tag: the start tag that it belongs to.
        self.parent, self.ends, self.opens, self.implied, self.values = None, None, None, (), None

    def attributes(self):
        if self.values is None:
            self.values = {}
            for _, name, _, value in ATTRIBUTE.findall(self.inside):
                value = value[1:-1] if value[:1] in ('"', "'") else value
                self.values.setdefault(name.lower(), html.unescape(value))
        return self.values

    def counts(self):
        """Whether it is more than a comment, blanks, or the end of the body."""
        return self.kind != 'other' and (self.kind == 'start' or bool(self.raw.strip())) and self.name not in ('body', 'html')

    def get(self, name):
        return self.attributes().get(name) if self.inside else None


def quoted(value):
    return '"' + value.replace('&', '&amp;').replace('"', '&quot;') + '"'


def retagged(token, values=None, name=None):
    """The tag with other values of attributes (None cuts it) or another name; the rest as it was."""
    values, seen = values or {}, set()

    def changed(match):
        key = match[2].lower()
        if key not in values:
            return match[0]
        is_first, value = key not in seen, values[key]
        seen.add(key)
        return f'{match[1]}{match[2]}={quoted(value)}' if is_first and value is not None else ''

    inside = ATTRIBUTE.sub(changed, token.inside) if values else token.inside
    added = ''.join(f' {key}={quoted(value)}' for key, value in values.items() if key not in seen and value is not None)
    old = token.raw[1 + (token.kind == 'end'):][:len(token.name)]
    return f'<{"/" * (token.kind == "end")}{name or old}{added}{inside}>'


def split(text):
    """The tokens of a page; their raw texts together are the page."""
    at, end = 0, len(text)
    while at < end:
        match = MARKUP.search(text, at)
        if not match:
            break
        if match.start() > at:
            yield Token('text', text[at:match.start()])
        at = match.end()
        name = (match[2] or '').lower()
        if not name:
            yield Token('other', match[0])
            continue
        yield Token('end' if match[1] else 'start', match[0], name, match[3])
        if not match[1] and name in RAW:
            close = re.compile(rf'</{name}(?=[\s/>])', re.I).search(text, at)
            stop = close.start() if close else end
            if stop > at:
                yield Token('raw', text[at:stop], name)
            at = stop
    if at < end:
        yield Token('text', text[at:])


class Page:
    """The tokens of a page, an empty one at the end, and where each element ends."""

    def __init__(self, text):
        self.tokens = [*split(text), Token('text', '')]
        self.is_quirky = not any('doctype' in token.raw.lower() for token in self.tokens[:6] if token.kind == 'other')
        self.open, self.body = [], None
        # From here on formatting is open whose element has ended: the standard opens it again wherever text stands, blanks too.
        self.tangled = len(self.tokens)
        last = max((at for at, token in enumerate(self.tokens) if token.counts()), default=0)
        for at, token in enumerate(self.tokens):
            self.place(at, token, at > last)
        self.close_to(0, len(self.tokens) - 1)
        shown = ''.join(token.raw for token in self.tokens if token.kind == 'text')[:100_000]
        ideographs = len(IDEOGRAPH.findall(shown))
        self.is_chinese = ideographs > 0.1 * len(re.sub(r'\s+', '', shown)) and len(KANA.findall(shown)) < 0.05 * ideographs

    def names(self, within):
        return [self.tokens[at].name for at in within]

    def ancestors(self, token):
        while token.parent is not None:
            token = self.tokens[token.parent]
            yield token

    def is_in(self, token, names):
        return any(outer.name in names for outer in self.ancestors(token))

    def close_to(self, depth, at, named=None):
        """Ends the open elements from a depth on; all but `named`, which has an end tag, are noted as ended without a tag."""
        ended = self.open[depth:][::-1]
        del self.open[depth:]
        for index in ended:
            self.tokens[index].ends = at
            if index != named and self.tokens[index].name in FORMATTING:
                self.tangled = min(self.tangled, at)
        self.tokens[at].implied += tuple(index for index in ended if index != named)

    def find(self, names, barriers):
        """The depth of the innermost open element of a name, as long as no barrier lies in front of it."""
        for depth in range(len(self.open) - 1, -1, -1):
            name = self.tokens[self.open[depth]].name
            if name in names:
                return depth
            if name in barriers:
                return None
        return None

    def place(self, at, token, is_rest):
        if token.kind == 'start':
            self.place_start(at, token)
        elif token.kind == 'end' and token.name not in ('body', 'html') or is_rest and token.kind == 'end':
            self.place_end(at, token)
        if token.parent is None and self.open and self.open[-1] != at:
            token.parent = self.open[-1]

    def place_start(self, at, token):
        name = token.name
        if name in ('body', 'frameset') or token.name not in RAW | VOID | {'head', 'html', 'noscript', 'template'}:
            depth = self.find({'head'}, {'template', 'noscript'})
            if depth is not None:
                self.close_to(depth, at)
        if name == 'body' and self.body is None:
            self.body = at
        elif name in ('html', 'head', 'body') and (name in self.names(self.open) or self.body is not None):
            return
        if name in TABLE_PARTS and self.find({'table', 'template', 'svg', 'math'}, ()) is None:
            return
        if name in ENDS_P and not (name == 'table' and self.is_quirky):
            depth = self.find({'p'}, SCOPE | {'button'})
            if depth is not None:
                self.close_to(depth, at)
        if name in SIBLINGS:
            depth = self.find(*SIBLINGS[name])
            if depth is not None:
                self.close_to(depth, at)
        if name in HEADINGS and self.open and self.tokens[self.open[-1]].name in HEADINGS:
            self.close_to(len(self.open) - 1, at)
        token.parent = self.open[-1] if self.open else None
        is_foreign = token.inside.endswith('/') and self.find({'svg', 'math'}, {'foreignobject', 'desc', 'title'}) is not None
        if name not in VOID and not is_foreign and not (token.inside.endswith('/') and name in ('svg', 'math')):
            self.open.append(at)

    def place_end(self, at, token):
        name = token.name
        if name in VOID:
            return
        names = HEADINGS if name in HEADINGS else {name}
        if name in TABLE_PARTS | {'table'}:
            barriers = {'table', 'template', 'html'} - {name}
        elif name in SPECIAL - {'noscript'}:
            barriers = SCOPE - {name} | ({'ul', 'ol'} if name == 'li' else {'button'} if name == 'p' else set())
        else:
            barriers = SCOPE if name in FORMATTING else SPECIAL
        depth = self.find(names, barriers)
        if depth is None:
            return
        token.opens = self.open[depth]
        inner = self.names(self.open[depth + 1:])
        if name in FORMATTING and any(other in SPECIAL for other in inner):
            # The standard ends the formatting alone; the blocks in it go on.
            self.tokens[self.open[depth]].ends, self.tangled = at, min(self.tangled, at)
            del self.open[depth]
        else:
            self.close_to(depth, at, token.opens)
        token.parent = self.tokens[token.opens].parent

    def is_closed(self, start):
        """Whether an element has an end tag of its own."""
        return self.tokens[start.ends].kind == 'end' and self.tokens[self.tokens[start.ends].opens or 0] is start if start.ends is not None else False

    def starts(self, *names):
        """The start tags of some names, or all, with their place."""
        return [(at, token) for at, token in enumerate(self.tokens) if token.kind == 'start' and (not names or token.name in names)]

    def body_range(self):
        """The tokens between which the body's content lies; None without a body tag."""
        if self.body is None:
            return None
        ends = [at for at, token in enumerate(self.tokens) if token.kind == 'end' and token.name == 'body']
        return self.body, ends[-1] if ends else len(self.tokens) - 1

    def texts(self, also=()):
        """The texts that are shown, and the inside of the raw elements that are named."""
        for at, token in enumerate(self.tokens):
            if token.kind == 'text' and token.raw.strip() or token.kind == 'raw' and token.name in also:
                yield at, token

    def reads(self):
        return ''.join(token.raw for token in self.tokens)


class Draft:
    """A copy of a page to be changed: three places for each token."""

    def __init__(self, page):
        self.slots = [''] * (3 * len(page.tokens))
        self.slots[1::3] = [token.raw for token in page.tokens]

    def put(self, at, text):
        self.slots[3 * at + 1] = text

    def before(self, at, text):
        """Puts a text before a token, behind what was put there earlier."""
        self.slots[3 * at] += text

    def behind(self, at, text):
        """Puts a text behind a token, behind what was put there earlier."""
        self.slots[3 * at + 2] += text

    def written(self):
        return ''.join(self.slots)


def decoded(data):
    """The text of a page's bytes, with its declaration changed to UTF-8."""
    for mark, name in ((codecs.BOM_UTF8, 'utf-8'), (codecs.BOM_UTF16_LE, 'utf-16-le'), (codecs.BOM_UTF16_BE, 'utf-16-be')):
        if data.startswith(mark):
            return labelled(data[len(mark):].decode(name, 'replace'), 'utf-8')
    declared = CHARSET.search(data[:8192].decode('latin-1'))
    name = declared[2].lower() if declared else 'gb18030'
    for name, errors in (('utf-8', 'strict'), (WIDER.get(name, name), 'replace' if declared else 'strict')):
        try:
            # Browsers read this place of GBK as a wide blank.
            return labelled(data.decode(name, errors).replace('\ue5e5', '\u3000'), 'utf-8')
        except (UnicodeDecodeError, LookupError):
            continue
    return labelled(data.decode('utf-8', 'replace'), 'utf-8')


def labelled(text, charset):
    return CHARSET.sub(lambda match: match[1] + charset, text[:65536]) + text[65536:]
