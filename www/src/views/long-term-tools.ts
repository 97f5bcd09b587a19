/** Search, export, import and tidying up of memories; and the outcome of the last action. */

import { FOUND } from "../bank/long-term.ts";
import {
  changedBlocks,
  type Done,
  type LongTerm,
  methodologiesFound,
  NO_CORE,
  offeredCore,
  runsFound,
  type Search,
} from "../state/long-term.ts";
import type { State } from "../state/state.ts";
import { download } from "./download.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { memoriesShown } from "./relations.ts";

const FILE_NAME = "long-term-memory.jsonl";

/** The tools, above the lists. */
export function longTermTools(context: Context): Panel {
  const { words } = context;
  const [search, file] = [searchForm(context), fileButtons(context)];
  const status = statusLine(context);
  return {
    element: element(
      "div",
      { class: "tools-of-memory" },
      search.element,
      file.element,
      element("p", { class: "hint" }, words.longTerm.tidyUpHint),
      status.element,
    ),
    view: (state, previous) => {
      for (const part of [search, file, status]) part.view(state, previous);
    },
  };
}

function searchForm({ session, words }: Context): Panel {
  const text = words.longTerm;
  const input = element("input", {
    id: "memory-search",
    type: "text",
    dir: "auto",
    autocomplete: "off",
  });
  const all = element(
    "button",
    {
      type: "button",
      onclick: () => {
        input.value = "";
        input.focus();
        void session.longTerm.search("");
      },
    },
    text.searchAll,
  );
  const form = element(
    "form",
    { class: "line", role: "search" },
    element("label", { for: "memory-search" }, text.search),
    element(
      "div",
      { class: "row" },
      input,
      element("button", { type: "submit" }, text.searchSubmit),
      all,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.longTerm.search(input.value);
  });
  return {
    element: form,
    view: ({ longTerm }, previous) => {
      setHidden(all, longTerm.search === null);
      // A page that is drawn anew, as in another language, shows the search text.
      if (previous === null) input.value = longTerm.search?.text ?? "";
      else if (endsSearch(previous.longTerm, longTerm)) input.value = "";
    },
  };
}

/** True if all entries are listed again, or will be when the panel is opened again: then no search is shown. */
export function endsSearch(before: LongTerm, after: LongTerm): boolean {
  return (before.isOpen && !after.isOpen) || (before.search !== null && after.search === null);
}

function fileButtons({ session, words }: Context): Panel {
  const text = words.longTerm;
  const save = async () => {
    const file = await session.longTerm.export();
    if (file !== null) download(FILE_NAME, file);
  };
  const chosen = element("input", {
    type: "file",
    accept: ".jsonl,application/jsonl",
    hidden: true,
    id: "memory-file",
    "aria-label": text.import,
  });
  chosen.addEventListener("change", () => {
    const [file] = chosen.files ?? [];
    // The same file may be chosen again.
    chosen.value = "";
    if (file) void session.longTerm.import(file);
  });
  const button = (label: string, onclick: () => void) =>
    element("button", { type: "button", onclick }, label);
  const buttons = [
    button(text.export, () => void save()),
    button(text.import, () => chosen.click()),
    button(text.tidyUp, () => void session.longTerm.tidyUp()),
  ];
  return { element: element("div", { class: "actions" }, ...buttons, chosen), view: () => {} };
}

/** The status: at work, or the last change; forgotten memories can be restored. */
function statusLine({ store, session, words }: Context): Panel {
  const text = words.longTerm;
  const said = element("span", { role: "status" });
  const undo = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        const { done } = store.state.longTerm;
        if (done?.what === "forgotten") void session.longTerm.restore(done.ids);
      },
    },
    text.done.undo,
  );
  const offer = coreOffer({ store, session, words });
  const derived = derivedStays({ store, session, words });
  return {
    element: element(
      "div",
      {},
      element("p", { class: "hint done" }, said, " ", undo),
      derived.element,
      offer.element,
    ),
    view: (state, previous) => {
      setText(said, saidOf(state, words));
      setHidden(undo, state.longTerm.done?.what !== "forgotten");
      for (const part of [derived, offer]) part.view(state, previous);
    },
  };
}

/** The remaining memories that were derived from changed or forgotten ones; they can be forgotten, too. */
function derivedStays(context: Context): Panel {
  const { store, session, words } = context;
  const text = words.longTerm.done;
  const ids = () => derivedOf(store.state.longTerm.done);
  const list = element("ul", {});
  const forget = element(
    "button",
    { type: "button", class: "quiet", onclick: () => void session.longTerm.forget(...ids()) },
    text.forgetDerived,
  );
  const details = element(
    "details",
    { class: "derived" },
    element("summary", {}, text.whichDerived),
    list,
    element("div", { class: "actions" }, forget),
  );
  return {
    element: details,
    view: ({ longTerm: { done, lookedUp } }, previous) => {
      const before = previous?.longTerm;
      if (before?.done === done && before.lookedUp === lookedUp) return;
      const derived = derivedOf(done);
      setHidden(details, derived.length === 0);
      if (before?.done !== done) details.open = false;
      list.replaceChildren(...memoriesShown(derived, context).rows);
    },
  };
}

function derivedOf(done: Done | null): readonly string[] {
  return done?.what === "edited" || done?.what === "forgotten" ? done.derived : [];
}

/** The core memory of an imported file: shown, and taken over if the user wants it. */
function coreOffer({ store, session, words }: Pick<Context, "store" | "session" | "words">): Panel {
  const text = words.longTerm.done;
  const shown = element("q", {});
  const takeOver = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        const core = offeredCore(store.state.longTerm);
        if (core !== null) void session.longTerm.setCore(core);
      },
    },
    text.takeCoreOver,
  );
  const line = element("p", { class: "hint" }, text.coreOffered, " ", shown, " ", takeOver);
  return {
    element: line,
    view: ({ longTerm }) => {
      const core = longTerm.isBusy ? null : offeredCore(longTerm);
      setHidden(line, core === null);
      const blocks = core === null ? [] : changedBlocks(longTerm.core ?? NO_CORE, core);
      setText(shown, core === null ? "" : blocks.map((block) => core[block]).join(" "));
    },
  };
}

function saidOf({ longTerm, stored }: State, words: Context["words"]): string {
  const text = words.longTerm;
  const { isBusy, isListed, done, search, runs } = longTerm;
  if (isBusy) return isListed ? text.looking : "";
  if (done !== null) return doneText(done, runs > 0 || (stored?.runs.length ?? 0) > 0, words);
  if (search === null) return "";
  return foundText({ ...longTerm, search }, words);
}

/** The number of recalled memories, and of lessons that hold the words. */
export function foundText(
  longTerm: Pick<LongTerm, "methodologies" | "learned"> & { readonly search: Search },
  { longTerm: text }: Context["words"],
): string {
  const { search, methodologies, learned } = longTerm;
  const isAll = search.found.length < FOUND;
  const [all, listed] = [methodologies.length, learned.items.length];
  const [held, run] = [methodologiesFound(longTerm).length, runsFound(longTerm).length];
  return [
    isAll ? text.found(search.found.length) : text.foundMost(search.found.length),
    ...(all + listed > 0 ? [text.foundFromRuns(held, all, run, listed)] : []),
    ...(search.isByWordsAlone ? [text.byWordsAlone] : []),
  ].join(" ");
}

/** The last change, for people. `hasRuns`: runs are kept or were learned from, whose records are separate. */
export function doneText(done: Done, hasRuns: boolean, { longTerm }: Context["words"]): string {
  const text = longTerm.done;
  switch (done.what) {
    case "edited":
    case "forgotten": {
      const { isShortened, outdated } =
        done.what === "edited" ? done : { isShortened: false, outdated: 0 };
      return [
        text[done.what],
        ...(isShortened ? [text.shortened] : []),
        ...(outdated > 0 ? [text.outdated(outdated)] : []),
        ...(done.derived.length > 0 ? [text.derived(done.derived.length)] : []),
      ].join(" ");
    }
    case "imported": {
      const { memories, rows } = done;
      const imported = text.imported(
        memories?.imported ?? 0,
        memories?.duplicates ?? 0,
        rows?.trajectories ?? 0,
        rows?.methodologies ?? 0,
      );
      return [
        imported,
        ...(memories?.forgotten ? [text.importedForgotten(memories.forgotten)] : []),
        ...(memories?.complete === false ? [text.importedInPart] : []),
      ].join(" ");
    }
    case "tidied": {
      const { trajectories, reflection, consolidation } = done.upkeep;
      const { memoryVectors, trajectoryVectors } = done.upkeep;
      const embedded = memoryVectors.embedded + trajectoryVectors.embedded;
      const { facts, compressed, forgotten } = consolidation.report;
      const insights = reflection.insights.filter(({ outcome }) => outcome === "stored");
      const { methodologies } = trajectories.revised;
      const tidied = text.tidied(
        insights.length,
        facts.length,
        compressed.length,
        forgotten.length,
        methodologies.length,
      );
      return [tidied, ...(embedded > 0 ? [text.embedded(embedded)] : [])].join(" ");
    }
    case "purged":
      return [text.purged, ...(hasRuns ? [text.runsKeepIt] : [])].join(" ");
    default:
      return text[done.what];
  }
}
