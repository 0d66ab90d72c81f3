//! The time of day after a date: hours and minutes, with the weekday and the part of the day that
//! may precede them and the offset from UTC that may follow.

use super::Scanner;
use crate::text::chars::is_blank;

/// Converts an hour by the word for a part of the day.
type ToHour = fn(u8) -> u8;

/// Parts of the day before a time (`下午 3:20`), and how they change its hour.
const DAY_PARTS: &[(&str, ToHour)] = &[
    ("上午", to_morning),
    ("早上", |hour| hour),
    ("早晨", |hour| hour),
    ("清晨", |hour| hour),
    ("午前", to_morning),
    ("오전", to_morning),
    ("凌晨", to_morning),
    ("中午", |hour| if hour < 3 { hour + 12 } else { hour }),
    ("下午", to_afternoon),
    ("午后", to_afternoon),
    ("午後", to_afternoon),
    ("오후", to_afternoon),
    ("傍晚", to_afternoon),
    ("晚上", to_afternoon),
    ("晚间", to_afternoon),
    ("晚間", to_afternoon),
];

fn to_morning(hour: u8) -> u8 {
    if hour == 12 { 0 } else { hour }
}

fn to_afternoon(hour: u8) -> u8 {
    if hour < 12 { hour + 12 } else { hour }
}

/// The start of a Chinese weekday, before its number.
const CHINESE_WEEKDAYS: &[&str] = &["星期", "礼拜", "禮拜", "周", "週"];
/// The days of the week in Japanese and Korean, written alone or followed by the word for weekday.
const WEEKDAYS: &[char] =
    &['月', '火', '水', '木', '金', '土', '日', '월', '화', '수', '목', '금', '토', '일'];
const ENGLISH_WEEKDAYS: &[&str] = &["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The length in bytes of the weekday that a text begins with.
fn weekday(text: &str) -> Option<usize> {
    for start in CHINESE_WEEKDAYS {
        let number = text.strip_prefix(start).and_then(|rest| rest.chars().next());
        if let Some(number) = number.filter(|c| "一二三四五六日天".contains(*c)) {
            return Some(start.len() + number.len_utf8());
        }
    }
    if let Some(rest) = text.strip_prefix(WEEKDAYS) {
        let word = ["曜日", "曜", "요일"].iter().find(|word| rest.starts_with(**word));
        let ends = rest.starts_with([')', '）', ']']);
        let length = text.len() - rest.len();
        return word.map(|word| length + word.len()).or(ends.then_some(length));
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let start = text.get(..3)?.to_ascii_lowercase();
    (letters <= 9 && ENGLISH_WEEKDAYS.contains(&start.as_str())).then_some(letters)
}

impl Scanner<'_> {
    /// Reads the time at the current position, possibly after a weekday: hour, minute, second.
    pub(super) fn time(&mut self) -> Option<(u8, u8, Option<u8>)> {
        let start = self.at;
        let found = self.time_here();
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn time_here(&mut self) -> Option<(u8, u8, Option<u8>)> {
        self.skip_gap();
        if let Some(length) = weekday(&self.text[self.at..]) {
            self.at += length;
            self.skip_gap();
        }
        let rest = &self.text[self.at..];
        let part = DAY_PARTS.iter().find(|(word, _)| rest.starts_with(word));
        if let Some((word, _)) = part {
            self.at += word.len();
            self.skip_gap();
        }
        let hour = u8::try_from(self.numeral(1, 3)?).ok().filter(|h| *h < 24)?;
        let mark = self.mark(&[':', '：', '时', '時', '點', '点', '시', 'h', 'H'])?;
        if mark == '시' {
            let _ = self.mark(&[' ']);
        }
        let minute = u8::try_from(self.numeral(1, 3)?).ok().filter(|m| *m < 60)?;
        let before_second = self.at;
        let second = self.mark(&[':', '：', '分', '분']).and_then(|_| self.numeral(1, 3));
        let second = second.and_then(|s| u8::try_from(s).ok()).filter(|s| *s < 60);
        if second.is_none() {
            self.at = before_second;
            // A unit after the number belongs to the time.
            let _ = self.mark(&['分', '분']);
        }
        let hour = part.map_or_else(|| self.afternoon(hour), |(_, to_hour)| to_hour(hour));
        Some((hour, minute, second))
    }

    /// Skips blanks, brackets and whatever else surrounds a weekday.
    fn skip_gap(&mut self) {
        while let Some(c) = self.peek()
            && (is_blank(c) || matches!(c, 'T' | '(' | '（' | ')' | '）' | '[' | ']'))
        {
            // `T` also begins two weekdays.
            if c == 'T' && weekday(&self.text[self.at..]).is_some() {
                break;
            }
            self.at += c.len_utf8();
        }
    }

    /// Skips what separates a date from a time of day: ` at `, `, `, ` um `, ` - `, ` | `.
    pub(super) fn skip_to_time(&mut self) {
        let rest = &self.text[self.at..];
        let limit = rest.floor_char_boundary(12);
        let Some(digit) = rest[..limit].find(|c: char| c.is_ascii_digit()) else { return };
        let between =
            rest[..digit].trim_matches(|c: char| c.is_whitespace() || ",،|·-–".contains(c));
        let words =
            ["", "at", "um", "à", "às", "a las", "в", "kl.", "alle", "о", "om", "г", "г.", "г. в"];
        if words.contains(&between) && digit > 0 {
            self.at += digit;
        }
    }

    /// Applies a `pm` after a time of day to its hour.
    fn afternoon(&mut self, hour: u8) -> u8 {
        let rest = self.text[self.at..].trim_start();
        let word: String = rest.chars().take(4).filter(|c| *c != '.').collect();
        match word.get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("pm") if hour < 12 => hour + 12,
            Some("am") if hour == 12 => 0,
            _ => hour,
        }
    }

    /// Reads the offset from UTC at the current position, in ISO 8601 form; also accepts `GMT+8`.
    pub(super) fn offset(&mut self) -> Option<String> {
        let rest = &self.text[self.at..];
        let fraction = rest.strip_prefix('.').map_or(0, |digits| {
            1 + digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())
        });
        let rest = &rest[fraction..];
        if rest.starts_with('Z') {
            self.at += fraction + 1;
            return Some("Z".to_owned());
        }
        let named = rest.trim_start_matches([' ', '(', '（']);
        let named = named.strip_prefix("GMT").or_else(|| named.strip_prefix("UTC"));
        let rest = named.unwrap_or(rest);
        let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'))?;
        let found = hours_and_minutes(&rest[1..], named.is_some());
        let (hours, minutes, length) = found.filter(|(h, m, _)| *h <= 14 && *m < 60)?;
        self.at = self.text.len() - rest.len() + 1 + length;
        Some(format!("{sign}{hours:02}:{minutes:02}"))
    }
}

/// Parses the hours and minutes of an offset, `0800`, `08:00` or, if it may be short, `8`; also
/// returns their length in bytes.
fn hours_and_minutes(text: &str, may_be_short: bool) -> Option<(u8, u8, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let number = |text: &str| text.parse::<u8>().ok();
    match digits(text) {
        4.. => Some((number(&text[..2])?, number(&text[2..4])?, 4)),
        count @ 1..=2 => match text[count..].strip_prefix(':') {
            Some(rest) if digits(rest) >= 2 => {
                Some((number(&text[..count])?, number(&rest[..2])?, count + 3))
            }
            _ if may_be_short => Some((number(&text[..count])?, 0, count)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;

    #[test]
    fn offsets_may_be_named() {
        for (text, offset) in [
            ("2024-05-03 15:20 GMT+8", "+08:00"),
            ("2024-05-03 15:20 (UTC-03:30)", "-03:30"),
            ("2024-05-03 15:20:00+0530", "+05:30"),
            ("2024-05-03T15:20:00.25+08:00", "+08:00"),
            ("2024-05-03 15:20 GMT", ""),
            ("2024-05-03 15:20 +8", ""),
            ("2024-05-03 15:20 - 12 comments", ""),
        ] {
            let found = find(text).unwrap();
            assert_eq!(found.date.offset.as_deref().unwrap_or(""), offset, "{text}");
        }
    }

    #[test]
    fn weekdays_and_parts_of_the_day_stand_before_a_time() {
        for text in [
            "2024年5月3日 15时20分",
            "2024年5月3日15時20分",
            "2024-05-03 星期五 15:20",
            "2024年5月3日（周五）下午3:20",
            "2024年05月03日 下午 03点20分",
            "2024年5月3日(金) 15時20分",
            "2024年5月3日 金曜日 午後3時20分",
            "2024-05-03 (금) 오후 3:20",
            "2024.05.03 금요일 오후 3시 20분",
            "2024/05/03 Fri 15:20",
            "2024-05-03 Tuesday 15:20",
            "2024-05-03 3:20 pm",
            "2024-05-03 15h20",
        ] {
            let found = find(text).map(|found| found.date.to_string());
            assert_eq!(found.as_deref(), Some("2024-05-03T15:20:00"), "{text}");
        }
        for (text, time) in [
            ("2024年5月3日 凌晨12:05", "T00:05:00"),
            ("2024年5月3日 上午 12:05", "T00:05:00"),
            ("2024年5月3日 中午12:05", "T12:05:00"),
            ("2024年5月3日 上午9:05:07", "T09:05:07"),
            ("2024年5月3日 星期五", ""),
            ("2024年5月3日 周五福利", ""),
            ("2024年5月3日 金 3:20", ""),
        ] {
            let found = find(text).map(|found| found.date.to_string());
            assert_eq!(found, Some(format!("2024-05-03{time}")), "{text}");
        }
        assert_eq!(
            &"2024年5月3日 15时20分 某报"[find("2024年5月3日 15时20分 某报").unwrap().range.end..],
            " 某报"
        );
    }
}
