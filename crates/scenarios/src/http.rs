//! HTTP/1.1 on loopback, the server's side: one request for each connection, handed over with the connection itself, so
//! that the world can break it at any point.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, spawn};

/// A request, and its open connection.
pub(crate) struct Request {
    /// Such as `GET`.
    pub method: String,
    /// The path, the query included.
    pub path: String,
    /// The headers, a line each: `name: value`.
    pub headers: String,
    /// The body.
    pub body: String,
    /// The connection; it ends when this is dropped.
    pub connection: TcpStream,
}

impl Request {
    /// The request that comes over a connection.
    ///
    /// # Errors
    /// A connection that ends before the request does, or something else than HTTP.
    fn read(connection: TcpStream) -> Result<Self> {
        let mut reader = BufReader::new(&connection);
        let first = line(&mut reader)?;
        let mut words = first.split(' ').map(str::to_owned);
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Err(ErrorKind::InvalidData.into());
        };
        let mut headers = Vec::new();
        loop {
            match line(&mut reader)? {
                end if end.is_empty() => break,
                header => headers.push(header),
            }
        }
        let mut body = vec![0; length(&headers)?];
        reader.read_exact(&mut body)?;
        Ok(Self {
            method,
            path,
            headers: headers.join("\n"),
            body: String::from_utf8_lossy(&body).into_owned(),
            connection,
        })
    }
}

/// A line without its end.
fn line(reader: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

/// Returns the bytes of the body: 0 if the headers do not give them.
fn length(headers: &[String]) -> Result<usize> {
    let said = headers.iter().find_map(|header| {
        let (name, value) = header.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    said.map_or(Ok(0), |length| length.trim().parse().map_err(Error::other))
}

/// Returns a response in its wire format. It closes the connection: a client that kept it would send the next request
/// into its end, and browsers send such a request again.
pub(crate) fn printed<'h>(
    status: u16,
    headers: impl IntoIterator<Item = (&'h str, &'h str)>,
    body: &[u8],
) -> Vec<u8> {
    let mut head = format!(
        "HTTP/1.1 {status} \r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    [head.as_bytes(), body].concat()
}

/// Listens until it is dropped.
pub(crate) struct Listener {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Starts at a free port of 127.0.0.1, or at `port`. Each request is answered in a thread of its own: browsers
    /// also open connections that they only may need.
    ///
    /// # Errors
    /// No port.
    #[expect(
        clippy::disallowed_methods,
        reason = "the world is native, and goes on beside the run"
    )]
    pub(crate) fn start(
        port: u16,
        answer: impl Fn(Request) + Send + Sync + 'static,
    ) -> Result<Self> {
        let socket = TcpListener::bind(("127.0.0.1", port))?;
        let address = socket.local_addr()?;
        let ends = Arc::new(AtomicBool::new(false));
        let (ended, answer) = (Arc::clone(&ends), Arc::new(answer));
        let thread = spawn(move || {
            let come = socket.incoming();
            for connection in come.take_while(|_| !ended.load(Ordering::SeqCst)).flatten() {
                let answer = Arc::clone(&answer);
                // A client that breaks off in the middle of a request gets no response.
                spawn(move || Request::read(connection).map(|request| answer(request)));
            }
        });
        Ok(Self {
            address,
            ends,
            thread: Some(thread),
        })
    }

    /// Returns its address, such as `http://127.0.0.1:4711`.
    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        // Wakes it, if it still waits.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
