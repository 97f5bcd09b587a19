/** The packed packages under Vite. */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { endOf, kill, start } from "./child.ts";
import { assertAnswer, assertKeywordAnswer, type Told } from "./expected.ts";
import { Sandbox } from "./sandbox.ts";
import { Visitor } from "./visitor.ts";

const VITE = "node_modules/vite/bin/vite.js";

const visitor = await Visitor.open();
after(() => visitor.close());

/** Serves the sandbox by Vite in this mode, and returns what the page reports. */
async function served(sandbox: Sandbox, mode: "dev" | "preview"): Promise<Told> {
  const port = await freePort();
  const words = [VITE, mode, "--host", "127.0.0.1", "--port", `${port}`, "--strictPort"];
  const server = start(process.execPath, words, { folder: sandbox.folder });
  const ended = endOf(server);
  try {
    const url = `http://127.0.0.1:${port}/`;
    await answers(url, server);
    return await visitor.told(url);
  } finally {
    kill(server);
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves once the server answers. */
async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (server.exitCode !== null) break;
    await setTimeout(100);
  }
  throw new Error(`${url} does not answer`);
}

for (const host of ["vite7", "vite8"]) {
  const sandbox = await Sandbox.of(host);

  test(`PL-03 BX-14 ${host}: the development server`, async () => {
    assertAnswer(await served(sandbox, "dev"));
  });

  test(`PL-03 BX-14 ${host}: the build`, async () => {
    await sandbox.output([VITE, "build"]);
    assertAnswer(await served(sandbox, "preview"));
  });

  if (host === "vite8") {
    test("PL-03 vite8 without the model's package: both answer by keywords", async () => {
      await sandbox.withoutModel();
      await sandbox.output([VITE, "build"]);
      assertKeywordAnswer(await served(sandbox, "preview"));
      assertKeywordAnswer(await served(sandbox, "dev"));
    });
  }
}
