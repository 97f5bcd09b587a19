/** 页面关于长期记忆的中文文字。 */

import type { longTermEn } from "./long-term-en.ts";

export const longTermZh: typeof longTermEn = {
  heading: "记住了什么",
  text: "您在提问中说过的话，以及从运行中学到的经验。它们保存在本浏览器中，使用本浏览器的人都能看到；以后的提问会得到与之相关的内容。",
  empty:
    "还没有记住任何内容。从第一次提问起，您说的话就会被记住；使用语言模型时，还会从运行中学习，使以后的运行少走弯路。",
  looking: "正在查找…",
  use: "在以后的提问中使用并补充这些记忆",
  useHint: "不使用时，提问得不到这些内容，也不留下内容。仅在本标签页有效。",
  leftOut: (count) => `有 ${count} 项不会提供给以后的提问。`,
  useAll: "全部重新使用",

  search: "搜索记住的内容",
  searchSubmit: "搜索",
  searchAll: "显示全部",
  found: (count) => (count === 0 ? "没有想起任何内容。" : `找到 ${count} 条记忆。`),
  byWordsAlone: "仅按字词查找：嵌入模型不可用。",
  why: "原因",
  channels: {
    semantic: "按语义",
    keyword: "按字词",
    temporal: "按时间",
    importance: "因为重要",
    personal: "因为与您有关",
    procedural: "因为是做事的方法",
  },
  dimensions: {
    error: "错误相同",
    task: "任务类型相同",
    state: "运行处境相似",
    meaning: "语义相近",
  },
  place: (found, rank) => `${found}（第 ${rank} 位）`,
  score: (total, fits, recent, important) =>
    `得分 ${total}：相关 ${fits}，新近 ${recent}，重要 ${important}`,
  matched: (terms) => `含有搜索的字词：${terms}`,

  core: "每次规划都会得到的内容",
  coreHint: "用您自己的话写；由语言模型规划的每次运行，无论问题是什么，都从这些内容开始。",
  coreBlocks: { user_info: "关于您", instructions: "您的一贯要求", persona: "智能体是谁" },
  coreSave: "保存",

  ofYou: "关于您",
  ofYouNone: "没有记住关于您的内容。",
  kinds: {
    observation: "记录",
    thought: "想法",
    action: "做过的事",
    reflection: "领悟",
    plan: "计划",
    conversation: "说过的话",
    fact: "事实",
  },
  speakers: { user: "您的话", agent: "智能体的话", source: "文本中的话" },
  trust: {
    given: "由您提供",
    named_page: "来自您指定的网页",
    found_page: "来自搜索到的网页",
    snippet: "来自搜索结果",
    imported: "由文件导入",
    model: "由模型写成",
  },
  importance: (percent) => `重要性 ${percent} %`,
  summarised: "已由摘要代替",
  more: "显示更多",

  fromRuns: "来自运行",
  learnedRuns: (runs) => `已从 ${runs} 次运行中学习。`,
  fromRunsNone: "还没有方法或警告：它们由语言模型完成的多次运行归纳而成，在您整理时或空闲时生成。",
  eachRun: "学习过的运行",
  runDone: "已完成",
  runNotDone: "未完成",
  steps: (count) => `${count} 个步骤`,
  errorsMet: (types) => `遇到：${types}`,
  advice: "方法",
  warning: "警告",
  confidence: (percent) => `把握 ${percent} %`,
  cases: (count) => `来自 ${count} 个案例`,

  edit: "编辑",
  editLabel: "改为",
  save: "保存",
  cancel: "取消",
  forget: "忘记",
  forgetForGood: "永久忘记",
  label: (button, text) => `${button}：${text}`,

  forgottenHeading: "已忘记",
  forgottenHint: "不再使用，在您永久删除之前一直保留。",
  forgottenAt: (when) => `忘记于 ${when}`,
  reasons: { asked: "按您的要求", faded: "久未使用而自行淡忘" },
  restore: "恢复",
  remove: "删除",
  removeForGood: "永久删除",

  export: "导出到文件",
  import: "从文件导入",
  tidyUp: "立即整理",
  tidyUpHint:
    "得出结论，概括旧的内容，忘记淡去的内容。平时也会自动进行；设置了语言模型时会询问它。",

  done: {
    edited: "已修改。",
    forgotten: "已忘记。",
    restored: "已重新记住。",
    purged: "已永久删除。",
    methodologyForgotten: "已忘记，只有新的案例才会使它再次出现。",
    runForgotten: "已忘记。由它得出的内容仍然保留。",
    coreSet: "已为所有规划设定。",
    exported: "已导出。",
    undo: "撤销",
    derived: (count) => `由它得出的 ${count} 条记忆仍然保留。`,
    imported: (memories, known, runs, methodologies) =>
      `已导入 ${memories} 条记忆（另有 ${known} 条原已存在）、${runs} 次运行、${methodologies} 条方法和警告。`,
    embedded: (count) => `另有 ${count} 条文本现在也能按含义找到。`,
    tidied: (insights, summed, faded, methodologies) =>
      `已整理：${insights} 条领悟，${summed} 条摘要，忘记 ${faded} 条，生成或更新 ${methodologies} 条方法和警告。`,
  },

  given: {
    planning: "规划时得到的记忆",
    step: "这一步得到的记忆",
    loop: "别的运行如何走出循环",
    kinds: {
      memory: "关于您",
      core: "由您设定",
      methodology: "来自多次运行",
      fragment: "来自一次运行",
    },
    warns: "警告",
    leaveOut: "不要使用",
    useAgain: "重新使用",
    leftOut: "不会提供给以后的提问",
    loopFound: (actions, error, times) =>
      `运行在原地打转：${actions}，每次都遇到 ${error}，共 ${times} 次。`,
    learned: (steps, fragments) => `已从 ${steps} 个步骤中学习，保留了 ${fragments} 个片段。`,
    learnedNothing: (why) => `没有从这次运行中学到内容：${why}`,
  },

  remedies: {
    store_busy: "本页面的另一个标签页负责保存记忆，但没有回应：请切换到它或关闭它，然后重试。",
    store_unavailable: "本浏览器不允许页面保存内容（例如在隐私窗口中），因此不会记住任何内容。",
    store_full: "空间不足：请删除一些运行，或腾出设备空间。",
    store_corrupt: "本浏览器保存的内容已损坏，无法读取。可在“以往的运行”中保存该文件并新建存储。",
    store_too_new: "本浏览器保存的内容由本页面的较新版本写入：请重新载入页面以取得该版本。",
    core_too_long: "内容太长，无法在每次规划时提供：请缩短。",
    passphrase_needed:
      "本浏览器保存的内容已用口令加密，而本页面不询问口令。内容未作任何改动：请用加密它的程序打开。",
    memory_exists: "已有另一条记住或忘记的内容与此相同。",
    memory_not_found: "该内容已不存在，可能已在另一个标签页中删除。",
    memory_changed: "该内容同时在别处被更改。请重试。",
    memory_call_lost: "记忆刚刚换由另一个标签页保存。请重试。",
    import_malformed: "这不是所记内容的文件，或文件已损坏。请选择在此导出的原文件。",
    import_too_new: "这个文件由较新版本的页面保存。请重新载入页面。",
  },
};
