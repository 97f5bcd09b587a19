/** The page's words of long-term memory in English; the shape of every other language's. */

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

export const longTermEn = {
  heading: "What is remembered",
  text: "What you say in your questions, and what runs have taught. It is kept in this browser for whoever uses it, and later questions are given what bears on them.",
  empty:
    "Nothing is remembered yet. What you ask is remembered from the first question on; with a language model, runs are learned from as well, so that later ones are spared their mistakes.",
  looking: "Looking…",
  use: "Use it in the next questions, and add to it",
  useHint:
    "Without it a question is given nothing, and leaves nothing. Holds in this tab, until it is closed.",
  leftOut: (count: number) =>
    `${counted(count, "thing is", "things are")} not given to the next questions.`,
  useAll: "Use all again",

  search: "Search what is remembered",
  searchSubmit: "Search",
  searchAll: "Show all",
  found: (count: number) =>
    count === 0 ? "Nothing came to mind." : `Found: ${counted(count, "memory", "memories")}.`,
  foundMost: (count: number) => `Found: the best ${count} memories. More words find fewer.`,
  byWordsAlone: "Found by words alone: the embedding model is not available.",
  foundFromRuns: (methodologies: number, ofAll: number, runs: number, ofListed: number) =>
    `From runs: ${methodologies} of ${counted(ofAll, "methodology or warning", "methodologies and warnings")}, ${runs} of ${counted(ofListed, "listed run", "listed runs")}.`,
  holding: (count: number, listed: number) =>
    `${count} of ${listed} listed here ${count === 1 ? "holds" : "hold"} the words of the search.`,
  why: "Why",
  channels: {
    semantic: "by its meaning",
    keyword: "by its words",
    temporal: "by its time",
    importance: "as important",
    personal: "as about you",
    procedural: "as a way to do things",
    later: "as told later of the same",
  } as Readonly<Record<string, string>>,
  dimensions: {
    error: "by the same error",
    task: "by the kind of task",
    state: "by how the run stands",
    meaning: "by its meaning",
  } as Readonly<Record<string, string>>,
  place: (found: string, rank: number) => `${found} (place ${rank})`,
  score: (total: string, fits: string, recent: string, important: string) =>
    `Score ${total}: fits ${fits}, recent ${recent}, important ${important}`,
  matched: (terms: string) => `words of the search: ${terms}`,

  core: "What every plan is told",
  coreHint:
    "In your own words; every run that a language model plans begins with it, whatever the question.",
  coreBlocks: {
    user_info: "About you",
    instructions: "What you always want",
    persona: "Who the agent is",
  },
  coreSave: "Save",

  ofYou: "Of you",
  ofYouNone: "Nothing is remembered of you.",
  kinds: {
    observation: "noted",
    thought: "thought",
    action: "done",
    reflection: "insight",
    plan: "plan",
    conversation: "said",
    fact: "fact",
  } as Readonly<Record<string, string>>,
  speakers: {
    user: "your words",
    agent: "an agent’s words",
    source: "a text’s words",
  } as Readonly<Record<string, string>>,
  trust: {
    given: "given by you",
    named_page: "from a page you named",
    found_page: "from a page found by search",
    snippet: "from a search result",
    imported: "imported",
    model: "put into words by a model",
  } as Readonly<Record<string, string>>,
  /** The trust of a lesson, which may be worded without a model. */
  trustOfRuns: { model: "from what an agent did" } as Readonly<Record<string, string>>,
  importance: (percent: number) => `importance ${percent} %`,
  summarised: "a summary stands for it",
  more: "Show more",

  fromRuns: "From runs",
  learnedRuns: (runs: number) => `${counted(runs, "run was", "runs were")} learned from.`,
  fromRunsNone:
    "No methodology or warning yet: they are made of several runs that a language model did, when you tidy up or nothing else is done.",
  eachRun: "Runs that were learned from",
  runDone: "done",
  runNotDone: "not done",
  steps: (count: number) => counted(count, "step", "steps"),
  errorsMet: (types: string) => `met: ${types}`,
  advice: "Methodology",
  warning: "Warning",
  confidence: (percent: number) => `confidence ${percent} %`,
  cases: (count: number) => `from ${counted(count, "case", "cases")}`,

  madeOf: (count: number) => `Made of ${counted(count, "memory", "memories")}`,
  closeTo: (count: number) => `${counted(count, "memory is", "memories are")} close to it`,
  whichCases: "Which cases",
  ofRun: (summary: string) => `from the run: ${summary}`,
  outcomes: {
    recovered: "it was got over",
    succeeded: "it led to the goal",
    continued: "it went on",
    failed: "it was in vain",
  } as Readonly<Record<string, string>>,
  noLonger: (count: number) => `${counted(count, "is", "are")} no longer remembered.`,
  further: (count: number) => `And ${count} more.`,

  edit: "Edit",
  editLabel: "What it is to say",
  save: "Save",
  cancel: "Cancel",
  forget: "Forget",
  forgetForGood: "Forget for good",
  label: (button: string, text: string) => `${button}: ${text}`,

  forgottenHeading: "Forgotten",
  forgottenHint: "Used by nothing, and kept until you delete it for good.",
  forgottenAt: (when: string) => `forgotten ${when}`,
  reasons: { asked: "at your wish", faded: "by itself, for want of use" } as Readonly<
    Record<string, string>
  >,
  restore: "Restore",
  remove: "Delete",
  removeForGood: "Delete for good",

  export: "Export to a file",
  import: "Import from a file",
  tidyUp: "Tidy up now",
  tidyUpHint:
    "Draws conclusions, sums up what is old, forgets what faded. It happens by itself, too; a language model is asked where one is set.",

  done: {
    edited: "Changed.",
    forgotten: "Forgotten.",
    restored: "Remembered again.",
    purged: "Deleted for good.",
    runsKeepIt:
      "Runs in which it was said or used keep it until they are deleted, and what a run asked stays in what was learned of it until that is forgotten.",
    methodologyForgotten: "Forgotten. It comes back only by new cases.",
    runForgotten: "Forgotten. What was made of it stays.",
    coreSet: "Set for all plans.",
    exported: "Exported.",
    undo: "Undo",
    shortened: "It was too long: what is in its middle was left out.",
    importedForgotten: (count: number) => `${count} of them are among the forgotten.`,
    importedInPart: "Not all of it was taken in: import it again to go on.",
    coreOffered: "The file also says what all plans are to be told:",
    takeCoreOver: "Take it over",
    derived: (count: number) =>
      `${counted(count, "memory that was made of it stays", "memories that were made of it stay")}.`,
    outdated: (count: number) =>
      `${counted(count, "fact that it no longer says is", "facts that it no longer says are")} forgotten.`,
    whichDerived: "Which",
    forgetDerived: "Forget this, too",
    imported: (memories: number, known: number, runs: number, methodologies: number) =>
      `Imported: ${counted(memories, "memory", "memories")} (${known} known before), ${counted(runs, "run", "runs")}, ${counted(methodologies, "methodology or warning", "methodologies and warnings")}.`,
    embedded: (count: number) =>
      `${counted(count, "text can", "texts can")} be found by meaning that could not.`,
    tidied: (
      insights: number,
      facts: number,
      summed: number,
      faded: number,
      methodologies: number,
    ) =>
      `Tidied up: ${counted(insights, "insight", "insights")}, ${counted(facts, "fact", "facts")}, ${counted(summed, "summary", "summaries")}, ${faded} forgotten, ${counted(methodologies, "methodology or warning", "methodologies and warnings")} made or changed.`,
  },

  /** In a run. */
  given: {
    planning: "What plans were told of what is remembered",
    step: "What this step was told of what is remembered",
    loop: "What led others out",
    kinds: {
      memory: "of you",
      core: "set by you",
      methodology: "from runs",
      fragment: "from a run",
    } as Readonly<Record<string, string>>,
    warns: "warning",
    leaveOut: "Do not use",
    useAgain: "Use again",
    leftOut: "not given to the next questions",
    loopFound: (actions: string, error: string, times: number) =>
      `It goes round in circles: ${actions}, each time ${error}, ${times} times.`,
    learned: (steps: number, fragments: number) =>
      `Learned from ${counted(steps, "step", "steps")}: ${counted(fragments, "telling part is", "telling parts are")} kept.`,
    learnedNothing: (why: string) => `Nothing was learned from this run: ${why}`,
  },

  /** Advice about an error, by its code; these take precedence over the others. */
  remedies: {
    store_busy:
      "Another tab of this page keeps what is remembered and does not answer: go to it or close it, and try again.",
    store_unavailable:
      "This browser lets the page store nothing, as in a private window: nothing is remembered.",
    store_full: "There is no room left: delete runs, or free space on this device.",
    store_io:
      "The browser could not reach what it keeps, or ended the part of this page that keeps it: reload the page. What was remembered before stays.",
    store_corrupt:
      "What this browser keeps is damaged and cannot be read. Among the earlier runs you can save the file and start a new store.",
    store_too_new:
      "What this browser keeps was written by a newer version of this page: reload the page to get that version.",
    core_too_long: "This is too long to be told to every plan: make it shorter.",
    passphrase_needed:
      "What this browser keeps is encrypted with a passphrase, for which this page does not ask. Nothing in it was changed: open it with the program that encrypted it.",
    memory_exists: "Something else that is remembered, or forgotten, says this already.",
    memory_not_found: "This is no longer there: it may have been deleted in another tab.",
    memory_changed: "It was changed elsewhere meanwhile. Try again.",
    changed_elsewhere:
      "It was changed elsewhere while you wrote. Cancel shows what it says now; saving again replaces that.",
    core_changed_elsewhere:
      "What every plan is told was changed elsewhere while you wrote. Copy your words and reload the page to see it; saving again replaces it.",
    import_lost: "The file's import was lost on its way. Import it again.",
    import_unreadable:
      "The file could not be read to its end. Nothing was changed: choose it again.",
    memory_call_lost: "What is remembered changed hands meanwhile. Try again.",
    import_malformed:
      "This is not a file of what is remembered, or it is damaged. Choose the file as it was exported here.",
    import_too_new: "This file was saved by a newer version of this page. Reload the page.",
  } as Readonly<Record<string, string>>,
};
