/** The keys of a tree, as the ARIA Authoring Practices have them. */

/** A row of a tree whose parents are open. */
export interface TreeRow {
  /** 1 for the outermost rows. */
  readonly level: number;
  /** True if its children are shown; `null` if it has none. */
  readonly isOpen: boolean | null;
  readonly text: string;
}

/** The effect of a key: the row that it leads to, or that the present row is opened or closed. */
export type Move =
  | { readonly to: number }
  | { readonly opens: boolean }
  /** The present row is chosen. */
  | "choose";

const PAGE = 10;

/** Milliseconds after which letters begin a new search. */
const PAUSE = 700;

/** Returns the effect of a key in the row at `at`, -1 for none; `null` for a key that means nothing here. */
export function moveOf(key: string, rows: readonly TreeRow[], at: number): Move | null {
  const last = rows.length - 1;
  const row = rows[at];
  if (last < 0) return null;
  const to = (index: number): Move => ({ to: Math.max(0, Math.min(index, last)) });
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "PageDown":
      return to(at + PAGE);
    case "PageUp":
      return to(at - PAGE);
    case "Home":
      return to(0);
    case "End":
      return to(last);
    case "Enter":
    case " ":
      return "choose";
    case "ArrowRight":
      if (row === undefined || row.isOpen === null) return null;
      return row.isOpen ? to(at + 1) : { opens: true };
    case "ArrowLeft":
      if (row?.isOpen) return { opens: false };
      return row === undefined ? null : parentOf(rows, at);
    default:
      return null;
  }
}

function parentOf(rows: readonly TreeRow[], at: number): Move | null {
  const level = rows[at]?.level ?? 1;
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level);
  return parent < 0 ? null : { to: parent };
}

/** Finds rows by their first letters. */
export class TypeAhead {
  #typed = "";
  #last = Number.NEGATIVE_INFINITY;

  /** The next row that begins with the letters typed so far; `null` for none, and for a key that is no letter. */
  find(key: string, rows: readonly TreeRow[], at: number, now: number): number | null {
    const isLetter = [...key].length === 1 && (key !== " " || this.#isGoingOn(now));
    if (!isLetter) return null;
    const typed = (this.#isGoingOn(now) ? this.#typed : "") + key.toLocaleLowerCase();
    this.#typed = typed;
    this.#last = now;
    // The same letter again leads on to the next row that begins with it.
    const isRepeated = [...typed].every((letter) => letter === typed[0]);
    const wanted = isRepeated ? (typed[0] ?? "") : typed;
    const first = isRepeated ? at + 1 : Math.max(at, 0);
    const order = [...rows.keys()].map((index) => (first + index) % rows.length);
    return order.find((index) => begins(rows[index], wanted)) ?? null;
  }

  #isGoingOn(now: number): boolean {
    return this.#typed !== "" && now - this.#last < PAUSE;
  }
}

function begins(row: TreeRow | undefined, letters: string): boolean {
  return row?.text.trim().toLocaleLowerCase().startsWith(letters) === true;
}
