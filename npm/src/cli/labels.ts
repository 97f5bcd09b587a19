/** The words around an answer, in English and Chinese. */

import type { Language, Trust } from "../types.ts";

/** The words around an answer. */
export interface Labels {
  answer: string;
  sources: string;
  characters: string;
  page: (number: number) => string;
  /** When a page was published, as it writes it. */
  published: (when: string) => string;
  /** Where a quotation comes from; what the user gave needs no label. */
  trust: Record<Exclude<Trust, "given">, string>;
  /** Stands with a quotation whose text gives orders to a model. */
  givesOrders: string;
  disputed: string;
  /** Heads the numbers, addresses and figures that the model wrote and the run did not retrieve. */
  flagged: string;
  /** Stands above an answer that names no source at all. */
  unsupported: string;
  /** How many statements of an answer name no source. */
  loose: (statements: number, all: number) => string;
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
  published: (when) => `published ${when}`,
  trust: {
    named_page: "page you named",
    found_page: "found by search",
    snippet: "search result only, page not read",
    imported: "imported",
    model: "a model’s words",
  },
  givesOrders: "its text gives orders to a model",
  disputed: "Disputed",
  flagged: "Not found in what was retrieved",
  unsupported: "No source supports this: these are the model’s own words.",
  loose: (statements, all) => `${statements} of ${all} statements name no source.`,
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
  published: (when) => `发布于 ${when}`,
  trust: {
    named_page: "你指定的网页",
    found_page: "搜索找到",
    snippet: "仅为搜索结果摘要，网页未读",
    imported: "由文件导入",
    model: "模型的话",
  },
  givesOrders: "原文含有写给模型的指令",
  disputed: "存在争议",
  flagged: "检索到的内容中没有",
  unsupported: "没有任何出处支持以下内容：这只是模型自己的话。",
  loose: (statements, all) => `${all} 条陈述中有 ${statements} 条没有出处。`,
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
