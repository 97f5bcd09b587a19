/**
 * The JavaScript half of each artefact, which wasm-bindgen writes. The build makes a module `glue:NAME` of it: each
 * call of its default export gives a glue with state of its own, for one instance.
 */
declare module "glue:*" {
  /** The identity of the build: the wasm that belongs to this glue has it in a custom section. */
  export const build: string;
  export default function newGlue(): { __wbg_set_wasm(exports: object): void };
}
