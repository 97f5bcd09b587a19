//! Sends a response whole, or with a fault.

use std::io::{Read, Result, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use crate::http::printed;
use crate::play::Exchange;
use crate::scenario::Fault;

/// The pause between two pieces of a slow response.
const PAUSE: Duration = Duration::from_millis(8);
/// The pieces of a slow response.
const PIECES: usize = 12;

/// Sends a response and ends the connection.
///
/// # Errors
/// A connection that the other side gave up.
pub(crate) fn send(mut connection: TcpStream, exchange: &Exchange) -> Result<()> {
    let body = sent_body(exchange);
    let bytes = printed(exchange.status, headers(exchange), body);
    let (half, _) = bytes.split_at(bytes.len() - body.len().div_ceil(2));
    match exchange.fault {
        None => connection.write_all(&bytes),
        Some(Fault::Dropped) => Ok(()),
        Some(Fault::Truncated) => connection.write_all(half),
        Some(Fault::Stalled) => {
            connection.write_all(half)?;
            // No more is ever sent on this connection: the read returns when the other side gives up.
            connection.read(&mut [0]).map(drop)
        }
        Some(Fault::Slow) => {
            connection.set_nodelay(true)?;
            let mut pieces = bytes.chunks(bytes.len().div_ceil(PIECES));
            pieces.try_for_each(|piece| {
                connection.write_all(piece)?;
                sleep(PAUSE);
                Ok(())
            })
        }
    }
}

fn sent_body(exchange: &Exchange) -> &[u8] {
    let body = exchange.body.as_slice();
    if exchange.cut {
        body.split_at(body.len() / 2).0
    } else {
        body
    }
}

fn headers(exchange: &Exchange) -> impl Iterator<Item = (&str, &str)> {
    let usual = match (exchange.kind, exchange.status) {
        ("llm", 200) => "text/event-stream",
        ("direct", _) => "text/html; charset=utf-8",
        _ => "application/json",
    };
    let own = exchange.headers.iter();
    let fixed = [
        (
            "content-type",
            exchange.content_type.as_deref().unwrap_or(usual),
        ),
        ("access-control-allow-origin", "*"),
        ("access-control-allow-headers", "*"),
        (
            "access-control-expose-headers",
            "location, retry-after, retry-after-ms, x-final-url",
        ),
    ];
    own.map(|(name, value)| (name.as_str(), value.as_str()))
        .chain(fixed)
}
