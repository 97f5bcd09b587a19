// A crowd: users at the same time, each asking one thing after the other, and only ever shown their own.
import { tokenOf } from "./deployment.mjs";

const THINGS = ["blue teapot", "green bicycle", "old lighthouse", "paper kite", "silver watch"];

/** Users of a crowd. */
export const crowd = (users) =>
  Array.from({ length: users }, (_, number) => `user-${String(number).padStart(3, "0")}`);

/** What nobody but this user may ever be shown. */
const markerOf = (user) => `mark${user.replace("-", "")}`;

/**
 * Lets each user do `work(user, time)` so many times, one after the other; all users at once. Returns milliseconds of each call
 * by its name, sorted, and what failed. `work` returns the name, and throws what was wrong.
 */
export async function together(users, times, work) {
  const milliseconds = {};
  const errors = [];
  await Promise.all(
    users.map(async (user) => {
      for (let time = 0; time < times; time += 1) {
        const began = performance.now();
        try {
          const name = await work(user, time);
          milliseconds[name] ??= [];
          milliseconds[name].push(performance.now() - began);
        } catch (failure) {
          errors.push(`${user}: ${failure.message}`.slice(0, 200));
        }
      }
    }),
  );
  for (const all of Object.values(milliseconds)) all.sort((one, other) => one - other);
  return { milliseconds, errors };
}

/** The part of sorted numbers below which a share of them is. */
export const share = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

const textOf = (user, time) =>
  `The ${THINGS[time % THINGS.length]} number ${time} belongs to ${markerOf(user)}.`;

/** Observes and recalls in turn, and looks at whose memories come back. */
export const memoryCalls = (deployment) => async (user, time) => {
  if (time % 2 === 0) {
    const observations = [
      { content: textOf(user, time), memoryType: "conversation", trust: "given", speaker: "user" },
    ];
    await deployment.memory(user, { op: "observe", observations });
    return "observe";
  }
  const query = { text: `Who has the ${THINGS[(time - 1) % THINGS.length]}?`, offset: 0 };
  const { recollection } = await deployment.memory(user, { op: "recall", query });
  checkOwn(
    user,
    recollection.memories.map(({ entry }) => entry.content),
  );
  return "recall";
};

/** Asks the peer's object of a user. */
export async function askPeer({ address, fetch }, user, body) {
  const init = { method: "POST", body: JSON.stringify(body) };
  return checked(await fetch(`${address}/bench/peer/${user}`, init));
}

/** The same of the peer. */
export const peerCalls = (deployment) => async (user, time) => {
  if (time % 2 === 0) {
    await askPeer(deployment, user, { observe: [textOf(user, time)] });
    return "observe";
  }
  const recall = `Who has the ${THINGS[(time - 1) % THINGS.length]}?`;
  checkOwn(user, (await askPeer(deployment, user, { recall })).recalled);
  return "recall";
};

/** A request to a service through the proxy, which comes back as it was sent. */
export const proxyCalls =
  ({ address }, service) =>
  async (user, time) => {
    const echo = `${markerOf(user)} ${time}`;
    const target = encodeURIComponent(`${service}/chat/completions`);
    const answer = await checked(
      await fetch(`${address}/proxy?url=${target}`, {
        method: "POST",
        headers: { "x-proxy-token": tokenOf(user), "content-type": "application/json" },
        body: JSON.stringify({ echo }),
      }),
    );
    if (answer.echo !== echo) throw new Error("another's answer came back");
    return "proxy";
  };

/** The same request straight to the service. */
export const straightCalls = (fetch, service) => async (user, time) => {
  const echo = `${markerOf(user)} ${time}`;
  const init = { method: "POST", body: JSON.stringify({ echo }) };
  const answer = await checked(await fetch(`${service}/chat/completions`, init));
  if (answer.echo !== echo) throw new Error("another's answer came back");
  return "proxy";
};

async function checked(response) {
  if (response.ok) return response.json();
  throw new Error(`${response.status} ${await response.text()}`);
}

/** Throws where nothing came, or anything of somebody else. */
function checkOwn(user, texts) {
  if (texts.length === 0) throw new Error("nothing was recalled");
  const strange = texts.find((text) => !text.includes(markerOf(user)));
  if (strange !== undefined) throw new Error(`a memory of somebody else: ${strange}`);
}
