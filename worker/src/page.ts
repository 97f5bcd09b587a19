/** The page: a file of the assets, with the parts of the deployment. */
import { failed } from "./answers.ts";
import { deploymentOf } from "./deployment.ts";
import type { Env } from "./settings.ts";

/** Headers of the page. Its own policy, in its head, holds beside this one. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; trusted-types default; require-trusted-types-for 'script'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** Answers with the page, or with the file of this path. */
export async function answerPage(request: Request, env: Env): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return failed({ code: "method_refused", message: "files are read by GET or HEAD" });
  }
  const file = await env.ASSETS.fetch(request);
  const isPage = file.ok && (file.headers.get("content-type") ?? "").startsWith("text/html");
  return isPage ? told(file, env) : file;
}

/** The page with the deployment's parts in its head. */
function told(file: Response, env: Env): Response {
  const content = JSON.stringify(deploymentOf(env));
  const page = new Response(file.body, file);
  for (const [name, value] of Object.entries(HEADERS)) page.headers.set(name, value);
  // The file's tag is of other bytes.
  page.headers.delete("etag");
  return new HTMLRewriter()
    .on("head", {
      element(head) {
        head.append(`<meta name="deployment" content="${escaped(content)}">`, { html: true });
      },
    })
    .transform(page);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
