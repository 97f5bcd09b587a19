// Services on loopback: a language model, a search, an embedder. The model plans as many steps as the question says.
import { once } from "node:events";
import { createServer } from "node:http";

const DIMENSIONS = 384;

/** Starts them; `address` is that of the model and the embedder, `search` that of the search. */
export async function startServices() {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answerOf(request.url, body)));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `${origin}/v1`, search: `${origin}/search-service`, close };
}

async function bodyOf(request) {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text === "" ? {} : JSON.parse(text);
}

function answerOf(path, body) {
  if (path.startsWith("/search-service")) return searched(body);
  if (path === "/v1/embeddings") return { data: body.input.map(embedded), model: body.model };
  // What goes through the proxy comes back as it is.
  if (body.echo !== undefined) return { echo: body.echo };
  return { choices: [{ message: replyTo(body), finish_reason: "stop" }], usage: USAGE };
}

const USAGE = { prompt_tokens: 1000, completion_tokens: 100 };

function searched({ q }) {
  const number = numberIn(q);
  const link = `https://lights.example/${number}`;
  const snippet = `Lighthouse ${number} is ${20 + number} metres tall, and was lit in ${1800 + number}.`;
  return { organic: [{ title: `Lighthouse ${number}`, link, snippet }] };
}

/** The message of the agent that the system message is for: its rules show the JSON that it asks for. */
function replyTo({ messages }) {
  const [rules, asked] = [messages[0].content, messages.at(-1).content];
  const shows = (field) => rules.includes(`{"${field}":`);
  const say = (value) => ({ role: "assistant", content: JSON.stringify(value) });
  if (shows("next_task")) return say({ next_task: nextTask(asked) });
  if (shows("should_cluster")) return say(topics(asked));
  if (shows("relationships")) return say(relations(asked));
  if (shows("relevant")) return say({ relevant: false, evidence: [], summary: "Nothing." });
  if (shows("summary")) return say({ summary: "- A lighthouse, its height, its year." });
  if (!rules.includes("<answer>")) return { role: "assistant", content: "It is tall. [1]" };
  return { role: "assistant", content: turn(messages) };
}

function nextTask(asked) {
  const done = Number(/completed steps: (\d+)/.exec(asked)?.[1] ?? 0);
  const wanted = Number(/(\d+) lighthouses/.exec(asked)?.[1] ?? 1);
  if (done >= wanted) return null;
  return {
    task_type: "NORMAL",
    description: `Find the height of lighthouse ${done + 1}.`,
    image: null,
  };
}

/** A step searches, and answers with what it found. */
function turn(messages) {
  const all = messages.map(({ content }) => content).join("\n");
  const number = Number(/height of lighthouse (\d+)/.exec(all)?.[1] ?? 1);
  if (messages.length > 2) {
    return `<answer>Lighthouse ${number} is ${20 + number} metres tall [1](https://lights.example/${number}).</answer>`;
  }
  const call = { name: "search", arguments: { query: [`height of lighthouse ${number}`] } };
  return `<tool_call>${JSON.stringify(call)}</tool_call>`;
}

function topics(asked) {
  const passages = [...asked.matchAll(/^\[(\d+)\]/gm)].map(([, number]) => Number(number));
  const context = `The height of lighthouse ${numberIn(asked)}.`;
  return {
    should_cluster: false,
    clusters: [
      { context, keywords: ["lighthouse", "height"], passages: passages.length ? passages : [1] },
    ],
  };
}

function relations(asked) {
  const ids = [...asked.matchAll(/"?(?:id|existing_node_id)"?[:=]\s*"?([\w-]+)/g)].map(
    ([, id]) => id,
  );
  return {
    relationships: ids.map((id) => ({
      existing_node_id: id,
      relationship: "unrelated",
      reasoning: "Another lighthouse.",
    })),
  };
}

function numberIn(text) {
  return Number(/lighthouse (\d+)/i.exec(text)?.[1] ?? 1);
}

/** A vector of a text's words: texts that share words are near each other. */
function embedded(text, index) {
  const vector = new Array(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) vector[placeOf(word)] += 1;
  const length = Math.hypot(...vector) || 1;
  return { index, object: "embedding", embedding: vector.map((number) => number / length) };
}

function placeOf(word) {
  let hash = 0;
  for (const letter of word) hash = (31 * hash + letter.codePointAt(0)) % 1_000_003;
  return hash % DIMENSIONS;
}
