"""zhengwen reads any web page, the Chinese web first, and hands back the main text.

>>> import zhengwen
>>> zhengwen.extract("<h1>News</h1><p>One sentence, and one more. And two.").text
'One sentence, and one more. And two.'
"""

from ._zhengwen import (
    METHODS,
    Encoding,
    Extraction,
    ExtractionWarning,
    Image,
    Item,
    ItemGroup,
    Link,
    Parameter,
    Post,
    Product,
    Report,
    SiteTemplate,
    Templates,
    __version__,
    explain,
    extract,
    extract_many,
    extract_text,
)

__all__ = [
    "METHODS",
    "Encoding",
    "Extraction",
    "ExtractionWarning",
    "Image",
    "Item",
    "ItemGroup",
    "Link",
    "Parameter",
    "Post",
    "Product",
    "Report",
    "SiteTemplate",
    "Templates",
    "__version__",
    "explain",
    "extract",
    "extract_many",
    "extract_text",
]
