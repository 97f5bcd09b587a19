// Gives a user access to the deployment: makes a token, prints it once, and keeps its hash alone.
//   npm run user -- NAME            adds the user, or gives them a new token
//   npm run user -- NAME --remove   takes the access away; what is kept of the user stays
//   npm run user -- --list          names the users
// Options:
//   --kv                  for more users than a secret holds: writes to the KV namespace bound as TOKENS
//   --address https://…   address of the deployment, for the invitation link
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hashOf, newToken } from "agentic-memory-bank/proxy";

/** Bytes that Cloudflare allows in a secret. */
const SECRET_BYTES = 5 * 1024;
/** The form of a user's name, which is part of the name of the user's object. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
/** The hashes of all tokens by user: a secret cannot be read back. */
const LIST = here("users.json");

const { values, positionals } = options();
const users = existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : {};

if (values.list) {
  for (const user of Object.keys(users)) console.log(user);
} else {
  const [user = ""] = positionals;
  if (!NAME.test(user) || positionals.length !== 1) {
    fail("give one name of 1 to 64 letters, digits, or . _ @ -, as in: npm run user -- alice");
  }
  if (values.remove) remove(user);
  else await add(user);
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        remove: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        kv: { type: "boolean", default: false },
        address: { type: "string", default: "https://ADDRESS" },
      },
    });
  } catch ({ message }) {
    return fail(message);
  }
}

async function add(user) {
  const token = newToken();
  const before = users[user];
  users[user] = await hashOf(token);
  publish(user, before);
  console.log(`user        ${user}`);
  console.log(`token       ${token}`);
  console.log(`invitation  ${values.address.replace(/\/+$/, "")}/#token=${token}`);
  console.log("The token is shown once: only its hash is kept.");
}

function remove(user) {
  const before = users[user];
  if (before === undefined) fail(`there is no user ${user}: --list names those that there are`);
  delete users[user];
  publish(user, before);
  console.log(`${user} has no access any more. What is kept of ${user} stays.`);
}

/** Tells the deployment, and then keeps the list. */
function publish(user, before) {
  if (values.kv) publishToKv(user, before);
  else publishSecret(JSON.stringify(users));
  writeFileSync(LIST, `${JSON.stringify(users, null, 2)}\n`, { mode: 0o600 });
}

function publishSecret(json) {
  if (Buffer.byteLength(json) > SECRET_BYTES) {
    fail(
      `a secret of ${SECRET_BYTES} bytes does not hold so many users: bind a KV namespace as TOKENS, and use --kv`,
    );
  }
  wrangler(["secret", "put", "USERS"], json);
}

/** The new token works before the old one ends. */
function publishToKv(user, before) {
  const key = (...words) => wrangler(["kv", "key", ...words, "--binding", "TOKENS", "--remote"]);
  if (users[user] !== undefined) key("put", users[user], user);
  if (before !== undefined) key("delete", before);
}

function wrangler(words, input) {
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"];
  const { status } = spawnSync(here("node_modules/.bin/wrangler"), words, {
    cwd: here("."),
    input,
    stdio,
  });
  if (status !== 0) fail("wrangler did not take it, as it says above: nothing has changed");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
