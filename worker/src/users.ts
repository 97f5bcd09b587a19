/** Users: who a token belongs to. */
import { hashOf, userWith } from "agentic-memory-bank/proxy";
import { refusal } from "./answers.ts";
import { userOfGrant } from "./oauth.ts";
import { type Env, settingsOf } from "./settings.ts";

/** The user that a token belongs to; `null`: nobody's. Secrets are compared by their hashes, in constant time. */
export async function userOf(token: string, env: Env): Promise<string | null> {
  const user = await userWith(settingsOf(env).users)(token);
  if (user !== null) return user;
  const listed = (await env.TOKENS?.get(await hashOf(token))) ?? null;
  return listed ?? userOfGrant(token, env);
}

/** The user that a request is of, by its bearer token. Throws `token_missing` or `token_unknown`. */
export async function userOfRequest({ headers }: Request, env: Env): Promise<string> {
  const [, token] = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token === undefined) {
    throw refusal("token_missing", "send the access token as the header Authorization: Bearer TOKEN");
  }
  const user = await userOf(token, env);
  if (user !== null) return user;
  throw refusal(
    "token_unknown",
    "nobody has this access token: check it, or ask whoever runs the deployment for another",
  );
}
