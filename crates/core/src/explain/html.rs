//! The report as one page: it loads nothing, and nothing of the page that it explains can run.

use std::fmt::Write;

use super::words::{Language, Words};
use super::{Report, blocks, charts, tables};
use crate::text::escape::escaped;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

impl Report {
    /// The content security policy of the report: only its own style and script, by their hashes. A
    /// server that sends reports uses it as a header too.
    pub const CONTENT_SECURITY_POLICY: &str = concat!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; ",
        "style-src 'sha256-4j6xPhpd7l1oXuSilKeDEt3fdR76R0gwQtgFXxhqoEA='; ",
        "script-src 'sha256-x4a4cTwyyRQ1JRXWfONxa3EulMuB/31GtmKlgAkFBtI='"
    );

    /// The report as a self-contained HTML document.
    pub fn html(&self, language: Language) -> String {
        let words = Words::of_language(language);
        let policy = Self::CONTENT_SECURITY_POLICY;
        let name = self.extraction.title.as_deref().unwrap_or(words.untitled);
        let mut out = String::with_capacity(64 * 1024);
        let _ = write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{} · zhengwen</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
            language.code(),
            escaped(name)
        );
        self.head(&mut out, words, name);
        out.push_str("<main>");
        section(&mut out, "text", words.text, |out| self.text(out, words));
        section(&mut out, "methods", words.methods, |out| tables::methods(self, out, words));
        section(&mut out, "charts", words.charts, |out| charts::draw(self, out, words));
        section(&mut out, "fields", words.fields, |out| tables::fields(self, out, words));
        section(&mut out, "page", words.page, |out| tables::page(self, out, words));
        out.push_str("</main>\n<aside id=\"panel\" hidden aria-live=\"polite\"></aside>\n");
        let _ = write!(
            out,
            "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
            blocks::data(self, words)
        );
        out
    }

    fn head(&self, out: &mut String, words: &Words, name: &str) {
        let _ = write!(
            out,
            "<header><p class=\"brand\">zhengwen 正文</p><button type=\"button\" id=\"theme\">{}</button><h1>{}</h1>",
            escaped(words.theme),
            escaped(name)
        );
        tables::summary(self, out, words);
        let _ = write!(out, "<nav aria-label=\"{}\">", escaped(words.sections));
        let sections = [
            ("text", words.text),
            ("methods", words.methods),
            ("charts", words.charts),
            ("fields", words.fields),
            ("page", words.page),
        ];
        for (id, name) in sections {
            let _ = write!(out, "<a href=\"#{id}\">{}</a>", escaped(name));
        }
        out.push_str("</nav></header>\n");
    }

    fn text(&self, out: &mut String, words: &Words) {
        let _ = write!(
            out,
            "<p>{}</p><div class=\"tools\" role=\"group\" aria-label=\"{}\">",
            escaped(words.about_text),
            escaped(words.show)
        );
        let filters = [
            ("", words.all),
            ("kept", words.kept),
            ("dropped", words.dropped),
            ("unsure", words.unsure),
        ];
        for (filter, name) in filters {
            let _ = write!(
                out,
                "<button type=\"button\" data-show=\"{filter}\" aria-pressed=\"{}\">{}</button>",
                filter.is_empty(),
                escaped(name)
            );
        }
        out.push_str("</div><p class=\"scale\" aria-hidden=\"true\">0 ");
        (0..=10).for_each(|level| {
            let _ = write!(out, "<span class=\"p{level}\"></span>");
        });
        let scale = if blocks::Scores::of(self).is_probability {
            words.probability
        } else {
            words.share_of_best
        };
        let _ = write!(out, " 1 {}</p>", escaped(scale));
        blocks::draw(self, out, words);
    }
}

fn section(out: &mut String, id: &str, title: &str, write: impl FnOnce(&mut String)) {
    let _ = write!(
        out,
        "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{}</h2>",
        escaped(title)
    );
    write(out);
    out.push_str("</section>\n");
}
