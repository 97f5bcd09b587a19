//! Ports of addresses: one that a service has tells which, one that the system gives out is new each time.

use std::net::{IpAddr, Ipv4Addr};

/// The first of the ports that systems give out themselves, to tests and to who asks (Linux; others begin higher).
const GIVEN_OUT: u32 = 32_768;

/// `:::3000`, `::1:3000`, `127.0.0.1:3000` cut in two; not `a.rs:3`, which is a place.
pub(super) fn host_and_port(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let (host, port) = text.rsplit_once(':')?;
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    // "连接被拒绝：127.0.0.1:3000".
    let own = host.rsplit(|c: char| !c.is_ascii()).next().unwrap_or(host);
    let is_host = own.ends_with([':', ']', '|']) || is_of_machine(own);
    (is_port && is_host).then_some((host, port))
}

/// Whether a name is the address of a service on a machine, `localhost:5432`, with a port that lasts.
pub(super) fn is_service(name: &str) -> bool {
    // `http://127.0.0.1:5000`, `localhost/127.0.0.1:9092`.
    let own = name.rsplit(['/', '@']).next().unwrap_or(name);
    // Docker: `0.0.0.0:5432:172.18.0.2:80`.
    let mapped = own.split_once(':').and_then(|(host, rest)| {
        let (port, _) = rest.split_once(':')?;
        Some((host, port))
    });
    let mut told = [own.rsplit_once(':'), mapped].into_iter().flatten();
    told.any(|(host, port)| is_of_machine(host) && is_lasting(port))
}

/// Whether a number is that of a port which a service has, and none that was given out.
pub(super) fn is_lasting(port: &str) -> bool {
    port.parse().is_ok_and(|port: u32| port < GIVEN_OUT)
}

/// Whether a text is the number of a machine, which tells which.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Whether such a number is given out within a house, and stays with its machine. A site behind a name has several others, and
/// answers from one of them at a time.
pub(super) fn is_of_house(address: &str) -> bool {
    let is_of_house = |address: Ipv4Addr| {
        let is_here = address.is_loopback() || address.is_unspecified();
        is_here || address.is_private() || address.is_link_local()
    };
    address.parse().is_ok_and(is_of_house)
}

/// Whether a host is this machine, or told by its number, be it in brackets.
fn is_of_machine(host: &str) -> bool {
    let host = host.trim_start_matches(|c: char| !(c.is_alphanumeric() || c == ':'));
    host.ends_with("localhost") || host.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_services_are_told_by_ports_that_last() {
        for (text, expected) in [
            ("127.0.0.1:3000", Some(("127.0.0.1", "3000"))),
            (":::3000", Some(("::", "3000"))),
            ("::1:3000.", Some(("::1", "3000"))),
            ("([::]:3000)", Some(("([::]", "3000"))),
            ("拒绝：127.0.0.1:3000", Some(("拒绝：127.0.0.1", "3000"))),
            ("a.rs:3", None),
            ("a.rs:3:5", None),
            ("localhost", None),
        ] {
            assert_eq!(host_and_port(text), expected);
        }
        for name in ["localhost:5432", "10.0.0.7:6379", "http://127.0.0.1:5000"] {
            assert!(is_service(name), "{name}");
        }
        for name in ["localhost:43121", "a.rs:3", "localhost", "main:12"] {
            assert!(!is_service(name), "{name}");
        }
    }
}
