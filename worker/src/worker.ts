/** The entry of the Worker: routes requests. */
import { answerApi } from "./api.ts";
import { answerOAuth, isOAuth } from "./oauth.ts";
import { answerPage } from "./page.ts";
import { answerProxy } from "./proxying.ts";
import type { Env } from "./settings.ts";

export { UserObject } from "./user-object.ts";

export default {
  async fetch(request, env, context): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/api" || pathname.startsWith("/api/")) return answerApi(request, env);
    if (pathname === "/proxy") return answerProxy(request, env);
    if (isOAuth(pathname, env)) return answerOAuth(request, env, context);
    return answerPage(request, env);
  },
} satisfies ExportedHandler<Env>;
