/** Support of the embedder's faster artefact. */

/**
 * A module of one function, `() -> v128`, whose body is `i32x4.relaxed_dot_i8x16_i7x16_add` of three zero vectors: the
 * instruction that the relaxed artefact is built on.
 */
const PROBE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x13, 0x01, 0x11, 0x00],
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x93, 0x02, 0x0b],
);

/** The name of the embedder artefact for this engine: `relaxed` if it has relaxed SIMD, else `baseline`. */
export function embedArtefact(
  validate: (module: BufferSource) => boolean = WebAssembly.validate,
): "relaxed" | "baseline" {
  return validate(PROBE) ? "relaxed" : "baseline";
}
