/** The graph as a tree: each topic with its disputes, its relations and its texts, for the keyboard and for reading. */

import { NODES_SHOWN } from "../state/state.ts";
import { ALL_TOPICS } from "../state/topic-filter.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { rowOf, TopicRows } from "./topic-rows.ts";
import { moveOf, TypeAhead } from "./tree-keys.ts";

/** The tree of topics: one stop of the Tab key, arrow keys within. */
export function topicTree(context: Context): Panel {
  const { words } = context;
  const tree = element("ul", {
    role: "tree",
    class: "nodes",
    "aria-label": words.memory.list,
    "aria-multiselectable": "true",
  });
  const more = element("p", { class: "hint" });
  const rows = new TopicRows(tree, words);
  const hand = new Hand(rows, context);
  tree.addEventListener("click", (event) => hand.click(event));
  tree.addEventListener("keydown", (event) => hand.press(event));
  return {
    element: element("div", { class: "node-list" }, tree, more),
    view: (state) => {
      rows.draw(state);
      const found = state.foundNodes?.size ?? state.shownNodes.size;
      const hidden = found - NODES_SHOWN;
      setHidden(tree, found === 0);
      setHidden(more, hidden <= 0);
      setText(more, hidden > 0 ? words.memory.more(hidden) : "");
    },
  };
}

/** What the user does in the tree. */
class Hand {
  readonly #rows: TopicRows;
  readonly #store: Context["store"];
  readonly #ahead = new TypeAhead();

  constructor(rows: TopicRows, { store }: Context) {
    this.#rows = rows;
    this.#store = store;
  }

  click(event: MouseEvent): void {
    const row = rowOf(event.target);
    if (row === null) return;
    const isToggle = event.target instanceof Element && event.target.matches(".toggle");
    if (isToggle) this.#toggle(row);
    else if (event.ctrlKey || event.metaKey) this.#toggleSelected(row);
    else this.#choose(row);
  }

  press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (isComposing || metaKey || altKey) return;
    const all = this.#rows.all;
    const seen = all.map((row) => this.#rows.seen(row));
    const at = all.indexOf(document.activeElement as HTMLElement);
    const found = ctrlKey ? null : this.#ahead.find(key, seen, at, event.timeStamp);
    const move = found === null ? moveOf(key, seen, at) : { to: found };
    const row = all[at];
    if (move === null || (row === undefined && !("to" in Object(move)))) return;
    event.preventDefault();
    if (move === "choose") {
      if (row && ctrlKey) this.#toggleSelected(row);
      else if (row) this.#choose(row);
    } else if ("opens" in move) this.#rows.open(row?.dataset.id ?? "", move.opens);
    else this.#go(all[move.to], !ctrlKey);
  }

  #go(row: HTMLElement | undefined, selects: boolean): void {
    if (row === undefined) return;
    this.#rows.focus(row);
    const id = row.dataset.id ?? "";
    if (selects && !this.#isSelected(id)) this.#select([id]);
  }

  /** A topic is selected; a selected one opens or closes; a branch leads to its topic or text. */
  #choose(row: HTMLElement): void {
    const branch = this.#rows.branchOf(row);
    const id = row.dataset.id ?? "";
    if (branch?.kind === "place")
      this.#store.dispatch({ type: "placeShown", place: branch.place, citation: null });
    else if (branch?.kind === "dispute" || branch?.kind === "link") this.#follow(branch.other);
    else if (branch === undefined && this.#isSelected(id)) this.#toggle(row);
    else this.#select([id]);
  }

  #follow(id: string): void {
    const { shownNodes, foundNodes } = this.#store.state;
    if (!shownNodes.has(id)) return;
    if (foundNodes?.has(id) === false)
      this.#store.dispatch({ type: "topicsFiltered", filter: ALL_TOPICS });
    this.#select([id]);
    this.#rows.focusTopic(id);
  }

  #toggle(row: HTMLElement): void {
    const { isOpen } = this.#rows.seen(row);
    if (isOpen !== null) this.#rows.open(row.dataset.id ?? "", !isOpen);
  }

  #toggleSelected(row: HTMLElement): void {
    const id = row.dataset.id ?? "";
    const { selectedNodes } = this.#store.state;
    const others = selectedNodes.filter((one) => one !== id);
    this.#select(others.length < selectedNodes.length ? others : [...selectedNodes, id]);
  }

  #isSelected(id: string): boolean {
    const { selectedNodes } = this.#store.state;
    return selectedNodes.length === 1 && selectedNodes[0] === id;
  }

  #select(ids: readonly string[]): void {
    this.#store.dispatch({ type: "nodesSelected", ids });
  }
}
