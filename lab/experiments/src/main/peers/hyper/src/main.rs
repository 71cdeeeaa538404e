//! The bare aggregator once more, by hand on hyper: three parallel calls, their bytes joined, no checks or metrics.
//! Arguments: the backend's port, then a key and a path for each part. Listens on a free port of the loopback address.

use std::sync::{Arc, Mutex};

use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, Empty, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

struct Part {
    prefix: String,
    path: String,
}

struct Aggregator {
    backend: String,
    parts: Vec<Part>,
    idle: Mutex<Vec<SendRequest<Empty<Bytes>>>>,
}

impl Aggregator {
    async fn connection(&self) -> Result<SendRequest<Empty<Bytes>>, anyhow::Error> {
        while let Some(mut idle) = self.take_idle() {
            if idle.ready().await.is_ok() {
                return Ok(idle);
            }
        }
        let stream = TcpStream::connect(&self.backend).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(sender)
    }

    fn take_idle(&self) -> Option<SendRequest<Empty<Bytes>>> {
        self.idle.lock().unwrap().pop()
    }

    async fn fetch(&self, part: &Part) -> Result<Bytes, anyhow::Error> {
        let mut connection = self.connection().await?;
        let request = Request::get(&part.path).header(HOST, &self.backend).body(Empty::new())?;
        let body = connection.send_request(request).await?.into_body().collect().await?.to_bytes();
        self.idle.lock().unwrap().push(connection);
        Ok(body)
    }

    async fn aggregate(&self) -> Result<Response<Full<Bytes>>, anyhow::Error> {
        let (first, second, third) =
            tokio::try_join!(self.fetch(&self.parts[0]), self.fetch(&self.parts[1]), self.fetch(&self.parts[2]))?;
        let mut joined = BytesMut::with_capacity(first.len() + second.len() + third.len() + 128);
        for (part, body) in self.parts.iter().zip([first, second, third]) {
            joined.extend_from_slice(part.prefix.as_bytes());
            joined.extend_from_slice(&body);
        }
        joined.extend_from_slice(b"}");
        Ok(Response::builder().header(CONTENT_TYPE, "application/json").body(Full::new(joined.freeze()))?)
    }
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), anyhow::Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let parts: Vec<Part> = arguments[1..]
        .chunks(2)
        .enumerate()
        .map(|(index, pair)| Part {
            prefix: format!("{}\"{}\":", if index == 0 { '{' } else { ',' }, pair[0]),
            path: pair[1].clone(),
        })
        .collect();
    let aggregator = Arc::new(Aggregator {
        backend: format!("127.0.0.1:{}", arguments[0]),
        parts,
        idle: Mutex::new(Vec::new()),
    });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("hyper aggregator started on port {}", listener.local_addr()?.port());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let aggregator = aggregator.clone();
        tokio::spawn(async move {
            let service = service_fn(move |_| {
                let aggregator = aggregator.clone();
                async move { aggregator.aggregate().await }
            });
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
