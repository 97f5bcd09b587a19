/** Traps in WebAssembly: instances of the engine that are made from now on trap after so many calls. */

const { Instance } = WebAssembly;

/** Calls until an instance traps; `null`: it does not. */
let calls: number | null = null;

/** Has the engines that are made from now on trap after so many calls of their exports. */
export function trapAfter(number: number): void {
  calls = number;
}

/** Makes sound engines from now on. */
export function disarm(): void {
  calls = null;
}

function made(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
  const instance = new Instance(module, imports);
  const isEngine = "bank_research" in instance.exports;
  return calls === null || !isEngine ? instance : trapping(instance, calls);
}

function trapping({ exports }: WebAssembly.Instance, most: number): WebAssembly.Instance {
  let made = 0;
  const entries = Object.entries(exports).map(([name, held]) => {
    if (typeof held !== "function") return [name, held];
    const call = (...given: unknown[]) => {
      made += 1;
      if (made > most) throw new WebAssembly.RuntimeError("unreachable");
      return held(...given);
    };
    return [name, call];
  });
  return { exports: Object.fromEntries(entries) };
}

Object.defineProperty(WebAssembly, "Instance", { value: made, writable: true, configurable: true });
