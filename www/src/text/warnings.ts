/** Warnings of a run, in the page's language. */

import type { Problem } from "../state/problem.ts";
import type { Dictionary } from "./dictionary.ts";

/** By their codes. The engine's own sentence, which has the values, is English. */
const IN_CHINESE: Readonly<Record<string, string>> = {
  merge_depth: "有一个合并后的主题未再与其他主题比较。",
  keyword_only: "从这里起只按关键词检索。",
  answer_asked_again: "模型没有给出可用的答案，正在重新询问。",
  answer_cut_off: "模型的答案过长而被截断，可能不完整。",
  budget_reached: "预算已用完：答案依据已知内容写成。",
  budget_answer: "预算不足以让模型写答案：答案由记忆中的原文引出。",
  price_unknown: "有一项服务的价格未知，不计入金额预算。",
  image_not_seen: "有一张图片未被查看：请继续此任务，或随下一个问题再次提供。",
  max_calls: "有一步用完了可用的模型调用，已按当时所得作答。",
  repeated_calls: "有一步反复做同样的调用，已按当时所得作答。",
  token_limit: "有一步接近最长对话长度，已按当时所得作答。",
  nothing_new: "有一步连续几轮没有新的发现，已按当时所得作答。",
  unusable_turn: "有一步的结尾无法读取，以模型最后的话作为其结果。",
  no_progress: "连续几步没有新的发现，答案依据已知内容写成。",
  llm_rate_limited: "模型服务要求放慢。",
  llm_server: "模型服务出错。",
  llm_incomplete: "模型的回复中断。",
  llm_refused: "模型服务拒绝了一个请求。",
  search_unauthorized: "搜索服务拒绝了密钥：在更正之前搜索不会有结果。",
  search_quota_exceeded: "搜索服务的额度已用完：在补充之前搜索不会有结果。",
  network_unreachable: "有一个服务无法连接。",
  network_timeout: "有一个服务响应过慢。",
  network_broken: "有一个连接中断。",
  network_stalled: "有一个服务停止响应。",
};

/** A warning in the page's words and the engine's; a code without words is told as the engine does. */
export function warningText(
  { code, message }: Problem,
  { language }: Pick<Dictionary, "language">,
): string {
  const told = language.startsWith("zh") ? IN_CHINESE[code] : undefined;
  return told === undefined ? message : `${told}（${message}）`;
}
