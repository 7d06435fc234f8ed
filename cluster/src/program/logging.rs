//! What a process logs, and where: the same as Ballista's own binaries.

use std::env;
use std::io;

use ballista_core::config::LogRotationPolicy;
use tracing_appender::rolling;
use tracing_subscriber::EnvFilter;

/// How a process logs.
pub struct Logging<'a> {
    /// What is logged, unless `RUST_LOG` is set.
    pub level: &'a str,
    /// The folder of log files; `None` for standard output.
    pub folder: Option<&'a str>,
    /// When a new file is started.
    pub rotation: &'a LogRotationPolicy,
    /// The prefix of file names.
    pub prefix: &'a str,
    /// Whether lines name their thread.
    pub threads: bool,
}

impl Logging<'_> {
    /// Starts to log. Call it once.
    pub fn start(&self) {
        let level = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_else(|_| self.level.to_owned());
        let tracing = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_thread_names(self.threads)
            .with_thread_ids(self.threads)
            .with_env_filter(EnvFilter::new(level));
        let Some(folder) = self.folder else {
            tracing.with_writer(io::stdout).init();
            return;
        };
        tracing
            .with_writer(match self.rotation {
                LogRotationPolicy::Minutely => rolling::minutely(folder, self.prefix),
                LogRotationPolicy::Hourly => rolling::hourly(folder, self.prefix),
                LogRotationPolicy::Daily => rolling::daily(folder, self.prefix),
                LogRotationPolicy::Never => rolling::never(folder, self.prefix),
            })
            .init();
    }
}
