//! The parser builds the tree that html5ever builds, and a sound one of any bytes.

use zhengwen_html::{Document, EncodingHints, Limits, Parser, parse, parse_bytes};
use zhengwen_oracle::{difference, may_differ};

/// Pieces of markup that meet in unexpected ways.
#[rustfmt::skip]
pub(crate) const PIECES: &[&str] = &[
    "<a href=x>", "</a>", "<b>", "</b>", "<i class=y>", "</i>", "<nobr>", "</nobr>", "<font size=1>",
    "</font>", "<p>", "</p>", "<div>", "</div>", "<span>", "</span>", "<ul>", "<li>", "</ul>",
    "</li>", "<dl>", "<dt>", "<dd>", "</dl>", "<h1>", "</h2>", "<table>", "</table>", "<tr>", "</tr>",
    "<td>", "</td>", "<th>", "<tbody>", "</tbody>", "<thead>", "<caption>", "</caption>", "<colgroup>",
    "<col>", "</colgroup>", "<form>", "</form>", "<input type=hidden>", "<input>", "<button>",
    "</button>", "<option>", "</option>", "<optgroup>", "<textarea>", "</textarea>",
    "<title>", "</title>", "<script>", "</script>", "<style>", "</style>", "<noscript>", "</noscript>",
    "<template>", "</template>", "<svg>", "</svg>", "<math>", "</math>", "<circle/>", "<![CDATA[x]]>", "<head>", "</head>", "<body class=z>", "</body>", "<html id=q>",
    "</html>", "<frameset>", "</frameset>", "<frame>", "<noframes>", "</noframes>", "<br>", "</br>",
    "<hr>", "<img src=i>", "<image>", "<pre>\n", "</pre>", "<listing>", "<plaintext>", "<xmp>", "</xmp>",
    "<iframe>", "</iframe>", "<marquee>", "</marquee>", "<object>", "</object>", "<ruby>", "<rt>",
    "<rtc>", "<rp>", "</ruby>", "<!--c-->", "<?pi>", "</ >", "<", "&amp;", "&nbsp",
    "&#x4e2d;", "&notit;", "a", " ", "\n", "文", "\0", "\r\n", "<x-y>", "</x-y>", "<meta name=m>",
    "<link>", "<base>", "</unknown>", "<section>", "</section>", "<main>", "</main>", "<center>",
    "</center>", "<applet>", "</applet>", "<!-- -- --!>", "<p a=1 a=2 B='&lt;' c=\"d\"/>",
];

/// A page from bytes: those that are places in [`PIECES`] are these pieces, the others text. So most inputs are pages.
pub(crate) fn mixture(bytes: &[u8]) -> String {
    let mut html = String::new();
    for byte in bytes {
        match PIECES.get(usize::from(*byte)) {
            Some(piece) => html.push_str(piece),
            None => html.push(char::from(byte & 0x7F)),
        }
    }
    html
}

pub(crate) fn check(html: &str) {
    let document = parse(html);
    sound(&document);
    if !may_differ(html, &document)
        && let Some(difference) = difference(html, &document)
    {
        panic!("{html:?}: {difference}");
    }
}

/// Any bytes, whatever is said of their encoding, have a sound tree; so have they within narrow limits.
pub(crate) fn check_bytes(bytes: &[u8], charset: Option<&str>) {
    let hints = EncodingHints { http: charset, ..EncodingHints::default() };
    let (document, _) = parse_bytes(bytes, hints);
    sound(&document);
    let mut parser = Parser::default();
    parser.limits = Limits { bytes: 200, nodes: 20, depth: 5, attributes: 10 };
    sound(&parser.parse(&String::from_utf8_lossy(bytes)));
}

/// Children are within their parents, one level below.
pub(crate) fn sound(document: &Document) {
    for id in document.ids().skip(1) {
        let parent = document.parent(id).expect("all but the first have one");
        assert!(parent < id && document.end(id) > id && document.end(id) <= document.end(parent));
        assert_eq!(document.depth(id), document.depth(parent) + 1);
    }
}
