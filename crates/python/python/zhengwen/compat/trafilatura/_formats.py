"""The formats of trafilatura."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from zhengwen.compat import _tree

from .settings import HEADER

if TYPE_CHECKING:
    import zhengwen

    from .settings import Document


def write(
    shown: str, found: zhengwen.Extraction, document: Document, with_metadata: bool, with_comments: bool
) -> str:
    """The article in a format of trafilatura."""
    comments = (document.comments or "") if with_comments else ""
    if shown == "json":
        return _json(document, with_metadata, comments)
    if shown == "csv":
        return _csv(document, comments)
    if shown == "xml":
        return _xml(found, document, with_metadata, comments)
    if shown == "xmltei":
        return found.tei or ""
    if shown == "html":
        return _html(found, document, with_metadata)
    text = found.text if shown == "txt" else found.markdown or ""
    header = _header(document) if with_metadata else ""
    return f"{header}{text}\n{comments}".strip() if comments else header + text


def _header(document: Document) -> str:
    fields = ((name, getattr(document, name)) for name in HEADER)
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields if value)
    return f"---\n{''.join(lines)}---\n"


def _json(document: Document, with_metadata: bool, comments: str) -> str:
    if not with_metadata:
        return json.dumps({"text": document.text, "comments": comments}, ensure_ascii=False)
    names = ("title", "author", "hostname", "date", "fingerprint", "id", "license")
    told = {name: getattr(document, name) for name in names}
    told |= {"comments": comments, "raw_text": document.raw_text, "text": document.text}
    told |= {"language": document.language, "image": document.image, "pagetype": document.pagetype}
    told |= {"filedate": document.filedate}
    told |= {"source": document.url, "source-hostname": document.sitename, "excerpt": document.description}
    told |= {"categories": ";".join(document.categories or ()), "tags": ";".join(document.tags or ())}
    return json.dumps(told, ensure_ascii=False)


def _csv(document: Document, comments: str) -> str:
    import csv
    import io

    cells = [document.url, document.id, document.fingerprint, document.hostname, document.title, document.image]
    cells += [document.date, document.text, comments or None, document.license, document.pagetype]
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", quoting=csv.QUOTE_MINIMAL, lineterminator="\n")
    writer.writerow("null" if cell is None else cell for cell in cells)
    return out.getvalue()


def _xml(found: zhengwen.Extraction, document: Document, with_metadata: bool, comments: str) -> str:
    from xml.etree import ElementTree

    root = ElementTree.Element("doc")
    if with_metadata:
        for name in HEADER:
            value = getattr(document, name)
            if value:
                text = ";".join(value) if isinstance(value, list) else value
                root.set(name, text.translate(_tree.FORBIDDEN))
    main = _tree.body(found.body)
    main.tag = "main"
    root.append(main)
    told = ElementTree.SubElement(root, "comments")
    for line in comments.splitlines():
        ElementTree.SubElement(told, "p").text = line.translate(_tree.FORBIDDEN)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def _html(found: zhengwen.Extraction, document: Document, with_metadata: bool) -> str:
    from html import escape

    head = ""
    if with_metadata:
        fields = ((name, getattr(document, name)) for name in HEADER)
        told = ((name, ";".join(value) if isinstance(value, list) else value) for name, value in fields if value)
        lines = "".join(f'    <meta name="{name}" content="{escape(value)}"/>\n' for name, value in told)
        head = f"  <head>\n{lines}  </head>\n"
    return f"<html>\n{head}  <body>\n{found.html or ''}\n  </body>\n</html>"
