/** Artefacts over the network. */
import { MemoryBankError } from "./errors.ts";

/** Fetches the wasm at an address. Rejects with `wasm_unreachable`. */
export async function fetchWasm(address: string): Promise<Response> {
  try {
    return await fetch(address);
  } catch (cause) {
    const message = `${address} does not answer: go online and try again; in a page, check connect-src of its content security policy`;
    throw new MemoryBankError("wasm_unreachable", message, { retryable: true, cause });
  }
}
