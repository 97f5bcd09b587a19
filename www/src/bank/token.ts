/** Tokens of proxies: the token of a choice, and its faults. */

import type { Problem } from "../state/problem.ts";
import type { Deployment } from "./deployment.ts";
import { type BankOptions, type ModelChoice, passingSite } from "./model-choice.ts";

/** The field that holds a token. */
export type TokenName = "accessToken" | "proxyToken";

/** The fault of a token, to be shown at its field. */
export interface TokenProblem extends Problem {
  readonly token: TokenName;
}

/** The parts of the platform that tokens need. */
export interface TokenWorld {
  /** The deployment that serves the page; `null`: none. */
  readonly site: Deployment | null;
  /** Checks a token at a proxy, and no further. Returns the code of the proxy's error; `null` if there is none. */
  proxyError(address: string, token: string): Promise<string | null>;
}

/** A proxy's error codes about the token. */
const REFUSALS = ["token_missing", "token_unknown"];

/** The code if the server's own key was refused, although it knows the visitor's token. */
export const SITE_REFUSED = "site_refused";

/** The problem of a choice's token, before a question is asked; `null` for none. */
export function tokenProblem(choice: ModelChoice, site: Deployment | null): TokenProblem | null {
  const token = tokenOf(choice, site);
  if (token === null) return null;
  const text = choice[token].trim();
  if (text === "") {
    // A proxy of the visitor's own may ask for none.
    return token === "accessToken" ? { token, code: "token_missing", message: "" } : null;
  }
  return /^[\x21-\x7e]+$/.test(text) ? null : { token, code: "token_malformed", message: "" };
}

/** The token that goes along with a choice; `null` without a proxy. */
function tokenOf(choice: ModelChoice, site: Deployment | null): TokenName | null {
  if (choice.provider === "none") return null;
  if (passingSite(choice, site) !== null) return "accessToken";
  return choice.proxy.trim() === "" ? null : "proxyToken";
}

/** Codes for a refused key: a proxy that refuses its token is taken for such a service. */
const KEY_REFUSALS = ["llm_unauthorized", "search_unauthorized", "reader_unauthorized"];

/**
 * The real problem if a proxy passed the request on: the proxy may have refused its token, which the engine takes for a
 * refused key. Any other failure is returned unchanged.
 */
export async function refusalBehind(
  problem: Problem,
  { proxy }: BankOptions,
  world: TokenWorld,
): Promise<Problem | TokenProblem> {
  const isOfModel = problem.code === "llm_unauthorized";
  if (!KEY_REFUSALS.includes(problem.code) || proxy === undefined) return problem;
  if (isOfModel && proxy.llm !== true) return problem;
  const isSite = proxy.address === world.site?.proxy;
  const code = await world.proxyError(proxy.address, proxy.token ?? "");
  if (code !== null && REFUSALS.includes(code)) {
    return { token: isSite ? "accessToken" : "proxyToken", code, message: "" };
  }
  return isSite && isOfModel ? { ...problem, code: SITE_REFUSED } : problem;
}

/** True if a problem is shown at a token's field. */
export function isOfToken(problem: Problem | TokenProblem): problem is TokenProblem {
  return "token" in problem;
}
