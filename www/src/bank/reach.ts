/** Whether anything answers at an address. */

/** Longest wait for an answer. */
const PATIENCE_MILLISECONDS = 10_000;

/** Whether anything answers there, whatever it says: then it is there, and only lets no page read it. */
export function answers(address: string): Promise<boolean> {
  const worker = new Worker(new URL("./reach-worker.ts", import.meta.url), { type: "module" });
  const told = new Promise<boolean>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data === true);
    worker.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PATIENCE_MILLISECONDS);
  });
  worker.postMessage(address);
  return told.finally(() => worker.terminate());
}
