/** Addresses that are relative to the page. */
import { type ModelPlace, type ModelSource, portableModel } from "./model-files.ts";

/** The base of relative addresses: the page's, or the calling worker's. */
export function baseAddress(): string {
  return globalThis.document?.baseURI ?? globalThis.location?.href ?? "file:///";
}

/** An absolute URL that ends in a slash. */
export function folder(address: string | URL): string {
  const absolute = new URL(address, baseAddress()).href;
  return absolute.endsWith("/") ? absolute : `${absolute}/`;
}

/** The place of a model as it crosses to a worker. */
export function modelPlace(model: ModelSource): ModelPlace | Promise<ModelPlace> {
  if (typeof model === "string" || model instanceof URL) return folder(model);
  return portableModel(model, baseAddress());
}
