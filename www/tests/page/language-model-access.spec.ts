/** The language model's panel for everyone: axe, the keyboard alone, both widths; the screenshots are for eyes. */

import { expect, test } from "./model-desk.ts";
import { looksRight, overflow } from "./sight.ts";

test("PL-05 MB-25: no serious issue with a language model, chosen, refused and answering", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const wrong = await world.play("wrong-key");
  await model.choose(wrong.model);
  await model.search.check();
  await page.getByRole("textbox", { name: "Proxy address" }).fill("https://proxy.example/?url=");
  await page.getByRole("textbox", { name: "Proxy address" }).fill("");
  await model.test.click();
  await expect(model.trial).toContainText("Check the key");
  await looksRight(page, info, "settings");
  await desk.question.fill("How tall is the Westby lighthouse?");
  await desk.ask.click();
  await expect(model.goOn).toBeVisible();
  await looksRight(page, info, "refused");

  const { model: address } = await world.play("multi-hop");
  await model.open();
  await model.address.fill(address);
  await desk.anew();
  await desk.question.fill("In which year was the architect of the Westby lighthouse born?");
  await desk.ask.click();
  await expect(desk.answer.locator(".statements")).toContainText("1841");
  await desk.settled();
  await desk.openTask();
  await looksRight(page, info, "answered");
});

test("PL-05 MB-25: the keyboard alone chooses a model, tries it and asks", async ({
  model,
  world,
  desk,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await page.keyboard.press("Tab");
  await model.panel.locator("summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(model.provider).toBeFocused();
  await page.keyboard.type("Oll");
  await expect(model.provider).toHaveValue("ollama");
  await page.keyboard.press("Tab");
  await page.keyboard.type(address);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy the command" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("scenario");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "List models" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(model.key).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(model.answerLanguage).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("50 requests");
  await expect(model.budget).toHaveValue("50 requests");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(model.search).toBeFocused();
  await page.keyboard.press("Space");
  await expect(model.search).toBeChecked();
  await desk.question.focus();
  await page.keyboard.type(question);
  await page.keyboard.press("Enter");
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  await desk.settled();
  await model.panel.locator("summary").focus();
  await page.keyboard.press("Enter");
  await model.key.focus();
  await page.keyboard.press("Enter");
  await expect(model.trial).toContainText("It works");
});

test("BX-09: the panel speaks Chinese", async ({ browser }, info) => {
  const page = await browser.newPage({ locale: "zh-CN", viewport: { width: 390, height: 900 } });
  await page.goto("./");
  await page.getByText("语言模型：无，回答为摘录").click();
  await page.getByRole("combobox", { name: "由谁回答" }).selectOption("DeepSeek");
  await expect(page.getByText(/问题和文档会发送到 DeepSeek/)).toBeVisible();
  await page.getByRole("checkbox", { name: /允许它上网搜索/ }).check();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath("zh.png"), fullPage: true });
  await page.close();
});
