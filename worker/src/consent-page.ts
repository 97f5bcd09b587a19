/** The page that asks a user for the access token on behalf of an OAuth client. */
import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";

/** Content policy of the page; `TARGET` is replaced by the client that the form's redirect leads to. */
export const POLICY =
  "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'TARGET";

/** The page of a request; `isWrong`: after an unknown token. Every text of the client's is escaped. */
export function consentPage(
  { clientName, clientDomain, redirectHost, redirectIsLoopback }: ConsentDescription,
  handle: string,
  isWrong = false,
): string {
  const name = escaped(clientName);
  const origin =
    clientDomain === undefined
      ? "The program named itself: its name is not verified."
      : `The program is published by <strong>${escaped(clientDomain)}</strong>.`;
  const warning = redirectIsLoopback
    ? "<p><strong>This lets a program on your computer in. Go on only if you have just started to sign in from it.</strong></p>"
    : "";
  return document(
    `Let ${name} use your memory`,
    `<p><strong>${name}</strong> asks to read and write your runs and your memory.
${origin} Access is sent to <strong>${escaped(redirectHost)}</strong>.</p>
${warning}
<form method="post">
<input type="hidden" name="handle" value="${escaped(handle)}">
<p><label>Access token<br><input type="password" name="token" autocomplete="off"></label></p>
${isWrong ? '<p role="alert">Nobody has this access token.</p>' : ""}
<p><button name="decision" value="approve">Allow</button>
<button name="decision" value="deny">Refuse</button></p>
</form>`,
  );
}

/** The page of a request that cannot be granted. */
export function failurePage(description: string): string {
  return document(
    "This did not work",
    `<p>${escaped(description)}</p><p>Go back to the program and sign in again.</p>`,
  );
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
${body}
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
