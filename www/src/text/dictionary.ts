/** The language of the page. */

import { type Dictionary, en } from "./en.ts";
import { zh } from "./zh.ts";

export type { Dictionary } from "./en.ts";

/** A language of the page. */
export type PageLanguage = "en" | "zh";

/** The words of a language. */
export function dictionary(language: PageLanguage): Dictionary {
  return language === "zh" ? zh : en;
}

/** The reader's language as far as the page speaks it, from a list such as `navigator.languages`. */
export function preferredLanguage(languages: readonly string[]): PageLanguage {
  for (const language of languages) {
    if (/^zh\b/i.test(language)) return "zh";
    if (/^en\b/i.test(language)) return "en";
  }
  return "en";
}

/** A number of bytes for people. */
export function sizeText(bytes: number, language: string): string {
  const units = ["byte", "kilobyte", "megabyte"] as const;
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}

/** A moment, given in milliseconds since the Unix epoch, for people; a dash if no calendar has it. */
export function momentText(milliseconds: number, language: string): string {
  if (Number.isNaN(new Date(milliseconds).getTime())) return "—";
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    milliseconds,
  );
}

/** A length of time as on a clock, such as 1:05. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A length of time for people. */
export function durationText(milliseconds: number, language: string): string {
  const long = milliseconds >= 1000;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: long ? "second" : "millisecond",
    maximumFractionDigits: long ? 1 : 0,
  }).format(long ? milliseconds / 1000 : milliseconds);
}
