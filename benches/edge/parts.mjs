// What the bench measures, part by part. Each returns readings; `lines` of them is what the table shows.
import {
  askPeer,
  crowd,
  memoryCalls,
  peerCalls,
  proxyCalls,
  share,
  straightCalls,
  together,
} from "./crowd.mjs";
import { Deployment, freshFetch, tokenOf } from "./deployment.mjs";

const MB = 1_000_000;
/** Memories that are observed at once while a store is filled. */
const BATCH = 100;
/** Recalls of a reading. */
const RECALLS = 200;
/** Single calls of a reading of rows. */
const SINGLE = 32;

/** Users at once against proxy and memory, and against their peers. */
export async function crowded({ users, times, services, variables }) {
  const all = crowd(users);
  const deployment = await Deployment.start({ users: all, variables, data: "crowd" });
  try {
    const memory = await together(all, times, memoryCalls(deployment));
    const after = await deployment.meters();
    deployment.fetch = freshFetch();
    const plain = await together(all, times, peerCalls(deployment));
    deployment.fetch = freshFetch();
    const proxy = await together(all, times, proxyCalls(deployment, services.address));
    const straight = await together(all, times, straightCalls(freshFetch(), services.address));
    const errors = [memory, plain, proxy, straight].flatMap((called) => called.errors);
    for (const error of errors.slice(0, 10)) console.error(`  ${error}`);
    return { memory, plain, proxy, straight, errors, after, startedIn: deployment.startedIn };
  } finally {
    await deployment.end();
  }
}

/** Starts workerd anew over the data of the crowd: until it is ready, and until one of them recalls. */
export async function cold({ users, variables }) {
  const all = crowd(users);
  const deployment = await Deployment.start({ users: all, variables, data: "crowd" });
  try {
    const first = await timed(() => deployment.ask(all[0], "/api/deployment"));
    const recall = await timed(() => recalled(deployment, all[0]));
    const other = await timed(() => recalled(deployment, all[1]));
    return { ready: deployment.startedIn, first, recall, other };
  } finally {
    await deployment.end();
  }
}

/** One user whose memory grows: bytes, milliseconds and rows at each size. */
export async function grown({ sizes, variables }) {
  const user = "grown";
  const readings = [];
  let known = 0;
  for (const size of sizes) {
    const filling = await Deployment.start({ users: [user], variables, data: "grown" });
    try {
      known = await filled(filling, user, known, size);
      await keptUp(filling, user);
    } finally {
      await filling.end();
    }
    readings.push({ size, ...(await atSize(user, size, variables)) });
    console.error(`  a user of ${size} memories`);
  }
  return readings;
}

async function atSize(user, size, variables) {
  const users = [user, "warmer"];
  const deployment = await Deployment.start({ users, variables, data: "grown" });
  try {
    // What an isolate compiles once is none of this user's.
    await recalled(deployment, "warmer");
    const before = await deployment.meters();
    const open = await deployment.figures(1, () => recalled(deployment, user));
    const milliseconds = [];
    const recall = await deployment.figures(RECALLS, async (time) => {
      milliseconds.push(await timed(() => recalled(deployment, user, time)));
    });
    const observe = await deployment.figures(SINGLE, (time) =>
      observed(deployment, user, size, time),
    );
    const after = await deployment.meters();
    milliseconds.sort((one, other) => one - other);
    return {
      ...{ open, recall, observe },
      p50: share(milliseconds, 0.5),
      p95: share(milliseconds, 0.95),
      wasmBytes: after.wasmBytes - before.wasmBytes,
      heapBytes: await deployment.heap(),
      residentBytes: after.resident === null ? null : after.resident - before.resident,
      storedBytes: await storedBytes(deployment, user),
    };
  } finally {
    await deployment.end();
  }
}

/** Bytes of a user's database. */
async function storedBytes({ address, fetch }, user) {
  const { database } = await (await fetch(`${address}/bench/size/${user}`)).json();
  return database;
}

/** The peer at the same sizes, with the same texts and questions. */
export async function plainly({ sizes, variables }) {
  const user = "grown";
  const deployment = await Deployment.start({ users: [user], variables, data: "plain" });
  const readings = [];
  let known = 0;
  try {
    for (const size of sizes) {
      for (; known < size; known += BATCH) {
        const texts = Array.from({ length: BATCH }, (_, part) => entry(known + part).content);
        await askPeer(deployment, user, { observe: texts });
      }
      const milliseconds = [];
      const recall = await deployment.figures(RECALLS, async (time) => {
        milliseconds.push(await timed(() => askPeer(deployment, user, { recall: question(time) })));
      });
      const observe = await deployment.figures(SINGLE, (time) =>
        askPeer(deployment, user, { observe: [entry(size + time + 1_000_000).content] }),
      );
      milliseconds.sort((one, other) => one - other);
      readings.push({
        size,
        recall,
        observe,
        p50: share(milliseconds, 0.5),
        p95: share(milliseconds, 0.95),
      });
    }
    return readings;
  } finally {
    await deployment.end();
  }
}

/** Users whose objects are alive at once, until the Worker drains them. */
export async function gathered({ counts, entries, variables }) {
  const all = crowd(Math.max(...counts));
  const deployment = await Deployment.start({ users: all, variables, data: "gathered" });
  const readings = [];
  let known = 0;
  try {
    await deployment.ask(all[0], "/api/deployment");
    const { resident: bare } = await deployment.meters();
    for (const count of counts) {
      for (const user of all.slice(known, count)) await filled(deployment, user, 0, entries);
      known = count;
      const { wasmBytes, instances, resident } = await deployment.meters();
      readings.push({ count, wasmBytes, instances, resident, bare, heap: await deployment.heap() });
    }
    return readings;
  } finally {
    await deployment.end();
  }
}

/** Runs of few and of many steps: what a run takes, and what each step adds. */
export async function ran({ steps, variables }) {
  const user = "runner";
  const deployment = await Deployment.start({ users: [user], variables, data: "runs" });
  try {
    // The first one opens the object.
    await researched(deployment, user, 1);
    const readings = [];
    for (const wanted of steps) {
      const figures = await deployment.figures(1, () => researched(deployment, user, wanted));
      const { runs } = await deployment.ask(user, "/api/runs");
      const { bytes } = runs.find(({ question }) => question === questionOf(wanted));
      readings.push({ steps: wanted, ...figures, bytes });
    }
    return readings;
  } finally {
    await deployment.end();
  }
}

/** The embedding model in the isolate: until the first text has its vector, and processor time of each that follows. */
export async function embedded({ variables, texts }) {
  const first = async (embedder, then) => {
    const user = "embedder";
    const data = `embedded-${embedder}`;
    const withIt = { ...variables, EMBEDDER: embedder };
    const deployment = await Deployment.start({ users: [user], variables: withIt, data });
    try {
      const milliseconds = await timed(() => observed(deployment, user, 0, 0));
      const { wasmBytes } = await deployment.meters();
      return { first: milliseconds, wasmBytes, ...(await then(deployment, user)) };
    } finally {
      await deployment.end();
    }
  };
  const without = await first("none", () => ({}));
  const model = await first("minilm", async (deployment, user) => ({
    observe: await deployment.figures(texts, (time) => observed(deployment, user, 0, time + 1)),
  }));
  return { ...model, wasmBytes: model.wasmBytes - without.wasmBytes };
}

/** What the Worker itself takes for a request, and for one through the proxy. */
export async function fronted({ services, variables, times }) {
  const [user] = crowd(1);
  const deployment = await Deployment.start({ users: [user], variables, data: "front" });
  try {
    const proxied = proxyCalls(deployment, services.address);
    const warm = async (work) => {
      for (let time = 0; time < 20; time += 1) await work(time);
      return deployment.figures(times, work);
    };
    const front = await warm(() => deployment.ask(user, "/api/deployment"));
    const proxy = await warm((time) => proxied(user, time));
    return { front, proxy, heap: await deployment.heap() };
  } finally {
    await deployment.end();
  }
}

/** Objects, the Worker's and the peer's, that are made anew after a silence: those have hibernated in it. */
export async function rested({ variables, seconds }) {
  const user = "rested";
  const deployment = await Deployment.start({ users: [user], variables, data: "rested" });
  const peer = peerCalls(deployment);
  const made = async (work) => {
    const before = await deployment.meters();
    await work();
    return (await deployment.meters()).objects > before.objects;
  };
  try {
    await observed(deployment, user, 0, 0);
    await peer(user, 0);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return {
      worker: await made(() => recalled(deployment, user)),
      plain: await made(() => peer(user, 0)),
    };
  } finally {
    await deployment.end();
  }
}

async function researched(deployment, user, steps) {
  const asked = { question: questionOf(steps), memory: { learn: false } };
  const { docId } = await deployment.ask(user, "/api/runs", asked);
  const events = await deployment.fetch(`${deployment.address}/api/runs/${docId}/events`, {
    headers: { authorization: `Bearer ${tokenOf(user)}` },
  });
  const text = await events.text();
  if (!text.includes("event: end")) throw new Error("the run has no end");
  const { result } = await deployment.ask(user, `/api/runs/${docId}`);
  const done = (text.match(/"type":"taskCompleted"/g) ?? []).length;
  if (result?.termination !== "answer" || done !== steps) {
    throw new Error(`a run of ${steps} steps ended with ${result?.termination} after ${done}`);
  }
}

const questionOf = (steps) => `How tall are these ${steps} lighthouses?`;

async function filled(deployment, user, from, to) {
  for (let at = from; at < to; at += BATCH) {
    const length = Math.min(BATCH, to - at);
    const observations = Array.from({ length }, (_, part) => entry(at + part));
    await deployment.memory(user, { op: "observe", observations });
  }
  return to;
}

/** Does what is due by now, so that no reading holds it. */
async function keptUp(deployment, user) {
  for (const idle of [false, true])
    await deployment.ask(user, "/api/memory", { memory: "upkeep", idle });
}

function observed(deployment, user, size, time) {
  const observations = [entry(size + time + 1_000_000)];
  return deployment.memory(user, { op: "observe", observations });
}

function recalled(deployment, user, time = 0) {
  const query = { text: question(time), offset: 0 };
  return deployment.memory(user, { op: "recall", query });
}

const question = (time) => `Which harbour did ship ${7 * time} of Line ${time} call at?`;

/** A memory of about the length that people's are. */
function entry(number) {
  const words = `Ship ${number} of Line ${number % 97} called at harbour ${(number * 7) % 389} with ${
    (number * 13) % 901
  } tonnes of grain, and left for ${PLACES[number % PLACES.length]} on the next tide.`;
  return { content: words, memoryType: "conversation", trust: "given", speaker: "user" };
}

const PLACES = ["Farholm", "Nordkap", "Saltmarsh", "Greywater", "Eastbank", "Holmgate", "Quayford"];

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Bytes in megabytes. */
export const megabytes = (bytes) => bytes / MB;
