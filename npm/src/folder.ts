/** Folders that the page's files lie in. */

/** An absolute URL that ends in a slash. */
export function folder(address: string | URL): string {
  const absolute = new URL(address, document.baseURI).href;
  return absolute.endsWith("/") ? absolute : `${absolute}/`;
}
