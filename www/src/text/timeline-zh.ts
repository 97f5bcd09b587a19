/** The page's words about the timeline in Chinese. */

import type { timelineEn } from "./timeline-en.ts";

export const timelineZh: typeof timelineEn = {
  heading: "时间线",
  slider: "运行中的事件",
  start: "开始",
  now: "现在",
  atNow: (count) => `现在，共 ${count} 个事件`,
  atStart: "第一个事件之前",
  place: (at, count) => `第 ${at} 个事件，共 ${count} 个`,
  back: "后退",
  forward: "前进",
  play: "播放",
  pause: "暂停",
  toNow: "回到现在",
  speed: "速度",
  rate: (events) => `每秒 ${events} 个事件`,
  history: (count) => `合并与争议（${count}）`,
  lastOnes: (count) => `只列出最后 ${count} 个。其余的可用滑块到达。`,
  quoted: (topic) => `“${topic}”`,
  moments: {
    asked: (question) => `提问：${question}`,
    made: (topic) => `新主题${topic}`,
    renamed: (before, topic) => `${before}改名为${topic}`,
    keywords: (topic) => `${topic}有新的关键词`,
    linked: (topics) => `关联了${topics}`,
    settled: (topics) => `已澄清：${topics}并不矛盾`,
    disputed: (topics) => `有争议：${topics}相互矛盾`,
    merged: (topics) => `合并了${topics}`,
    answered: (answer) => `回答：${answer}`,
  },
};
