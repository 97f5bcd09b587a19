/** Holds the drawing of the graph, which is loaded when there is something to draw. */

import type { Drawing } from "../graph/drawing.ts";
import type { State } from "../state/state.ts";
import { touchedAt } from "../state/timeline.ts";
import { isDisputed } from "../state/topic-filter.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The place of the drawing, with the meaning of its dashed lines. */
export function graphDrawing({ store, words }: Context): Panel {
  const canvas = element("div", {
    class: "canvas",
    role: "img",
    "aria-label": words.memory.drawing,
  });
  const legend = element("p", { class: "hint", hidden: true }, words.memory.disputedLine);
  let drawing: Drawing | null = null;
  let loading = false;
  let failed = false;
  let closed = false;

  const load = async () => {
    loading = true;
    try {
      const { Drawing: Made } = await import("../graph/drawing.ts");
      if (closed) return;
      drawing = new Made(canvas, (ids) => store.dispatch({ type: "nodesSelected", ids }));
      follow(store.state, null);
    } catch {
      failed = true;
      canvas.removeAttribute("role");
      canvas.replaceChildren(element("p", { class: "hint" }, words.memory.noDrawing));
      setHidden(legend, true);
    }
  };
  const follow = (state: State, previous: State | null) => {
    if (!drawing) return;
    drawing.isReading = state.phase !== "idle";
    if (state.shownNodes !== previous?.shownNodes)
      drawing.update(state.shownNodes, state.moment !== null);
    drawing.show(state.foundNodes);
    drawing.select(state.selectedNodes, touchedAt(state));
  };
  return {
    element: element("div", {}, canvas, legend),
    view: (state, previous) => {
      if (failed || (state.nodes.size === 0 && drawing === null)) return;
      if (!loading) void load();
      if (state.shownNodes !== previous?.shownNodes)
        setHidden(legend, ![...state.shownNodes.values()].some(isDisputed));
      follow(state, previous);
    },
    close: () => {
      // The loading may end after it.
      closed = true;
      drawing?.close();
      drawing = null;
    },
  };
}
