// The same stand-in: it asks no language model.
export * from "./engine.js";
