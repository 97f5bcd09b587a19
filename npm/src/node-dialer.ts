/** Connections of Node to addresses that the engine has judged. */
import dns from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Dialer } from "./host.ts";

/**
 * The dialer of Node. Its requests are for pages, without a body. It uses the `fetch` of the agent's own package,
 * because the built-in ones of some versions of Node do not accept its agents.
 */
export const nodeDialer: Dialer = {
  async resolve(host) {
    const found = await dns.lookup(bare(host), { all: true });
    return found.map(({ address }) => address);
  },

  async fetch({ url, method, headers, signal, redirect }, addresses) {
    const { Agent, fetch } = await import("undici");
    // An agent for one exchange: its connections lead to these addresses alone, and are not kept for another.
    const dispatcher = new Agent({ connect: { lookup: only(addresses) }, pipelining: 0 });
    const sent = { method, headers: [...headers], signal, redirect, dispatcher };
    return (await fetch(url, sent)) as unknown as Response;
  },
};

/** An IP address as it stands in a URL, without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** A look-up that returns these addresses, without a query. */
function only(addresses: string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (host, options, answer) => {
    const [first] = known;
    if (first === undefined) answer(new Error(`${host} leads nowhere`), "");
    else if (options.all) answer(null, known);
    else answer(null, first.address, first.family);
  };
}
