/** What the test's bundler finds: the wasm of the suites, its JavaScript, and two sources of the package. */

declare module "contract.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "contract.js" {
  export function __wbg_set_wasm(exports: object): void;
}

declare module "source/object-pages" {
  import type { ObjectStorage } from "agentic-memory-bank";

  export class ObjectPages {
    constructor(storage: ObjectStorage);
  }
}

declare module "source/wasm-instance" {
  export function instantiate<T>(newGlue: () => object, module: WebAssembly.Module): T;
}
