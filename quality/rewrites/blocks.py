"""Rewritings of the elements that paragraphs, headings and parts of a page are made of."""
import re

from .markup import BLOCK, ENDS_P, HEADINGS, SPECIAL, TABLE_PARTS, VOID, Draft, retagged

SIZES = {'h1': '2em', 'h2': '1.5em', 'h3': '1.17em', 'h4': '1em', 'h5': '.83em', 'h6': '.67em'}
WRAPPED = HEADINGS | set('p ul ol dl table blockquote pre figure section article'.split())
NO_PLACE = set('ul ol dl table tbody thead tfoot tr select'.split())
SENTENCE = re.compile(r'[^。！？；，]+[。！？；，]?|[。！？；，]')
HIDDEN = re.compile(r'display\s*:\s*none|visibility\s*:\s*hidden', re.I)


def replaced(page, names, start, end, is_wanted=lambda at, token: True):
    """Elements of some names written differently; `start` and `end` make the tags, also where the end tag was left out."""
    draft = Draft(page)
    wanted = {at: token for at, token in page.starts(*names) if token.ends is not None and is_wanted(at, token)}
    for at, token in enumerate(page.tokens):
        for index in token.implied:
            if index in wanted:
                draft.before(at, end(wanted[index]))
        if at in wanted:
            draft.put(at, start(token))
        elif token.opens in wanted:
            draft.put(at, end(wanted[token.opens]))
    return draft.written()


def with_style(token, style, name):
    return retagged(token, {'style': f'{style};{token.get("style") or ""}'.strip(';')}, name)


def custom_elements(page):
    """div and section as custom elements"""
    draft, names = Draft(page), ('div', 'section')
    for at, token in enumerate(page.tokens):
        for index in token.implied:
            name = page.tokens[index].name
            # These do not end by themselves before the end tag of a custom element.
            if name in SPECIAL and name not in ('html', 'head', 'body'):
                draft.before(at, f'</x-{name}>' if name in names else f'</{name}>')
        if token.kind == 'start' and token.name in names:
            draft.put(at, with_style(token, 'display:block', f'x-{token.name}'))
        elif token.kind == 'end' and token.name in names and token.opens is not None:
            draft.put(at, retagged(token, name=f'x-{token.name}'))
    return draft.written() if page.starts(*names) else page.reads()


def headings_as_div(page):
    """headings as div with a size and weight"""
    return replaced(page, HEADINGS, lambda token: with_style(token, f'font-size:{SIZES[token.name]};font-weight:bold', 'div'), lambda token: '</div>')


def paragraphs_as_div(page):
    """p as div"""
    return replaced(page, {'p'}, lambda token: retagged(token, name='div'), lambda token: '</div>')


def paragraphs_as_section(page):
    """p as section with a styled span in it, as editors of messengers write"""
    return replaced(page, {'p'}, lambda token: retagged(token, name='section') + '<span style="font-size:15px;letter-spacing:1px">', lambda token: '</span></section>')


def breaks(page):
    """p gone, two br behind its text"""
    def is_plain(at, token):
        return not (token.get('id') or 'hidden' in token.attributes() or HIDDEN.search(token.get('style') or ''))

    def start(token):
        at = places[id(token)] - 1
        while at >= 0 and (page.tokens[at].kind == 'other' or not page.tokens[at].raw.strip()):
            at -= 1
        last = page.tokens[at]
        return '' if at < 0 or last.name in BLOCK or last.name == 'br' else '<br><br>'

    places = {id(token): at for at, token in page.starts('p')}
    return replaced(page, {'p'}, start, lambda token: '<br><br>', is_plain)


def wrapped(page):
    """a div around each paragraph, heading, list, table and quotation"""
    def has_place(token):
        return token.ends is not None and (token.parent is None or page.tokens[token.parent].name not in NO_PLACE)

    draft = Draft(page)
    wanted = {at for at, token in page.starts(*WRAPPED) if has_place(token)}
    for at, token in enumerate(page.tokens):
        for index in token.implied:
            if index in wanted:
                draft.before(at, '</div>')
        if at in wanted:
            draft.before(at, '<div>')
        elif token.opens in wanted:
            draft.behind(at, '</div>')
    return draft.written()


def table_layout(page):
    """the body in a table, a row for each part"""
    body = page.body_range()
    if not body or page.starts('frameset'):
        return page.reads()
    draft, is_first = Draft(page), True
    draft.behind(body[0], '<table width="100%" cellpadding="0"><tr><td>')
    for at in range(body[0] + 1, body[1]):
        token = page.tokens[at]
        is_ignored = token.name in TABLE_PARTS and (token.kind == 'start' and token.ends is None and token.name not in VOID or token.kind == 'end' and token.opens is None)
        if is_ignored or token.name == 'table' and token.kind == 'end' and token.opens is None:
            # It would speak of the new table.
            draft.put(at, '')
        elif token.kind == 'start' and token.parent == body[0] and token.name in BLOCK:
            if not is_first:
                draft.before(at, '</td></tr><tr><td>')
            is_first = False
    draft.before(body[1], '</td></tr></table>')
    return draft.written()


def shadow(page):
    """the largest part of the body in a declarative shadow root, with the style sheets of the page"""
    sizes = {}
    for at, token in page.starts('div', 'main', 'section', 'article'):
        if token.parent == page.body and page.is_closed(token):
            sizes[at] = sum(len(part.raw.strip()) for part in page.tokens[at:token.ends] if part.kind == 'text')
    if page.body is None or not any(sizes.values()):
        return page.reads()
    at = max(sizes, key=sizes.get)
    styles = ''.join(f'<style>{token.raw}</style>' for token in page.tokens if token.kind == 'raw' and token.name == 'style')
    draft = Draft(page)
    draft.behind(at, f'<template shadowrootmode="open">{styles}')
    draft.before(page.tokens[at].ends, '</template>')
    return draft.written()


def in_spans(page):
    """each part of a sentence in a span with a style"""
    draft = Draft(page)
    for at, token in page.texts():
        if page.is_in(token, ('p',)) and not page.is_in(token, ('pre', 'code', 'svg', 'math', 'select')):
            draft.put(at, ''.join(f'<span style="color:rgb(51, 51, 51)">{part}</span>' if part.strip() else part for part in SENTENCE.findall(token.raw)))
    return draft.written()


def in_font(page):
    """the inside of paragraphs, headings and cells in font elements"""
    draft = Draft(page)
    for at, token in page.starts('p', 'td', *HEADINGS):
        inner = page.tokens[at + 1:token.ends or at]
        if page.is_closed(token) and not any(part.name in BLOCK for part in inner):
            draft.behind(at, '<font face="Arial" size="3">')
            draft.before(token.ends, '</font>')
    return draft.written()


def ends_left_out(page):
    """end tags of p, li, dt, dd, tr, td and th left out where the standard allows it"""
    siblings = {'li': {'li'}, 'dt': {'dt', 'dd'}, 'dd': {'dt', 'dd'}, 'td': {'td', 'th'}, 'th': {'td', 'th'}, 'tr': {'tr'}, 'p': ENDS_P - {'table', 'li', 'dd'}}
    draft = Draft(page)
    for at, token in enumerate(page.tokens):
        if token.kind != 'end' or token.name not in siblings or token.opens is None:
            continue
        following = at + 1
        while page.tokens[following].kind != 'start' and not page.tokens[following].raw.strip() and following + 1 < len(page.tokens):
            following += 1
        after = page.tokens[following]
        if token.name == 'p' and token.parent is not None and page.tokens[token.parent].name not in SPECIAL - {'noscript'}:
            continue
        ends_parent = after.kind == 'end' and after.opens is not None and after.opens == token.parent and after.name in SPECIAL - {'noscript'}
        if ends_parent or after.kind == 'start' and after.name in siblings[token.name] and after.parent == token.parent:
            draft.put(at, '')
    return draft.written()


def stray_ends(page):
    """end tags of font, center and b between paragraphs, where none is open"""
    used = {token.name for token in page.tokens}
    names = [name for name in ('font', 'center', 'b') if name not in used]
    draft = Draft(page)
    for count, (at, token) in enumerate(page.starts('p')):
        if names and page.is_closed(token):
            draft.behind(token.ends, f'</{names[count % len(names)]}>')
    return draft.written()


def xhtml(page):
    """an XML declaration, and void elements with a slash"""
    draft = Draft(page)
    draft.before(0, '' if page.tokens[0].raw.startswith('<?xml') else '<?xml version="1.0" encoding="utf-8"?>\n')
    for at, token in page.starts(*VOID):
        if not token.inside.endswith('/'):
            draft.put(at, token.raw[:-1] + ' />')
    return draft.written()
