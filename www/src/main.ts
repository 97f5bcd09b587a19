/** Starts the page. */

import { MemoryBank, RunStore } from "agentic-memory-bank";
import { thisDeployment } from "./bank/deployment.ts";
import { takeInvitation } from "./bank/invitation.ts";
import { keepUse, keptUse, thisTab } from "./bank/kept-use.ts";
import { invited } from "./bank/model-choice.ts";
import { answers, proxyError } from "./bank/reach.ts";
import { thisDevice } from "./bank/remembered.ts";
import { isReady, keepPage, thisTab as offlineTab } from "./offline/offline.ts";
import { Session } from "./session.ts";
import { Store } from "./state/store.ts";
import { type PageLanguage, preferredLanguage } from "./text/dictionary.ts";
import { trustOwnScripts } from "./trusted-scripts.ts";
import { showPage } from "./views/page.ts";

trustOwnScripts();
// Before anything else: no address may hold a token.
const invitation = takeInvitation(window);
const site = thisDeployment(document);
const store = new Store();

/** The storage of documents, loaded only where any are kept. */
async function shelf() {
  return (await import("./bank/library-shelf.ts")).LibraryShelf;
}

const session = new Session(store, {
  open: (options) => MemoryBank.open(options),
  answers,
  proxyError,
  device: thisDevice(),
  site,
  openRuns: (options) => RunStore.open(options),
  isLasting: (asks) => RunStore.isLasting(asks),
  runFiles: () => RunStore.files(),
  hasRuns: () => RunStore.exists(),
  // The name of a built script has the hash of what it loads.
  openShelf: async (onLost) => (await shelf()).open(new URL(import.meta.url).pathname, onLost),
  deleteShelf: async () => (await shelf()).delete(),
});
const root = document.getElementById("page");

const tab = thisTab();
const use = keptUse(tab);
if (use !== null) store.dispatch({ type: "memoryUseChosen", use });
store.follow(({ memoryUse }, previous) => {
  if (previous !== null && memoryUse !== previous.memoryUse) keepUse(tab, memoryUse);
});

/** Takes an invitation's token; elsewhere than on a deployment's page it is of no use. */
function enter(accessToken: string | null): void {
  const { chosen } = session;
  if (site !== null && accessToken) chosen.choose(invited(chosen.choice, accessToken, site));
}

enter(invitation);
// An invitation that is opened in a tab that shows the page loads no page.
addEventListener("hashchange", () => enter(takeInvitation(window)));

let closePage = () => {};

function show(language: PageLanguage): void {
  if (root === null) return;
  closePage();
  closePage = showPage(root, language, { store, session, onLanguage: show });
}

// The development server's files change under their names.
if (import.meta.env.PROD) {
  const world = offlineTab();
  void keepPage(world);
  const look = async (tries = 5) => {
    const { isOfflineReady, model } = store.state;
    if (isOfflineReady || model.state !== "ready") return;
    if (await isReady(world)) store.dispatch({ type: "readyOffline" });
    // The last files may be on their way.
    else if (tries > 0) setTimeout(() => void look(tries - 1), 2000);
  };
  store.follow(({ answer, phase, model }, previous) => {
    const isNews =
      answer !== previous?.answer || phase !== previous?.phase || model !== previous?.model;
    if (answer !== null && isNews) void look();
  });
}

show(preferredLanguage(navigator.languages));
void session.runs.showKept();
void session.library.refresh();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  void session.runs.refreshShown();
  void session.longTerm.refreshShown();
  void session.library.refresh();
});
