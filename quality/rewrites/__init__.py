"""Pages written differently, so that a reader sees the same. `REWRITES` has every way by its name.

Each way is a function of a page that returns a text; its docstring says what it does. `variants.py` measures with them.
"""
from dataclasses import dataclass
from typing import Callable

from . import added, blocks, names, texts
from .markup import Page, decoded

__all__ = ['REWRITES', 'Page', 'Rewrite', 'decoded']


@dataclass(frozen=True)
class Rewrite:
    """A way to write a page; two answers are compared after `alike` of both."""
    function: Callable
    alike: Callable = str
    encoding: str = 'utf-8'
    # Whether all text of the page is there as before, and no other; what is added may be hidden or no part of the article.
    keeps_text: bool = True
    # The page ends early: its text is a beginning.
    is_cut: bool = False

    @property
    def says(self):
        return self.function.__doc__

    def applied(self, page):
        """The bytes of the page, written this way; None where nothing changes."""
        text = self.function(page)
        data = text.encode(self.encoding, 'replace')
        is_same = text == page.reads() and (self.encoding == 'utf-8' or not page.is_chinese)
        return None if is_same else data


def without_arrows(text):
    return text.replace('→', '')


REWRITES = {
    'names-hashed': Rewrite(names.hashed),
    'names-gone': Rewrite(names.nameless),
    'names-pinyin': Rewrite(names.pinyin),
    'utility-classes': Rewrite(names.utilities),
    'data-attributes': Rewrite(names.scoped),
    'declared-data-gone': Rewrite(names.undeclared),
    'semantics-gone': Rewrite(names.without_semantics),
    'custom-elements': Rewrite(blocks.custom_elements),
    'headings-as-div': Rewrite(blocks.headings_as_div),
    'p-as-div': Rewrite(blocks.paragraphs_as_div),
    'p-as-section': Rewrite(blocks.paragraphs_as_section),
    'br-for-p': Rewrite(blocks.breaks),
    'wrappers': Rewrite(blocks.wrapped),
    'table-layout': Rewrite(blocks.table_layout),
    'shadow-root': Rewrite(blocks.shadow),
    'spans': Rewrite(blocks.in_spans),
    'font': Rewrite(blocks.in_font),
    'styled-spans': Rewrite(names.styled),
    'end-tags-left-out': Rewrite(blocks.ends_left_out),
    'stray-end-tags': Rewrite(blocks.stray_ends),
    'xhtml': Rewrite(blocks.xhtml),
    'upper-case': Rewrite(names.upper_case),
    'unquoted': Rewrite(names.unquoted),
    'indented': Rewrite(added.indented),
    'minified': Rewrite(added.minified),
    'comments': Rewrite(added.commented),
    'aria-hidden-marks': Rewrite(added.marked, alike=without_arrows, keeps_text=False),
    'cookie-bar-and-chat': Rewrite(added.furnished, keeps_text=False),
    'copy-for-phones': Rewrite(added.twice, keeps_text=False),
    'hidden-letters': Rewrite(added.jammed, keeps_text=False),
    'advertisement-slots': Rewrite(added.slots),
    'lazy-pictures': Rewrite(names.lazy),
    'right-to-left': Rewrite(names.right_to_left),
    'labels-apart': Rewrite(texts.labels_apart),
    'full-width': Rewrite(texts.full_width, alike=texts.narrow),
    'traditional': Rewrite(texts.traditional, alike=texts.in_traditional),
    'references': Rewrite(texts.references),
    'no-break-blanks': Rewrite(texts.hard_blanks),
    'gbk-says-utf-8': Rewrite(texts.says_utf8, encoding='gb18030'),
    'utf-8-says-gb2312': Rewrite(texts.says_gb2312),
    'gbk': Rewrite(texts.as_gbk, encoding='gb18030'),
    'cut-off': Rewrite(texts.cut_off, keeps_text=False, is_cut=True),
}
