//! Converts the official f32 weights to our int8 file: `convert IN OUT`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        eprintln!("usage: convert IN.safetensors OUT.safetensors");
        return ExitCode::from(2);
    };
    match convert(input, output) {
        Ok(bytes) => {
            println!("{output}: {bytes} bytes");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{input}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn convert(input: &str, output: &str) -> Result<usize, Box<dyn std::error::Error>> {
    let converted = amb_embed::convert::int8_from_f32(&std::fs::read(input)?)?;
    std::fs::write(output, &converted)?;
    Ok(converted.len())
}
