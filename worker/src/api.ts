/** The front of /api: finds the user of a request, and decides if it may pass to the user's object. */
import { failed, headOf, methodRefused, notFound, refusal } from "./answers.ts";
import { checkDeclared, letGo } from "./bodies.ts";
import { answerDeployment } from "./deployment.ts";
import { challengeAt, grantsEnded } from "./oauth.ts";
import { allowedOrigin, preflight, readable } from "./origins.ts";
import { matched } from "./routes.ts";
import { type Env, settingsOf } from "./settings.ts";
import { userOfRequest } from "./users.ts";

/** Headers passed to the user's object. No token and no cookie is among them. */
const PASSED_ON = ["content-type", "content-length", "last-event-id"];

/** Answers a request to /api. */
export async function answerApi(request: Request, env: Env): Promise<Response> {
  let origin: string | null = null;
  try {
    origin = allowedOrigin(request, settingsOf(env).origins);
    const answer = request.method === "OPTIONS" ? preflight() : await answered(request, env);
    return readable(request.method === "HEAD" ? headOf(answer) : answer, origin);
  } catch (thrown) {
    await letGo(request);
    const answer = failed(thrown, 500);
    if (answer.status === 401) {
      answer.headers.set("www-authenticate", challengeAt(new URL(request.url).origin, env));
    }
    return readable(answer, origin);
  }
}

async function answered(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (pathname === "/api/deployment") {
    if (method === "GET") return answerDeployment(env);
    throw methodRefused(["GET"]);
  }
  const user = await userOfRequest(request, env);
  await checkRate(user, env);
  const { route } = matched(method, pathname) ?? {};
  if (route === undefined) throw notFound();
  if (route.takes !== undefined) checkDeclared(request, route.takes);
  const answer = await askObject(request, method, user, env);
  if (route.name === "deleteUser" && answer.ok)
    await grantsEnded(user, new URL(request.url).origin, env);
  return answer;
}

/** Sends the request to the object of this user. Its name is the user's, independent of the request. */
function askObject(request: Request, method: string, user: string, env: Env): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const object = env.USERS_OBJECTS.get(env.USERS_OBJECTS.idFromName(user));
  const body = method === "POST" ? request.body : null;
  return object.fetch(`https://object${pathname}${search}`, { method, headers, body });
}

async function checkRate(user: string, env: Env): Promise<void> {
  if (env.API_LIMIT === undefined) return;
  const { success } = await env.API_LIMIT.limit({ key: user });
  if (!success) throw refusal("rate_limited", "too many requests of this user: wait a minute");
}
