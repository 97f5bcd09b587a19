//! Which hosts' addresses belong to the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::http::Reach;

/// Of the addresses that a name leads to, those at which it may be asked: for hosts that resolve names themselves, since
/// what a name leads to is not what it is called.
///
/// # Errors
/// The address for which the name is not asked at all: a name that leads out of the internet even in part is none of the
/// internet's. One of the own network may have link-local addresses beside others, as what announces itself there mostly
/// has (RFC 6762), and is asked at the others.
pub fn within_reach(addresses: Vec<IpAddr>, reach: Reach) -> Result<Vec<IpAddr>, IpAddr> {
    match reach {
        Reach::Any => Ok(addresses),
        Reach::Own => {
            let (closed, open): (Vec<_>, Vec<_>) = addresses
                .into_iter()
                .partition(|address| is_link_local(*address));
            match closed.first() {
                Some(refused) if open.is_empty() => Err(*refused),
                _ => Ok(open),
            }
        }
        Reach::Outside | Reach::Public => {
            let beyond = addresses.iter().find(|address| !is_public(**address));
            beyond.copied().map_or(Ok(addresses), Err)
        }
    }
}

/// Whether a host's address belongs to the public internet: not to this machine, its own networks or its
/// provider's, and to one host. An IPv6 address that stands for an IPv4 address is judged as that one.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let elsewhere = match (first, second, third) {
        // This network, and addresses that providers or private networks share.
        (0, ..) | (100, 64..=127, _) | (192, 0, 0) => true,
        // Networks for measuring.
        (198, 18..=19, _) => true,
        // Multicast and what is reserved, the broadcast address among it.
        (224.., ..) => true,
        _ => false,
    };
    !(elsewhere || address.is_private() || address.is_loopback() || address.is_link_local())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded_v4(address) {
        return is_public_v4(embedded);
    }
    match address.segments() {
        // NAT64 within a network; its prefix may hold any address of that network.
        [0x64, 0xff9b, 1, ..] => false,
        // Unique local, link-local, the former site-local, multicast.
        [0xfc00..=0xfdff | 0xfe80..=0xfeff | 0xff00.., ..] => false,
        _ => true,
    }
}

/// Whether a host's address is of one link alone. No page is there, but what clouds tell a machine of itself is, its keys
/// among it: some do so at an address of a wider network.
pub(super) fn is_link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_link_local_v4(address),
        IpAddr::V6(address) => match (embedded_v4(address), address.segments()) {
            (Some(embedded), _) => is_link_local_v4(embedded),
            // Amazon's and Google's are unique local addresses.
            (None, [0xfe80..=0xfebf, ..] | [0xfd00, 0xec2, ..] | [0xfd20, 0xce, ..]) => true,
            _ => false,
        },
    }
}

/// Alibaba's and Oracle's beside what is link-local by its number.
fn is_link_local_v4(address: Ipv4Addr) -> bool {
    let of_clouds = [[100, 100, 100, 200], [192, 0, 0, 192]];
    address.is_link_local() || of_clouds.contains(&address.octets())
}

/// The IPv4 address that an IPv6 address stands for: mapped, compatible (`::` and `::1` look like it),
/// translated, NAT64, 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let (high, low) = match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (high, low),
        _ => return None,
    };
    Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_20_link_local_addresses_are_told_from_other_local_ones() {
        for (address, is_so) in [
            ("169.254.169.254", true),
            ("::ffff:169.254.169.254", true),
            ("64:ff9b::a9fe:a9fe", true),
            ("fe80::1", true),
            ("fd00:ec2::254", true),
            ("127.0.0.1", false),
            ("10.0.0.1", false),
            ("::1", false),
            ("fd00::1", false),
            ("1.1.1.1", false),
        ] {
            assert_eq!(is_link_local(address.parse().unwrap()), is_so, "{address}");
        }
    }

    fn asked(addresses: &[&str], reach: Reach) -> Result<Vec<String>, String> {
        let addresses = addresses.iter().map(|address| address.parse().unwrap());
        let asked =
            within_reach(addresses.collect(), reach).map_err(|refused| refused.to_string())?;
        Ok(asked.iter().map(IpAddr::to_string).collect())
    }

    fn refused(address: &str) -> Result<Vec<String>, String> {
        Err(address.to_owned())
    }

    #[test]
    fn mb_20_a_name_leads_a_page_to_where_clouds_keep_keys_in_no_case() {
        for address in [
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "100.100.100.200",
            "::ffff:100.100.100.200",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd20:ce::254",
            "fe80::1",
        ] {
            for reach in [Reach::Own, Reach::Outside, Reach::Public] {
                assert_eq!(asked(&[address], reach), refused(address), "{reach:?}");
            }
        }
        let announced = ["fe80::1", "192.168.1.7", "169.254.3.4"];
        assert_eq!(asked(&announced, Reach::Own).unwrap(), ["192.168.1.7"]);
    }

    #[test]
    fn mb_20_a_name_leads_into_the_own_network_only_where_that_is_in_reach() {
        for own in ["10.0.0.5", "127.0.0.1", "::1", "fd00::1"] {
            let mixed = ["93.184.216.34", own];
            assert_eq!(asked(&mixed, Reach::Own).unwrap(), mixed);
            for reach in [Reach::Outside, Reach::Public] {
                assert_eq!(asked(&mixed, reach), refused(own), "{reach:?}");
            }
        }
        let public = ["93.184.216.34", "2606:4700:4700::1111"];
        for reach in [Reach::Any, Reach::Own, Reach::Outside, Reach::Public] {
            assert_eq!(asked(&public, reach).unwrap(), public, "{reach:?}");
        }
        let service = ["fe80::1", "10.0.0.5"];
        assert_eq!(asked(&service, Reach::Any).unwrap(), service);
    }

    fn public(address: &str) -> bool {
        is_public(address.parse().unwrap())
    }

    #[test]
    fn mb_20_public_addresses_are_public() {
        for address in [
            "1.1.1.1",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2002:101:101::1",
        ] {
            assert!(public(address), "{address}");
        }
    }

    #[test]
    fn mb_20_addresses_of_own_networks_are_not_public() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(!public(address), "{address}");
            let [a, b, c, d] = address.parse::<Ipv4Addr>().unwrap().octets();
            let hex = format!("{a:02x}{b:02x}:{c:02x}{d:02x}");
            for inside in [
                format!("::ffff:{address}"),
                format!("::{address}"),
                format!("::ffff:0:{address}"),
                format!("64:ff9b::{address}"),
                format!("2002:{hex}::1"),
            ] {
                assert!(!public(&inside), "{inside}");
            }
        }
        for address in [
            "::",
            "::1",
            "fc00::1",
            "fdff:ffff::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "64:ff9b:1::a00:1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
