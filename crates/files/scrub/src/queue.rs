//! The order in which files are read, so that each one has its turn however small the budget is.

use std::collections::VecDeque;

use crate::plan::DueFile;

/// Where a file waits. Each queue gets a third of a budget, or more if another one is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitingQueue {
    /// New and changed files.
    Changed,
    /// Files that seem unchanged.
    Known,
    /// Files that were damaged or unreadable.
    Wrong,
}

/// Puts the files of the queues into one order. Within a queue, those come first that were last tried or, if they never
/// were, first seen in the earliest run: a file that is read or can't be read goes to the end, whatever the clock says. Times
/// only order what happened in one run. The next file comes from the queue that has had the fewest bytes so far. Each run begins
/// with another queue, since a single file can use up a budget.
pub(crate) fn deal(queues: [Vec<DueFile>; 3], run: u64) -> Vec<DueFile> {
    let mut queues = queues.map(|mut queue| {
        queue.sort_by_key(|DueFile { before, .. }| {
            (before.turn, before.last_tried.unwrap_or(before.first_seen))
        });
        VecDeque::from(queue)
    });
    let first = usize::try_from(run % 3).unwrap_or_default();
    let (mut taken, mut order) = ([0u64; 3], Vec::new());
    loop {
        let waiting = (first..first + 3).map(|place| place % 3);
        let waiting = waiting.filter(|place| !queues[*place].is_empty());
        let Some(next) = waiting.min_by_key(|place| taken[*place]) else { return order };
        if let Some(due) = queues[next].pop_front() {
            // An empty file takes a turn, too.
            taken[next] = taken[next].saturating_add(due.bytes.max(1));
            order.push(due);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StateRow;

    fn due(path: &str, bytes: u64, turn: u64) -> DueFile {
        let before = StateRow::unread(path, 50, turn);
        DueFile { path: path.into(), address: path.into(), accept: false, before, bytes }
    }

    fn order(queues: [Vec<DueFile>; 3], run: u64) -> Vec<String> {
        deal(queues, run).iter().map(|due| due.path.to_string()).collect()
    }

    #[test]
    fn the_longest_wait_comes_first_and_queues_take_turns() {
        let changed = || vec![due("new", 9, 5), due("old", 1, 3), due("a", 1, 6)];
        let known = || vec![due("b", 1, 5), due("first", 2, 4)];
        let wrong = || vec![due("c", 30, 7), due("d", 1, 8)];
        let queues = || [changed(), known(), wrong()];
        assert_eq!(order(queues(), 0), ["old", "first", "c", "new", "b", "a", "d"]);
        assert_eq!(order(queues(), 4), ["first", "c", "old", "new", "b", "a", "d"]);
        assert_eq!(order(queues(), 5), ["c", "old", "first", "new", "b", "a", "d"]);
    }

    #[test]
    fn every_file_has_its_turn_beside_files_that_use_up_the_budget() {
        // A growing file and a damaged one, each as large as the budget, and a new one in every run.
        let mut tried: Vec<(String, u64)> =
            ["growing", "x", "y", "z", "bad"].map(|name| (name.to_owned(), 0)).to_vec();
        for run in 1..40 {
            tried.push((format!("new {run}"), run));
            let mut queues: [Vec<DueFile>; 3] = Default::default();
            for (name, at) in &tried {
                let queue = match &**name {
                    "x" | "y" | "z" => WaitingQueue::Known,
                    "bad" => WaitingQueue::Wrong,
                    _ => WaitingQueue::Changed,
                };
                queues[queue as usize].push(due(name, 1000, *at));
            }
            let next = deal(queues, run).swap_remove(0);
            tried.retain(|(name, _)| **name != *next.path || !name.starts_with("new"));
            tried.iter_mut().filter(|(name, _)| **name == *next.path).for_each(|it| it.1 = run);
        }
        let starved: Vec<_> = tried[..5].iter().filter(|(_, at)| *at == 0).collect();
        assert!(starved.is_empty(), "{starved:?}");
    }
}
