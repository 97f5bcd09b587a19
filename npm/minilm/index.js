/** The files of the model. Each address is written out, so that bundlers take its file along. */
import { manifest } from "./manifest.js";

export { manifest };
export const weights = new URL("./all-MiniLM-L6-v2-int8.safetensors", import.meta.url);
export const tokenizer = new URL("./tokenizer.json", import.meta.url);
export default { manifest, weights, tokenizer };
