/** Files that the user saves. */

import { element } from "./element.ts";

/** Has the browser save this under a name. */
export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
