/** Tokens of proxies: which one goes along with a choice, and what is wrong with it. */

import type { Problem } from "../state/problem.ts";
import type { Deployment } from "./deployment.ts";
import { type BankOptions, type ModelChoice, passingSite } from "./model-choice.ts";

/** The field that holds a token. */
export type TokenName = "accessToken" | "proxyToken";

/** Something wrong with a token, to be told at its field. */
export interface TokenProblem extends Problem {
  readonly token: TokenName;
}

/** What tokens have to do with. */
export interface TokenWorld {
  /** The deployment that serves the page; `null`: none. */
  readonly site: Deployment | null;
  /** Asks a proxy, and no further, what it has against a token. Returns its error's code; `null` where it tells none. */
  proxyError(address: string, token: string): Promise<string | null>;
}

/** What a proxy's error says of the token. */
const REFUSALS = ["token_missing", "token_unknown"];

/** What the server's own key was refused with, though it knows the visitor's token. */
export const SITE_REFUSED = "site_refused";

/** Problem of the token that goes along with a choice, before anything is asked; `null` for none. */
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

/** The token that goes along with a choice; `null` where no proxy is asked. */
function tokenOf(choice: ModelChoice, site: Deployment | null): TokenName | null {
  if (choice.provider === "none") return null;
  if (passingSite(choice, site) !== null) return "accessToken";
  return choice.proxy.trim() === "" ? null : "proxyToken";
}

/**
 * What a failure is, where a proxy asked the model: the proxy may have refused its token, which the engine takes for a
 * refused key. Any other failure is returned as it is.
 */
export async function refusalBehind(
  problem: Problem,
  { proxy }: BankOptions,
  world: TokenWorld,
): Promise<Problem | TokenProblem> {
  if (problem.code !== "llm_unauthorized" || proxy?.llm !== true) return problem;
  const isSite = proxy.address === world.site?.proxy;
  const code = await world.proxyError(proxy.address, proxy.token ?? "");
  if (code !== null && REFUSALS.includes(code)) {
    return { token: isSite ? "accessToken" : "proxyToken", code, message: "" };
  }
  return isSite ? { ...problem, code: SITE_REFUSED } : problem;
}

/** Whether a problem is told at a token's field. */
export function isOfToken(problem: Problem | TokenProblem): problem is TokenProblem {
  return "token" in problem;
}
