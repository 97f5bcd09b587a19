/** Facts about an address that the page's own policy forbids to contact. */

import type { Asked, Learnt } from "./reach-worker.ts";

/** Longest wait for an answer. */
const PATIENCE_MILLISECONDS = 10_000;

/** True if anything replies there: then the server exists, and only lets no page read it. */
export async function answers(address: string): Promise<boolean> {
  return (await learnt({ address })).answers;
}

/** Sends a proxy, and no further, this token. Returns the code of its error; `null` if there is none. */
export async function proxyError(address: string, token: string): Promise<string | null> {
  return (await learnt({ address, token })).code;
}

function learnt(asked: Asked): Promise<Learnt> {
  const worker = new Worker(new URL("./reach-worker.ts", import.meta.url), { type: "module" });
  const nothing = { answers: false, code: null };
  const told = new Promise<Learnt>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve(nothing);
    setTimeout(() => resolve(nothing), PATIENCE_MILLISECONDS);
  });
  worker.postMessage(asked);
  return told.finally(() => worker.terminate());
}
