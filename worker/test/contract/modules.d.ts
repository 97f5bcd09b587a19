declare module "contract.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "contract.js" {
  export function __wbg_set_wasm(exports: object): void;
}
