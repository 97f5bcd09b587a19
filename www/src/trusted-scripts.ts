/** Trusted Types: no text becomes markup or a script, and workers are started from this page's own origin alone. */

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

/** Makes the page's one policy, where the browser has such. The page's Content Security Policy asks for it. */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  trustedTypes?.createPolicy("default", { createScriptURL: ownAddress });
}

/** The address, if it is of this page's origin. Throws otherwise. */
function ownAddress(address: string): string {
  if (new URL(address, document.baseURI).origin === location.origin) return address;
  throw new TypeError(`no script of another origin is loaded: ${address}`);
}
