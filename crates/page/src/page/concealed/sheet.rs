//! Style sheets as plain rules: without escapes and comments, nested rules spelled out, variables of the whole page filled in.

use cssparser::{ParseError, Parser, ToCss, Token};
use rustc_hash::FxHashMap;

/// Blocks inside one another that are read.
const MOST_DEPTH: u8 = 16;
/// The longest selector, in bytes: nested rules repeat those around them.
const LONGEST: usize = 2_000;
/// Bytes of all selectors.
const MOST_BYTES: usize = 1 << 20;
/// Times that variables are filled in.
const MOST_VARIABLES: usize = 8;

/// A rule that holds on every screen.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rule {
    /// Its selectors, one by one.
    pub(super) selectors: Vec<String>,
    /// The same as one, for the rules nested in it; empty if that is too long.
    around: String,
    /// Its declarations as a style, in lower case.
    pub(super) style: String,
}

/// What sheets say: their rules in order, and the variables that hold on the whole page.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    pub(super) rules: Vec<Rule>,
    /// The bytes of all selectors.
    bytes: usize,
    variables: FxHashMap<String, String>,
}

impl Sheets {
    /// Reads one more sheet.
    pub(super) fn read(&mut self, sheet: &str) {
        let mut input = Parser::new(sheet);
        input.set_nested_block_limit(MOST_DEPTH);
        self.body(&mut input, None);
    }

    /// A style attribute as the rules have theirs.
    pub(super) fn style_of(&self, attribute: &str) -> String {
        let mut sheet = Self { rules: vec![Rule::default()], ..Self::default() };
        let mut input = Parser::new(attribute);
        input.set_nested_block_limit(MOST_DEPTH);
        sheet.body(&mut input, Some(0));
        self.filled(&sheet.rules[0].style)
    }

    /// A style with the values of variables: `var(--name)`, `var(--name, other)`.
    pub(super) fn filled(&self, style: &str) -> String {
        let mut style = style.to_owned();
        for _ in 0..MOST_VARIABLES {
            let Some((before, rest)) = style.split_once("var(") else { break };
            let Some(end) = closing(rest) else { break };
            let (name, other) = rest[..end].split_once(',').unwrap_or((&rest[..end], ""));
            let value = self.variables.get(name.trim()).map_or(other, String::as_str).trim();
            if before.len() + value.len() + rest.len() > LONGEST * 4 {
                break;
            }
            style = format!("{before}{value}{}", &rest[end + 1..]);
        }
        style
    }

    /// The inside of a sheet or, by its number, of a rule.
    fn body(&mut self, input: &mut Parser, within: Option<usize>) {
        let mut parts = vec![String::new()];
        while let Ok(token) = input.next_including_whitespace().cloned() {
            match token {
                Token::Semicolon => self.declare(within, &taken(&mut parts).join(",")),
                Token::CurlyBracketBlock => {
                    let parts = taken(&mut parts);
                    let _: Result<(), ParseError<()>> = input.parse_nested_block(|block| {
                        self.block(block, within, &parts);
                        Ok(())
                    });
                }
                Token::Comma => parts.push(String::new()),
                Token::CDO | Token::CDC => {}
                token => {
                    if let Some(part) = parts.last_mut() {
                        write(input, &token, part);
                    }
                }
            }
        }
        self.declare(within, &parts.join(","));
    }

    /// A block behind a selector or an at-rule.
    fn block(&mut self, block: &mut Parser, within: Option<usize>, parts: &[String]) {
        if parts[0].trim().starts_with('@') {
            let prelude = parts.join(",").to_ascii_lowercase();
            let (name, query) = prelude.trim().split_once(' ').unwrap_or((prelude.trim(), ""));
            let holds = match name {
                "@media" => is_of_screens(query),
                "@supports" => !query.trim_start().starts_with("not"),
                name => matches!(name, "@layer" | "@container"),
            };
            if holds {
                self.body(block, within);
            }
        } else if let Some(rule) = self.rule(within, parts) {
            self.rules.push(rule);
            self.body(block, Some(self.rules.len() - 1));
        }
    }

    /// The rule of some selectors in another; `None` if they are too long.
    fn rule(&mut self, within: Option<usize>, parts: &[String]) -> Option<Rule> {
        let around = within.map(|rule| self.rules[rule].around.as_str());
        if around.is_some_and(str::is_empty) || self.bytes > MOST_BYTES {
            return None;
        }
        let mut selectors = Vec::with_capacity(parts.len());
        for part in parts {
            let selector = nested(around, part.trim());
            self.bytes += selector.len() + 1;
            if selector.len() <= LONGEST && self.bytes <= MOST_BYTES {
                selectors.push(selector);
            }
        }
        let bytes: usize = selectors.iter().map(|selector| selector.len() + 1).sum();
        let around = if bytes <= LONGEST { selectors.join(",") } else { String::new() };
        (!selectors.is_empty()).then(|| Rule { selectors, around, style: String::new() })
    }

    fn declare(&mut self, within: Option<usize>, declaration: &str) {
        let Some(rule) = within.and_then(|rule| self.rules.get_mut(rule)) else { return };
        let Some((name, value)) = declaration.split_once(':') else { return };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase());
        if name.starts_with("--") {
            let mut selectors = rule.selectors.iter().map(String::as_str);
            if selectors.any(|selector| matches!(selector, ":root" | "html" | "body" | "*")) {
                self.variables.insert(name, value);
            }
            return;
        }
        rule.style.push_str(&format!("{name}:{value};"));
    }
}

/// The parts between commas so far; the next begin anew.
fn taken(parts: &mut Vec<String>) -> Vec<String> {
    std::mem::replace(parts, vec![String::new()])
}

/// True if a media query holds on every screen.
pub(super) fn is_of_screens(media: &str) -> bool {
    let media = media.trim().to_ascii_lowercase();
    matches!(media.as_str(), "" | "all" | "screen" | "only screen")
}

/// A selector inside the rule of another.
fn nested(around: Option<&str>, selector: &str) -> String {
    match around {
        None => selector.to_owned(),
        Some(around) if selector.contains('&') => {
            selector.replacen('&', &format!(":is({around})"), 2)
        }
        Some(around) => format!(":is({around}) {selector}"),
    }
}

/// Writes a token, with what is in its brackets.
fn write(input: &mut Parser, token: &Token, out: &mut String) {
    let close = match token {
        Token::Function(_) | Token::ParenthesisBlock => ")",
        Token::SquareBracketBlock => "]",
        _ => "",
    };
    // A string takes whatever is written.
    let _ = token.to_css(out);
    if close.is_empty() {
        return;
    }
    let _: Result<(), ParseError<()>> = input.parse_nested_block(|block| {
        while let Ok(token) = block.next_including_whitespace().cloned() {
            write(block, &token, out);
        }
        Ok(())
    });
    out.push_str(close);
}

/// The place of the bracket that closes one that is open.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0usize;
    text.bytes().position(|byte| {
        match byte {
            b'(' => open += 1,
            b')' if open == 0 => return true,
            b')' => open -= 1,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sheet: &str, expected: &[(&str, &str)]) {
        let mut sheets = Sheets::default();
        sheets.read(sheet);
        let shown = |rule: &Rule| (rule.selectors.join(" / "), sheets.filled(&rule.style));
        let found: Vec<(String, String)> = sheets.rules.iter().map(shown).collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(found, expected, "{sheet}");
    }

    #[test]
    fn rules_are_read_as_a_browser_does() {
        check("a, b:is(c, d) { Color: RED } e{}", &[("a / b:is(c, d)", "color:red;"), ("e", "")]);
        check(r".z\65{displ\61y:n\6fne}", &[(".ze", "display:none;")]);
        check("/* x{} */ a{display/**/:/**/none", &[("a", "display:none;")]);
        check("@media print{a{b:c}} @media screen{d{e:f}}", &[("d", "e:f;")]);
        check("@import 'x'; a{b:c}", &[("a", "b:c;")]);
        check("a{@media screen{b:c} @media print{d:e}}", &[("a", "b:c;")]);
        check(".a{b:c; & p, q{d:e} f:g}", &[(".a", "b:c;f:g;"), (":is(.a) p / :is(.a) q", "d:e;")]);
        check(
            ":root{--d:none} a{display:var(--d)} b{top:var(--x, var(--d))}",
            &[(":root", ""), ("a", "display:none;"), ("b", "top:none;")],
        );
        // No selector: the rule goes.
        check("a{b:c}} d{e:f}", &[("a", "b:c;"), ("} d", "e:f;")]);
    }

    #[test]
    fn nested_blocks_have_an_end() {
        let mut sheets = Sheets::default();
        sheets.read(&"& &{".repeat(10_000));
        sheets.read(&format!("{}a{{{}", "a,".repeat(10_000), "b{}@media screen{}".repeat(10_000)));
        sheets.read(&format!("{}{{{}", "a".repeat(LONGEST / 2), "b{}".repeat(10_000)));
        sheets.read(&"a{".repeat(10_000));
        sheets.read(&"a:is(".repeat(10_000));
        let selectors = || sheets.rules.iter().flat_map(|rule| &rule.selectors);
        assert!(selectors().all(|selector| selector.len() <= LONGEST));
        assert!(selectors().map(String::len).sum::<usize>() <= MOST_BYTES);
    }

    #[test]
    fn attributes_are_read_too() {
        let mut sheets = Sheets::default();
        sheets.read("html{--d:none}");
        assert_eq!(sheets.style_of(r"displ\61y:var(--d)"), "display:none;");
    }
}
