//! The order in which files are read, so that each one has its turn however small the budget is.

use std::collections::VecDeque;

use crate::plan::Due;

/// Where a file waits. Each queue gets a third of a budget, or more if another one is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// New and changed files.
    Changed,
    /// Files that seem unchanged.
    Known,
    /// Files that were damaged or unreadable.
    Wrong,
}

/// Puts the files of the queues into one order. Within a queue, those come first that were last tried or, if they never
/// were, first seen longest ago: a file that is read or can't be read goes to the end. The next file comes from the queue that
/// has had the fewest bytes so far. Each run begins with another queue, since a single file can use up a budget.
pub(crate) fn deal(queues: [Vec<Due>; 3], run: u64, now: i64) -> Vec<Due> {
    let mut queues = queues.map(|mut queue| {
        queue.sort_by_key(|due| turn(due, now));
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

/// The time since which a file waits. One in the future was recorded under a wrong clock, and says nothing.
fn turn(due: &Due, now: i64) -> i64 {
    let row = &due.before;
    let since = row.last_tried.unwrap_or(row.first_seen);
    if since > now { i64::MIN } else { since }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn due(path: &str, bytes: u64, last_tried: Option<i64>) -> Due {
        let before = Row { last_tried, ..Row::unread(path, 50) };
        Due { path: path.into(), address: path.into(), accept: false, before, bytes }
    }

    fn order(queues: [Vec<Due>; 3], run: u64) -> Vec<String> {
        deal(queues, run, 100).iter().map(|due| due.path.to_string()).collect()
    }

    #[test]
    fn the_longest_wait_comes_first_and_queues_take_turns() {
        let changed = || vec![due("new", 9, None), due("old", 1, Some(3)), due("a", 1, Some(60))];
        let known = || vec![due("b", 1, Some(5)), due("future", 2, Some(101))];
        let wrong = || vec![due("c", 30, Some(7)), due("d", 1, Some(8))];
        let queues = || [changed(), known(), wrong()];
        assert_eq!(order(queues(), 0), ["old", "future", "c", "new", "b", "a", "d"]);
        assert_eq!(order(queues(), 4), ["future", "c", "old", "new", "b", "a", "d"]);
        assert_eq!(order(queues(), 5), ["c", "old", "future", "new", "b", "a", "d"]);
    }

    #[test]
    fn every_file_has_its_turn_beside_files_that_use_up_the_budget() {
        // A growing file and a damaged one, each as large as the budget, and a new one in every run.
        let mut tried: Vec<(String, i64)> =
            ["growing", "x", "y", "z", "bad"].map(|name| (name.to_owned(), 0)).to_vec();
        for run in 1..40 {
            tried.push((format!("new {run}"), run));
            let mut queues: [Vec<Due>; 3] = Default::default();
            for (name, at) in &tried {
                let queue = match &**name {
                    "x" | "y" | "z" => Queue::Known,
                    "bad" => Queue::Wrong,
                    _ => Queue::Changed,
                };
                queues[queue as usize].push(due(name, 1000, Some(*at)));
            }
            let next = deal(queues, run as u64, 100).swap_remove(0);
            tried.retain(|(name, _)| **name != *next.path || !name.starts_with("new"));
            tried.iter_mut().filter(|(name, _)| **name == *next.path).for_each(|it| it.1 = run);
        }
        let starved: Vec<_> = tried[..5].iter().filter(|(_, at)| *at == 0).collect();
        assert!(starved.is_empty(), "{starved:?}");
    }
}
