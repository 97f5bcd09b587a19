/** 页面的中文文字。 */

import type { Dictionary } from "./en.ts";

export const zh: Dictionary = {
  language: "zh-CN",
  switchLanguage: "English",
  switchLanguageLabel: "Show this page in English",
  skip: "跳到问题",
  title: "智能体记忆库",
  tagline: "向一份长文档提问。回答由文档自己的句子组成，每句都注明出处，背后的记忆也一目了然。",
  label: "摘录式，不用语言模型——在本标签页内运行，数据不外传",

  ask: {
    heading: "提问",
    document: "文档",
    drop: "把文件拖到这里，或",
    choose: "选择文件",
    formats: "纯文本、Markdown 或 HTML，合计不超过 20 MB",
    paste: "或粘贴文本",
    pasteLabel: "粘贴的文本",
    remove: (name) => `移除 ${name}`,
    question: "问题",
    questionHint: "你想知道什么？",
    submit: "提问",
    cancel: "取消",
    cancelling: "正在取消…",
    sample: "试用示例",
    sampleHint: "《通过例子学 Rust》的若干章节和一个问题，一键载入。",
    pastedName: "粘贴的文本",
    import: "导入已保存的记忆",
    replaceHeading: "替换已输入的内容？",
    replaceText: "示例会取代你的文档、粘贴的文本和问题。",
    replaceSubmit: "换成示例",
    replaceKeep: "保留我的",
  },

  progress: {
    heading: "进度",
    model: (loaded, total) => `正在载入嵌入模型，${loaded} / ${total}`,
    modelStarting: "正在载入嵌入模型",
    starting: "正在阅读",
    answering: "正在回答",
    count: (done, total) => `${done} / ${total}`,
    finished: "完成",
    summary: (topics, passages, ingest, answer) =>
      `${passages} 个段落归为 ${topics} 个主题 · ${ingest === null ? "" : `阅读用时 ${ingest}，`}回答用时 ${answer}`,
    stopped: (topics, passages) =>
      topics === 0
        ? "已停止，尚未记住任何内容"
        : `已停止，记忆中有 ${passages} 个段落归成的 ${topics} 个主题`,
  },

  answer: {
    heading: "回答",
    notFound: "文档似乎没有回答这个问题",
    cancelled: "你取消了这次运行。此前记住的内容保留在下面。",
    imported: "这是恢复的已保存记忆，可以继续提问。",
    confidence: (percent) => `把握 ${percent} %`,
    citations: "引文",
    citation: (number) => `引文 ${number}：在原文中显示`,
    show: "在原文中显示",
    disputes: "有争议",
    retrieved: (count) => `回答所依据的 ${count} 个段落`,
    score: "得分",
    keyword: "关键词",
    semantic: "语义",
    followUp: "继续向同一份记忆提问",
    followUpSubmit: "提问",
    earlier: (count) => `先前的问题（${count}）`,
  },

  reading: {
    part: (name, percent) => (percent === 0 ? `${name} 只读了开头` : `${name} 只读了 ${percent} %`),
    unread: (name) => `${name} 尚未阅读。`,
    thisAnswer: (part) => `${part}：此回答只依据已读的部分。`,
    nextAnswer: (part) => `${part}：向这份记忆提问，只依据已读的部分。`,
    imported: "由文件导入，未与原始来源核对：原文、摘要、争议和已存的回答均照文件所载。",
  },

  source: {
    heading: "原文",
    partly: (part) => `${part}，其余未显示。`,
    hidden: (mark) => `${mark} 代表会改变文字顺序或看不见的隐藏字符。`,
    choose: "文档",
    characters: (count) => `${count} 字`,
    text: "文档全文",
    shown: (document) => `引文已在 ${document} 中标出。`,
  },

  memory: {
    heading: "记忆",
    topics: (count) => `${count} 个主题`,
    drawing: "记忆图。旁边的列表内容相同。",
    noDrawing: "此浏览器无法绘图（需要 WebGL）。列表内容相同。",
    list: "记忆中的主题",
    more: (count) => `另有 ${count} 个未显示`,
    keys: "用方向键在主题间移动。",
    choose: "选择一个主题，查看记住了什么。",
    summary: "摘要",
    noSummary: "摘要随回答一同给出。",
    keywords: "关键词",
    links: "相关主题",
    noLinks: "无",
    source: "来源",
    disputed: "有争议",
    merges: "合并自",
    untitled: "未命名主题",
  },

  tasks: {
    heading: "任务",
    goal: "目标",
    next: "下一步",
    nothing: "没有待办。",
    stopped: "已停止，阅读和回答尚未全部完成。",
    stoppedBefore: (task) => `${task}（已停止）`,
    completed: "已完成",
    succeeded: "完成",
    failed: "失败",
    normal: "步骤",
    crossValidate: "交叉验证",
  },

  keep: {
    heading: "保存",
    text: "记忆只在本标签页内，关闭即消失。保存后可以日后继续。",
    export: "导出记忆（JSON）",
    journal: "导出日志",
    journalHint: "日志逐步记录运行过程，报告问题时请附上。",
  },

  notes: {
    keywordOnly: "仅关键词模式：嵌入模型不可用，只按字词查找段落，不按语义。",
    reason: (message) => `原因：${message}`,
    modelRetried: "下次就文档提问时会重试该模型。",
    mended: "阅读时",
  },

  problem: {
    heading: "未能完成",
    close: "关闭",
    code: (code) => `错误代码：${code}`,
  },

  remedies: {
    empty_question: "请先写下问题。",
    long_question: "问题太长。请把长文本作为文档，再就其提问。",
    no_document: "请先添加文档：拖入文件、粘贴文本，或试用示例。",
    empty_document: "这份文档没有文字，请换一份。",
    empty: "文件是空的，请换一个。",
    no_text: "文件中没有文字。请选择文本、Markdown 或 HTML 文件。",
    binary: "这不是文本文件。请选择文本、Markdown 或 HTML 文件。",
    too_large: "文件合计不能超过 20 MB。请拆分文档后分别提问。",
    busy: "正在回答另一个问题。请等待，或先取消。",
    import_malformed: "这不是本页面保存的记忆。请选择由“导出记忆”生成的 JSON 文件。",
    import_inconsistent: "这份记忆被改动过或已损坏。请选择导出时的原文件。",
    import_too_new: "这份记忆由较新版本的页面保存。请重新载入页面。",
    import_too_large: "这份记忆太大，无法在此恢复。",
    wasm_unreachable: "引擎未能启动。请重新载入页面；需要较新的浏览器。",
    engine_crashed: "引擎已停止。请重新载入页面。",
  },
};
