/** A wasm file that the host compiles, as Workers do. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
