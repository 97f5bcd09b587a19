/** Addresses that are relative to the page. */

/** The base of relative addresses: the page's, or the calling worker's. */
export function baseAddress(): string {
  return globalThis.document?.baseURI ?? globalThis.location?.href ?? "file:///";
}

/** An absolute URL that ends in a slash. */
export function folder(address: string | URL): string {
  const absolute = new URL(address, baseAddress()).href;
  return absolute.endsWith("/") ? absolute : `${absolute}/`;
}
