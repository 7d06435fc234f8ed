//! Progress bars on a terminal.

#[cfg(feature = "sql")]
use std::fmt::Write;
use std::time::Duration;

use hashlane_files::Counter;
#[cfg(feature = "sql")]
use indicatif::{BinaryBytes, HumanCount, ProgressState};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const KNOWN: &str = "{bar:24} {bytes:>10} / {total_bytes}  {binary_bytes_per_sec}  {eta} left";
#[cfg(feature = "sql")]
const SCANNED: &str = "{spinner} comparing {total_bytes}: {done}  {elapsed}";
#[cfg(feature = "sql")]
const JOB: &str = "{spinner} {msg}  {elapsed}";
const UNKNOWN: &str = "{spinner} {bytes:>10}  {binary_bytes_per_sec}";

/// Shows bytes done, rate and time left on standard error if that is a terminal. Clones share one bar, and any thread
/// may report.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar up to `total` bytes. Without a total, it shows the bytes done and the rate.
    pub fn bytes(total: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let template = if total.is_some() { KNOWN } else { UNKNOWN };
        Progress::with_style(bar, style(template))
    }

    /// A bar for a comparison, with the bytes and rows done. An engine reads some of them twice, so the bar has no known
    /// total.
    #[cfg(feature = "sql")]
    pub fn scanned(
        total: u64,
        bytes_and_rows: impl Fn() -> (u64, u64) + Clone + Send + Sync + 'static,
    ) -> Self {
        let done = move |_: &ProgressState, text: &mut dyn Write| {
            let (bytes, rows) = bytes_and_rows();
            let _ = write!(text, "{} read, {} rows hashed", BinaryBytes(bytes), HumanCount(rows));
        };
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        Progress::with_style(bar, style(SCANNED).with_key("done", done))
    }

    /// A job on other machines.
    #[cfg(feature = "sql")]
    pub fn job() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Progress::with_style(bar, style(JOB))
    }

    /// Shows a text beside the bar.
    #[cfg(feature = "sql")]
    pub fn say(&self, text: String) {
        self.0.set_message(text);
    }

    fn with_style(bar: ProgressBar, style: ProgressStyle) -> Self {
        bar.set_style(style);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress(bar)
    }

    /// Shows nothing, as with `--json` and `--quiet`.
    pub fn hidden() -> Self {
        Progress(ProgressBar::hidden())
    }

    /// Adds bytes that are done.
    pub fn add(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    /// Hides the bar while `print` writes lines.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Counter for Progress {
    fn add(&self, bytes: u64) {
        self.add(bytes);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates above are valid")
}
