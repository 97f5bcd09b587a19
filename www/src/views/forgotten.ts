/** Forgotten memories, which can be restored until they are purged. */

import type { Forgotten } from "../bank/types.ts";
import { momentText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden } from "./element.ts";
import { keepingFocus } from "./kept-focus.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";
import { memoryRelations } from "./relations.ts";

/** The list, page by page; nothing is shown while nothing is forgotten. */
export function forgottenList(context: Context): Panel {
  const { session, words } = context;
  const text = words.longTerm;
  const list = element("ul", {});
  const relations = memoryRelations(context);
  const heading = element("h2", { tabindex: "-1" }, text.forgottenHeading);
  const more = element(
    "button",
    { type: "button", onclick: () => void session.longTerm.moreForgotten() },
    text.more,
  );
  const section = element(
    "div",
    { class: "forgotten" },
    heading,
    element("p", { class: "hint" }, text.forgottenHint),
    list,
    more,
  );
  return {
    element: section,
    view: ({ longTerm }, previous) => {
      const { items, next } = longTerm.forgotten;
      setHidden(section, items.length === 0);
      setHidden(more, next === null);
      const isSame =
        previous?.longTerm.forgotten === longTerm.forgotten &&
        previous.longTerm.lookedUp === longTerm.lookedUp;
      if (isSame) return;
      keepingFocus(list, heading, () =>
        list.replaceChildren(...items.map((one) => row(one, relations(one.entry), context))),
      );
    },
  };
}

function row(
  { entry, forgotten_at: at, reason }: Forgotten,
  relations: HTMLElement[],
  { session, words }: Context,
): HTMLElement {
  const text = words.longTerm;
  const content = shown(entry.content);
  const facts = [text.forgottenAt(momentText(at, words.language)), text.reasons[reason.why]];
  return element(
    "li",
    {},
    element("p", { class: "remembered", dir: "auto", lang: languageOf(content) }, content),
    element("p", { class: "hint" }, facts.join(" · ")),
    ...relations,
    element(
      "div",
      { class: "actions" },
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-key": `restore ${entry.id}`,
          "aria-label": text.label(text.restore, content),
          onclick: () => void session.longTerm.restore([entry.id]),
        },
        text.restore,
      ),
      pressedTwice({
        texts: [text.remove, text.removeForGood],
        label: (button) => text.label(button, content),
        key: `delete ${entry.id}`,
        onSecond: () => void session.longTerm.purge(entry.id),
      }),
    ),
  );
}
