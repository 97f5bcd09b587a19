/** The words around an answer, in English and Chinese. */

import type { Language, Trust } from "../types.ts";

/** The words around an answer. */
export interface Labels {
  answer: string;
  sources: string;
  characters: string;
  page: (number: number) => string;
  /** The date of publication, as the page writes it. */
  published: (when: string) => string;
  /** The source of a quotation; the user's own text needs no label. */
  trust: Record<Exclude<Trust, "given">, string>;
  disputed: string;
  /** Heads the numbers, addresses and figures that the model wrote and the run did not retrieve. */
  flagged: string;
  /** Label above an answer without any source. */
  unsupported: string;
  /** Number of an answer's statements without a source. */
  loose: (statements: number, all: number) => string;
  cancelled: string;
  stopped: (why: string) => string;
  keywordsOnly: string;
  none: string;
  /** Heads an answer that replaces the one above. */
  revised: string;
  /** Note that the memory came from a file. */
  imported: string;
  /** Note that a document was not read to its end. */
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
  disputed: "Disputed",
  flagged: "Not found in what was retrieved",
  unsupported: "No source supports this: these are the model’s own words.",
  loose: (statements, all) => `${statements} of ${all} statements name no source.`,
  cancelled: "Cancelled before there was an answer.",
  stopped: (why) => `The run ended early (${why}).`,
  keywordsOnly: "searched by keywords alone, no embedding model",
  none: "There is no answer.",
  revised: "Once the whole text had been compared by meaning, the answer is:",
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
  disputed: "存在争议",
  flagged: "检索到的内容中没有",
  unsupported: "没有任何出处支持以下内容：这只是模型自己的话。",
  loose: (statements, all) => `${all} 条陈述中有 ${statements} 条没有出处。`,
  cancelled: "已取消，尚无回答。",
  stopped: (why) => `运行提前结束（${why}）。`,
  keywordsOnly: "仅按关键词检索，未使用嵌入模型",
  none: "没有回答。",
  revised: "全文按含义比较之后，回答是：",
  imported: "由文件导入，未与原始来源核对",
  partlyRead: (document, percent) => `${document} 仅读取了 ${percent} %。`,
};

/** The labels in a language. */
export function labelsIn(language: Language): Labels {
  return language === "zh" ? CHINESE : ENGLISH;
}
