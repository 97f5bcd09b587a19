// Instances of artefacts, in a page or in Node: the glue, as wasm-bindgen writes it for bundlers, and its wasm.

/** Makes an instance; returns the glue's classes and the instance's memory. A glue serves one instance. */
export async function instantiate(glue, bytes) {
  const module = await WebAssembly.compile(bytes);
  const names = WebAssembly.Module.imports(module).map(({ module }) => [module, glue]);
  const { exports } = await WebAssembly.instantiate(module, Object.fromEntries(names));
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  return { ...glue, memory: exports.memory };
}

const instances = new Map();

/** Returns the page's instance of an artefact that is served under /artefacts/. */
export function artefact(name) {
  if (!instances.has(name)) instances.set(name, load(name));
  return instances.get(name);
}

async function load(name) {
  const [glue, response] = await Promise.all([
    import(`/artefacts/${name}.js`),
    fetch(`/artefacts/${name}.wasm`),
  ]);
  return instantiate(glue, await response.arrayBuffer());
}
