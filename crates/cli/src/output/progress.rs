//! How far a command is, on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const KNOWN: &str = "{bar:24} {bytes:>10} / {total_bytes}  {binary_bytes_per_sec}  {eta} left";
#[cfg(feature = "sql")]
const SCANNED: &str = "{spinner} comparing {total_bytes}  {elapsed}";
const UNKNOWN: &str = "{spinner} {bytes:>10}  {binary_bytes_per_sec}";

/// Bytes done, rate and time left on standard error, if that is a terminal; else nothing.
/// Clones share one bar, and any thread may report.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar up to `total` bytes; without a total it shows what is done and how fast.
    pub fn bytes(total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let template = if total.is_some() { KNOWN } else { UNKNOWN };
        Progress::with_template(bar, template)
    }

    /// How many bytes are being compared and for how long, where an engine that doesn't report its progress reads them.
    #[cfg(feature = "sql")]
    pub fn scanned(total: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        Progress::with_template(bar, SCANNED)
    }

    fn with_template(bar: ProgressBar, template: &str) -> Self {
        let style = ProgressStyle::with_template(template).expect("the templates above are valid");
        bar.set_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress(bar)
    }

    /// Nothing is shown, as with `--json` and `--quiet`.
    pub fn hidden() -> Self {
        Progress(ProgressBar::hidden())
    }

    /// So many bytes more are done.
    pub fn add(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    /// Takes the bar away while `print` writes lines.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the bar away for good.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
