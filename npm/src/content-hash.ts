/** The hash of contents, by the platform. */

/**
 * Returns the SHA-256 of bytes in lower-case hexadecimal; `null` without Web Crypto, as on a page that is not served
 * securely.
 */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
