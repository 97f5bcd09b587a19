//! Classification of public and private IP addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::http::Reach;

/// A block of addresses: the base, the number of shared first bits, and the kind.
type Block<const N: usize> = ([u8; N], u8, Kind);

/// Judgement of a block of addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Globally reachable.
    Public,
    /// Not public, or not reliably so.
    Special,
    /// Link-local, or a cloud's metadata service.
    Machine,
}

// `V4` and `V6`, the most specific blocks first.
include!(concat!(env!("OUT_DIR"), "/special_addresses.rs"));

/// Returns those of a name's IP addresses at which it may be contacted. For hosts that resolve names themselves,
/// because a name says nothing about its addresses.
///
/// # Errors
/// The address for which the name is refused: a public name with even one private address is not trusted. A name of the
/// own network may have link-local addresses beside others, as names announced there mostly have (RFC 6762), and is
/// contacted at the others.
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

/// Returns true if an address is globally reachable. An address of NAT64 is judged by the IPv4 address within, too.
pub(super) fn is_public(address: IpAddr) -> bool {
    let is_open = kind_of(address) == Kind::Public;
    match address {
        IpAddr::V6(outer) if is_nat64(outer) => {
            is_open && embedded_v4(outer).is_some_and(|inner| is_public(IpAddr::V4(inner)))
        }
        _ => is_open,
    }
}

/// Returns true for a link-local address, and for those of clouds' metadata services, which give out a machine's keys.
/// No page is there.
pub(super) fn is_link_local(address: IpAddr) -> bool {
    let embedded = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(outer) => embedded_v4(outer).map(IpAddr::V4),
    };
    kind_of(embedded.unwrap_or(address)) == Kind::Machine
}

/// The most specific block of the table that holds an address.
fn kind_of(address: IpAddr) -> Kind {
    match address {
        IpAddr::V4(address) => kind_in(V4, address.octets()),
        IpAddr::V6(address) => kind_in(V6, address.octets()),
    }
}

fn kind_in<const N: usize>(blocks: &[Block<N>], address: [u8; N]) -> Kind {
    let holds = |block: &&Block<N>| {
        let (start, prefix, _) = block;
        let pairs = start.iter().zip(address).zip((0..).step_by(8));
        pairs.fold(true, |holds, ((start, byte), before)| {
            let compared = prefix.saturating_sub(before).min(8);
            holds && u16::from(start ^ byte) >> (8 - compared) == 0
        })
    };
    blocks
        .iter()
        .find(holds)
        .map_or(Kind::Special, |block| block.2)
}

/// Returns true for an address of NAT64 under the prefix that the whole internet knows (RFC 6052).
fn is_nat64(address: Ipv6Addr) -> bool {
    matches!(address.segments(), [0x64, 0xff9b, 0, 0, 0, 0, ..])
}

/// Returns the IPv4 address in an IPv6 address: mapped, compatible (`::` and `::1` look like it), translated, NAT64,
/// 6to4.
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

    /// Every row of IANA's registries, at its ends and beside them.
    #[test]
    fn mb_20_addresses_are_public_where_the_registries_say_globally_reachable() {
        for (block, is_so) in [
            (["0.0.0.0", "0.255.255.255"], false),
            (["1.0.0.0", "9.255.255.255"], true),
            (["10.0.0.0", "10.255.255.255"], false),
            (["11.0.0.0", "100.63.255.255"], true),
            (["100.64.0.0", "100.127.255.255"], false),
            (["100.128.0.0", "126.255.255.255"], true),
            (["127.0.0.0", "127.255.255.255"], false),
            (["128.0.0.0", "169.253.255.255"], true),
            (["168.63.129.16", "168.63.129.16"], false),
            (["169.254.0.0", "169.254.255.255"], false),
            (["169.255.0.0", "172.15.255.255"], true),
            (["172.16.0.0", "172.31.255.255"], false),
            (["172.32.0.0", "191.255.255.255"], true),
            (["192.0.0.0", "192.0.0.8"], false),
            (["192.0.0.9", "192.0.0.10"], true),
            (["192.0.0.11", "192.0.0.255"], false),
            (["192.0.1.0", "192.0.1.255"], true),
            (["192.0.2.0", "192.0.2.255"], false),
            (["192.31.196.0", "192.52.193.255"], true),
            (["192.88.99.0", "192.88.99.255"], false),
            (["192.88.99.2", "192.88.99.2"], false),
            (["192.168.0.0", "192.168.255.255"], false),
            (["192.175.48.0", "198.17.255.255"], true),
            (["198.18.0.0", "198.19.255.255"], false),
            (["198.51.100.0", "198.51.100.255"], false),
            (["203.0.113.0", "203.0.113.255"], false),
            (["203.0.114.0", "223.255.255.255"], true),
            (["224.0.0.0", "239.255.255.255"], false),
            (["240.0.0.0", "255.255.255.255"], false),
            (["::", "::1"], false),
            (["::2", "::ffff:ffff"], false),
            (["::ffff:0:0", "::ffff:1.1.1.1"], false),
            (["64:ff9b::101:101", "64:ff9b::808:808"], true),
            (["64:ff9b::a00:1", "64:ff9b::a9fe:a9fe"], false),
            (["64:ff9b:1::", "64:ff9b:1::101:101"], false),
            (["100::", "100::ffff:ffff:ffff:ffff"], false),
            (["100:0:0:1::", "1fff::1"], false),
            (["2000::", "2000:ffff::1"], true),
            (["2001::", "2001:0:ffff::1"], false),
            (["2001:1::", "2001:1::4"], false),
            (["2001:1::1", "2001:1::3"], true),
            (["2001:2::", "2001:2:0:ffff::1"], false),
            (["2001:3::", "2001:3:ffff::1"], true),
            (["2001:4::", "2001:4:111::1"], false),
            (["2001:4:112::", "2001:4:112::1"], true),
            (["2001:10::", "2001:1f:ffff::1"], false),
            (["2001:20::", "2001:3f:ffff::1"], true),
            (["2001:40::", "2001:1ff:ffff::1"], false),
            (["2001:200::", "2001:db7:ffff::1"], true),
            (["2001:db8::", "2001:db8:ffff::1"], false),
            (["2001:db9::", "2001:ffff::1"], true),
            (["2002::1", "2002:101:101::1"], false),
            (["2003::1", "2606:4700:4700::1111"], true),
            (["2620:4f:8000::", "3ffe:ffff::1"], true),
            (["3fff::", "3fff:fff:ffff::1"], false),
            (["3fff:1000::", "3fff:ffff::1"], true),
            (["4000::1", "5eff:ffff::1"], false),
            (["5f00::", "5f00:ffff::1"], false),
            (["6000::1", "fbff::1"], false),
            (["fc00::", "fdff:ffff::1"], false),
            (["fe80::", "febf:ffff::1"], false),
            (["fec0::1", "ff02::1"], false),
        ] {
            for address in block {
                assert_eq!(public(address), is_so, "{address}");
            }
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
    }
}
