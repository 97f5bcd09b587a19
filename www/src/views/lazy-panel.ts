/** A part of the page whose code is loaded once there is something to show. */

import type { State } from "../state/state.ts";
import { element } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The part, and when it is wanted. */
export interface LazyPart {
  readonly isWanted: (state: State) => boolean;
  readonly load: () => Promise<Panel>;
  /** Shown in its place if it cannot be loaded. */
  readonly failed: string;
}

/** The place of the part; it is empty until the part is loaded. */
export function lazyPanel({ store }: Context, { isWanted, load, failed }: LazyPart): Panel {
  const place = element("div", {});
  let panel: Panel | null = null;
  let isLoading = false;
  let isClosed = false;
  const start = async () => {
    isLoading = true;
    try {
      const loaded = await load();
      if (isClosed) return loaded.close?.();
      panel = loaded;
      place.replaceChildren(loaded.element);
      loaded.view(store.state, null);
    } catch {
      place.replaceChildren(element("p", { class: "hint" }, failed));
    }
  };
  return {
    element: place,
    view: (state, previous) => {
      if (panel !== null) panel.view(state, previous);
      else if (!isLoading && isWanted(state)) void start();
    },
    close: () => {
      // The loading may end after it.
      isClosed = true;
      panel?.close?.();
    },
  };
}
