/** The sample, and the confirmation before it replaces the user's own work. */

import { holdsOwnWork, type Sample } from "../state/draft.ts";
import { element } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

const SAMPLES = {
  en: {
    address: "./sample/ownership.txt",
    name: "ownership.txt",
    question: "What happens when the owner goes out of scope?",
  },
  "zh-CN": {
    address: "./sample/rust-by-example-zh.txt",
    name: "rust-by-example-zh.txt",
    question: "对象离开作用域时会发生什么？",
  },
} as const satisfies Record<string, Sample>;

/** The button that tries the sample, with its dialog. */
export function sampleButton({ store, session, words }: Context): Panel {
  const sample = words.language === "zh-CN" ? SAMPLES["zh-CN"] : SAMPLES.en;
  const run = () => void session.trySample(sample);
  const dialog = replaceDialog(words, run);
  const button = element(
    "button",
    {
      type: "button",
      onclick: () => {
        if (holdsOwnWork(store.state.draft, Object.values(SAMPLES))) dialog.showModal();
        else run();
      },
    },
    words.ask.sample,
  );
  return {
    element: element("div", { class: "sample" }, button, dialog),
    view: (state) => {
      button.disabled = state.phase !== "idle";
    },
  };
}

function replaceDialog(words: Context["words"], onReplace: () => void): HTMLDialogElement {
  const dialog = element("dialog", {
    "aria-labelledby": "replace-heading",
    "aria-describedby": "replace-text",
  });
  const keep = element(
    "button",
    { type: "button", autofocus: true, onclick: () => dialog.close() },
    words.ask.replaceKeep,
  );
  const replace = element(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => {
        dialog.close();
        onReplace();
      },
    },
    words.ask.replaceSubmit,
  );
  dialog.append(
    element("h2", { id: "replace-heading" }, words.ask.replaceHeading),
    element("p", { id: "replace-text" }, words.ask.replaceText),
    element("div", { class: "actions" }, replace, keep),
  );
  return dialog;
}
