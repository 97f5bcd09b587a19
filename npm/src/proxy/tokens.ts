/** Access tokens of users: made, hashed, and looked up in constant time. */
import { invalid } from "../fields.ts";

/** Prefix of every token that is made here, by which scanners of leaked secrets recognise one. */
const PREFIX = "amb_";

/** Random bytes of a token. */
const RANDOM_BYTES = 32;

/** Most characters of a token. */
const LONGEST_TOKEN = 512;

/** A SHA-256 digest in hexadecimal. */
const HASH = /^[0-9a-f]{64}$/i;

/** Returns a fresh token: `amb_` and 256 random bits as base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return PREFIX + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the SHA-256 digest of a token, as 64 hexadecimal digits in lower case. */
export async function hashOf(token: string): Promise<string> {
  return Array.from(await digestOf(token), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns a look-up of the user that has a token, among users with the {@link hashOf} of theirs. It takes constant
 * time, also for an unknown token (`null`). Throws `invalid_argument` for an invalid hash, or one that two users have.
 */
export function userWith(users: Record<string, string>): (token: string) => Promise<string | null> {
  const known = Object.entries(users).map(([user, hash]) => ({
    user,
    digest: bytesOf(user, hash),
  }));
  if (new Set(Object.values(users).map((hash) => hash.toLowerCase())).size < known.length) {
    throw invalid("two users have the same token: give each a token of their own");
  }
  return async (token) => {
    if (token === "" || token.length > LONGEST_TOKEN) return null;
    const digest = await digestOf(token);
    let found = -1;
    for (const [at, one] of known.entries()) {
      const isSame = Number(difference(one.digest, digest) === 0);
      // Arithmetic instead of a branch: each user costs the same.
      found = isSame * at + (1 - isSame) * found;
    }
    return known[found]?.user ?? null;
  };
}

/** All bits in which two digests differ, folded into one byte. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let bits = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) bits |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return bits;
}

function bytesOf(user: string, hash: unknown): Uint8Array {
  if (user === "") throw invalid("a user has an empty name: give each user a name");
  if (typeof hash !== "string" || !HASH.test(hash)) {
    throw invalid(
      `the hash of user ${JSON.stringify(user)} is no SHA-256 digest in hexadecimal: store what hashOf(token) returns`,
    );
  }
  return Uint8Array.from({ length: 32 }, (_, at) =>
    Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16),
  );
}

async function digestOf(token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
