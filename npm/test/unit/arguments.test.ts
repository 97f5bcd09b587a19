import assert from "node:assert/strict";
import { test } from "node:test";
import { MEMORY_ACTIONS, OPTIONS, readArguments } from "../../src/cli/arguments.ts";
import { HELP, USAGE } from "../../src/cli/help.ts";

test("PL-06 a question about several documents", () => {
  const words = ["ask", "What is ownership?", "--doc", "a.html", "--doc", "b.txt", "--json"];
  assert.deepEqual(readArguments([...words, "--lang", "zh", "--no-model", "--export", "m.json"]), {
    name: "ask",
    question: "What is ownership?",
    docs: ["a.html", "b.txt"],
    json: true,
    questions: null,
    exportTo: "m.json",
    journal: null,
    journalTo: null,
    runs: null,
    keep: false,
    useMemory: true,
    textDir: null,
    useModel: false,
    llm: null,
    model: null,
    reads: null,
    search: false,
    searchService: null,
    budget: [],
    prices: null,
    language: "zh",
    reportLanguage: null,
    searchLanguage: null,
    quiet: false,
  });
});

test("PL-06 MB-21 a language model on the command line", () => {
  const words = ["ask", "q", "--llm", "ollama", "--model", "m", "--search", "--text-dir", "d"];
  words.push("--reads", "none");
  const command = readArguments(words);
  assert.ok(command.name === "ask");
  const { llm, model, reads, search, textDir } = command;
  assert.deepEqual([llm, model, reads, search, textDir], ["ollama", "m", "none", true, "d"]);
  assert.throws(
    () => readArguments(["ask", "q", "--reads", "some"]),
    /short, all, none: not "some"/,
  );
});

test("BX-06 memory on the command line: an action, and what it is done with", () => {
  assert.deepEqual(readArguments(["memory", "forget", "a", "b", "--runs", "d", "--json"]), {
    name: "memory",
    action: "forget",
    words: ["a", "b"],
    runs: "d",
    forgotten: false,
    useModel: true,
    json: true,
  });
  const command = readArguments(["ask", "q", "--no-memory"]);
  assert.equal(command.name === "ask" && command.useMemory, false);
});

test("PL-06 BX-03 limits and prices on the command line", () => {
  const words = ["ask", "q", "--budget", "0.1 USD", "--budget", "90s", "--prices", "p.json"];
  const command = readArguments(words);
  assert.ok(command.name === "ask");
  assert.deepEqual([command.budget, command.prices], [["0.1 USD", "90s"], "p.json"]);
});

test("MB-19 PL-06 a search service is named", () => {
  const command = readArguments(["ask", "q", "--llm", "ollama", "--search-service", "wikipedia"]);
  assert(command.name === "ask");
  assert.deepEqual([command.search, command.searchService], [false, "wikipedia"]);
});

test("BX-09 PL-06 labels, answer and search results have a language each", () => {
  const words = ["ask", "q", "--lang", "en", "--report-lang", "zh", "--search-lang", "pt-br"];
  const command = readArguments(words);
  assert.ok(command.name === "ask");
  const { language, reportLanguage, searchLanguage } = command;
  assert.deepEqual([language, reportLanguage, searchLanguage], ["en", "zh", "pt-br"]);
});

test("BX-02 PL-06 a journal on the command line brings its question", () => {
  const resumed = readArguments(["ask", "--resume", "run.json", "--journal", "next.json"]);
  assert.ok(resumed.name === "ask");
  const { question, journal, journalTo } = resumed;
  assert.deepEqual(
    [question, journal, journalTo],
    [null, { run: "run.json", way: "resume" }, "next.json"],
  );
  const replayed = readArguments(["ask", "--replay", "run.json"]);
  assert.deepEqual(replayed.name === "ask" && replayed.journal?.way, "replay");
});

test("BX-02 PL-06 runs are kept in a folder, taken up from it, listed and deleted", () => {
  const kept = readArguments(["ask", "--runs", "d", "--resume", "id"]);
  assert.ok(kept.name === "ask");
  assert.deepEqual([kept.runs, kept.journal], ["d", { run: "id", way: "resume" }]);
  const listed = { name: "runs", runs: null, deleted: null, json: true };
  assert.deepEqual(readArguments(["runs", "--json"]), listed);
  const deleted = { name: "runs", runs: "d", deleted: "id", json: false };
  assert.deepEqual(readArguments(["runs", "--runs", "d", "--delete", "id"]), deleted);
});

test("PL-06 runs are kept in the data folder where that is asked for", () => {
  const kept = readArguments(["ask", "q", "--keep", "--no-memory"]);
  assert.ok(kept.name === "ask");
  assert.deepEqual([kept.keep, kept.runs, kept.useMemory], [true, null, false]);
  const resumed = readArguments(["ask", "--resume", "id", "--keep"]);
  assert.ok(resumed.name === "ask");
  assert.equal(resumed.keep, true);
});

test("PL-06 the folder is asked for alone, or with the one that is named", () => {
  assert.deepEqual(readArguments(["--where"]), { name: "where", runs: null });
  assert.deepEqual(readArguments(["--where", "--runs", "d"]), { name: "where", runs: "d" });
});

test("MB-21 PL-06 the proxy on the command line", () => {
  const alone = { name: "proxy", port: 8788, host: "127.0.0.1", origins: [], pages: false };
  assert.deepEqual(readArguments(["proxy"]), alone);
  const words = ["--port", "0", "--host", "::1", "--pages", "--origin", "https://a.example/"];
  const second = ["--origin", "http://localhost:5173", "--origin", "https://a.example"];
  assert.deepEqual(readArguments(["proxy", ...words, ...second]), {
    ...{ name: "proxy", port: 0, host: "::1", pages: true },
    origins: ["https://a.example", "http://localhost:5173"],
  });
});

test("PL-06 without arguments the usage is shown in three lines", () => {
  assert.deepEqual(readArguments([]), { name: "usage" });
  assert.equal(USAGE.split("\n").length, 3);
});

test("PL-06 every option and every action on memory is in the help", () => {
  for (const option of Object.keys(OPTIONS)) assert.ok(HELP.includes(`--${option}`), option);
  for (const action of MEMORY_ACTIONS) assert.ok(HELP.includes(`memory ${action}`), action);
});

test("PL-06 the help is at most 100 columns wide and names the program and its packages", () => {
  for (const line of [...HELP.split("\n"), ...USAGE.split("\n")]) {
    assert.ok(line.length <= 100, line);
  }
  assert.match(HELP, /^ {2}npx agentic-memory-bank ask /m);
  assert.match(HELP, /npm install agentic-memory-bank-minilm$/m);
  assert.match(HELP, /npx -p agentic-memory-bank -p agentic-memory-bank-minilm/);
  assert.doesNotMatch(HELP, /cargo|xtask/);
});

test("a document named twice is read once", () => {
  const command = readArguments(["ask", "q", "--doc", "a", "--doc", "a"]);
  assert.deepEqual(command.name === "ask" && command.docs, ["a"]);
});

test("help and version win over what else is there", () => {
  assert.deepEqual(readArguments(["ask", "-h"]), { name: "help" });
  assert.deepEqual(readArguments(["--version"]), { name: "version" });
});

const refused: [string[], RegExp][] = [
  [["--json"], /no command: try agentic-memory-bank ask/],
  [["ask", "--where"], /--where stands alone.*leave ask out/],
  [["--where", "--json"], /--where stands alone.*leave --json out/],
  [["--where", "--runs", " "], /--runs is empty/],
  [["ask", "--replay", "a", "--keep"], /--replay keeps nothing: leave --keep out/],
  [["runs", "--keep"], /--keep belongs to ask, not runs/],
  [["memory", "list", "--keep"], /--keep belongs to ask, not memory list/],
  [["tell", "x"], /no command "tell"/],
  [["ask"], /no question/],
  [["ask", ""], /question is empty/],
  [["ask", " \t\n"], /question is empty/],
  [["ask", "\u200b\u202e"], /question is empty/],
  [["ask", "x".repeat(8001)], /8001 characters; at most 8000/],
  [["ask", "q", "--text-dir", ""], /--text-dir is empty/],
  [["ask", "q", "--llm="], /--llm is empty/],
  [["ask", "What", "is", "it?"], /in quotes/],
  [["ask", "q", "--lang", "fr"], /--lang is en or zh/],
  [["ask", "q", "--report-lang", "fr"], /--report-lang is en or zh/],
  [["ask", "q", "--search-service", "bing"], /--search-service is one of serper, wikipedia, jina/],
  [["ask", "q", "--search-lang", "English please"], /--search-lang is a code such as en/],
  [["ask", "--resume", "a", "--report-lang", "en"], /of the journal: leave --report-lang out/],
  [["ask", "--replay", "a", "--lang", "en"], /of the journal: leave --lang out/],
  [["ask", "q", "--questions", "f"], /not both/],
  [["ask", "--resume", "a", "--replay", "b"], /not both/],
  [["ask", "q", "--resume", "a"], /from the journal/],
  [["ask", "--replay", "a", "--doc", "b"], /from the journal/],
  [["ask", "--resume", "a", "--budget", "5 s"], /limits and prices of the journal/],
  [["ask", "--replay", "a", "--export", "b"], /leave --export out/],
  [["ask", "q", "--journal="], /--journal is empty/],
  [["ask", "q", "--runs="], /--runs is empty/],
  [["ask", "q", "--delete", "id"], /--delete belongs to runs/],
  [["runs", "--runs", "d", "--doc", "a"], /--doc belongs to ask/],
  [["runs", "id", "--runs", "d"], /deletes one with --delete/],
  [["runs", "--delete="], /--delete is empty/],
  [["ask", "q", "--forgotten"], /--forgotten belongs to memory list/],
  [["ask", "--resume", "a", "--no-memory"], /as the journal says: leave --no-memory out/],
  [["proxy", "start"], /takes options alone: leave "start" out/],
  [["proxy", "--port", "http"], /--port is a number/],
  [["proxy", "--port", "65536"], /--port is a number/],
  [["proxy", "--port=-1"], /--port is a number/],
  [["proxy", "--host="], /--host is empty/],
  [["proxy", "--origin", "app.example"], /--origin: "app.example" is no exact origin/],
  [["proxy", "--origin", "https://app.example/path"], /no exact origin/],
  [["proxy", "--origin", "*"], /no exact origin/],
  [["proxy", "--llm", "ollama"], /--llm belongs to ask, not proxy/],
  [["ask", "q", "--port", "1"], /--port belongs to proxy, not ask/],
  [["runs", "--pages"], /--pages belongs to proxy, not runs/],
  [["memory"], /list, search, forget/],
  [["memory", "lst"], /"lst" is not known/],
  [["memory", "list", "tea"], /memory search/],
  [["memory", "search", "green", "tea"], /in quotes \("green tea"\)/],
  [["memory", "search", " "], /what is searched for/],
  [["memory", "forget"], /needs ids/],
  [["memory", "purge", " "], /needs ids/],
  [["memory", "export"], /path of one file/],
  [["memory", "import", "a", "b"], /path of one file/],
  [["memory", "forget", "id", "--no-model"], /--no-model belongs to ask, not memory forget/],
  [["memory", "search", "q", "--forgotten"], /belongs to memory list/],
  [["ask", "q", "--bogus"], /unknown option '--bogus'; --help/],
  [["ask", "q", "--doc"], /argument missing; --help/],
  [["ask", "q", "--json=yes"], /--help/],
];

for (const [words, message] of refused) {
  test(`PL-06 the command line ${JSON.stringify(words)} is refused with what to do`, () => {
    assert.throws(() => readArguments(words), { name: "UsageError", message });
  });
}

test("BX-07 the MCP server on the command line: folders, a language model, HTTP", () => {
  const words = ["mcp", "--documents", "a", "--documents", "b", "--runs", "r", "--no-model"];
  const command = readArguments([...words, "--llm", "ollama", "--model", "m"]);
  assert.ok(command.name === "mcp");
  const { documents, runs, useModel, llm, model, http } = command;
  assert.deepEqual([documents, runs, useModel], [["a", "b"], "r", false]);
  assert.deepEqual([llm, model, http], ["ollama", "m", null]);
  const port = (...given: string[]) => {
    const served = readArguments(["mcp", "--http", ...given]);
    return served.name === "mcp" && [served.http, served.host, served.origins];
  };
  assert.deepEqual(port(), [8789, "127.0.0.1", []]);
  const origin = "https://app.example";
  assert.deepEqual(port("0", "--host", "::1", "--origin", origin), [0, "::1", [origin]]);
  const wrong: [string[], RegExp][] = [
    [["mcp", "word"], /leave "word" out/],
    [["mcp", "--http", "70000"], /the port of --http is a number/],
    [["mcp", "--http", "1", "2"], /leave "2" out/],
    [["mcp", "--host", "::1"], /--host is for HTTP/],
    [["mcp", "--doc", "a"], /--doc belongs to ask, not mcp/],
    [["ask", "q", "--documents", "a"], /--documents belongs to mcp, not ask/],
  ];
  for (const [given, said] of wrong) assert.throws(() => readArguments(given), said);
});
