/** The test of a connection, and what leads to one: commands and lists of models (MB-19, MB-20, MB-21, MB-25). */

import { createServer, type Server } from "node:http";
import { expect, test } from "./model-desk.ts";
import { looksRight } from "./sight.ts";

test("MB-25: the test tells a working model, and makes one call", async ({ model, world }) => {
  const { model: address } = await world.play("plain-answer");
  await model.choose(address);
  await model.test.click();
  await expect(model.trial).toContainText(/It works: scenario answered \(\d+ tokens read/);
  expect(world.asked).toHaveLength(1);
});

test("MB-19 MB-20 MB-25: with the web, the test asks search and reader, too", async ({
  model,
  world,
  page,
}, info) => {
  const { model: address } = await world.play("plain-answer");
  await model.choose(address);
  await model.search.check();
  await model.test.click();
  await expect(model.trial).toContainText(/Language model\. It works: scenario answered/);
  await expect(model.trial).toContainText(/Search\. It works: \d+ results/);
  // The scenario has no such page.
  await expect(model.trial.locator(".fails")).toContainText("Pages.");
  await expect(model.trial).toContainText("reader_not_found");
  await expect(model.test).toBeEnabled();
  expect(world.asked).toHaveLength(1);
  await looksRight(page, info, "connection-tested");
});

test("MB-21 PL-05: the page tells the very commands that let it ask", async ({
  model,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await model.open();
  await model.provider.selectOption("Ollama");
  const { origin } = new URL(page.url());
  const command = model.panel.locator(".command").first();
  await expect(command.locator("code")).toHaveText(
    `OLLAMA_ORIGINS=${origin} OLLAMA_CONTEXT_LENGTH=40000 ollama serve`,
  );
  await command.getByRole("button", { name: "Copy the command" }).click();
  await expect(command).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("ollama serve");
  await model.provider.selectOption("OpenRouter");
  await expect(command).toBeHidden();
  await expect(model.panel.locator(".command code").last()).toContainText(
    `LLM_BASE_URL=openrouter LLM_API_KEY=… npx agentic-memory-bank proxy --origin ${origin}`,
  );
});

test("MB-21 PL-05: models are listed on request alone, and one is chosen", async ({
  model,
  world,
  page,
}) => {
  const { model: address } = await world.play("plain-answer");
  const listed: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/models")) listed.push(request.url());
  });
  await model.choose(address);
  await model.model.fill("");
  expect(listed).toEqual([]);
  await page.getByRole("button", { name: "List models" }).click();
  await expect(model.panel).toContainText("2 models: choose one in the field.");
  await expect(model.model).toBeFocused();
  const names = page.locator("#model-names option");
  await expect(names).toHaveCount(2);
  await expect(names.first()).toHaveAttribute("value", "scenario");
  expect(listed).toHaveLength(1);
  await model.address.fill("https://other.example/v1");
  await expect(names).toHaveCount(0);
  await expect(model.panel).not.toContainText("2 models");
});

test("MB-25: what lets the page read nothing is told apart from what is not there", async ({
  model,
}) => {
  const { server, address } = await listening();
  await model.choose(`${address}/v1`);
  await model.test.click();
  await expect(model.trial).toContainText("lets this page read nothing (CORS)");
  await expect(model.trial).toContainText("set a proxy");
  await new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await model.test.click();
  await expect(model.trial).toContainText("could not be reached. Is it running");
});

test("MB-25: a missing name or address is told before anything is asked", async ({
  desk,
  model,
}) => {
  await model.open();
  await model.provider.selectOption("Another address like OpenAI’s");
  await model.address.fill("api.example/v1");
  await model.test.click();
  await expect(model.trial).toContainText("must begin with http:// or https://");
  await model.address.fill("https://api.example/v1");
  await desk.question.fill("Why?");
  await desk.pasted.fill("Because.");
  await desk.ask.click();
  await expect(desk.problem).toContainText("Write the model’s name in the settings");
});

/** A server that answers, and lets no page of another origin read it. */
async function listening(): Promise<{ server: Server; address: string }> {
  const server = createServer((_request, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { server, address: `http://127.0.0.1:${port}` };
}
