//! The client of a store, configured as its own tools are: from the environment.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::client::ClientConfigKey;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::{BackoffConfig, ObjectStore, Result, RetryConfig};

use super::address::{Address, Service};

/// The store that an address is in. Requests that fail are tried again for `retry` at most.
pub(super) fn connect(address: &Address<'_>, retry: Duration) -> Result<Arc<dyn ObjectStore>> {
    let retry = retries(retry);
    let root = address.root.as_str();
    Ok(match address.service {
        Service::Amazon => {
            Arc::new(AmazonS3Builder::from_env().with_url(root).with_retry(retry).build()?)
        }
        Service::Google => Arc::new(
            GoogleCloudStorageBuilder::from_env().with_url(root).with_retry(retry).build()?,
        ),
        Service::Azure => {
            Arc::new(MicrosoftAzureBuilder::from_env().with_url(root).with_retry(retry).build()?)
        }
        Service::Web => Arc::new(
            HttpBuilder::new()
                .with_url(root)
                .with_retry(retry)
                // Whoever writes `http://` means it.
                .with_config(ClientConfigKey::AllowHttp, "true")
                .build()?,
        ),
    })
}

/// Time is what bounds trying again; the pauses between tries grow from a tenth of a second to two,
/// so that a server that comes back is noticed.
fn retries(limit: Duration) -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        },
        max_retries: if limit.is_zero() { 0 } else { usize::MAX },
        retry_timeout: limit,
    }
}
