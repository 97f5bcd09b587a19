/**
 * OAuth, if the namespace `OAUTH_KV` is bound: a client gets tokens of its own for a user, and never sees the access
 * token of the deployment. The user enters that one once, on the deployment's own page.
 */
import {
  AuthorizationError,
  CimdFetchError,
  OAuthAuthorizationServer,
} from "@cloudflare/workers-oauth-provider";
import { empty, json } from "./answers.ts";
import { consentPage, failurePage, POLICY } from "./consent-page.ts";
import type { Env } from "./settings.ts";
import { knownUserOf } from "./users.ts";

const AUTHORIZE = "/authorize";
const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
const PATHS = [AUTHORIZE, "/token", "/register"];

/** The content of a grant. */
interface Props {
  user: string;
}

const servers = new Map<string, OAuthAuthorizationServer<Env>>();

/** Returns true for a path of OAuth, if it is on. */
export function isOAuth(pathname: string, env: Env): boolean {
  if (env.OAUTH_KV === undefined) return false;
  return PATHS.includes(pathname) || pathname.startsWith("/.well-known/oauth-");
}

/** Answers a request of OAuth. */
export async function answerOAuth(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  if (pathname.startsWith(RESOURCE_METADATA)) return json(resourceMetadata(origin));
  const server = serverAt(origin);
  if (pathname !== AUTHORIZE) return server.fetch(request, env, context);
  if (request.method === "GET") return shown(() => ask(request, env));
  if (request.method === "POST") return shown(() => grant(request, env));
  return empty(405);
}

/** The user that an OAuth access token was granted for; `null`: unknown, or OAuth is off. */
export async function userOfGrant(token: string, origin: string, env: Env): Promise<string | null> {
  if (env.OAUTH_KV === undefined) return null;
  const server = serverAt(origin);
  const granted = await server.validateToken<Props>(resourceAt(origin), token, env);
  return granted?.props.user ?? null;
}

/** Ends all grants of a user. */
export async function grantsEnded(user: string, origin: string, env: Env): Promise<void> {
  if (env.OAUTH_KV === undefined) return;
  const api = serverAt(origin).getOAuthApi(env);
  const userId = idOf(user);
  for (let cursor: string | undefined; ; ) {
    const page = await api.listUserGrants(userId, cursor === undefined ? {} : { cursor });
    for (const { id } of page.items) await api.revokeGrant(id, userId);
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}

/** The value of `WWW-Authenticate`, which shows a client the place to sign in. */
export function challengeAt(origin: string, env: Env): string {
  if (env.OAUTH_KV === undefined) return "Bearer";
  return `Bearer resource_metadata="${origin}${RESOURCE_METADATA}/api"`;
}

/** Asks the user for the access token. */
async function ask(request: Request, env: Env): Promise<Response> {
  const api = serverAt(new URL(request.url).origin).getOAuthApi(env);
  const asked = await api.parseAuthRequest(request);
  const details = await api.describeConsent(asked);
  const { handle, headers } = await api.beginConsent(asked);
  return page(consentPage(details, handle), 200, headers, asked.redirectUri);
}

/** Grants the request, if the access token is a user's. The library checks that the form is this page's. */
async function grant(request: Request, env: Env): Promise<Response> {
  const api = serverAt(new URL(request.url).origin).getOAuthApi(env);
  const form = await request.formData();
  const handle = String(form.get("handle") ?? "");
  if (form.get("decision") !== "approve") {
    const { headers } = await api.denyConsent(request, handle);
    return redirect(headers);
  }
  const { request: asked, headers } = await api.approveConsent(request, handle);
  const user = await knownUserOf(String(form.get("token") ?? "").trim(), env);
  if (user === null) {
    const [details, again] = [await api.describeConsent(asked), await api.beginConsent(asked)];
    return page(consentPage(details, again.handle, true), 403, again.headers, asked.redirectUri);
  }
  const { redirectTo } = await api.completeAuthorization({
    request: asked,
    userId: idOf(user),
    metadata: {},
    scope: asked.scope,
    props: { user } satisfies Props,
  });
  headers.set("location", redirectTo);
  return redirect(headers);
}

/** Shows the error of a request to sign in, or redirects it to the client if that is safe. */
async function shown(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AuthorizationError && thrown.redirectTo !== undefined) {
      return redirect(new Headers({ location: thrown.redirectTo }));
    }
    if (thrown instanceof AuthorizationError) return page(failurePage(thrown.description), 400);
    if (thrown instanceof CimdFetchError) return page(failurePage("the client is not known"), 400);
    throw thrown;
  }
}

function redirect(headers: Headers): Response {
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "no-referrer");
  return new Response(null, { status: 302, headers });
}

/** A page that holds a secret's field: nothing but it may run, and its form leads to the client alone. */
function page(html: string, status: number, headers = new Headers(), to?: string): Response {
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", POLICY.replace("TARGET", targetOf(to)));
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "no-referrer");
  headers.set("x-content-type-options", "nosniff");
  return new Response(html, { status, headers });
}

/** The origin of a client, to which browsers follow the form's redirect; nothing for a scheme that has none. */
function targetOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return "";
  const { origin } = new URL(address);
  return origin === "null" ? "" : ` ${origin}`;
}

function serverAt(origin: string): OAuthAuthorizationServer<Env> {
  const known = servers.get(origin);
  if (known !== undefined) return known;
  const server = new OAuthAuthorizationServer<Env>({
    issuer: origin,
    resources: [resourceAt(origin)],
    authorizeEndpoint: AUTHORIZE,
    tokenEndpoint: "/token",
    clientRegistrationEndpoint: "/register",
    clientIdMetadataDocumentEnabled: true,
  });
  servers.set(origin, server);
  return server;
}

function resourceAt(origin: string): string {
  return `${origin}/api`;
}

function resourceMetadata(origin: string) {
  return {
    resource: resourceAt(origin),
    authorization_servers: [origin],
    bearer_methods_supported: ["header"],
  };
}

/** The library separates the parts of a token by colons. */
function idOf(user: string): string {
  return encodeURIComponent(user);
}
