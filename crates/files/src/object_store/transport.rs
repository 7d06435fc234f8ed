//! Lets `object_store` retry every request that was not sent.

use std::error::Error;

use object_store::client::{
    ClientOptions, HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
    HttpService, ReqwestConnector,
};

/// Makes each client a [`Client`].
#[derive(Debug)]
pub(super) struct Transport;

impl HttpConnector for Transport {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(Client(ReqwestConnector::default().connect(options)?)))
    }
}

/// The usual client, except that it reports a request that was canceled before it was sent as [`HttpErrorKind::Request`],
/// which is retried.
///
/// A server that stops closes connections that it has only just accepted. hyper then cancels the request without
/// sending it, and `object_store` 0.13 doesn't know that error and gives up at once.
#[derive(Debug)]
struct Client(HttpClient);

#[async_trait::async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        self.0.execute(request).await.map_err(|error| match error.kind() {
            HttpErrorKind::Unknown if is_canceled(&error) => {
                HttpError::new(HttpErrorKind::Request, error)
            }
            _ => error,
        })
    }
}

fn is_canceled(error: &HttpError) -> bool {
    let causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.filter_map(|cause| cause.downcast_ref()).any(hyper::Error::is_canceled)
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
    struct Closed {
        before: bool,
    }

    #[async_trait::async_trait]
    impl HttpService for Closed {
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
        assert_eq!(kind(Closed { before: true }), HttpErrorKind::Unknown);
        assert_eq!(kind(Client(HttpClient::new(Closed { before: true }))), HttpErrorKind::Request);
    }

    #[test]
    fn other_errors_stay_as_they_are() {
        assert_eq!(kind(Client(HttpClient::new(Closed { before: false }))), HttpErrorKind::Unknown);
    }
}
