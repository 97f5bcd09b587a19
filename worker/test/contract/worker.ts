/** A Durable Object that runs the suites of stores over pages that it keeps. */
import { DurableObject } from "cloudflare:workers";
import * as glue from "contract.js";
import module from "contract.wasm";
import { instantiate } from "source/wasm-instance";
import { TestedPages } from "./tested-pages.ts";

/** A suite: it resolves once it has held, and rejects with its first failure. */
type Suite = (suite: string, keeperOf: (place: string) => TestedPages) => Promise<void>;

interface Contract {
  holds: Suite;
  survivesFaults: Suite;
}

/** The object; each suite has one. */
export class Suites extends DurableObject {
  /** Answers `/SUITE`, and `/SUITE/faults` for one whose writes fail. */
  override async fetch(request: Request): Promise<Response> {
    const [, suite = "", way] = new URL(request.url).pathname.split("/");
    const contract = instantiate<Contract>(() => glue, module);
    const keeperOf = TestedPages.in(this.ctx.storage);
    try {
      if (way === "faults") await contract.survivesFaults(suite, keeperOf);
      else await contract.holds(suite, keeperOf);
      return new Response("it holds");
    } catch (thrown) {
      return new Response(String(thrown), { status: 500 });
    }
  }
}

export default {
  fetch(request: Request, { SUITES }: { SUITES: DurableObjectNamespace<Suites> }) {
    const { pathname } = new URL(request.url);
    return SUITES.get(SUITES.idFromName(pathname)).fetch(request);
  },
};
