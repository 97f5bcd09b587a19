// Stands in for the engine: embeds one text a step, ten steps a run, and tells of each. A run that is kept is in the store by
// its question, with a line for each step.

const STEPS = 10;

export function __wbg_set_wasm() {}

function failure(code) {
  return Object.assign(new Error(`the engine says ${code}`), { code, retryable: false });
}

export class Bank {
  constructor(host, settings) {
    if (settings?.retrievalK === 0) throw failure("invalid_setting");
    this.host = host;
  }

  static defaults() {
    return { retrievalK: 5 };
  }

  static provider(nameOrUrl) {
    const baseUrl = nameOrUrl === "deepseek" ? "https://api.deepseek.com/v1" : nameOrUrl;
    return /^https?:/.test(baseUrl) ? { baseUrl, json: "prompt" } : undefined;
  }

  async research(request, onEvent, signal) {
    if (request.question === "") throw failure("empty_question");
    const store = request.keep ? this.host.store : undefined;
    await store?.createRun({ id: request.question, lines: [] });
    onEvent({ type: "runStarted", docId: "d1" });
    let vectors = 0;
    let together = 0;
    for (let done = 1; done <= STEPS && !signal?.aborted; done += 1) {
      const embedded = await this.host.embed?.([`text ${done}`, `more ${done}`]);
      vectors += (embedded?.vectors.length ?? 0) / 384;
      together = embedded?.vectors[0] ?? 0;
      await store?.append(request.question, { at: done - 1, lines: [`step ${done}`] });
      onEvent({
        type: "progress",
        activity: { kind: "reading", document: "a.txt" },
        done,
        total: STEPS,
      });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return {
      termination: signal?.aborted ? "aborted" : "answer",
      embedder: this.host.embedder?.modelId ?? null,
      bytes: request.documents?.[0]?.bytes.length,
      vectors,
      together,
    };
  }

  export() {
    throw failure("unknown_run");
  }

  async journal(docId) {
    return (await this.host.store.load(docId)).lines.join();
  }

  task(question) {
    const names = [];
    return {
      addContext: async (name, text) => {
        if (text === "") throw failure("empty");
        names.push(name);
      },
      enhancePrompt: async () => `${question} ${names.join()}`,
    };
  }
}
