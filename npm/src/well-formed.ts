/** JavaScript strings may hold half a character (a lone surrogate); the engine accepts none. */
import type { EngineRequest, RequestDocument } from "./request.ts";

/** A request without lone surrogates, and its repaired parts. */
export interface WellFormed {
  request: EngineRequest;
  /** The parts that held lone surrogates: `the question`, or a document's name; each surrogate is U+FFFD now. */
  mended: string[];
}

/** Replaces each lone surrogate in the request's texts and names by U+FFFD. */
export function wellFormed(request: EngineRequest): WellFormed {
  const mended: string[] = [];
  const mend = (text: string, what: string): string => {
    // A caller without types may give anything: the engine refuses a value that is no string.
    if (typeof text !== "string") return text;
    if (!text.isWellFormed()) mended.push(what);
    return text.toWellFormed();
  };
  const mendDocument = (document: RequestDocument): RequestDocument => {
    const name = mend(document.name, "a document's name");
    const { text } = document;
    return text === undefined
      ? { ...document, name }
      : { ...document, name, text: mend(text, name) };
  };
  const { context, documents, images } = request;
  return {
    request: {
      ...request,
      question: mend(request.question, "the question"),
      ...(context !== undefined && { context: mend(context, "the context") }),
      ...(documents && { documents: documents.map(mendDocument) }),
      ...(images && {
        images: images.map((image) => ({ ...image, name: mend(image.name, "an image's name") })),
      }),
    },
    mended,
  };
}

/** For `JSON.stringify`: each text without lone surrogates, which would be invalid JSON for its reader. */
export function wellFormedValue(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
