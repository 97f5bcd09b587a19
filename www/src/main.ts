/** Starts the page. */

import { MemoryBank, RunStore } from "agentic-memory-bank";
import { keepUse, keptUse, thisTab } from "./bank/kept-use.ts";
import { answers } from "./bank/reach.ts";
import { thisDevice } from "./bank/remembered.ts";
import { Session } from "./session.ts";
import { Store } from "./state/store.ts";
import { type PageLanguage, preferredLanguage } from "./text/dictionary.ts";
import { showPage } from "./views/page.ts";

const store = new Store();
const session = new Session(store, {
  open: (options) => MemoryBank.open(options),
  answers,
  device: thisDevice(),
  openRuns: (options) => RunStore.open(options),
  isLasting: (asks) => RunStore.isLasting(asks),
  runFiles: () => RunStore.files(),
  hasRuns: () => RunStore.exists(),
});
const root = document.getElementById("page");

const tab = thisTab();
const use = keptUse(tab);
if (use !== null) store.dispatch({ type: "memoryUseChosen", use });
store.follow(({ memoryUse }, previous) => {
  if (previous !== null && memoryUse !== previous.memoryUse) keepUse(tab, memoryUse);
});

let closePage = () => {};

function show(language: PageLanguage): void {
  if (root === null) return;
  closePage();
  closePage = showPage(root, language, { store, session, onLanguage: show });
}

show(preferredLanguage(navigator.languages));
void session.runs.showKept();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  void session.runs.refreshShown();
  void session.longTerm.refreshShown();
});
