/** A store of runs that this page cannot read: to be saved, and to be set aside for a new one. */

import { saveFiles } from "./aside-stores.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";

/** Advice about an unreadable store; hidden if the store is readable, or missing. */
export function unreadStorePanel({ session, words }: Context): Panel {
  const { unread } = words.stored;
  const save = element("button", { type: "button", onclick: () => saveFiles(session) });
  const anew = pressedTwice({
    texts: [unread.startAnew, unread.startAnewNow],
    onSecond: () => void session.runs.startAnew(),
  });
  const whole = element(
    "div",
    { class: "unread", hidden: true },
    element("div", { class: "actions" }, save, anew),
    element("p", { class: "hint" }, unread.kept),
  );
  return {
    element: whole,
    view: ({ stored, phase }) => {
      const code = stored?.problem?.code;
      setHidden(whole, code !== "store_corrupt" && code !== "store_too_new");
      setText(save, code === "store_corrupt" ? unread.saveDamaged : unread.save);
      anew.disabled = phase !== "idle";
    },
  };
}
