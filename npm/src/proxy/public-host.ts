/** Classification of hosts of the public internet. */
import ipaddr from "ipaddr.js";
import specialAddresses from "../../../crates/llm/src/reader/special-addresses.json";
import notPublic from "./not-public.json";

/** Labels of a name in the DNS: letters, digits, hyphens, and the underscores that some have. */
const NAME = /^(?!.{254})(?:[a-z0-9_-]{1,63}\.)+[a-z0-9_-]{1,63}$/;

const SUFFIXES: ReadonlySet<string> = new Set(notPublic.names.flatMap(({ suffixes }) => suffixes));

/** Blocks of addresses, the longest prefixes first. The engine judges by the same table. */
const BLOCKS = specialAddresses.lists
  .flatMap(({ blocks }) => blocks)
  .map(({ block, reachable }) => ({
    range: ipaddr.parseCIDR(block),
    isReachable: reachable === true,
  }))
  .sort((one, other) => other.range[1] - one.range[1]);

/** The prefix of NAT64 (RFC 6052), whose addresses end with an IPv4 address. */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/** Returns a host in the form of comparisons: without the dots at its end, and an IPv6 address without brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/\.+$/, "").replace(/^\[(.*)\]$/, "$1");
}

/**
 * Returns true if a URL's `hostname` may be of the public internet. The URL parser has normalised the spelling of
 * addresses. A name is not resolved yet.
 */
export function isPublicHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  if (!NAME.test(host)) return false;
  return !SUFFIXES.has(host.slice(host.lastIndexOf(".") + 1));
}

/**
 * Returns true if an IP address is globally reachable: by the most specific block of the table that holds it, and for
 * an address of NAT64 also by the IPv4 address within.
 */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && isReachable(ipaddr.parse(text));
}

type Address = ReturnType<typeof ipaddr.parse>;

function isReachable(address: Address): boolean {
  const found = BLOCKS.find(({ range }) => isWithin(address, range));
  if (found?.isReachable !== true) return false;
  return !isWithin(address, NAT64) || isReachable(lastFourBytes(address));
}

function isWithin(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

function lastFourBytes(address: Address): Address {
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}
