//! Sends the requests of `object_store`, and makes up for what it doesn't know of errors, lists and addresses.

use std::error::Error;

use hyper::{StatusCode, Uri};
use object_store::client::{
    ClientOptions, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpService, ReqwestConnector,
};
use object_store::path::Path;
use percent_encoding::percent_decode_str;

use super::key::{is_stand_in, listed_key, object_path};
use super::{answers, failure, web};

/// Makes each client a [`StoreClient`].
#[derive(Debug)]
pub(super) struct Transport;

impl HttpConnector for Transport {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(StoreClient(ReqwestConnector::default().connect(options)?)))
    }
}

/// The usual client for stores, except for some errors and for lists. It reports a request that was canceled before it was
/// sent as [`HttpErrorKind::Request`], which is retried, and an unknown host name as [`HttpErrorKind::Unknown`], which is
/// not: a mistyped name stays unknown.
///
/// A server that stops closes connections that it has only just accepted. hyper then cancels the request without
/// sending it, and `object_store` 0.13 doesn't know that error and gives up at once.
#[derive(Debug)]
struct StoreClient(HttpClient);

#[async_trait::async_trait]
impl HttpService for StoreClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        refuse_stand_in(request.uri())?;
        let is_listing = answers::is_listing(request.method(), request.uri());
        let answer = send(&self.0, request).await?;
        match answer.status() {
            status if status.is_success() && is_listing => answers::listing(answer).await,
            StatusCode::BAD_REQUEST => answers::bad_request(answer).await,
            _ => Ok(answer),
        }
    }
}

/// Makes each client a [`WebClient`].
#[derive(Debug)]
pub(super) struct WebTransport;

impl HttpConnector for WebTransport {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(WebClient(ReqwestConnector::default().connect(options)?)))
    }
}

/// The client for web servers, which requests the address as the user wrote it.
#[derive(Debug)]
struct WebClient(HttpClient);

#[async_trait::async_trait]
impl HttpService for WebClient {
    async fn call(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let uri = web::requested(request.uri());
        *request.uri_mut() = uri.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        send(&self.0, request).await
    }
}

async fn send(client: &HttpClient, request: HttpRequest) -> Result<HttpResponse, HttpError> {
    client.execute(request).await.map_err(|error| match error.kind() {
        HttpErrorKind::Unknown if is_canceled(&error) => {
            HttpError::new(HttpErrorKind::Request, error)
        }
        HttpErrorKind::Connect if names_unknown_host(&error) => {
            HttpError::new(HttpErrorKind::Unknown, error)
        }
        _ => error,
    })
}

/// Refuses a request for the stand-in of a key that no path can hold. An engine that lists a folder by itself asks for it.
fn refuse_stand_in(uri: &Uri) -> Result<(), HttpError> {
    let path = percent_decode_str(uri.path()).decode_utf8_lossy();
    let Some(path) = Path::parse(&path).ok().filter(|_| is_stand_in(&path)) else { return Ok(()) };
    let key = listed_key(&path);
    let Err(why) = object_path(&key) else { return Ok(()) };
    Err(HttpError::new(HttpErrorKind::Unknown, std::io::Error::other(why)))
}

fn causes(error: &HttpError) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| (*cause).source())
}

fn names_unknown_host(error: &HttpError) -> bool {
    causes(error).any(|cause| failure::unknown_host(&cause.to_string()).is_some())
}

fn is_canceled(error: &HttpError) -> bool {
    causes(error).filter_map(|cause| cause.downcast_ref()).any(hyper::Error::is_canceled)
}

#[cfg(test)]
mod tests {
    use hyper::client::conn::http1;
    use hyper_util::rt::TokioIo;
    use object_store::client::HttpRequestBody;
    use tokio::io::AsyncReadExt;
    use tokio::runtime::Builder;

    use super::*;

    /// A client whose connection is closed before the request is sent, or while the answer is awaited.
    #[derive(Debug)]
    struct ClosedClient {
        before: bool,
    }

    #[async_trait::async_trait]
    impl HttpService for ClosedClient {
        async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
            let (ours, mut theirs) = tokio::io::duplex(1 << 10);
            let (mut sender, connection) = http1::handshake(TokioIo::new(ours)).await.unwrap();
            let answer = if self.before {
                drop(connection);
                sender.send_request(request).await
            } else {
                let server = async move { theirs.read_u8().await.unwrap() };
                tokio::join!(sender.send_request(request), connection, server).0
            };
            Err(HttpError::new(HttpErrorKind::Unknown, answer.unwrap_err()))
        }
    }

    fn kind(client: impl HttpService) -> HttpErrorKind {
        let runtime = Builder::new_current_thread().build().unwrap();
        let request = HttpRequest::new(HttpRequestBody::empty());
        runtime.block_on(client.call(request)).unwrap_err().kind()
    }

    #[test]
    fn a_canceled_request_is_retried() {
        assert_eq!(kind(ClosedClient { before: true }), HttpErrorKind::Unknown);
        assert_eq!(
            kind(StoreClient(HttpClient::new(ClosedClient { before: true }))),
            HttpErrorKind::Request
        );
    }

    /// A client that can't find the host.
    #[derive(Debug)]
    struct LostClient(&'static str);

    #[async_trait::async_trait]
    impl HttpService for LostClient {
        async fn call(&self, _: HttpRequest) -> Result<HttpResponse, HttpError> {
            let text = format!("failed to lookup address information: {}", self.0);
            Err(HttpError::new(HttpErrorKind::Connect, std::io::Error::other(text)))
        }
    }

    #[test]
    fn only_temporary_failures_to_find_a_host_are_retried() {
        for (why, expected) in [
            // glibc, musl and macOS.
            ("Name or service not known", HttpErrorKind::Unknown),
            ("Name does not resolve", HttpErrorKind::Unknown),
            ("nodename nor servname provided, or not known", HttpErrorKind::Unknown),
            ("Temporary failure in name resolution", HttpErrorKind::Connect),
            ("Try again", HttpErrorKind::Connect),
        ] {
            assert_eq!(kind(StoreClient(HttpClient::new(LostClient(why)))), expected, "{why}");
        }
    }

    #[test]
    fn a_stand_in_is_never_requested() {
        let refused = |uri: &str| refuse_stand_in(&uri.parse().unwrap());
        refused("http://h/bucket/x/y%25?a=%F4%8F%BF%BD").unwrap();
        let error = refused("http://h/bucket/x/%F4%8F%BF%BD%2500002fy").unwrap_err().to_string();
        assert!(error.contains("because its key has two slashes in a row"), "{error}");
    }

    #[test]
    fn other_errors_stay_as_they_are() {
        assert_eq!(
            kind(StoreClient(HttpClient::new(ClosedClient { before: false }))),
            HttpErrorKind::Unknown
        );
    }
}
