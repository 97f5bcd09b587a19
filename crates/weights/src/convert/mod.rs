//! Conversion of the official f32 model to our int8 file.
//!
//! Each output channel of a linear layer gets one scale, each row of an embedding table too. Before
//! that, *smoothing* (Xiao et al., SmoothQuant, arXiv 2211.10438, α = ½) moves part of the range of
//! each input channel from the activations, which have only seven bits, to the weights. How large each
//! channel gets was measured once on varied text; `models/reference.py` says how.

mod file;
mod quantize;

pub use file::int8_from_f32;
