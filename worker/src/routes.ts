/** Routes of /api that are one user's. */
import { methodRefused } from "./answers.ts";

const JSON_BODY = ["application/json"];
const LINES_BODY = ["application/x-ndjson", "application/jsonl", "text/plain"];

/** A route: method, path with `ID` for a run, media types of the body it takes. */
export interface Route {
  name: RouteName;
  method: "GET" | "POST" | "DELETE";
  path: string;
  takes?: string[];
}

/** Name of a route. */
export type RouteName =
  | "beginRun"
  | "listRuns"
  | "showRun"
  | "followRun"
  | "stopRun"
  | "resumeRun"
  | "exportRun"
  | "journalOfRun"
  | "deleteRun"
  | "askMemory"
  | "exportMemory"
  | "importMemory"
  | "deleteUser";

/** All routes of a user. */
export const ROUTES: readonly Route[] = [
  { name: "beginRun", method: "POST", path: "/api/runs", takes: JSON_BODY },
  { name: "listRuns", method: "GET", path: "/api/runs" },
  { name: "showRun", method: "GET", path: "/api/runs/ID" },
  { name: "followRun", method: "GET", path: "/api/runs/ID/events" },
  { name: "stopRun", method: "POST", path: "/api/runs/ID/stop" },
  { name: "resumeRun", method: "POST", path: "/api/runs/ID/resume" },
  { name: "exportRun", method: "GET", path: "/api/runs/ID/export" },
  { name: "journalOfRun", method: "GET", path: "/api/runs/ID/journal" },
  { name: "deleteRun", method: "DELETE", path: "/api/runs/ID" },
  { name: "askMemory", method: "POST", path: "/api/memory", takes: JSON_BODY },
  { name: "exportMemory", method: "GET", path: "/api/memory/export" },
  { name: "importMemory", method: "POST", path: "/api/memory/import", takes: LINES_BODY },
  { name: "deleteUser", method: "DELETE", path: "/api/user" },
];

/** A route that a request matches, and the run in its path; empty if there is none. */
export interface Match {
  route: Route;
  docId: string;
}

/** The route of a request; `null` for an unknown path. Throws `method_refused` for a path without this method. */
export function matched(method: string, pathname: string): Match | null {
  const onPath: Match[] = [];
  for (const route of ROUTES) {
    const docId = runIn(route.path, pathname);
    if (docId !== null) onPath.push({ route, docId });
  }
  if (onPath.length === 0) return null;
  const match = onPath.find(({ route }) => route.method === method);
  if (match === undefined) throw methodRefused(onPath.map(({ route }) => route.method));
  return match;
}

/** The run that a path names; empty for a route without one, `null` for another path. */
function runIn(path: string, pathname: string): string | null {
  const [wanted, given] = [path.split("/"), pathname.split("/")];
  if (wanted.length !== given.length) return null;
  let docId = "";
  for (const [at, part] of wanted.entries()) {
    const found = given[at] ?? "";
    if (part === "ID" && found !== "") docId = decoded(found);
    else if (part !== found) return null;
  }
  return docId;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
