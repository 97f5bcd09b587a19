/** Target addresses of the proxy. Only the parsed form is checked, and only that form is fetched. */
import { Refusal } from "./refusal.ts";

/** Most characters of an address, as it is given and as it is sent: it must fit into a header. */
const LONGEST = 8192;
const TOO_LONG = `the address is longer than ${LONGEST} characters`;

/**
 * The beginning of an absolute address without anything that parsers read in different ways: exactly two slashes, no
 * userinfo, no backslash before the query.
 */
const PLAIN = /^https?:\/\/[^/?#\\@]+(?:\/[^?#\\]*)?(?:[?#]|$)/i;

/** Characters that the URL parser removes or trims, and the replacement of invalid UTF-8. */
const STRIPPED = /\p{Cc}|\ufffd|^\s|\s$/u;

/** Returns the target of a request: its only parameter, `url`. Throws a `Refusal`. */
export function targetOf(request: Request): URL {
  const parameters = [...new URL(request.url).searchParams];
  const [target] = parameters;
  if (parameters.length !== 1 || target?.[0] !== "url") {
    throw malformed("give one parameter, url, with the whole address percent-encoded");
  }
  return absolute(target[1]);
}

/** Reads an absolute address. Throws a `Refusal`. */
export function absolute(text: string): URL {
  if (text.length > LONGEST) throw malformed(TOO_LONG);
  if (STRIPPED.test(text)) {
    throw malformed(
      "the address holds control characters, or blanks around it: percent-encode them",
    );
  }
  if (!PLAIN.test(text)) {
    throw malformed(
      "the address must begin with http:// or https:// and a host, and hold no user name, password or backslash",
    );
  }
  if (!URL.canParse(text)) throw malformed("the address cannot be parsed: check its host and port");
  const url = withoutFragment(new URL(text));
  if (url.href.length > LONGEST) throw malformed(TOO_LONG);
  return url;
}

/** Returns the target of a redirect of `from`; `null` if it is no address. */
export function redirected(location: string, from: URL): URL | null {
  const text = fromBytes(location);
  if (text.length > LONGEST || STRIPPED.test(text) || /^[^?#]*\\/.test(text)) return null;
  if (!URL.canParse(text, from.href)) return null;
  const url = new URL(text, from.href);
  const isOfWeb = url.protocol === "http:" || url.protocol === "https:";
  const isPlain = isOfWeb && !url.username && !url.password && url.href.length <= LONGEST;
  return isPlain ? withoutFragment(url) : null;
}

/** A header's bytes, which some hosts give one character each, as the UTF-8 that they mostly are. */
function fromBytes(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  if (codes.every((code) => code < 0x80) || codes.some((code) => code > 0xff)) return text;
  return new TextDecoder().decode(Uint8Array.from(codes));
}

function withoutFragment(url: URL): URL {
  url.hash = "";
  return url;
}

function malformed(message: string): Refusal {
  return new Refusal("request_malformed", message);
}
