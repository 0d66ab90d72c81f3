//! Decides which addresses may be reached: not those that are private, loopback, link-local or otherwise
//! special-purpose.
//!
//! The ranges are those of the IANA registries, from a crate generated from them. One guard checks
//! every request: pages, redirects, robots.txt, and everything that a browser asks for. It resolves
//! names itself and hands on only addresses, so a connection always goes to an address that was
//! checked: a DNS answer that changes between check and use gains nothing.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use iprfc::{FORWARDING_BLACKLIST, RFC6890};
use thiserror::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ArrayVec, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;
use url::{Host, Url};

/// True if `address` is a unicast address of the public Internet.
pub fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let is_special = RFC6890.contains(&address) || FORWARDING_BLACKLIST.contains(&address);
    !is_special && !address.is_multicast() && is_allocated(address)
}

/// True if an IPv6 address is allocated: public ones come from 2000::/3 alone (RFC 4291, section
/// 2.4). The rest holds embedded IPv4, site-local and unassigned addresses.
fn is_allocated(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => true,
        IpAddr::V6(address) => address.segments()[0] & 0xe000 == 0x2000,
    }
}

/// The reason an address is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Not an address that can be fetched.
    #[error("not an http or https address")]
    NotHttp,
    /// The address contains a user name or password.
    #[error("addresses with a user name or password are refused")]
    Credentials,
    /// A special-purpose address.
    #[error("{0} is a private or special address")]
    Private(IpAddr),
}

/// Resolves names to addresses; a trait so that tests can act as a hostile DNS server.
pub trait Lookup: Send + Sync + std::fmt::Debug {
    /// The addresses of a host.
    ///
    /// # Errors
    /// When it has no address.
    fn addresses(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// The system's resolver.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn addresses(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok((host, port).to_socket_addrs()?.collect())
    }
}

/// The rules for which addresses may be reached; by default, the public Internet.
#[derive(Debug, Clone)]
pub struct AddressGuard {
    /// True if private, loopback and other special-purpose addresses may be reached.
    pub allow_private: bool,
    /// Address ranges that may be reached although they are not public, such as those of a proxy
    /// that answers every name with an address of its own.
    pub allowed: Vec<IpNet>,
    /// Fixed addresses of hosts, used in place of a look-up; the guard checks them too.
    pub hosts: HashMap<String, IpAddr>,
    /// The resolver for all other names.
    pub lookup: Arc<dyn Lookup>,
}

impl Default for AddressGuard {
    fn default() -> Self {
        let lookup = Arc::new(SystemLookup);
        Self { allow_private: false, allowed: Vec::new(), hosts: HashMap::new(), lookup }
    }
}

impl AddressGuard {
    /// A guard that refuses no address.
    pub fn open() -> Self {
        Self { allow_private: true, ..Self::default() }
    }

    /// True if `address` may be reached.
    pub fn permits(&self, address: IpAddr) -> bool {
        let canonical = address.to_canonical();
        self.allow_private
            || is_public(address)
            || self.allowed.iter().any(|block| block.contains(&canonical))
    }

    /// Parses an address and checks it: `http` or `https` with a host, no user name or password,
    /// and no host that is a forbidden address. Drops the fragment.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn url(&self, address: &str) -> Result<Url, Refusal> {
        let mut url = Url::parse(address).map_err(|_| Refusal::NotHttp)?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(Refusal::NotHttp);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        url.set_fragment(None);
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        match literal {
            Some(address) if !self.permits(address) => Err(Refusal::Private(address)),
            _ => Ok(url),
        }
    }

    /// Resolves a host to its addresses, all of which may be reached.
    ///
    /// # Errors
    /// A [`Refusal`] within when any address may not be reached: one bad address among good ones is
    /// an attack or an accident, and neither is worth a try. Another error when the host has no
    /// address.
    pub fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let given = self.hosts.get(&bare.to_ascii_lowercase()).copied();
        let found = match given.or_else(|| bare.parse().ok()) {
            Some(address) => vec![SocketAddr::new(address, port)],
            None => self.lookup.addresses(bare, port)?,
        };
        match found.iter().find(|address| !self.permits(address.ip())) {
            Some(address) => Err(io::Error::other(Refusal::Private(address.ip()))),
            None if found.is_empty() => Err(io::Error::from(io::ErrorKind::NotFound)),
            None => Ok(found),
        }
    }
}

/// The guard in place of the client's own resolver.
#[derive(Debug)]
pub(crate) struct GuardedResolver(pub(crate) Arc<AddressGuard>);

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        // The user's proxy is the one host that is not checked. The client passes its own proxy
        // address here, never a page's.
        let is_proxy = config.proxy().is_some_and(|proxy| std::ptr::eq(proxy.uri(), uri));
        let guard = if is_proxy { Arc::new(AddressGuard::open()) } else { Arc::clone(&self.0) };
        let host = uri.host().unwrap_or_default().to_owned();
        let port =
            uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        let mut found = ResolvedSocketAddrs::from_fn(|_| ([0, 0, 0, 0], 0).into());
        for address in within(timeout, move || guard.resolve(&host, port))? {
            if found.len() < MOST_ADDRESSES {
                found.push(address);
            }
        }
        Ok(found)
    }

    fn empty(&self) -> ResolvedSocketAddrs {
        ArrayVec::from_fn(|_| ([0, 0, 0, 0], 0).into())
    }
}

/// The capacity of the client's list.
const MOST_ADDRESSES: usize = 16;

/// Resolves on a separate thread, because the system's resolver has no time limit.
fn within(
    timeout: NextTimeout,
    look_up: impl FnOnce() -> io::Result<Vec<SocketAddr>> + Send + 'static,
) -> Result<Vec<SocketAddr>, ureq::Error> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        // Sending fails only when nobody waits any more.
        let _ = sender.send(look_up());
    });
    let limit =
        if timeout.after.is_not_happening() { Duration::from_secs(60) } else { *timeout.after };
    let found = receiver.recv_timeout(limit).map_err(|_| ureq::Error::Timeout(timeout.reason))?;
    found.map_err(|error| match error.downcast::<Refusal>() {
        Ok(refusal) => ureq::Error::Other(Box::new(refusal)),
        Err(_) => ureq::Error::HostNotFound,
    })
}

#[cfg(test)]
mod tests {
    use super::is_public;

    /// First, inner and last address of every special-purpose block (IANA registries of 2025-10-09,
    /// RFC 6890, and the multicast, site-local and embedded-IPv4 blocks).
    const SPECIAL: &[&str] = &[
        "0.0.0.0",
        "0.0.0.1",
        "0.255.255.255",
        "10.0.0.0",
        "10.1.2.3",
        "10.255.255.255",
        "100.64.0.0",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.0",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.0.0",
        "169.254.169.254",
        "169.254.255.255",
        "172.16.0.0",
        "172.20.1.1",
        "172.31.255.255",
        "192.0.0.0",
        "192.0.0.8",
        "192.0.0.170",
        "192.0.0.255",
        "192.0.2.0",
        "192.0.2.255",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.168.0.0",
        "192.168.1.1",
        "192.168.255.255",
        "192.175.48.1",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.0",
        "198.51.100.255",
        "203.0.113.0",
        "203.0.113.255",
        "224.0.0.0",
        "239.255.255.255",
        "240.0.0.0",
        "255.255.255.254",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:1::1",
        "2001:2::1",
        "2001:3::1",
        "2001:4:112::1",
        "2001:10::1",
        "2001:20::1",
        "2001:30::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2620:4f:8000::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ];

    const PUBLIC: &[&str] = &[
        "1.1.1.1",
        "8.8.8.8",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "114.114.114.114",
        "2606:4700:4700::1111",
        "2400:3200::1",
        "240e::1",
        "::ffff:1.1.1.1",
    ];

    #[test]
    fn refuses_every_special_block() {
        let public: Vec<_> = SPECIAL.iter().filter(|a| is_public(a.parse().unwrap())).collect();
        assert!(public.is_empty(), "passed: {public:?}");
    }

    #[test]
    fn passes_public_addresses() {
        let refused: Vec<_> = PUBLIC.iter().filter(|a| !is_public(a.parse().unwrap())).collect();
        assert!(refused.is_empty(), "refused: {refused:?}");
    }
}
