/** The topics in memory as a list box: one stop of the Tab key, arrow keys within. */

import { type MemoryNode, NODES_SHOWN, type State } from "../state/state.ts";
import { isDisputed } from "../state/topic-filter.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** Rows made in one frame at most. */
const ROWS_PER_FRAME = 150;

/** The list of topics. */
export function nodeList(context: Context): Panel {
  const { store, words } = context;
  const list = element("ul", { role: "listbox", class: "nodes", "aria-label": words.memory.list });
  const more = element("p", { class: "hint" });
  const rows = new Rows(list, words);
  list.addEventListener("click", ({ target }) => {
    const id = target instanceof Element ? target.closest("li")?.dataset.id : undefined;
    if (id !== undefined) store.dispatch({ type: "nodeSelected", id });
  });
  list.addEventListener("keydown", (event) => {
    const id = rows.target(event.key);
    if (id === null) return;
    event.preventDefault();
    store.dispatch({ type: "nodeSelected", id });
    rows.focus(id);
  });
  return {
    element: element("div", { class: "node-list" }, list, more),
    view: (state) => {
      rows.draw(state);
      const found = state.foundNodes?.size ?? state.nodes.size;
      const hidden = found - NODES_SHOWN;
      setHidden(list, found === 0);
      setHidden(more, hidden <= 0);
      setText(more, hidden > 0 ? words.memory.more(hidden) : "");
    },
  };
}

/** Keeps one row per node, changing only what changed. */
class Rows {
  readonly #list: HTMLElement;
  readonly #words: Context["words"];
  readonly #rows = new Map<string, { readonly row: HTMLElement; node: MemoryNode }>();
  #order: string[] = [];
  #selected: string | null = null;
  #state: State | null = null;
  #frame = 0;

  constructor(list: HTMLElement, words: Context["words"]) {
    this.#list = list;
    this.#words = words;
  }

  draw(state: State): void {
    const before = this.#state;
    this.#state = state;
    if (state.nodes !== before?.nodes || state.foundNodes !== before.foundNodes) this.#sync(state);
    if (state.topicFilter !== before?.topicFilter) this.#list.scrollTop = 0;
    if (state.selectedNode === this.#selected) return;
    this.#select(state.selectedNode);
    this.#keepOneTabStop();
  }

  focus(id: string): void {
    const row = this.#rows.get(id)?.row;
    row?.focus({ preventScroll: true });
  }

  /** The node that a key selects from the present one; `null` if there is none. */
  target(key: string): string | null {
    const at = this.#order.indexOf(this.#selected ?? "");
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: this.#order.length - 1,
      PageDown: Math.min(at + 10, this.#order.length - 1),
      PageUp: Math.max(at - 10, 0),
      Enter: Math.max(at, 0),
      " ": Math.max(at, 0),
    };
    const index = steps[key];
    return index === undefined
      ? null
      : (this.#order[Math.min(index, this.#order.length - 1)] ?? null);
  }

  #sync({ nodes, foundNodes }: State): void {
    const found = [...nodes.values()].filter(({ id }) => foundNodes?.has(id) !== false);
    const listed = new Map(found.slice(0, NODES_SHOWN).map((node) => [node.id, node]));
    for (const [id, { row }] of this.#rows) {
      if (listed.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    let made = 0;
    for (const node of listed.values()) {
      if (made === ROWS_PER_FRAME) break;
      made += this.#put(node);
    }
    this.#arrange([...listed.keys()].filter((id) => this.#rows.has(id)));
    cancelAnimationFrame(this.#frame);
    if (made === ROWS_PER_FRAME)
      this.#frame = requestAnimationFrame(() => this.#state && this.#sync(this.#state));
    this.#keepOneTabStop();
  }

  /** Puts the rows in the memory's order. */
  #arrange(order: string[]): void {
    const drawn = this.#list.children;
    const misplaced = order.some((id, index) => drawn[index] !== this.#rows.get(id)?.row);
    if (misplaced) this.#list.append(...order.flatMap((id) => this.#rows.get(id)?.row ?? []));
    this.#order = order;
  }

  /** Makes or changes a row; the number of rows made. */
  #put(node: MemoryNode): 0 | 1 {
    const known = this.#rows.get(node.id);
    if (known?.node === node) return 0;
    const row =
      known?.row ??
      element("li", {
        role: "option",
        tabindex: -1,
        // A row comes back when the filter lets it pass again.
        "aria-selected": String(node.id === this.#selected),
        "data-id": node.id,
      });
    const topic = element(
      "span",
      { class: "topic", dir: "auto" },
      shown(node.topic) || this.#words.memory.untitled,
    );
    row.replaceChildren(
      topic,
      isDisputed(node) ? element("span", { class: "disputed" }, this.#words.memory.disputed) : "",
    );
    if (known) {
      known.node = node;
      return 0;
    }
    this.#rows.set(node.id, { row, node });
    this.#list.append(row);
    return 1;
  }

  #select(id: string | null): void {
    const before = this.#rows.get(this.#selected ?? "")?.row;
    before?.setAttribute("aria-selected", "false");
    before?.setAttribute("tabindex", "-1");
    this.#selected = id;
    const row = this.#rows.get(id ?? "")?.row;
    row?.setAttribute("aria-selected", "true");
    if (row) bringIntoSight(row, this.#list);
  }

  #keepOneTabStop(): void {
    const stop = this.#rows.get(this.#selected ?? "") ?? this.#rows.get(this.#order[0] ?? "");
    if (stop?.row.tabIndex === 0) return;
    for (const row of this.#list.querySelectorAll('[tabindex="0"]'))
      row.setAttribute("tabindex", "-1");
    stop?.row.setAttribute("tabindex", "0");
  }
}

/** Scrolls the list alone: a selection made elsewhere must not move the page. */
function bringIntoSight(row: HTMLElement, list: HTMLElement): void {
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
