/** 文档库内容的中文文字，随文档库加载。 */

import type { LibraryWords } from "./library-en.ts";

export const libraryZh: LibraryWords = {
  hint: "你以前给过的文档。勾选这个问题要用的：已读过的不会重读。",
  find: "按名称查找文档",
  found: (found, all) => `${all} 份文档中的 ${found} 份`,
  added: (when) => `添加于 ${when}`,
  inTab: "仅在本标签页中",
  inMemory: "已在此记忆中",
  unread: {
    damaged: "此文档在此浏览器中已损坏。请重新选择该文件以替换它，或将其删除。",
    newer: "一份文档由本页面的更新版本保存。请重新加载页面以获取该版本，或删除该文档。",
  },
  remove: "删除",
  removeForGood: (size) => `确认删除，释放 ${size}`,
  removeFromTab: "确认删除",
  label: (button, name) => `${button}（${name}）`,
  unnamed: "无法读取的文档",
  freed: (name, size) => `“${name}”已删除，释放了 ${size}。以往的运行保有自己的副本。`,
  gone: (name) => `“${name}”已删除。它只在本标签页中。`,
  keep: "将这些文档保存在此浏览器中，直到你删除为止；使用此浏览器的人都能读取",
  keepHint: "不勾选时，文档随标签页关闭而消失。取消勾选会删除已保存的文档。",
  kept: (size) => `此浏览器中保存了 ${size}。`,
  faults: {
    cleared:
      "以前保存的文档已不在：本网站的数据已被清除。现在不再保存；如要保存所列文档，请重新勾选。",
    full: "空间不足，部分文档仅在本标签页中。请删除一些文档或以往的运行，或在此设备上腾出空间。",
    insecure: "只有通过 https 或从本机打开本页面时，才能保存文档。",
    newer: "本页面的更新版本在此保存了文档。请重新加载页面以获取该版本。其中内容未作改动。",
    stopped:
      "文档不再保存：另一个标签页停止了保存，或本网站的数据已被清除。所列文档随本标签页关闭而消失。",
    unavailable: "浏览器不允许本页面存储文档，例如在隐私窗口中。文档随标签页关闭而消失。",
    unreadable: "无法从此浏览器的存储中读取该文档。请再次勾选，或重新选择该文件。",
  },
};
