//! Makes the client of a store. Like the store's own tools, it is configured by the environment.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey as Amazon};
use object_store::azure::{AzureConfigKey as Azure, MicrosoftAzureBuilder};
use object_store::client::ClientConfigKey;
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey as Google};
use object_store::http::HttpBuilder;
use object_store::{BackoffConfig, CredentialProvider, Error, ObjectStore, Result, RetryConfig};

use super::address::{ObjectAddress, StoreService};
use super::failure;
use super::transport::{Transport, WebTransport};

/// Returns a client of the store of an address. Failed requests are retried for at most `retry`.
pub(super) fn connect(
    address: &ObjectAddress<'_>,
    retry: Duration,
) -> Result<Arc<dyn ObjectStore>> {
    let root = address.root.as_str();
    match address.service {
        StoreService::Amazon => {
            let builder = AmazonS3Builder::from_env().with_http_connector(Transport);
            amazon(builder.with_url(root), retry)
        }
        StoreService::Google => {
            let builder = GoogleCloudStorageBuilder::from_env().with_http_connector(Transport);
            google(builder.with_url(root), retry)
        }
        StoreService::Azure => {
            let builder = MicrosoftAzureBuilder::from_env().with_http_connector(Transport);
            azure(builder.with_url(root), retry)
        }
        StoreService::Web => {
            let builder = HttpBuilder::new().with_http_connector(WebTransport).with_url(root);
            // A user who writes `http://` means it.
            let builder = builder.with_config(ClientConfigKey::AllowHttp, "true");
            Ok(Arc::new(builder.with_retry(retries(retry)).build()?))
        }
    }
}

// Without any of these settings, a client asks the cloud's metadata service, as often as it retries.

fn amazon(mut builder: AmazonS3Builder, retry: Duration) -> Result<Arc<dyn ObjectStore>> {
    const SETTINGS: [Amazon; 4] = [
        Amazon::AccessKeyId,
        Amazon::WebIdentityTokenFile,
        Amazon::ContainerCredentialsRelativeUri,
        Amazon::ContainerCredentialsFullUri,
    ];
    if SETTINGS.iter().all(|setting| builder.get_config_value(setting).is_none()) {
        let brief = builder.clone().with_retry(retries(retry.min(WAIT))).build()?;
        let provider = Arc::clone(brief.credentials());
        let advice = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true \
                      for a public bucket";
        builder = builder.with_credentials(Arc::new(NamedCredentials { provider, advice }));
    }
    Ok(Arc::new(builder.with_retry(retries(retry)).build()?))
}

fn google(mut builder: GoogleCloudStorageBuilder, retry: Duration) -> Result<Arc<dyn ObjectStore>> {
    const SETTINGS: [Google; 3] =
        [Google::ServiceAccount, Google::ServiceAccountKey, Google::ApplicationCredentials];
    if SETTINGS.iter().all(|setting| builder.get_config_value(setting).is_none()) {
        let brief = builder.clone().with_retry(retries(retry.min(WAIT))).build()?;
        let provider = Arc::clone(brief.credentials());
        let advice = "set GOOGLE_APPLICATION_CREDENTIALS to the file of an account, or \
                      GOOGLE_SKIP_SIGNATURE=true for a public bucket";
        builder = builder.with_credentials(Arc::new(NamedCredentials { provider, advice }));
    }
    Ok(Arc::new(builder.with_retry(retries(retry)).build()?))
}

fn azure(mut builder: MicrosoftAzureBuilder, retry: Duration) -> Result<Arc<dyn ObjectStore>> {
    const SETTINGS: [Azure; 7] = [
        Azure::AccessKey,
        Azure::SasKey,
        Azure::Token,
        Azure::ClientSecret,
        Azure::FederatedTokenFile,
        Azure::MsiEndpoint,
        Azure::FabricTokenServiceUrl,
    ];
    let is_on = |setting| builder.get_config_value(&setting).is_some_and(|value| value == "true");
    if !is_on(Azure::UseEmulator)
        && !is_on(Azure::UseAzureCli)
        && SETTINGS.iter().all(|setting| builder.get_config_value(setting).is_none())
    {
        let brief = builder.clone().with_retry(retries(retry.min(WAIT))).build()?;
        let provider = Arc::clone(brief.credentials());
        let advice = "set AZURE_STORAGE_ACCOUNT_KEY or AZURE_STORAGE_SAS_TOKEN, or \
                      AZURE_SKIP_SIGNATURE=true for a public container";
        builder = builder.with_credentials(Arc::new(NamedCredentials { provider, advice }));
    }
    Ok(Arc::new(builder.with_retry(retries(retry)).build()?))
}

/// Retries are limited by time. The pauses between them grow from a tenth of a second to two seconds, so that a server
/// that recovers is used soon.
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

/// The timeout for the cloud's own metadata service. Outside of that cloud, nothing answers at its address.
const WAIT: Duration = Duration::from_secs(2);

/// Credentials. If there are none, the error names the variables that set them.
#[derive(Debug)]
struct NamedCredentials<T> {
    provider: Arc<dyn CredentialProvider<Credential = T>>,
    /// The variables to set.
    advice: &'static str,
}

#[async_trait::async_trait]
impl<T: std::fmt::Debug + Send + Sync> CredentialProvider for NamedCredentials<T> {
    type Credential = T;

    async fn get_credential(&self) -> Result<Arc<T>> {
        self.provider.get_credential().await.map_err(|error| {
            let why = failure::line(&error);
            let text = format!("no credentials: {} ({why})", self.advice);
            Error::Generic { store: "credentials", source: text.into() }
        })
    }
}
