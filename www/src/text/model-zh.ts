/** 页面关于语言模型及其服务的中文文字。 */

import type { modelEn } from "./model-en.ts";

export const modelZh: typeof modelEn = {
  tagline:
    "提出问题，由你选择的语言模型来规划，查阅你的文档，并在你允许时上网查找；每个论断都注明出处，背后的记忆一目了然。",
  label: (name, place) => `语言模型 ${name}——问题和文档会发送到 ${place}`,
  taglineSite:
    "提出问题，由本站的语言模型来规划，查阅你的文档，并在你允许时上网查找；每个论断都注明出处，背后的记忆一目了然。",
  labelSite: (name, place) => `语言模型 ${name}，经由本站访问——本站把问题和文档转发到 ${place}`,
  summaryNone: "语言模型：无，回答为摘录",
  summary: (name) => `语言模型：${name}`,
  summarySite: (name) => `语言模型：${name}，经由本站`,
  none: "不用语言模型时，回答摘自你的文档，数据不离开本标签页。使用语言模型时，由它规划步骤并撰写回答，问题和文档会发送给它。",
  heading: "语言模型",
  provider: "由谁回答",
  providerSite: (name, place) =>
    name === place ? `本站的模型：${name}` : `本站的模型：${name}（${place}）`,
  providerNone: "不用语言模型（摘录式）",
  providerCustom: "其他与 OpenAI 兼容的地址",
  address: "基础地址",
  addressHint: "即 /chat/completions 之前的部分；留空则用默认地址。",
  name: "模型",
  nameHint: "按服务端的叫法填写，例如 qwen3:8b。DeepSeek 可以留空。",
  key: "密钥",
  keyHint: "本机上的模型不需要。",
  answerLanguage: "回答所用语言",
  answerLanguages: [
    ["", "与问题相同"],
    ["en", "英文"],
    ["zh", "中文"],
  ],
  reads: "由它阅读文档",
  readsChoices: [
    ["short", "短文档由它阅读，长文档只按关键词处理"],
    ["all", "全部由它按主题阅读：调用次数多"],
    ["none", "不由它阅读：只按关键词处理，不产生费用"],
  ],
  budgetHeading: "预算",
  budget: "每个问题最多使用",
  priceRead: "每百万读取词元的价格（美元）",
  priceWritten: "每百万写出词元的价格（美元）",
  priceHint: "仅在页面不知道该模型的价格时填写。",
  budgetHint:
    "例如 0.10 USD、50000 tokens、20 requests、90 s 或 5 min，多项以逗号分隔；留空则不限。达到上限时，回答依据已知的内容写成。",
  web: "网络",
  search: "允许它上网搜索，此时可以不提供文档",
  searchService: "搜索服务",
  searchServices: [
    ["serper", "Serper：Google 的网页结果，需要密钥和代理"],
    ["wikipedia", "维基百科：只有其条目，什么都不需要"],
    ["jina", "Jina Search：网页结果，需要密钥"],
  ],
  searchLacks: {
    serper: "搜索还无法使用：请填写 Serper 密钥，或会加上密钥的代理地址。维基百科两者都不需要。",
    wikipedia: "",
    jina: "搜索还无法使用：请填写 Jina 密钥，或会加上密钥的代理地址。",
  },
  searchKey: "Serper 密钥",
  searchKeyHint: "如果由代理添加密钥，可以留空。",
  searchLanguage: "搜索结果的语言",
  searchLanguageHint:
    "语言代码，例如 en 或 zh-cn，维基百科则为其站点代码，例如 zh；留空则由搜索服务决定，维基百科对中文问题使用中文版，其他问题使用英文版。",
  reader: "网页读取方式",
  readers: [
    ["jina", "通过 Jina Reader"],
    ["direct", "直接读取"],
  ],
  readerKey: "Jina 密钥",
  readerKeyHint: "Jina Search 也用它。留空则以免费额度读取网页。",
  proxyHeading: "代理",
  proxy: "代理地址",
  proxyHint:
    "用于不允许网页直接访问的服务。填写目标地址之前的部分，例如 https://proxy.example/fetch?url=",
  proxyToken: "代理令牌",
  proxyTokenHint: "代理要求时填写，只发送给该代理。",
  proxyTokenProblems: {
    token_missing: "该代理要求令牌。请填写它启动时显示的令牌，或别人给你的令牌。",
    token_unknown: "该代理不认识这个令牌。请完整复制，或向代理的运行者索取新的令牌。",
    token_malformed: "令牌中不会有空格或此类字符。请只复制令牌本身，并复制完整。",
  },
  proxyModel: "语言模型也通过代理访问",
  proxyKeys: "把密钥交给代理（否则由代理添加自己的密钥）",
  keysHeading: "密钥",
  keysText:
    "密钥和令牌只在本标签页的内存中，关闭即消失；只发送给各自的服务，不会出现在任何导出文件或日志里。",
  remember: "在此设备上记住：存入此浏览器中本网站的存储，使用此浏览器的人都能读取",
  forget: "清除密钥",
  forgotten: "已清除：这里和此设备上都不再有密钥或令牌。",
  notRemembered: "此浏览器不允许本页面存储数据。",
  test: "测试连接",
  modelCommand:
    "这样启动它，本页面才能访问，并有足够的上下文（Windows 上用 PowerShell；如已在运行，请先退出）：",
  proxyCommand: "或在本机启动代理（用你的密钥代替省略号），它会显示地址和令牌：",
  copyCommand: "复制命令",
  list: "列出模型",
  listed: (count) =>
    count === 0 ? "服务没有列出模型，请填写名称。" : `共 ${count} 个模型，请在输入框中选择。`,
  testHint: "发起一次小的调用；允许搜索网络时，还会搜索一次并读取一个网页。",
  testing: "正在询问…",
  works: (model, read, written) =>
    `可以使用：${model} 已应答（读取 ${read} 词元，写出 ${written} 词元）。`,
  services: { llm: "语言模型：", search: "搜索：", reader: "网页：" },
  searchWorks: (results) => `可以使用：“example” 有 ${results} 条结果。`,
  readerWorks: "可以使用：已读取 https://example.com/。",
};
