// The proxy of the installed package: as a function, and as a command on a free port.
import { spawn } from "node:child_process";
import { createProxy, hashOf, newToken, userWith } from "agentic-memory-bank/proxy";

const token = newToken();
const proxy = createProxy({
  services: [],
  origins: [],
  userOf: userWith({ ann: await hashOf(token) }),
  pages: true,
});
const target = encodeURIComponent("http://169.254.169.254/latest/meta-data/");

async function told(asked, headers) {
  const response = await asked(headers);
  return [response.status, (await response.json()).error.code];
}

const direct = (headers) =>
  proxy(new Request(`https://a.example/proxy?url=${target}`, { headers }));
const asFunction = [await told(direct, {}), await told(direct, { "X-Proxy-Token": token })];

const words = ["node_modules/agentic-memory-bank/dist/cli.js", "proxy", "--port", "0", "--pages"];
const child = spawn(process.execPath, words, {
  env: { ...process.env, AMB_PROXY_TOKEN: token },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = new Promise((resolve) => child.on("exit", resolve));
let printed = "";
for await (const text of child.stdout) {
  printed += text;
  if (printed.split("\n").length > 2) break;
}
const [, address] = /^address {2}(\S+)$/m.exec(printed);
const served = (headers) => fetch(address + target, { headers });
const asCommand = [await told(served, {}), await told(served, { "X-Proxy-Token": token })];
child.kill("SIGINT");
console.log(JSON.stringify({ asFunction, asCommand, status: await ended }));
