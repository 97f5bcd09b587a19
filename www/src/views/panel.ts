/** The common interface of the page's parts. */

import type { Session } from "../session.ts";
import type { Store, View } from "../state/store.ts";
import type { Dictionary } from "../text/dictionary.ts";

/** A part of the page: its element, and how it follows the state. */
export interface Panel {
  readonly element: HTMLElement;
  readonly view: View;
  /** Releases resources of the part outside of the page's elements. */
  readonly close?: () => void;
}

/** The services for a part. */
export interface Context {
  readonly store: Store;
  readonly session: Session;
  readonly words: Dictionary;
}
