/** The tables of the proxy's tests, against the deployed Worker in workerd, over sockets. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Internet, PLAYED_SCHEME, SERVICE_KEY } from "../../npm/test/proxy/internet.ts";
import { socketSubject } from "../../npm/test/proxy/subjects.ts";
import {
  checkTable,
  ORIGIN,
  readTable,
  type Subject,
  USER_TOKEN,
} from "../../npm/test/proxy/table.ts";
import { Deployment, logged } from "./deployment.ts";

const SERVICE = "https://llm.example.net/v1";
const READER = "https://reader.example.net";
const TABLES = new URL("../npm/test/proxy/", pathToFileURL(`${process.cwd()}/`));

let internet: Internet;
let deployment: Deployment;
let subject: Subject;

before(async () => {
  internet = await Internet.start();
  const address = `127.0.0.1:${internet.port}`;
  deployment = await Deployment.start({
    hasAssets: false,
    variables: {
      USERS: JSON.stringify({ user: createHash("sha256").update(USER_TOKEN).digest("hex") }),
      LLM_PROVIDER: SERVICE,
      LLM_MODEL: "any",
      LLM_KEY: SERVICE_KEY,
      READER_ADDRESS: READER,
      ORIGINS: ORIGIN,
      PAGES: "on",
    },
    options: {
      outboundService: { external: { address, http: { forwardedProtoHeader: PLAYED_SCHEME } } },
    },
  });
  subject = socketSubject({
    offers: ["tls", "reader"],
    service: SERVICE,
    reader: READER,
    own: deployment.address,
    port: Number(new URL(deployment.address).port),
    path: "/proxy",
  });
});

after(async () => {
  await deployment.end();
  await internet.close();
});

for (const [name, least] of [
  ["refused", 400],
  ["passed", 60],
] as const) {
  test(`PL-02 MB-21 the deployed proxy, table of what is ${name}`, async (context) => {
    const tally = await checkTable(readTable(name, TABLES), subject, internet);
    context.diagnostic(`${tally.ran} lines, ${tally.left} need another host`);
    assert.deepEqual(tally.wrong, []);
    assert.ok(tally.ran >= least, `${tally.ran} lines`);
  });
}

test("PL-02 MB-21 the log of the deployed proxy holds no token and no key", () => {
  const log = logged.join("");
  assert.match(log, /proxy/);
  for (const secret of [USER_TOKEN, SERVICE_KEY]) assert.ok(!log.includes(secret));
});
