/** The access token that an invitation link brings along: `https://…/#token=…`. */

/** The address bar's part of a window. */
export interface AddressBar {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState" | "state">;
}

const FRAGMENT = "#token=";

/**
 * Takes the token out of the address, so that it is in no bookmark and no copied link. Returns `null` if the address
 * has none; any other fragment stays.
 */
export function takeInvitation({ location, history }: AddressBar): string | null {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(FRAGMENT)) return null;
  history.replaceState(history.state, "", `${pathname}${search}`);
  return decoded(hash.slice(FRAGMENT.length)).trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
