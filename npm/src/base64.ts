/** Bytes as text, where JSON carries them. */

/** Bytes that are encoded at once: a multiple of three, so that the parts join without padding. */
const PART = 3 * 8192;

/** The base64 text of bytes, as `atob` reads it. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PART))));
  }
  return parts.join("");
}
