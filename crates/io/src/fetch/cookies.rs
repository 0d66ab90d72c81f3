//! Cookies that servers set.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cookie_store::{CookieStore, RawCookie};
use ureq::http::header::{COOKIE, SET_COOKIE};
use ureq::http::{HeaderMap, HeaderValue};
use url::Url;

/// The cookies of a run, or of one fetch.
#[derive(Debug, Default)]
pub(super) struct Jar(Mutex<CookieStore>);

impl Jar {
    /// Adds the cookies for an address to the headers of a request, after those that are there.
    pub(super) fn add_to(&self, headers: &mut HeaderMap, url: &Url) {
        let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies: Vec<String> = values.map(str::to_owned).collect();
        let jar = self.lock();
        let kept = jar.get_request_values(url).map(|(name, value)| format!("{name}={value}"));
        let count = cookies.len();
        cookies.extend(kept);
        if cookies.len() == count {
            return;
        }
        if let Ok(value) = HeaderValue::try_from(cookies.join("; ")) {
            headers.insert(COOKIE, value);
        }
    }

    /// Keeps the cookies of an answer.
    pub(super) fn keep(&self, headers: &HeaderMap, url: &Url) {
        let values = headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = values.filter_map(|text| RawCookie::parse(text.to_owned()).ok());
        self.lock().store_response_cookies(cookies, url);
    }

    fn lock(&self) -> MutexGuard<'_, CookieStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_go_back_to_where_they_came_from() {
        let url = |text: &str| Url::parse(text).unwrap();
        let jar = Jar::default();
        let mut answer = HeaderMap::new();
        answer.append(SET_COOKIE, HeaderValue::from_static("a=1; Path=/"));
        answer.append(SET_COOKIE, HeaderValue::from_static("b=2; Path=/deep"));
        answer.append(SET_COOKIE, HeaderValue::from_static("c=3; Domain=other.example"));
        jar.keep(&answer, &url("http://a.example/"));
        let sent = |address: &str, cookie: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            cookie.map(|cookie| headers.insert(COOKIE, HeaderValue::from_static(cookie)));
            jar.add_to(&mut headers, &url(address));
            headers.get(COOKIE).map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(sent("http://a.example/x", None).as_deref(), Some("a=1"));
        assert_eq!(sent("http://a.example/x", Some("own=0")).as_deref(), Some("own=0; a=1"));
        assert_eq!(sent("http://other.example/", None), None);
        assert_eq!(sent("http://other.example/", Some("own=0")).as_deref(), Some("own=0"));
    }
}
