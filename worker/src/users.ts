/** Users and their tokens. */
import { hashOf, userWith } from "agentic-memory-bank/proxy";
import { refusal } from "./answers.ts";
import { userOfGrant } from "./oauth.ts";
import { type Env, settingsOf } from "./settings.ts";

/**
 * The user of an access token of the deployment; `null`: unknown. Tokens of the secret `USERS` are compared by their
 * hashes, in constant time; others are looked up by their hash.
 */
export async function knownUserOf(token: string, env: Env): Promise<string | null> {
  const user = await userWith(settingsOf(env).users)(token);
  if (user !== null || env.TOKENS === undefined || token === "") return user;
  return env.TOKENS.get(await hashOf(token));
}

/** The user of a token of the deployment, or of one granted by OAuth at this origin. */
export async function userOf(token: string, origin: string, env: Env): Promise<string | null> {
  return (await knownUserOf(token, env)) ?? userOfGrant(token, origin, env);
}

/** The user that a request is of, by its bearer token. Throws `token_missing` or `token_unknown`. */
export async function userOfRequest({ headers, url }: Request, env: Env): Promise<string> {
  const [, token] = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token === undefined) {
    throw refusal(
      "token_missing",
      "send the access token as the header Authorization: Bearer TOKEN",
    );
  }
  const user = await userOf(token, new URL(url).origin, env);
  if (user !== null) return user;
  throw refusal(
    "token_unknown",
    "nobody has this access token: check it, or ask whoever runs the deployment for another",
  );
}
