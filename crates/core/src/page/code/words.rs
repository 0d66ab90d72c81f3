//! The vocabulary of highlighters: what they call a block of code, its lines, their numbers, and what stands around them.

/// Names of an element that is a block of code without `pre`.
pub(super) const HIGHLIGHTERS: &[&str] = &[
    "syntaxhighlighter",
    "dp-highlighter",
    "codemirror",
    "codemirror-code",
    "cm-content",
    "view-lines",
    "blockcode",
    "filecontents",
    "w3-code",
    "hl-main",
    "ltx_listing",
    "ace_text-layer",
];

/// Names of an element that is one if a line or `code` stands in it.
pub(super) const BLOCKS: &[&str] =
    &["code-block", "codeblock", "code_block", "crayon-main", "js-file-line-container", "hljs-ln"];

/// Names of a `code` element that stands as a block.
pub(super) const CODE_BLOCKS: &[&str] =
    &["block", "code-block", "codeblock", "code_block", "multiline", "hljs", "prettyprint"];

/// Names of an element that is a line.
const LINES: &[&str] = &[
    "line",
    "code-line",
    "codeline",
    "token-line",
    "view-line",
    "cm-line",
    "codemirror-line",
    "hljs-ln-line",
    "code-block-extension-codeline",
    "code-snippet_outer",
    "crayon-line",
    "code__line",
    "ec-line",
    "highlight-line",
    "blob-code",
    "react-code-text",
    "filecontents-linecontents",
    "ltx_listingline",
    "ace_line",
    "ace-line",
];

/// Names of an element that holds the numbers of lines.
const GUTTERS: &[&str] = &[
    "lineno",
    "linenos",
    "linenodiv",
    "line-number",
    "line-numbers",
    "linenumber",
    "linenumbers",
    "gutter",
    "hljs-ln-numbers",
    "hljs-ln-n",
    "rownum",
    "ln",
    "lnt",
    "line-numbers-rows",
    "code-line-number",
    "react-syntax-highlighter-line-number",
    "codemirror-linenumber",
    "codemirror-gutter-wrapper",
    "cm-gutters",
    "blob-num",
    "crayon-nums",
    "crayon-num",
    "code-snippet__line-index",
    "pre-numbering",
    "line-numbers-wrapper",
    "highlight-line-number",
    "filecontents-linenum",
    "ltx_tag_listingline",
];

/// Parts of names of elements in or beside a block of code that are not code: buttons, bars, error messages.
const EXTRA_PARTS: &[&str] = &[
    "copy",
    "clipboard",
    "toolbar",
    "tooltip",
    "popover",
    "popup",
    "twoslash-error-line",
    "twoslash-error-message",
    "twoslash-meta",
    "twoslash-query-line",
    "twoslash-tag",
    "twoslash-completion",
    "codemirror-measure",
    "ltx_listing_data",
    "hidecode",
    "hide-code",
    "hljs-button",
    "extension-header",
    "code-header",
    "codeheader",
    "code-title-bar",
    "fold-btn",
    "foldbtn",
    "expand-btn",
    "code-lang",
    "codelang",
    "lang-label",
];

/// Names of such elements that are also parts of other names.
const EXTRAS: &[&str] = &["bar", "tools", "language-id", "error-behind"];

/// What buttons at a block of code say.
const EXTRA_TEXTS: &[&str] = &[
    "copy",
    "copied",
    "copied!",
    "copy code",
    "copy code block",
    "report code block",
    "copy to clipboard",
    "copy snippet",
    "raw",
    "wrap",
    "run",
    "expand",
    "collapse",
    "show more",
    "view raw",
    "open in playground",
    "play",
    "try it",
    "run code",
    "复制",
    "复制代码",
    "复制成功",
    "已复制",
    "拷贝",
    "隐藏代码",
    "显示代码",
    "展开代码",
    "收起代码",
    "折叠代码",
    "展开",
    "收起",
    "运行",
    "运行代码",
    "一键复制",
    "登录后复制",
    "登录复制",
    "代码解读",
    "AI写代码",
    "AI代码解释",
    "AI代码助手",
    "体验AI代码助手",
    "複製",
    "複製程式碼",
    "代码块",
    "コピー",
    "복사",
];

/// Languages that pages name by a class of their own beside a highlighter's, or above the code.
const LANGUAGES: &[&str] = &[
    "rust",
    "python",
    "py",
    "javascript",
    "js",
    "jsx",
    "typescript",
    "ts",
    "tsx",
    "java",
    "c",
    "cpp",
    "c++",
    "csharp",
    "c#",
    "cs",
    "go",
    "golang",
    "ruby",
    "php",
    "swift",
    "kotlin",
    "scala",
    "sql",
    "bash",
    "shell",
    "sh",
    "zsh",
    "html",
    "xml",
    "css",
    "scss",
    "less",
    "json",
    "yaml",
    "yml",
    "toml",
    "lua",
    "perl",
    "r",
    "haskell",
    "dart",
    "objectivec",
    "objective-c",
    "powershell",
    "makefile",
    "cmake",
    "dockerfile",
    "diff",
    "ini",
    "nginx",
    "vim",
    "matlab",
    "julia",
    "lean",
    "elixir",
    "erlang",
    "clojure",
    "groovy",
    "ocaml",
    "fsharp",
    "vue",
    "svelte",
    "graphql",
    "protobuf",
    "solidity",
    "zig",
    "nix",
    "latex",
    "verilog",
    "vhdl",
    "fortran",
    "pascal",
    "delphi",
    "asm",
    "assembly",
    "nasm",
    "http",
    "properties",
    "markdown",
    "md",
    "console",
    "pycon",
    "text",
    "plaintext",
    "jsonc",
    "json5",
    "hcl",
    "terraform",
    "awk",
    "scheme",
    "lisp",
    "prolog",
    "racket",
    "vb",
    "vbnet",
    "batch",
    "bat",
    "cuda",
    "glsl",
    "wasm",
    "python3",
    "ipython",
    "ipython3",
    "pycon3",
    "shell-session",
    "shellsession",
    "sh-session",
    "cmd",
    "ps1",
    "fish",
    "mysql",
    "pgsql",
    "plsql",
    "sparql",
    "sass",
    "stylus",
    "pug",
    "jinja",
    "mdx",
    "astro",
    "wxml",
    "wxss",
    "arkts",
    "gradle",
    "proto",
    "docker",
    "tcl",
    "nim",
    "elm",
    "tex",
    "rst",
    "mermaid",
    "plantuml",
    "hlsl",
    "gdscript",
    "abap",
    "cobol",
    "stata",
    "octave",
];

fn is_among(words: &[&str], own: &str) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(own))
}

pub(super) fn names_block(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| is_among(BLOCKS, word))
}

pub(super) fn names_highlighter(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| is_among(HIGHLIGHTERS, word))
}

pub(super) fn names_code_block(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| is_among(CODE_BLOCKS, word))
}

pub(super) fn names_line(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| is_among(LINES, word))
}

pub(super) fn names_gutter(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| is_among(GUTTERS, word))
}

pub(super) fn names_extra(class: &str) -> bool {
    if class.split_ascii_whitespace().any(|word| is_among(EXTRAS, word)) {
        return true;
    }
    let class = class.to_ascii_lowercase();
    EXTRA_PARTS.iter().any(|part| class.contains(part))
}

/// Whether an element holds what an editor measures its letters by.
pub(super) fn names_measure(class: &str) -> bool {
    class.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("codemirror-measure"))
}

/// Whether a text is what a button at a block of code says.
pub(super) fn is_extra(text: &str) -> bool {
    is_among(EXTRA_TEXTS, text)
}

/// Whether a word is the name of a language.
pub fn is_language(word: &str) -> bool {
    is_among(LANGUAGES, word)
}
