/** The shapes that cross between Rust and JavaScript: the one place that says where they come from. */
export type * from "./types-provisional.ts";
