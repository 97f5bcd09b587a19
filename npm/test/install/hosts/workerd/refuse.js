/** Calls that the package must not make here. */
export const refused = [];

for (const name of ["fetch", "Worker"]) {
  globalThis[name] = function refuse() {
    refused.push(name);
    throw new Error(`${name} is not to be used here`);
  };
}
