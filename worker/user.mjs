// Gives a user access to the deployment: makes a token, prints it once, and keeps its hash alone.
//   npm run user -- NAME            adds the user, or gives them a new token
//   npm run user -- NAME --remove   takes the access away; what is kept of the user stays
//   npm run user -- --list          names the users
// Options:
//   --local   for `cargo xtask worker` on this machine: writes .dev.vars instead of the deployment's secret
//   --kv      for more users than a secret holds: writes to the KV namespace bound as TOKENS
//   --address https://…   address of the deployment, for the invitation link
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hashOf, newToken } from "agentic-memory-bank/proxy";

/** Bytes that Cloudflare allows in a secret. */
const SECRET_BYTES = 5 * 1024;
/** What a user may be called: the name stands in the name of the user's object. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remove: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    local: { type: "boolean", default: false },
    kv: { type: "boolean", default: false },
    address: { type: "string" },
  },
});

const file = here(values.local ? "users.local.json" : "users.json");
const users = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

if (values.list) {
  for (const user of Object.keys(users)) console.log(user);
} else {
  const [user = ""] = positionals;
  if (!NAME.test(user) || positionals.length !== 1) {
    fail("give one name of 1 to 64 letters, digits, or . _ @ -, as in: npm run user -- alice");
  }
  if (values.remove) await remove(user);
  else await add(user);
}

async function add(user) {
  const token = newToken();
  const before = users[user];
  users[user] = await hashOf(token);
  publish(user, before);
  const address = values.address ?? (values.local ? "http://localhost:8787" : "https://ADDRESS");
  console.log(`user        ${user}`);
  console.log(`token       ${token}`);
  console.log(`invitation  ${address.replace(/\/+$/, "")}/#token=${token}`);
  console.log("The token is shown once: only its hash is kept.");
}

async function remove(user) {
  const before = users[user];
  if (before === undefined) fail(`there is no user ${user}`);
  delete users[user];
  publish(user, before);
  console.log(`${user} has no access any more. What is kept of ${user} stays.`);
}

/** Has the deployment know the users, and keeps their list. */
function publish(user, before) {
  const json = JSON.stringify(users);
  if (values.local) writeLocal(json);
  else if (values.kv) publishToKv(user, before);
  else publishSecret(json);
  writeFileSync(file, `${JSON.stringify(users, null, 2)}\n`, { mode: 0o600 });
}

function publishSecret(json) {
  if (Buffer.byteLength(json) > SECRET_BYTES) {
    fail(
      `these are more users than a secret of ${SECRET_BYTES} bytes holds: bind a KV namespace as TOKENS, and use --kv`,
    );
  }
  wrangler(["secret", "put", "USERS"], json);
}

function publishToKv(user, before) {
  if (users[user] !== undefined) {
    wrangler(["kv", "key", "put", "--binding", "TOKENS", "--remote", users[user], user]);
  }
  if (before !== undefined) {
    wrangler(["kv", "key", "delete", "--binding", "TOKENS", "--remote", before]);
  }
}

/** Puts the users into .dev.vars, and leaves its other lines. */
function writeLocal(json) {
  const vars = here(".dev.vars");
  const lines = existsSync(vars) ? readFileSync(vars, "utf8").split("\n") : [];
  const others = lines.filter((line) => line !== "" && !line.startsWith("USERS="));
  writeFileSync(vars, `${[`USERS='${json}'`, ...others].join("\n")}\n`, { mode: 0o600 });
}

function wrangler(words, input) {
  const program = here("node_modules/.bin/wrangler");
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"];
  const { status } = spawnSync(program, words, { cwd: here("."), input, stdio });
  if (status !== 0) fail("wrangler did not take it: see above; the users are as they were");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
