//! Decides which failures are worth a retry, and after what pause.

use std::time::{Duration, SystemTime};

use backon::{BackoffBuilder, ExponentialBuilder};
use ureq::http::header::RETRY_AFTER;

use super::FetchError;
use super::answer::Answer;

/// A server that asks for a longer pause is not retried.
const LONGEST_WISH: Duration = Duration::from_secs(60);

/// The pauses before each retry: doubled each time, and randomised, so that requests that failed
/// together do not come back together.
pub(super) fn delays(retries: u32) -> impl Iterator<Item = Duration> {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(500))
        .with_max_delay(Duration::from_secs(30))
        .with_max_times(retries as usize)
        .with_jitter()
        .build()
}

/// Returns `None` if the result calls for no retry, else the pause that the server asks for, if any.
pub(super) fn wish(result: &Result<Answer, FetchError>) -> Option<Option<Duration>> {
    let answer = match result {
        Err(error) => return error.may_pass().then_some(None),
        Ok(answer) => answer,
    };
    // Request Timeout, Too Early, Too Many Requests, and the usual codes under load.
    if !matches!(answer.status.as_u16(), 408 | 425 | 429 | 500 | 502 | 503 | 504) {
        return None;
    }
    let asked = answer.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(pause);
    match asked.flatten() {
        Some(pause) if pause > LONGEST_WISH => None,
        asked => Some(asked),
    }
}

/// Parses `Retry-After`: seconds or a date.
fn pause(text: &str) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text.trim()).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use ureq::http::{HeaderMap, HeaderValue, StatusCode};

    use super::*;

    fn answer(status: u16, after: Option<&'static str>) -> Result<Answer, FetchError> {
        let mut headers = HeaderMap::new();
        if let Some(after) = after {
            headers.insert(RETRY_AFTER, HeaderValue::from_static(after));
        }
        Ok(Answer { status: StatusCode::from_u16(status).unwrap(), headers, body: Vec::new() })
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        for status in [200, 301, 400, 401, 403, 404, 410, 451, 501, 505] {
            assert_eq!(wish(&answer(status, None)), None, "{status}");
        }
        for status in [408, 429, 500, 502, 503, 504] {
            assert_eq!(wish(&answer(status, None)), Some(None), "{status}");
        }
        assert_eq!(wish(&Err(FetchError::NotHttp)), None);
        assert_eq!(wish(&Err(FetchError::Network("reset".into()))), Some(None));
    }

    #[test]
    fn servers_say_how_long() {
        let seconds = |n| Some(Some(Duration::from_secs(n)));
        assert_eq!(wish(&answer(429, Some("7"))), seconds(7));
        assert_eq!(wish(&answer(503, Some("3600"))), None);
        assert_eq!(wish(&answer(503, Some("Thu, 01 Jan 1970 00:00:00 GMT"))), seconds(0));
        assert_eq!(wish(&answer(503, Some("soon"))), Some(None));
        let delays: Vec<Duration> = delays(3).collect();
        assert_eq!(delays.len(), 3);
        assert!(delays[2] > delays[0] && delays[0] >= Duration::from_millis(500));
    }
}
