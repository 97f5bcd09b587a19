// The other entries, which are only compiled.
import type * as tab from "agentic-memory-bank";
import * as node from "agentic-memory-bank/node";
import * as remote from "agentic-memory-bank/remote";
import * as slim from "agentic-memory-bank/slim";
import model from "agentic-memory-bank-minilm";

/** A bank over what is given. */
export function given(engine: Uint8Array<ArrayBuffer>): Promise<slim.MemoryBank> {
  const wasm = { engine, "embed-baseline": new URL("https://example.org/embed.wasm") };
  const worker = () => new Worker("worker.js", { type: "module" });
  return slim.MemoryBank.open({ wasm, models: model, worker });
}

/** Banks that share one model, and a bank over an endpoint. */
export async function embedding(apiKey: string): Promise<node.MemoryBank[]> {
  const shared: node.ModelEmbedder = await node.openEmbedder({ models: () => model });
  const address = "https://api.example.org/v1";
  const embedder: node.TextEmbedder = await node.embeddingEndpoint({ address, model: "m", apiKey });
  const options: node.OpenOptions[] = [{ embedder: shared }, { embedder }, { embedder: false }];
  return Promise.all(options.map((each) => node.MemoryBank.open(each)));
}

/** A bank whose vectors are made here. */
export function own(): Promise<slim.MemoryBank> {
  const embed = async (texts: string[]) => texts.map(() => new Float32Array(8));
  return slim.MemoryBank.open({ embedder: { modelId: "own", dimensions: 8, embed } });
}

// @ts-expect-error: no function moves to the worker that the engine of a tab works in.
export const inTab: tab.OpenOptions = { embedder: { modelId: "own", dimensions: 8 } };

/** A bank in Node whose runs are kept in a folder. */
export async function kept(folder: string): Promise<node.MemoryBank> {
  const store = await node.RunStore.open({ folder });
  return node.MemoryBank.open({ store });
}

/** An answer of a deployment. */
export async function asked(token: string): Promise<string | undefined> {
  const bank = remote.RemoteBank.connect({ address: "https://example.org", token, fetch });
  const { answer } = await bank.research({ question: "Who?" }).result;
  return answer?.text;
}

// @ts-expect-error: an artefact's name is misspelt.
export const misspelt: slim.OpenOptions = { wasm: { motor: "motor.wasm" } };
