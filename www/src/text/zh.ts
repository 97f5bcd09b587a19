/** 页面的中文文字。 */

import type { Dictionary } from "./en.ts";
import { longTermZh } from "./long-term-zh.ts";
import { modelZh } from "./model-zh.ts";
import { remediesZh } from "./remedies-zh.ts";

export const zh: Dictionary = {
  language: "zh-CN",
  switchLanguage: "English",
  switchLanguageLabel: "Show this page in English",
  skip: "跳到问题",
  title: "智能体记忆库",
  tagline: "向一份长文档提问。回答由文档自己的句子组成，每句都注明出处，背后的记忆也一目了然。",
  offlineReady: "已可离线使用：没有网络时，本页面也能打开并回答。",
  label: "摘录式，不用语言模型——在本标签页内运行，数据不外传",

  model: modelZh,

  access: {
    heading: "访问本站",
    token: "访问令牌",
    tokenHint:
      "由本站的运行者提供，邀请链接会自动带上。它只留在本标签页中，只发送给本站。你不需要任何密钥。",
    problems: {
      token_missing:
        "使用本站的语言模型需要访问令牌。请在此填写，或在“语言模型”中选择“不用语言模型”。",
      token_unknown: "本站不认识这个访问令牌。请完整复制，或向本站的运行者索取新的令牌。",
      token_malformed: "访问令牌中不会有空格或此类字符。请只复制令牌本身，并复制完整。",
    },
    forget: "清除令牌和密钥",
  },

  goOn: {
    submit: "继续这次运行",
    hint: "从停下的地方继续：已得到的答复不会重复请求，也不会重复付费。",
    answer: "用已知内容作答",
    answerByModel: "用已知内容作答不再执行步骤，约需一次调用。",
    answerByQuotes: "用已知内容作答会引用已读的内容。",
    discard: "删除",
    discardForGood: "确认删除",
  },

  spending: {
    heading: "词元与费用",
    agent: "智能体",
    calls: "调用",
    read: "读取词元",
    written: "写出词元",
    cost: "费用",
    all: "合计",
    estimated: "部分为估算：该服务不统计词元数。",
    agents: {
      classification: "分类",
      structure: "结构",
      analysis: "分析",
      integration: "整合",
      planning: "规划",
      react: "执行与回答",
      reading: "读网页",
    },
    services: { search: "网络搜索", reader: "网页读取服务", page: "直接读取的网页" },
  },

  costs: {
    unknown: "价格未知",
    partlyUnknown: (known) => `${known}，部分价格未知`,
    of: (used, limit) => `${used} / ${limit}`,
    tokens: (count) => `${count} 词元`,
    requests: (count) => `${count} 次请求`,
    seconds: (count) => `${count} 秒`,
    and: "，",
    spent: (parts) => `已用：${parts}`,
    likely: (sum) => `可能 ${sum}。`,
    estimate: (likely, most) => `估算：可能 ${likely}；至多 ${most}。`,
    unpriced: (names) => `价格未知：${names}。`,
  },

  ask: {
    heading: "提问",
    document: "文档",
    drop: "把文件拖到这里，或",
    choose: "选择文件",
    formats:
      "PDF、Word、EPUB、CSV、HTML、Markdown 或纯文本，合计不超过 20 MB；能看图的模型还可以看图片",
    paste: "或粘贴文本",
    pasteLabel: "粘贴的文本",
    remove: (name) => `移除 ${name}`,
    pages: (count) => `${count} 页`,
    outline: (titles) => `目录 · ${titles} 个标题`,
    about: (title) => `“${title}”主要讲什么？`,
    overview: "这份文档讲的是什么？",
    beingRead: "正在阅读此文档。如要移除，请先停止。",
    question: "问题",
    questionHint: "你想知道什么？",
    submit: "提问",
    anew: "换个内容提问",
    anewHint: "新建记忆，另选文档",
    sample: "试用示例",
    sampleHint: "《通过例子学 Rust》的若干章节和一个问题，一键载入。",
    pastedName: "粘贴的文本",
    import: "导入已保存的记忆",
    replay: "重放日志",
    replaceHeading: "替换已输入的内容？",
    replaceText: "示例会取代你的文档、粘贴的文本和问题。",
    replaceSubmit: "换成示例",
    replaceKeep: "保留我的",
  },

  library: {
    heading: (documents) => `文档库 · ${documents} 份文档`,
    uses: (question) => `使用“${question}”的记忆。这些文档不会重读。`,
    anew: "改为新建记忆",
    used: (question) => `这里使用了“${question}”的记忆：其中的文档没有重读。`,
  },

  ways: {
    heading: "回答依据",
    documents: { name: "我的文档", what: "摘录原文。无需密钥，内容不离开本标签页" },
    model: { name: "语言模型", what: "成文的回答并附来源。用你自己的密钥或服务器" },
    web: { name: "语言模型和网络", what: "还会搜索并阅读网页" },
  },

  parts: {
    heading: "运行的各部分",
    steps: "步骤",
    answer: "回答",
    memory: "记忆",
    more: "更多",
  },

  progress: {
    heading: "进度",
    modelStarting: "正在载入嵌入模型",
    starting: "正在阅读",
    reading: (document) => `正在阅读 ${document}`,
    linking: (document) => `正在关联 ${document} 的主题`,
    comparing: "正在按含义比较各主题",
    planning: "正在计划下一步",
    step: (number, task) => `第 ${number} 步：${task}`,
    validation: (number, task) => `第 ${number} 步，核对矛盾：${task}`,
    tools: {
      search: (query) => `正在网上搜索“${query}”`,
      visit: (host) => `正在阅读 ${host}`,
      deep_retrieval: () => "正在查看记忆",
    },
    tool: (name) => `正在使用 ${name}`,
    sources: (count) => `${count} 个来源`,
    answering: "正在回答",
    stop: "停止",
    stopping: "正在停止…",
    enough: "停止，保留这个回答",
    count: (percent) => `已完成 ${percent} %`,
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
    notInDocuments: () => "文档似乎没有回答这个问题",
    nothingFound: "网上没有找到任何内容",
    notRead: "读到的内容似乎都没有回答这个问题",
    webNotReached: (failed, last) => `无法访问网络：${failed} 次调用全部失败。最后一次：${last}`,
    revised: "全文按含义比较之后，回答有了变化。",
    unsupported: "没有任何出处支持以下内容：这只是模型自己的话",
    noSource: "无出处",
    cancelled: "你停止了这次运行。此前记住的内容保留在下面。",
    cancelledAtOnce: "你停止了这次运行，当时尚未记住任何内容。",
    paused:
      "两次尝试访问网络都没有成功，运行已暂停。请打开设置，点“测试连接”，可用后再继续。如要换用别的搜索服务，请重新提问。",
    budgetReached: "已达到预算上限。此回答依据当时已知的内容写成；已读的内容保留，可以继续提问。",
    imported: "这是恢复的已保存记忆，可以继续提问。",
    replayed: "这是不经网络重放的日志，其记忆不予保留。",
    opened: "这是以往的运行，按当时的状态读回，没有再向任何一方提问。",
    flags: "检索到的内容中没有以下内容，因此没有出处：",
    followUpBy: (engine) =>
      `这份记忆由生成它的引擎回答：${engine}。要使用现在的设置，请在上方提问。`,
    confidence: (percent) => `把握 ${percent} %`,
    citations: "引文",
    page: (number) => `第 ${number} 页`,
    published: (when) => `发布于 ${when}`,
    trust: {
      named_page: "你指定的网页",
      found_page: "搜索找到",
      snippet: "仅为搜索结果摘要，网页未读",
      imported: "由文件导入",
      model: "模型的话",
    },
    citation: (number) => `引文 ${number}：在原文中显示`,
    show: "在原文中显示",
    disputes: "有争议",
    retrieved: (count) => `回答所依据的 ${count} 个段落`,
    score: "得分",
    keyword: "关键词",
    semantic: "语义",
    followUp: "继续向同一份记忆提问",
    followUpSubmit: "提问",
    addDocuments: "添加文档",
    earlier: "先前的问题",
  },

  takeAway: {
    copy: "连同出处复制",
    save: "保存为 Markdown",
    saveHtml: "保存为 HTML",
    print: "打印",
    copied: "已复制",
    notCopied: "此浏览器不允许页面复制，请改为保存。",
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
    byWords: (characters) => `${characters}，只按关键词处理，语言模型未阅读`,
    text: "文档全文",
    back: "回到答案",
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
    against: "对方：",
    show: (place) => (place === null ? "在原文中显示" : `在原文中显示（${place}）`),
    find: "查找主题",
    disputedOnly: "只看有争议的",
    found: (count, all) => (count === 0 ? "没有符合的主题" : `${all} 个主题中有 ${count} 个符合`),
    disputedLine: "虚线连接相互矛盾的主题。",
  },

  tasks: {
    heading: "任务",
    steps: (count) => (count === 0 ? "" : `${count} 步`),
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
    used: "使用的工具",
    tools: { search: "搜索", visit: "访问", deep_retrieval: "查阅记忆" },
    toolFailed: (why) => `失败：${why}`,
  },

  keep: {
    heading: "保存",
    text: "记忆只在本标签页内，关闭即消失。保存后可以日后继续。",
    textStored: "这次运行已保存在本浏览器的“以往的运行”中。导出后可带到别处。",
    export: "导出记忆（JSON）",
    journal: "导出日志",
    journalHint: "日志逐步记录运行过程，报告问题时请附上。",
  },

  stored: {
    heading: "以往的运行",
    text: "连同文档保存在本浏览器中，使用本浏览器的人都能看到，直到您删除。",
    lasting: "浏览器已同意在空间不足时不清除这些内容。",
    notLasting: "空间不足时浏览器可能会清除这些内容：需要长期保留的请另行保存。",
    looking: "正在查找以往的运行…",
    find: "按问题查找运行",
    found: (found, all) => `${all} 次运行中的 ${found} 次`,
    notKept: "运行只在本标签页内，关闭即消失。",
    problems: {
      store_busy: "本页面的另一个标签页负责保存，但没有回应：请切换到它或关闭它，再在这里提问。",
      store_unavailable: "本浏览器不允许页面保存内容，例如在隐私窗口中。",
      store_full: "空间不足：请删除一些运行，或腾出设备空间。",
      store_io:
        "浏览器无法读写所保存的内容，或终止了本页面负责保存的部分：请重新载入页面。此前保存的内容不受影响。",
      store_corrupt:
        "本浏览器保存运行的文件已损坏，无法读取，内容未作任何改动。如需请人查看，请先保存该文件；新建存储后即可继续保存运行。",
      store_too_new:
        "本浏览器保存的内容由本页面的较新版本写入：请重新载入页面以取得该版本。若未能取得，可以先保存该文件，并在此之前使用新的存储。",
      passphrase_needed:
        "本浏览器保存的内容已用口令加密，而本页面不询问口令。内容未作任何改动：请用加密它的程序打开。",
      wasm_unreachable: "页面的一部分未能载入：请联网后再次提问。",
      worker_unreachable: "页面的一部分未能载入：请联网后再次提问。",
    },
    unread: {
      saveDamaged: "保存损坏的文件",
      save: "保存文件",
      startAnew: "新建存储",
      startAnewNow: "搁置该文件并新建存储",
      kept: "搁置的文件会原样留在本浏览器中，直到您删除。",
      aside: {
        store_corrupt: "已搁置：损坏的运行文件",
        store_too_new: "已搁置：较新版本写入的运行",
        replaced: "已搁置：其他运行",
      },
      takeBack: "重新使用这些运行",
    },
    standing: {
      answered: "已回答",
      ended: "已结束，回答不完整",
      failed: "失败",
      paused: "已停止",
      running: "中断",
      atWork: "进行中",
    },
    open: "打开",
    isOpen: "已在上方显示",
    remove: "删除",
    removeForGood: "永久删除",
    label: (button, question) => `${button}：${question}`,
  },

  longTerm: longTermZh,

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

  remedies: remediesZh,
};
