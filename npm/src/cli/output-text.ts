/** A result as text, for people. */
import { isUnsupported, withoutSource } from "../support.ts";
import type { Answer, Citation, ResearchResult } from "../types.ts";
import { type Labels, labelsIn } from "./labels.ts";
import { readCharacters } from "./reading.ts";
import { harmless, oneLine, type Style } from "./terminal.ts";

/** What is said of an answer beside its own words. */
export type Frame = Pick<ResearchResult, "language" | "embedder" | "imported">;

/** The result as text that ends in a line break, all of its labels in the language that the engine's are in. */
export function resultText(result: ResearchResult, style: Style): string {
  const { answer } = result;
  const labels = labelsIn(result.language);
  const told =
    answer === null ? [withoutAnswer(result, labels)] : answerBlocks(answer, result, style);
  return joined([...told, ...partlyRead(result, labels)]);
}

/** An answer as text that ends in a line break. */
export function answerText(answer: Answer, frame: Frame, style: Style): string {
  return joined(answerBlocks(answer, frame, style));
}

/** What is left to tell of a result whose first answer stands above: another answer, and what was not read. */
export function restText(result: ResearchResult, told: Answer, style: Style): string {
  const labels = labelsIn(result.language);
  const { answer } = result;
  const isSame = answer === null || JSON.stringify(answer) === JSON.stringify(told);
  const revised = isSame ? [] : [labels.revised, ...answerBlocks(answer, result, style)];
  const parts = [...revised, ...partlyRead(result, labels)];
  return parts.length === 0 ? "" : `\n${joined(parts)}`;
}

function answerBlocks(answer: Answer, frame: Frame, style: Style): string[] {
  const labels = labelsIn(frame.language);
  return [heading(frame, answer, labels, style), ...answerParts(answer, labels, style)];
}

function joined(parts: string[]): string {
  return `${parts.join("\n\n").trimEnd()}\n`;
}

/** Names the author of the answer: a reader must never take quotations for a language model's words. */
function heading(frame: Frame, answer: Answer, labels: Labels, style: Style): string {
  // The answer's own label is in the language of the others; the run's is always English.
  const notes = [oneLine(answer.engine.description)];
  if (frame.embedder === null) notes.push(labels.keywordsOnly);
  if (frame.imported) notes.push(labels.imported);
  return `${style.bold(labels.answer)} ${style.dim(`(${notes.join("; ")})`)}`;
}

function answerParts(answer: Answer, labels: Labels, style: Style): string[] {
  const parts = [harmless(answer.text)];
  const loose = withoutSource(answer);
  if (isUnsupported(answer)) parts.unshift(style.bold(labels.unsupported));
  else if (loose > 0) parts.push(style.dim(labels.loose(loose, answer.statements.length)));
  if (answer.disputes.length > 0) {
    parts.push(
      `${style.bold(labels.disputed)}\n${answer.disputes.map((it) => `- ${oneLine(it.description)}`).join("\n")}`,
    );
  }
  if (answer.flags.length > 0) {
    parts.push(
      `${style.bold(labels.flagged)}\n${answer.flags.map((it) => `- ${oneLine(it)}`).join("\n")}`,
    );
  }
  if (answer.citations.length > 0) {
    parts.push(style.bold(labels.sources));
    parts.push(...answer.citations.map((citation) => citationText(citation, labels, style)));
  }
  return parts;
}

function citationText(citation: Citation, labels: Labels, style: Style): string {
  const { number, quote, headings, chars, page, published, trust } = citation;
  const where = [
    [sourceName(citation), ...headings].map(oneLine).join(" › "),
    ...(published === null ? [] : [labels.published(oneLine(published))]),
    ...(page === undefined ? [] : [labels.page(page)]),
    `${labels.characters} ${chars.start}–${chars.end}`,
    ...(trust === "given" ? [] : [labels.trust[trust]]),
  ].join(" · ");
  return `[${number}] “${oneLine(quote)}”\n    ${style.dim(where)}`;
}

/** A page by its title and its address, anything else by its name. */
function sourceName({ document, title }: Citation): string {
  return title === null || title === document ? document : `${title} (${document})`;
}

function withoutAnswer(result: ResearchResult, labels: Labels): string {
  if (result.termination === "aborted") return labels.cancelled;
  if (result.termination === "answer") return labels.none;
  return labels.stopped(oneLine(result.error?.message ?? result.termination));
}

/** The documents that were not read to their end, with the part that was. */
function partlyRead({ documents }: ResearchResult, labels: Labels): string[] {
  return documents
    .filter((document) => readCharacters(document) < document.chars)
    .map((document) => {
      const percent = Math.floor((100 * readCharacters(document)) / document.chars);
      return labels.partlyRead(oneLine(document.name), percent);
    });
}
