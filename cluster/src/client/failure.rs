//! The reason why a job failed, without the errors that Ballista wraps around it.

use datafusion::common::{DataFusionError, exec_datafusion_err};

/// The text that Ballista puts before the cause. It prints the cause as Rust's `Debug` does.
const BEFORE_CAUSE: &str = "Task failed due to ";

/// The end of Ballista's text if a job was cancelled, as our scheduler does when an executor is lost.
const CANCELLED: &str = " failed: Cancelled";

/// The cause alone, if a task caused the job's error.
pub fn explained(error: DataFusionError) -> DataFusionError {
    let text = error.strip_backtrace();
    if text.trim_end().ends_with(CANCELLED) {
        return exec_datafusion_err!(
            "the cluster cancelled the query: an executor whose results it had read was lost, or somebody cancelled it; run it again"
        );
    }
    let Some((_, cause)) = text.rsplit_once(BEFORE_CAUSE) else { return error };
    let cause = cause.split_once("error: ").map_or(cause, |(_, cause)| cause);
    let texts = literals(cause);
    match texts.is_empty() {
        true => exec_datafusion_err!("{}", cause.trim()),
        false => exec_datafusion_err!("{}", texts.join(": ")),
    }
}

/// The string literals of a debug text: a file and its error, or a message alone.
fn literals(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut letters = text.chars();
    while letters.any(|letter| letter == '"') {
        let mut literal = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                '"' => break,
                '\\' => literal.push(match letters.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(letter) => letter,
                    None => break,
                }),
                letter => literal.push(letter),
            }
        }
        if !literal.is_empty() && !found.contains(&literal) {
            found.push(literal);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_failed_for_what_its_last_error_says() {
        let of = |text: &str| {
            let text = format!("Job 7 failed: Job failed due to stage 1 failed: {text}\n");
            explained(DataFusionError::Execution(text)).message().into_owned()
        };
        let task = "Task failed due to runtime execution error: DataFusionError";
        assert_eq!(of(&format!("{task}(Execution(\"crc: a \\\"b\\\"\"))")), "crc: a \"b\"");
        let file = "(External(FileError { name: \"s3://b/x\", cause: Message(\"changed\") }))";
        assert_eq!(of(&format!("{task}{file}")), "s3://b/x: changed");
        assert_eq!(of(&format!("{task}(Cancelled)")), "DataFusionError(Cancelled)");
        let cancelled = DataFusionError::Execution("Job 7 failed: Cancelled\n".to_owned());
        assert!(explained(cancelled).message().starts_with("the cluster cancelled the query"));
        let other = DataFusionError::Execution("no tasks".to_owned());
        assert_eq!(explained(other).message(), "no tasks");
    }
}
