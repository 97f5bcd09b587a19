/** The rows of the tree of topics: only what changed is drawn, and a long memory takes several frames. */

import { type Branch, branchesOf, isBranched } from "../state/branches.ts";
import { type MemoryNode, NODES_SHOWN, type State } from "../state/state.ts";
import { touchedAt } from "../state/timeline.ts";
import { isDisputed } from "../state/topic-filter.ts";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";
import type { Context } from "./panel.ts";
import type { TreeRow } from "./tree-keys.ts";

/** Rows of topics made in one frame at most. */
const ROWS_PER_FRAME = 150;

/** A topic in the tree, with its branches while it is open. */
interface Topic {
  readonly row: HTMLElement;
  node: MemoryNode;
  branches: readonly { readonly row: HTMLElement; readonly branch: Branch }[];
  /** The branches as text: they are drawn anew when it changes. */
  told: string;
}

/** The rows in a tree's element. */
export class TopicRows {
  readonly #tree: HTMLElement;
  readonly #words: Context["words"];
  readonly #topics = new Map<string, Topic>();
  readonly #open = new Set<string>();
  #state: State | null = null;
  #frame = 0;
  /** The one row that the Tab key reaches. */
  #stop: HTMLElement | null = null;
  /** A topic that gets the focus once it has a row. */
  #awaited: string | null = null;

  constructor(tree: HTMLElement, words: Context["words"]) {
    this.#tree = tree;
    this.#words = words;
    tree.addEventListener("focusin", ({ target }) => this.#stopAt(rowOf(target)));
  }

  /** The rows in their order. */
  get all(): readonly HTMLElement[] {
    return [...this.#tree.children] as HTMLElement[];
  }

  /** A row as the keys see it. */
  seen(row: HTMLElement): TreeRow {
    const expanded = row.getAttribute("aria-expanded");
    return {
      level: Number(row.getAttribute("aria-level")),
      isOpen: expanded === null ? null : expanded === "true",
      text: row.querySelector(".topic")?.textContent ?? "",
    };
  }

  /** The branch of a row; `undefined` for a topic's row. */
  branchOf(row: HTMLElement): Branch | undefined {
    const topic = this.#topics.get(row.dataset.id ?? "");
    return topic?.branches.find((one) => one.row === row)?.branch;
  }

  draw(state: State): void {
    const before = this.#state;
    this.#state = state;
    const isSame =
      state.shownNodes === before?.shownNodes &&
      state.foundNodes === before.foundNodes &&
      state.sources === before.sources;
    if (!isSame) this.#sync(state);
    if (state.topicFilter !== before?.topicFilter) this.#tree.scrollTop = 0;
    if (state.moment !== before?.moment || state.timeline !== before.timeline) this.#touch(state);
    if (state.selectedNodes !== before?.selectedNodes) this.#select(state.selectedNodes);
  }

  /** Shows or hides the branches of a topic. */
  open(id: string, opens: boolean): void {
    const topic = this.#topics.get(id);
    if (!topic || this.#state === null) return;
    if (opens) this.#open.add(id);
    else this.#open.delete(id);
    this.#tell(topic, this.#state);
  }

  /** Focuses a row, and scrolls the tree alone. */
  focus(row: HTMLElement): void {
    row.focus({ preventScroll: true });
    bringIntoSight(row, this.#tree);
  }

  /** Focuses a topic's row, now or once it is drawn. */
  focusTopic(id: string): void {
    this.#awaited = id;
    this.#focusAwaited();
  }

  #focusAwaited(): void {
    const row = this.#topics.get(this.#awaited ?? "")?.row;
    if (!row) return;
    this.#awaited = null;
    this.focus(row);
  }

  #sync(state: State): void {
    const held = rowOf(document.activeElement);
    const found = [...state.shownNodes.values()].filter(
      ({ id }) => state.foundNodes?.has(id) !== false,
    );
    const listed = new Map(found.slice(0, NODES_SHOWN).map((node) => [node.id, node]));
    for (const [id, topic] of this.#topics) if (!listed.has(id)) this.#drop(id, topic);
    let made = 0;
    for (const node of listed.values()) {
      if (made === ROWS_PER_FRAME) break;
      made += this.#put(node, state);
    }
    this.#arrange([...listed.keys()].flatMap((id) => this.#topics.get(id) ?? []));
    cancelAnimationFrame(this.#frame);
    if (made === ROWS_PER_FRAME)
      this.#frame = requestAnimationFrame(() => this.#state && this.#sync(this.#state));
    this.#keepTabStop(state);
    this.#focusAwaited();
    if (held && this.#tree !== held && document.activeElement === document.body)
      (held.isConnected ? held : this.#stop)?.focus({ preventScroll: true });
  }

  #drop(id: string, { row, branches }: Topic): void {
    for (const one of [row, ...branches.map((branch) => branch.row)]) one.remove();
    this.#topics.delete(id);
  }

  /** Puts the rows in the memory's order. */
  #arrange(topics: readonly Topic[]): void {
    const rows = topics.flatMap(({ row, branches }) => [row, ...branches.map((one) => one.row)]);
    const drawn = this.#tree.children;
    if (rows.some((row, index) => drawn[index] !== row)) this.#tree.append(...rows);
  }

  /** Makes or changes a topic's rows; the number of topics made. */
  #put(node: MemoryNode, state: State): 0 | 1 {
    const known = this.#topics.get(node.id);
    const topic = known ?? { row: this.#made(node.id, state), node, branches: [], told: "" };
    if (!known) {
      this.#topics.set(node.id, topic);
      this.#tree.append(topic.row);
    }
    const isSame = known?.node.topic === node.topic && isDisputed(known.node) === isDisputed(node);
    topic.node = node;
    if (!isSame) topic.row.replaceChildren(...this.#content(node));
    this.#tell(topic, state);
    return known ? 0 : 1;
  }

  #made(id: string, { selectedNodes }: State): HTMLElement {
    return element("li", {
      role: "treeitem",
      "aria-level": 1,
      "aria-selected": String(selectedNodes.includes(id)),
      tabindex: -1,
      "data-id": id,
    });
  }

  #content(node: MemoryNode): HTMLElement[] {
    const { untitled, disputed } = this.#words.memory;
    const topic = element("span", { class: "topic", dir: "auto" }, shown(node.topic) || untitled);
    return [
      element("span", { class: "toggle", "aria-hidden": "true" }),
      topic,
      ...(isDisputed(node) ? [element("span", { class: "disputed" }, disputed)] : []),
    ];
  }

  /** Draws the branches of an open topic, and tells whether it is open. */
  #tell(topic: Topic, state: State): void {
    const { row, node } = topic;
    const isOpen = this.#open.has(node.id);
    const expanded = isBranched(node) ? String(isOpen) : null;
    if (expanded === null) row.removeAttribute("aria-expanded");
    else if (row.getAttribute("aria-expanded") !== expanded)
      row.setAttribute("aria-expanded", expanded);
    const branches = isOpen ? branchesOf(node, state.sources) : [];
    const names = branches.map((branch) => this.#nameOf(branch, state));
    const told = isOpen ? JSON.stringify([branches, names]) : "";
    if (told === topic.told) return;
    topic.told = told;
    const held = topic.branches.findIndex((one) => one.row === document.activeElement);
    for (const one of topic.branches) one.row.remove();
    topic.branches = branches.map((branch, index) => ({
      branch,
      row: this.#branch(node.id, branch, names[index] ?? ""),
    }));
    row.after(...topic.branches.map((one) => one.row));
    if (held >= 0)
      this.focus(topic.branches[Math.min(held, topic.branches.length - 1)]?.row ?? row);
  }

  #nameOf(branch: Branch, { shownNodes }: State): string {
    if (branch.kind === "place") return shown(branch.place.document);
    if (branch.kind === "document") return shown(branch.text);
    return shown(shownNodes.get(branch.other)?.topic ?? "") || this.#words.memory.untitled;
  }

  #branch(id: string, branch: Branch, name: string): HTMLElement {
    const { kind } = branch;
    const text = kind === "document" ? "" : shown(branch.text);
    return element(
      "li",
      { role: "treeitem", "aria-level": 2, tabindex: -1, "data-id": id, class: kind },
      element("span", { class: "kind" }, this.#words.memory.branches[kind]),
      " ",
      element("span", { class: "topic", dir: "auto" }, name),
      text !== "" && " ",
      text !== "" && element("span", { class: "told hint", dir: "auto" }, text),
    );
  }

  #touch(state: State): void {
    const touched = touchedAt(state);
    for (const row of this.#tree.querySelectorAll(".touched")) row.classList.remove("touched");
    for (const id of touched) this.#topics.get(id)?.row.classList.add("touched");
  }

  #select(ids: readonly string[]): void {
    for (const row of this.#tree.querySelectorAll('[aria-selected="true"]'))
      row.setAttribute("aria-selected", "false");
    for (const id of ids) this.#topics.get(id)?.row.setAttribute("aria-selected", "true");
    const first = this.#topics.get(ids[0] ?? "")?.row;
    if (!first || this.#tree.contains(document.activeElement)) return;
    this.#stopAt(first);
    bringIntoSight(first, this.#tree);
  }

  #keepTabStop({ selectedNodes }: State): void {
    if (this.#stop?.isConnected) return;
    const selected = selectedNodes.flatMap((id) => this.#topics.get(id)?.row ?? []);
    this.#stopAt(selected[0] ?? (this.#tree.firstElementChild as HTMLElement | null));
  }

  #stopAt(row: HTMLElement | null): void {
    if (row === this.#stop) return;
    this.#stop?.setAttribute("tabindex", "-1");
    row?.setAttribute("tabindex", "0");
    this.#stop = row;
  }
}

/** The row that something stands in. */
export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
}

/** Scrolls the tree alone: a selection made elsewhere must not move the page. */
function bringIntoSight(row: HTMLElement, tree: HTMLElement): void {
  const [inner, outer] = [row.getBoundingClientRect(), tree.getBoundingClientRect()];
  if (inner.top < outer.top) tree.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) tree.scrollTop += inner.bottom - outer.bottom;
}
