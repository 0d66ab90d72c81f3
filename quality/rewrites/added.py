"""Rewritings that add something that a reader does not see, or that does not belong to the article."""
import html, re

from .markup import RAW, BLOCK, Draft, retagged

COOKIES = {
    True: '<p>本网站使用 Cookie 来改善您的浏览体验。继续浏览即表示您同意我们使用 Cookie。</p><a href="/cookie">了解更多</a> <button>全部接受</button> <button>仅限必要</button>',
    False: '<p>We use cookies to make this website better for you. By browsing on you agree to our use of cookies.</p>'
           '<a href="/cookies">Read more</a> <button>Accept all</button> <button>Only necessary ones</button>'}
CHAT = {
    True: '<div>在线客服</div><p>您好，请问有什么可以帮您？工作时间为周一至周五九点到十八点。</p><textarea placeholder="请输入"></textarea><button>发送</button>',
    False: '<div>Chat with us</div><p>Hello! How can we help you today? We answer within a few minutes.</p>'
           '<textarea placeholder="Write here"></textarea><button>Send</button>'}
SLOT = '<ins class="adsbygoogle" style="display:block" data-ad-slot="1234567890"></ins><script>(adsbygoogle = window.adsbygoogle || []).push({});</script>'
# The words of forums that make copying harder.
NOISE = ['0 k3j)x%', '& u7 Q. s', ' w! Z2e9', '5 f* N$ y']
NOT_COPIED = RAW - {'textarea'}
LEAST_LETTERS = 20


def paragraphs(page, least=LEAST_LETTERS):
    """The paragraphs with some text, with their end."""
    for at, token in page.starts('p'):
        if token.ends is not None and len(plain(page, at, token.ends)) >= least:
            yield at, token


def plain(page, start, end):
    text = ''.join(token.raw for token in page.tokens[start:end] if token.kind == 'text')
    return re.sub(r'\s+', '', html.unescape(text))


def marked(page):
    """a decorative arrow in each paragraph, aria-hidden"""
    draft = Draft(page)
    for at, _ in paragraphs(page):
        draft.behind(at, '<span aria-hidden="true">→</span>')
    return draft.written()


def furnished(page):
    """a cookie bar above and a chat box below, in the page's language"""
    draft, body = Draft(page), page.body_range()
    if body:
        draft.behind(body[0], f'<div class="cookie-bar" id="cookie-bar">{COOKIES[page.is_chinese]}</div>')
        draft.before(body[1], f'<div class="chat-box" id="chat-box">{CHAT[page.is_chinese]}</div>')
    return draft.written()


def twice(page):
    """a hidden copy of the body for phones"""
    draft, body = Draft(page), page.body_range()
    if body:
        draft.before(body[1], f'<div class="mobile" style="display:none">{copied(page, *body)}</div>')
    return draft.written()


def copied(page, start, end):
    """The tags and texts between two tokens without scripts and ids, every element in it closed in it."""
    parts = []
    for token in page.tokens[start + 1:end]:
        if token.kind == 'other' or token.name in NOT_COPIED or token.kind == 'end' and token.opens is None:
            continue
        parts.append(retagged(token, {'id': None}) if token.kind == 'start' and token.get('id') else token.raw)
    left_open = [page.tokens[index].name for index in page.tokens[end].implied if index > start]
    return ''.join(parts) + ''.join(f'</{name}>' for name in left_open)


def jammed(page):
    """hidden letters at the end of paragraphs, as forums write against copying"""
    draft = Draft(page)
    for at, token in paragraphs(page):
        draft.before(token.ends, f'<span style="display:none">{NOISE[at % len(NOISE)]}</span>')
    return draft.written()


def slots(page):
    """empty slots for advertisements between paragraphs"""
    draft = Draft(page)
    for count, (at, token) in enumerate(paragraphs(page)):
        if count % 2 and page.is_closed(token):
            draft.behind(token.ends, SLOT)
    return draft.written()


def commented(page):
    """comments between tags"""
    draft = Draft(page)
    for at, token, _ in seams(page):
        draft.before(at, f'<!-- {token.name} -->')
    return draft.written()


def indented(page):
    """blank lines and indentation between tags of blocks"""
    draft = Draft(page)
    for at, token, last in seams(page):
        if at < page.tangled and last.name in BLOCK and token.name in BLOCK:
            depth = sum(1 for _ in page.ancestors(token))
            draft.before(at, '\n\n' + '    ' * min(depth, 12))
    return draft.written()


def seams(page):
    """Each tag that stands directly behind another tag in the body."""
    body = page.body_range()
    for at in range(body[0] + 1, body[1] + 1) if body else ():
        token, last = page.tokens[at], page.tokens[at - 1]
        if {token.kind, last.kind} <= {'start', 'end'} and not any(is_kept_as_written(page, tag) for tag in (last, token)):
            yield at, token, last


def is_kept_as_written(page, token):
    """Whether blanks at a tag count, or it has no place for anything between."""
    names = ('pre', 'textarea', 'listing', 'select', 'svg', 'math', 'object', 'video', 'audio') + tuple(RAW)
    chain = [token, *page.ancestors(token)]
    if token.kind == 'end' and token.opens is not None:
        chain.append(page.tokens[token.opens])
    return any(outer.name in names or 'white-space' in (outer.get('style') or '') for outer in chain)


def minified(page):
    """line ends and blanks between tags of blocks gone"""
    draft, body = Draft(page), page.body_range()
    for at in range(body[0] + 1, min(body[1], page.tangled)) if body else ():
        token, last, following = page.tokens[at], page.tokens[at - 1], page.tokens[at + 1]
        is_between = token.kind == 'text' and not token.raw.strip(' \t\r\n\f') and last.name in BLOCK and following.name in BLOCK
        if is_between and not any(is_kept_as_written(page, tag) for tag in (last, following)):
            draft.put(at, '')
    return draft.written()
