/** The name under which Node sends requests. Some services, such as Wikipedia, refuse clients that do not name themselves. */
import { version } from "../package.json";

const PRODUCT = `agentic-memory-bank/${version}`;

/** Names the package in a request that names no client. Returns the request. */
export function named(request: Request): Request {
  if (!request.headers.has("user-agent")) request.headers.set("user-agent", PRODUCT);
  return request;
}
