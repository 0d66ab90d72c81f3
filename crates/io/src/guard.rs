//! Which addresses may be reached: no private, loopback, link-local or other special-purpose one.
//!
//! The ranges are those of the IANA registries, from a crate that is generated from them. The guard
//! stands in name resolution: a connection goes to an address that the guard has passed and to no
//! other, on every redirect too, so an answer of DNS that changes between check and use is of no use.

use std::net::{IpAddr, SocketAddr};

use iprfc::{FORWARDING_BLACKLIST, RFC6890};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Whether `address` is a unicast address of the public Internet.
pub fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let is_special = RFC6890.contains(&address) || FORWARDING_BLACKLIST.contains(&address);
    !is_special && !address.is_multicast() && is_allocated(address)
}

/// Public IPv6 addresses come from 2000::/3 alone (RFC 4291, section 2.4): the rest holds embedded
/// IPv4, site-local and unassigned addresses.
fn is_allocated(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => true,
        IpAddr::V6(address) => address.segments()[0] & 0xe000 == 0x2000,
    }
}

/// Resolves names and refuses what is not public.
#[derive(Debug, Default)]
pub(crate) struct GuardedResolver {
    pub(crate) inner: DefaultResolver,
    pub(crate) allow_private: bool,
    pub(crate) allowed: Vec<IpAddr>,
}

/// The message by which a refusal is known again behind the client's own errors.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) SocketAddr);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is a private or special address", self.0.ip())
    }
}

impl std::error::Error for Refused {}

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        if self.allow_private {
            return Ok(found);
        }
        let may_be_reached = |ip: IpAddr| is_public(ip) || self.allowed.contains(&ip);
        match found.iter().find(|address| !may_be_reached(address.ip())) {
            // One bad address among good ones is an attack or an accident; neither is worth a try.
            Some(address) => Err(ureq::Error::Other(Box::new(Refused(*address)))),
            None => Ok(found),
        }
    }
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
