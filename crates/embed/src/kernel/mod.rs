//! The arithmetic: plain functions over slices, without a model or a tensor type.
//!
//! Two rules hold in every file of this folder. Integer sums are exact on every backend, because
//! activations have seven bits: no product pair can saturate the sixteen bits some instructions sum
//! in. Float sums use neither fused multiply-add nor an order that depends on the machine. Together
//! they make an embedding the same, bit for bit, natively and in any browser.

pub(crate) mod attention;
pub(crate) mod elementary;
pub(crate) mod linear;
pub(crate) mod norm;
pub(crate) mod pack;
pub(crate) mod quantize;
pub(crate) mod tile;
