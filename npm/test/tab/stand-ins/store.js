// Stands in for the store of runs: one file of JSON on OPFS, which one worker may have open. The run `slow` is never loaded.

const NEVER = new Promise(() => {});

export function __wbg_set_wasm() {}

function failure(code) {
  return Object.assign(new Error(`the store says ${code}`), { code, retryable: false });
}

async function fileOf(name) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name, { create: true });
  return folder.getFileHandle("runs.json", { create: true });
}

async function opened(name) {
  try {
    return await (await fileOf(name)).createSyncAccessHandle();
  } catch {
    throw failure("store_busy");
  }
}

function heldIn(file) {
  const bytes = new Uint8Array(file.getSize());
  file.read(bytes, { at: 0 });
  return bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : null;
}

function refusal(held, passphrase) {
  if (held.passphrase === passphrase) return null;
  if (held.passphrase === undefined) return "store_not_encrypted";
  return passphrase === undefined ? "passphrase_needed" : "passphrase_wrong";
}

class Store {
  kept = "opfs";
  lacks = [];
  isDurable = true;
  #file;
  #held;

  constructor(file, held) {
    this.#file = file;
    this.#held = held;
  }

  async createRun({ id, lines }) {
    this.#held.runs[id] = lines;
    this.#write();
  }

  async append(run, { lines }) {
    this.#held.runs[run].push(...lines);
    this.#write();
  }

  async runs() {
    return Object.keys(this.#held.runs).map((id) => ({ id }));
  }

  async load(run) {
    return run === "slow" ? NEVER : { lines: this.#held.runs[run] };
  }

  async bytes() {
    return this.#file.getSize();
  }

  free() {
    this.#file.close();
  }

  #write() {
    this.#file.write(new TextEncoder().encode(JSON.stringify(this.#held)), { at: 0 });
    this.#file.flush();
  }
}

export const RunStore = {
  async open(name, _setsAside, passphrase) {
    const file = await opened(name);
    const held = heldIn(file) ?? { passphrase, runs: {} };
    const code = refusal(held, passphrase);
    if (code === null) return new Store(file, held);
    file.close();
    throw failure(code);
  },

  /** Sought for ever. */
  aside: () => NEVER,
};
