/** A run's use of long-term memory: items it was given, loops found, lessons learned from it. */

import { leavingOut, type MemoryUse } from "../state/long-term.ts";
import type { Given, Learned, Loop } from "../state/work.ts";
import { shown } from "../text/shown.ts";
import { runTrustText } from "../text/trust.ts";
import { element, languageOf } from "./element.ts";
import type { Context } from "./panel.ts";

type Item = Given["items"][number];

/** The items given for one purpose, each with its source, reason and trust. */
export function givenLists(
  given: readonly Given[],
  use: MemoryUse,
  context: Context,
): HTMLElement[] {
  return given
    .filter(({ items }) => items.length > 0)
    .map(({ purpose, items }) =>
      element(
        "div",
        { class: "given" },
        element("p", { class: "hint" }, context.words.longTerm.given[purpose]),
        element("ul", {}, ...items.map((item) => itemRow(item, use, context))),
      ),
    );
}

function itemRow(item: Item, use: MemoryUse, context: Context): HTMLElement {
  const { store, words } = context;
  const text = words.longTerm.given;
  const content = shown(item.text);
  const isLeftOut = use.without.includes(item.id);
  const label = isLeftOut ? text.useAgain : text.leaveOut;
  const choose = () => {
    const chosen = leavingOut(store.state.memoryUse, item.id, !isLeftOut);
    store.dispatch({ type: "memoryUseChosen", use: chosen });
  };
  const facts = [...originOf(item, words), ...(isLeftOut ? [text.leftOut] : [])];
  return element(
    "li",
    { class: item.isWarning ? "warns" : null },
    element("p", { class: "remembered", dir: "auto", lang: languageOf(content) }, content),
    element("p", { class: "hint" }, facts.join(" · ")),
    element(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-key": item.id,
        "aria-label": words.longTerm.label(label, content),
        onclick: choose,
      },
      label,
    ),
  );
}

/** Source, reason and trust of an item. */
export function originOf(
  { kind, isWarning, trust, foundBy }: Pick<Item, "kind" | "isWarning" | "trust" | "foundBy">,
  words: Context["words"],
): string[] {
  const text = words.longTerm;
  const isFromRuns = kind === "methodology" || kind === "fragment";
  const found = foundBy.map((by) => {
    if ("channel" in by) {
      const { channel, rank } = by.channel;
      return text.place(text.channels[channel] ?? channel, rank);
    }
    const { dimension, rank } = by.dimension;
    return text.place(text.dimensions[dimension] ?? dimension, rank);
  });
  return [
    ...(isWarning ? [text.given.warns] : []),
    text.given.kinds[kind] ?? kind,
    isFromRuns ? runTrustText(trust, words) : (text.trust[trust] ?? trust),
    ...found,
  ];
}

/** A line for each loop. */
export function loopLines(loops: readonly Loop[], { words }: Context): HTMLElement[] {
  const text = words.longTerm.given;
  return loops.map(({ actions, errorType, repeats }) =>
    element(
      "p",
      { class: "loop", dir: "auto" },
      text.loopFound(actions.map(shown).join(" → "), shown(errorType), repeats),
    ),
  );
}

/** The lessons of the run, once they are known. */
export function learnedLine(learned: Learned | null, { words }: Context): HTMLElement[] {
  if (learned === null) return [];
  const text = words.longTerm.given;
  const { steps, fragments, whyNothing } = learned;
  const said =
    whyNothing === null ? text.learned(steps, fragments) : text.learnedNothing(shown(whyNothing));
  return [element("p", { class: "hint learned" }, said)];
}
