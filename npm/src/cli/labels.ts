/** The words around an answer, in English and Chinese. */

import type { Language } from "../types.ts";

/** The words around an answer. */
export interface Labels {
  answer: string;
  sources: string;
  characters: string;
  page: (number: number) => string;
  disputed: string;
  /** Heads the numbers and addresses that the model wrote and the run did not retrieve. */
  flagged: string;
  cancelled: string;
  stopped: (why: string) => string;
  keywordsOnly: string;
  none: string;
  /** That the memory came from a file. */
  imported: string;
  /** That a document was not read to its end. */
  partlyRead: (document: string, percent: number) => string;
}

const ENGLISH: Labels = {
  answer: "Answer",
  sources: "Sources",
  characters: "characters",
  page: (number) => `page ${number}`,
  disputed: "Disputed",
  flagged: "Not retrieved in this run, no sources",
  cancelled: "Cancelled before there was an answer.",
  stopped: (why) => `The run ended early (${why}).`,
  keywordsOnly: "searched by keywords alone, no embedding model",
  none: "There is no answer.",
  imported: "imported: not checked against the source",
  partlyRead: (document, percent) => `Only ${percent} % of ${document} was read.`,
};

const CHINESE: Labels = {
  answer: "回答",
  sources: "出处",
  characters: "字符",
  page: (number) => `第 ${number} 页`,
  disputed: "存在争议",
  flagged: "本次运行未检索到，不是出处",
  cancelled: "已取消，尚无回答。",
  stopped: (why) => `运行提前结束（${why}）。`,
  keywordsOnly: "仅按关键词检索，未使用嵌入模型",
  none: "没有回答。",
  imported: "由文件导入，未与原始来源核对",
  partlyRead: (document, percent) => `${document} 仅读取了 ${percent} %。`,
};

/** The labels in a language. */
export function labelsIn(language: Language): Labels {
  return language === "zh" ? CHINESE : ENGLISH;
}
