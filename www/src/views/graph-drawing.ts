/** Holds the drawing of the graph, which is loaded when there is something to draw. */

import type { Drawing } from "../graph/drawing.ts";
import type { State } from "../state/state.ts";
import { element } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** Least time between two takeovers of a growing graph. */
const PAUSE_MILLISECONDS = 500;

/** The place of the drawing. */
export function graphDrawing({ store, words }: Context): Panel {
  const canvas = element("div", {
    class: "canvas",
    role: "img",
    "aria-label": words.memory.drawing,
  });
  let drawing: Drawing | null = null;
  let loading = false;
  let failed = false;
  let closed = false;
  let waiting = false;

  const load = async () => {
    loading = true;
    try {
      const { Drawing: Made } = await import("../graph/drawing.ts");
      if (closed) return;
      drawing = new Made(canvas, (id) => store.dispatch({ type: "nodeSelected", id }));
      follow(store.state);
    } catch {
      failed = true;
      canvas.removeAttribute("role");
      canvas.replaceChildren(element("p", { class: "hint" }, words.memory.noDrawing));
    }
  };
  const follow = (state: State) => {
    waiting = false;
    drawing?.update(state.nodes);
    drawing?.select(state.selectedNode);
  };
  const followWhenQuiet = () => {
    const pause = drawing?.pause ?? 0;
    if (pause > 0) setTimeout(followWhenQuiet, pause);
    else follow(store.state);
  };
  return {
    element: canvas,
    view: (state, previous) => {
      if (failed || (state.nodes.size === 0 && drawing === null)) return;
      if (!loading) void load();
      if (state.selectedNode !== previous?.selectedNode) drawing?.select(state.selectedNode);
      if (state.nodes !== previous?.nodes) {
        if (!waiting) setTimeout(followWhenQuiet, PAUSE_MILLISECONDS);
        waiting = true;
      }
    },
    close: () => {
      // A pause or the loading may end after it.
      closed = true;
      drawing?.close();
      drawing = null;
    },
  };
}
