/** A notice if an answer rests on a part of a document. */

import { partlyRead } from "../state/reading.ts";
import type { State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The notices near the answer, one for each document that was read in part. */
export function partlyReadNotice({ words }: Context): Panel {
  const place = element("div", { class: "partly-read", role: "status" });
  let told = "";
  return {
    element: place,
    view: (state) => {
      const sentences = sentencesOf(state, words);
      if (sentences.join("\n") === told) return;
      told = sentences.join("\n");
      place.replaceChildren(
        ...sentences.map((text) => element("p", { class: "notice caution", dir: "auto" }, text)),
      );
    },
  };
}

/** One sentence for each document that memory does not hold all of. */
export function sentencesOf(
  state: Pick<State, "answer" | "documents" | "sources">,
  { reading }: Context["words"],
): string[] {
  const follows = state.answer === null ? reading.nextAnswer : reading.thisAnswer;
  return partlyRead(state).map(({ name, percent }) =>
    percent === null ? reading.unread(shown(name)) : follows(reading.part(shown(name), percent)),
  );
}
