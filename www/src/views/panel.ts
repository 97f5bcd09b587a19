/** What every part of the page is made of. */

import type { Session } from "../session.ts";
import type { Store, View } from "../state/store.ts";
import type { Dictionary } from "../text/dictionary.ts";

/** A part of the page: its element, and how it follows the state. */
export interface Panel {
  readonly element: HTMLElement;
  readonly view: View;
  /** Gives back what the part holds outside of the page's elements. */
  readonly close?: () => void;
}

/** What a part may use. */
export interface Context {
  readonly store: Store;
  readonly session: Session;
  readonly words: Dictionary;
}
