// Loaded into the real command before it (`node --import`): names lead where AMB_PLAYED_NETWORK says, and each connection to an
// address of the internet goes to the server on loopback that plays it, or else into a trap. Nothing leaves the machine.
import dns from "node:dns/promises";
import net from "node:net";

const { names, publicAddresses, port, trapPort } = JSON.parse(process.env.AMB_PLAYED_NETWORK);
const asked = new Map();

dns.lookup = async (host) => {
  const found = answersOf(host);
  if (found.length === 0) throw new Error(`${host} leads nowhere`);
  return found.map((address) => ({ address, family: net.isIP(address) }));
};

function answersOf(host) {
  if (net.isIP(host)) return [host];
  const answers = names[host];
  if (answers === undefined) {
    return /(?:^|\.)(?:example\.(?:com|net|org)|xn--[\w-]+\.com)\.?$/.test(host)
      ? publicAddresses.slice(0, 1)
      : [];
  }
  const times = asked.get(host) ?? 0;
  asked.set(host, times + 1);
  return answers[Math.min(times, answers.length - 1)] ?? [];
}

const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function played(...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const { host, lookup } = options;
  if (options.path !== undefined && host === undefined) return connect.apply(this, given);
  const go = (address) =>
    connect.call(this, { ...options, ...placeOf(address, options), lookup: undefined });
  if (net.isIP(host) || lookup === undefined) return go(host);
  lookup(host, { all: true }, (error, found) => {
    if (error) this.destroy(error);
    else go(found[0].address);
  });
  return this;
};

function placeOf(address, { port: wanted }) {
  const isItself = address === "127.0.0.1" && Number(wanted) === port;
  const isPublic = publicAddresses.includes(address) && Number(wanted) === 80;
  return { host: "127.0.0.1", port: isItself || isPublic ? port : trapPort };
}
