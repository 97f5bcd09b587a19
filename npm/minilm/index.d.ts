/** One file of the model. */
export interface ModelFile {
  /** File name. */
  file: string;
  /** SHA-256 in lower-case hexadecimal. */
  sha256: string;
  /** Size in bytes. */
  bytes: number;
}

/** The model's name, its identity in stored vectors, and its files. */
export declare const manifest: {
  name: string;
  modelId: string;
  files: { model: ModelFile; tokenizer: ModelFile };
};
/** The address of the int8 weights, in the format of safetensors. */
export declare const weights: URL;
/** The address of the tokenizer. */
export declare const tokenizer: URL;

/** The three together: the option `models` of `MemoryBank.open`. */
declare const model: {
  manifest: typeof manifest;
  weights: URL;
  tokenizer: URL;
};
export default model;
