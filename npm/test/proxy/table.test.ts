/** Hundreds of requests that a proxy must refuse or strip, and those that it must not, on every host. */
import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { Internet, SERVICE_KEY } from "./internet.ts";
import {
  commandSubject,
  knowingSubject,
  serverSubject,
  unknowingSubject,
} from "./played-proxies.ts";
import { checkTable, type Line, readTable, USER_TOKEN } from "./table.ts";

const refused = readTable("refused");
const passed = readTable("passed");
const tables: [string, Line[]][] = [
  ["refused or stripped", refused],
  ["let through", passed],
];

let internet: Internet;
before(async () => {
  internet = await Internet.start();
});
after(() => internet.close());

test("MB-21 the table holds 200 inputs to refuse, and none twice", () => {
  assert.ok(refused.length >= 200, `${refused.length}`);
  assert.ok(passed.length >= 50, `${passed.length}`);
  const names = [...refused, ...passed].map(({ what }) => what);
  assert.equal(new Set(names).size, names.length);
});

for (const [what, lines] of tables) {
  test(`MB-21 ${what}: every line, where the host knows where names lead`, async (context) => {
    const tally = await checkTable(lines, await knowingSubject(internet), internet);
    context.diagnostic(`${tally.ran} lines, ${tally.left} need another host`);
    assert.deepEqual(tally.wrong, []);
  });

  test(`MB-21 PL-02 ${what}: every line, where the host does not know it`, async (context) => {
    mock.method(globalThis, "fetch", (request: Request) => internet.fetch(request));
    try {
      const tally = await checkTable(lines, await unknowingSubject(), internet);
      context.diagnostic(`${tally.ran} lines, ${tally.left} need another host`);
      assert.deepEqual(tally.wrong, []);
    } finally {
      mock.restoreAll();
    }
  });

  test(`MB-21 ${what}: every line, over a socket`, async (context) => {
    const { subject, close } = await serverSubject(internet);
    try {
      const tally = await checkTable(lines, subject, internet);
      context.diagnostic(`${tally.ran} lines, ${tally.left} need another host`);
      assert.deepEqual(tally.wrong, []);
    } finally {
      await close();
    }
  });
}

test("MB-21 PL-06 every line through the real command, whose log holds no secret", async (context) => {
  const lines = [...refused, ...passed];
  const { subject, log, close } = await commandSubject(internet, lines);
  try {
    const tally = await checkTable(lines, subject, internet);
    context.diagnostic(`${tally.ran} lines, ${tally.left} need another host`);
    assert.deepEqual(tally.wrong, []);
  } finally {
    await close();
  }
  const logged = log().split("\n");
  assert.ok(logged.length > 400, `${logged.length} lines`);
  for (const secret of [USER_TOKEN, SERVICE_KEY, "jina_Reader-Key"]) {
    assert.ok(!log().includes(secret), "a secret in the log");
  }
  // Paths and queries of targets.
  for (const private_ of ["/page", "/etc", "latest", "?", "chat"]) {
    assert.deepEqual(
      logged.filter((line) => line.includes(private_)),
      [],
    );
  }
});
