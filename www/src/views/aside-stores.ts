/** Stores of runs that were set aside: to be saved, used again, or deleted. */

import type { AsideStore } from "../bank/types.ts";
import type { Session } from "../session.ts";
import { sizeText } from "../text/dictionary.ts";
import { download } from "./download.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";

/** The list of stores that were set aside; hidden while it is empty. */
export function asideStoresPanel(context: Context): Panel {
  const list = element("ul", { class: "aside", hidden: true });
  return {
    element: list,
    view: ({ stored, phase }, previous) => {
      if (previous?.stored === stored && previous?.phase === phase) return;
      const aside = stored?.aside ?? [];
      setHidden(list, aside.length === 0);
      list.replaceChildren(...aside.map((store) => row(store, phase === "idle", context)));
    },
  };
}

function row(store: AsideStore, isIdle: boolean, { session, words }: Context): HTMLElement {
  const { number, reason, bytes } = store;
  const { unread, remove, removeForGood, label } = words.stored;
  const what = unread.aside[reason];
  const button = (text: string, onclick: () => void) =>
    element(
      "button",
      { type: "button", disabled: !isIdle, "aria-label": label(text, what), onclick },
      text,
    );
  return element(
    "li",
    {},
    element("p", {}, what),
    element("p", { class: "hint" }, sizeText(bytes, words.language)),
    element(
      "div",
      { class: "actions" },
      button(unread.save, () => saveFiles(session, number)),
      reason !== "store_corrupt" &&
        button(unread.takeBack, () => void session.runs.takeBack(number)),
      pressedTwice({
        texts: [remove, removeForGood],
        label: (text) => label(text, what),
        disabled: !isIdle,
        onSecond: () => void session.runs.deleteAside(number),
      }),
    ),
  );
}

/** Saves the files of the unreadable store, or of one that was set aside. */
export function saveFiles({ runs }: Session, aside?: number): void {
  void runs.files(aside).then((files) => {
    for (const file of files) download(`agentic-memory-bank-${file.name}`, file);
  });
}
