/** The library beneath the documents of a question. */

import { EMPTY_LIBRARY } from "../state/library.ts";
import type { State } from "../state/state.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The question that documents are ticked for. */
export type Chooser = "draft" | "further";

/** The library, folded. Its contents are loaded once there are any. */
export function libraryPanel(context: Context, to: Chooser): Panel {
  const { store, words } = context;
  const summary = element("summary", {});
  const details = element("details", { class: "library", hidden: true }, summary);
  let contents: Panel | null = null;
  let isComing = false;
  const bring = async () => {
    const { libraryContents } = await import("./library-contents.ts");
    contents = libraryContents(context, to, details, summary);
    details.append(contents.element);
    contents.view(store.state, null);
  };
  return {
    element: details,
    view: (state, previous) => {
      setHidden(details, isEmpty(state, to));
      setText(summary, words.library.heading(state.library.documents.length));
      if (to === "draft" && isToBeSeen(state, previous)) details.open = true;
      contents?.view(state, previous);
      if (details.hidden || isComing) return;
      isComing = true;
      bring().catch(() => {
        isComing = false;
      });
    },
  };
}

/** True if there is nothing to show. Its place is there with the first document that is chosen: nothing moves later. */
function isEmpty({ draft, library }: State, to: Chooser): boolean {
  const { documents, unread, isKept, fault } = library;
  if (to === "further") return documents.length === 0;
  const isChosen = draft.documents.length > 0;
  return documents.length + unread.length === 0 && !isKept && !isChosen && fault === null;
}

/** True for a new fault, and when the first documents come while none is chosen: they were kept. */
function isToBeSeen({ draft, library }: State, previous: State | null): boolean {
  const { documents, fault } = previous?.library ?? EMPTY_LIBRARY;
  const isFirst = documents.length === 0 && library.documents.length > 0;
  return (
    (isFirst && draft.documents.length === 0) || (library.fault !== null && library.fault !== fault)
  );
}
