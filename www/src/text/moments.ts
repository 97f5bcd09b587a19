/** The events of a run in words. */

import { isNotable, type Moment, type Timeline } from "../state/timeline.ts";
import { shown } from "./shown.ts";
import { timelineEn } from "./timeline-en.ts";
import { timelineZh } from "./timeline-zh.ts";

/** The words of the timeline in a language. */
export type TimelineWords = typeof timelineEn;

/** Characters of a name in a sentence. */
const LONGEST_NAME = 60;

/** Characters of an answer or a question. */
const LONGEST_TEXT = 160;

/** The timeline's words; they are loaded with its view. */
export function timelineWords(language: string): TimelineWords {
  return language.startsWith("zh") ? timelineZh : timelineEn;
}

/** What happened at a moment, in one sentence. */
export function momentWords(
  { kind, event, topics }: Moment,
  words: TimelineWords,
  language: string,
): string {
  const { moments } = words;
  const quoted = (topic: string) => words.quoted(brief(topic, LONGEST_NAME));
  const all = () => new Intl.ListFormat(language).format(topics.map(quoted));
  switch (event.type) {
    case "runStarted":
      return moments.asked(brief(event.question, LONGEST_TEXT));
    case "answered":
      return moments.answered(brief(event.answer.text, LONGEST_TEXT));
    case "nodeAdded":
      return moments.made(quoted(event.context));
    case "nodeUpdated": {
      const [before = ""] = topics;
      if (before === event.context) return moments.keywords(quoted(before));
      return moments.renamed(quoted(before), quoted(event.context));
    }
    case "nodesLinked":
      return kind === "settled" ? moments.settled(all()) : moments.linked(all());
    case "nodesDisputed":
      return moments.disputed(all());
    case "nodesMerged":
      return moments.merged(all());
  }
}

/** The moment after `at` events in words, with its place; the present for `null`. */
export function placeWords(
  { moments }: Pick<Timeline, "moments">,
  at: number | null,
  words: TimelineWords,
  language: string,
): string {
  if (at === null) return words.atNow(moments.length);
  const moment = moments[at - 1];
  if (moment === undefined) return words.atStart;
  return `${words.place(at, moments.length)} · ${momentWords(moment, words, language)}`;
}

/** What a notable event says beyond its topics, in the engine's words; empty for nothing. */
export function notableWords(moment: Moment): string {
  const { event } = moment;
  if (!isNotable(moment)) return "";
  if (event.type === "nodesLinked") return shown(event.reason);
  return "description" in event ? shown(event.description) : "";
}

function brief(text: string, most: number): string {
  const letters = [...shown(text).replace(/\s+/g, " ").trim()];
  return letters.length > most ? `${letters.slice(0, most).join("").trimEnd()}…` : letters.join("");
}
