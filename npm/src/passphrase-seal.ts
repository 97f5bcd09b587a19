/** By a seal a tab finds out whether it has the passphrase of a store that another tab has open. */
import { MemoryBankError } from "./errors.ts";
import type { StoreError } from "./generated.ts";

/** A hash of a passphrase, as slow to try as the store's own key; it opens nothing. */
export interface Seal {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  hash: Uint8Array<ArrayBuffer>;
}

const ITERATIONS = 600_000;
const HASH_BITS = 256;
const SALT_BYTES = 16;

/** The random part of a seal. */
export function newSalt(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SALT_BYTES));
}

/** The seal of a passphrase; `null` for a store without one. */
export async function sealOf(
  passphrase: string | undefined,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Seal | null> {
  if (passphrase === undefined) return null;
  return { salt, iterations: ITERATIONS, hash: await hashOf(passphrase, salt, ITERATIONS) };
}

/** Throws the store's own error for this passphrase, unless it is the sealed one. */
export async function checkSeal(seal: Seal | null, passphrase: string | undefined): Promise<void> {
  if (seal === null) {
    if (passphrase !== undefined) throw refusal("not_encrypted");
    return;
  }
  if (passphrase === undefined) throw refusal("passphrase_needed");
  const hash = await hashOf(passphrase, seal.salt, seal.iterations);
  if (!isSame(hash, seal.hash)) throw refusal("passphrase_wrong");
}

async function hashOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = crypto;
  // As the store reads it, for any composition of accents.
  const bytes = new TextEncoder().encode(passphrase.normalize("NFC"));
  const key = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const way = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await subtle.deriveBits(way, key, HASH_BITS));
}

/** Compares all bytes, in constant time. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}

type Refused = Extract<
  StoreError["kind"],
  "passphrase_needed" | "passphrase_wrong" | "not_encrypted"
>;

/** Codes and messages of the store's own `StoreError`. */
const REFUSALS: Record<Refused, [code: string, message: string]> = {
  passphrase_needed: [
    "passphrase_needed",
    "the stored database is encrypted: open it with its passphrase",
  ],
  passphrase_wrong: [
    "passphrase_wrong",
    "this is not the passphrase of the stored database, or its beginning is damaged: nothing was changed; try the passphrase again",
  ],
  not_encrypted: [
    "store_not_encrypted",
    "the stored database is not encrypted: open it without a passphrase, and encrypt it by changing its passphrase",
  ],
};

function refusal(kind: Refused): MemoryBankError {
  const [code, message] = REFUSALS[kind];
  return new MemoryBankError(code, message, { store: { kind } });
}
