//! How a response is sent: whole, or with a fault.

use std::io::{Result, Write};
use std::thread::{sleep, spawn};
use std::time::Duration;

use tiny_http::{Header, Request, Response};

use crate::play::Exchange;
use crate::scenario::Fault;

/// How long a stalled connection is held: longer than any client waits.
const HELD: Duration = Duration::from_secs(3);
/// The pause between two pieces of a slow response.
const PAUSE: Duration = Duration::from_millis(8);
/// The pieces of a slow response.
const PIECES: usize = 12;

/// Sends a response. A connection that the other side gave up is nobody's fault.
pub(crate) fn send(request: Request, exchange: Exchange) {
    let sent = match exchange.fault {
        Some(Fault::Dropped) => {
            drop(request.into_writer());
            Ok(())
        }
        Some(Fault::Stalled) => {
            stall(request, exchange);
            Ok(())
        }
        _ => transmit(request, &exchange),
    };
    // Whoever no longer listens has what it wanted.
    let _ = sent;
}

/// Sends half of a response beside the server, which goes on.
#[expect(
    clippy::disallowed_methods,
    reason = "the world is native, and goes on beside the run"
)]
fn stall(request: Request, exchange: Exchange) {
    spawn(move || {
        let bytes = printed(&request, &exchange)?;
        let mut writer = request.into_writer();
        let come = bytes.len() - exchange.body.len().div_ceil(2);
        writer.write_all(bytes.get(..come).unwrap_or_default())?;
        writer.flush()?;
        sleep(HELD);
        Result::Ok(())
    });
}

/// Sends a response in one piece: in two, the second would wait until the first is acknowledged. A slow one is
/// sent in many.
fn transmit(request: Request, exchange: &Exchange) -> Result<()> {
    let mut bytes = printed(&request, exchange)?;
    let mut pieces = 1;
    match exchange.fault {
        Some(Fault::Truncated) => bytes.truncate(bytes.len() - exchange.body.len() / 2),
        Some(Fault::Slow) => pieces = PIECES,
        _ => {}
    }
    let mut writer = request.into_writer();
    for piece in bytes.chunks(bytes.len().div_ceil(pieces).max(1)) {
        writer.write_all(piece)?;
        writer.flush()?;
        if pieces > 1 {
            sleep(PAUSE);
        }
    }
    Ok(())
}

/// A response as it goes over the wire.
fn printed(request: &Request, exchange: &Exchange) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let version = request.http_version().clone();
    response(exchange).raw_print(&mut bytes, version, request.headers(), false, None)?;
    Ok(bytes)
}

fn response(exchange: &Exchange) -> Response<std::io::Cursor<Vec<u8>>> {
    let usual = match (exchange.kind, exchange.status) {
        ("llm", 200) => "text/event-stream",
        ("direct", _) => "text/html; charset=utf-8",
        _ => "application/json",
    };
    let kind = exchange.content_type.as_deref().unwrap_or(usual);
    let mut bytes = exchange.body.clone();
    if exchange.cut {
        bytes.truncate(bytes.len() / 2);
    }
    let own = exchange.headers.iter();
    let fixed = [
        ("content-type", kind),
        ("access-control-allow-origin", "*"),
        ("access-control-allow-headers", "*"),
        (
            "access-control-expose-headers",
            "location, retry-after, retry-after-ms, x-final-url",
        ),
    ];
    let all = own
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .chain(fixed);
    let headers = all.filter_map(|(name, value)| Header::from_bytes(name, value).ok());
    let mut response = Response::from_data(bytes).with_status_code(exchange.status);
    headers.for_each(|header| response.add_header(header));
    response
}
