//! Credentials, with a short timeout for the cloud's metadata service.

use std::sync::Arc;
use std::time::Duration;

use object_store::{CredentialProvider, Error, Result};

use super::failure;

/// The timeout for the cloud's own metadata service. Outside of that cloud, nothing answers at its address.
pub(super) const WAIT: Duration = Duration::from_secs(2);

/// Credentials. If there are none, the error names the variables that set them.
#[derive(Debug)]
pub(super) struct NamedCredentials<T> {
    pub(super) provider: Arc<dyn CredentialProvider<Credential = T>>,
    /// The variables to set.
    pub(super) advice: &'static str,
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
