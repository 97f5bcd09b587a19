/** What a run is asked, as JavaScript says it; the engine decodes it in its `src/request.rs`. */

/** A document: its text, or its bytes to be read as text. */
export interface RequestDocument {
  name: string;
  mediaType?: string;
  text?: string;
  bytes?: Uint8Array;
}

/** An image that waits for recognition. */
export interface RequestImage {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A question and what it is to be answered from. */
export interface ResearchRequest {
  question: string;
  context?: string;
  documents?: RequestDocument[];
  images?: RequestImage[];
  /** Keep this run's memory in the bank afterwards, for export and follow-up questions; default false. */
  keep?: boolean;
  /** `docId` of a kept run whose memory this question uses; it moves into the new run. */
  continueFrom?: string;
  /** Language of labels and sentences; default the question's. */
  language?: "en" | "zh";
}
