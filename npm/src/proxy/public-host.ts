/** Hosts of the public internet, told from all others. */
import ipaddr from "ipaddr.js";
import notPublic from "./not-public.json";

/** Labels of a name in the DNS: letters, digits, hyphens, and the underscores that some have. */
const NAME = /^(?!.{254})(?:[a-z0-9_-]{1,63}\.)+[a-z0-9_-]{1,63}$/;

const SUFFIXES: ReadonlySet<string> = new Set(notPublic.names.flatMap(({ suffixes }) => suffixes));

const CLOSED = notPublic.addresses.flatMap(({ ranges }) => ranges.map(ipaddr.parseCIDR));

const GLOBAL_UNICAST = ipaddr.parseCIDR(notPublic.globalUnicast.range);

/** Returns a host as it is compared: without the dots at its end, and an IPv6 address without brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/\.+$/, "").replace(/^\[(.*)\]$/, "$1");
}

/**
 * Returns true if a URL's `hostname` may be one of the public internet. The URL parser has put every spelling of an address
 * into one form by then. Where a name leads is not known yet.
 */
export function isPublicHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  if (!NAME.test(host)) return false;
  return !SUFFIXES.has(host.slice(host.lastIndexOf(".") + 1));
}

/** Returns true if an IP address is a unicast address of the public internet, and stands for no other address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  const isClosed = CLOSED.some(
    (range) => address.kind() === range[0].kind() && address.match(range),
  );
  return !isClosed && (address.kind() === "ipv4" || address.match(GLOBAL_UNICAST));
}
