/**
 * The shapes that cross between Rust and JavaScript, and their sources: all but the request are generated from the
 * Rust types.
 */
import type { ServiceReply } from "./generated.ts";

export type * from "./generated.ts";
export type { RequestDocument, RequestImage, ResearchRequest } from "./request.ts";

/** The name of a service of a bank. */
export type ServiceName = ServiceReply["service"];
