/**
 * The shapes that cross between Rust and JavaScript, and their sources: all but the request are generated from the
 * Rust types.
 */
export type * from "./generated.ts";
export type { RequestDocument, RequestImage, ResearchRequest } from "./request.ts";
