//! A day or a month, with the time of day if it is known.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A date, as precise as the page gives it. Serialised in ISO 8601.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Date {
    /// The year; dates spelled out are limited to 1900 to 2100.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31; 0 if only the month is known.
    pub day: u8,
    /// Hour, minute, and second if given.
    pub time: Option<(u8, u8, Option<u8>)>,
    /// The offset from UTC as written (`Z`, `+08:00`), if given.
    pub offset: Option<String>,
}

impl Date {
    /// Parses the form that [`Date`] is written in: `2010-12`, `2010-12-15`,
    /// `2010-12-15T09:30:00+08:00`.
    pub fn from_iso(text: &str) -> Option<Self> {
        let number = |from: usize, to: usize| text.get(from..to)?.parse().ok();
        let mut date = Self {
            year: text.get(..4)?.parse().ok()?,
            month: number(5, 7)?,
            day: if text.len() == 7 { 0 } else { number(8, 10)? },
            time: None,
            offset: None,
        };
        if text.len() > 10 {
            date.time = Some((number(11, 13)?, number(14, 16)?, Some(number(17, 19)?)));
            date.offset = text.get(19..).filter(|rest| !rest.is_empty()).map(str::to_owned);
        }
        Some(date)
    }

    /// Year, month and day; `None` if only the month is known.
    pub fn whole_day(&self) -> Option<(u16, u8, u8)> {
        (self.day > 0).then_some((self.year, self.month, self.day))
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)?;
        if self.day == 0 {
            return Ok(());
        }
        write!(f, "-{:02}", self.day)?;
        if let Some((hour, minute, second)) = self.time {
            write!(f, "T{hour:02}:{minute:02}:{:02}", second.unwrap_or(0))?;
            f.write_str(self.offset.as_deref().unwrap_or(""))?;
        }
        Ok(())
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_iso(&text).ok_or_else(|| de::Error::custom("not an ISO 8601 date"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_back() {
        for iso in [
            "2010-12",
            "2010-12-15",
            "2010-12-15T09:30:00",
            "2010-12-15T09:30:07Z",
            "2010-12-15T09:30:07+08:00",
        ] {
            assert_eq!(Date::from_iso(iso).map(|date| date.to_string()).as_deref(), Some(iso));
        }
        for text in ["", "2010", "2010-1", "yesterday", "2010-12-15T", "2010-12-15T09"] {
            assert_eq!(Date::from_iso(text), None, "{text}");
        }
    }
}
