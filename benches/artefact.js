// An instance of an artefact, in a page or in Node: its glue, as wasm-bindgen writes it for bundlers, and its wasm.

/** The classes of an artefact, and the memory of this instance. A glue is for one instance. */
export async function instantiate(glue, bytes) {
  const module = await WebAssembly.compile(bytes);
  const names = WebAssembly.Module.imports(module).map(({ module }) => [module, glue]);
  const { exports } = await WebAssembly.instantiate(module, Object.fromEntries(names));
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return { ...glue, memory: exports.memory };
}

/** An artefact that a page is served under /artefacts/. */
export async function artefact(name) {
  const [glue, response] = await Promise.all([
    import(`/artefacts/${name}.js`),
    fetch(`/artefacts/${name}.wasm`),
  ]);
  return instantiate(glue, await response.arrayBuffer());
}
