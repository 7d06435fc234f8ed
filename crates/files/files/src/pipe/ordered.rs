//! Work on several threads with results in order, in bounded memory.
//!
//! One thread reads and divides the input, several work, and the caller's thread takes the results. The queue of
//! results has as many places as there are workers. With one piece being read and one being written, there are never
//! more than `workers + 2` pieces.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::PipeError;

/// The function that a worker applies to each piece. Each worker has its own.
pub(super) type PieceWork<T, R> = Box<dyn FnMut(T) -> Result<R, PipeError> + Send>;

type Slot<R> = SyncSender<Result<R, PipeError>>;

/// Starts the threads. The receiver gives the places of results in the order of the pieces; see [`next`]. When the
/// receiver is dropped, each thread ends after its current piece.
///
/// The threads are not joined, since one may wait for standard input for a long time.
pub(super) fn start<T, R>(
    mut read: impl FnMut() -> Option<Result<T, PipeError>> + Send + 'static,
    workers: Vec<PieceWork<T, R>>,
) -> Result<Receiver<Receiver<Result<R, PipeError>>>, PipeError>
where
    T: Send + 'static,
    R: Send + 'static,
{
    let (to_workers, pieces) = sync_channel::<(T, Slot<R>)>(0);
    let (places, results) = sync_channel(workers.len());
    let pieces = Arc::new(Mutex::new(pieces));
    for mut work in workers {
        let pieces = Arc::clone(&pieces);
        spawn(move || {
            while let Some((piece, place)) = take(&pieces) {
                // No one waits for results after an error.
                let _ = place.send(work(piece));
            }
        })?;
    }
    drop(pieces);
    spawn(move || {
        while let Some(piece) = read() {
            let (place, result) = sync_channel(1);
            if places.send(result).is_err() {
                return;
            }
            let sent = match piece {
                Ok(piece) => to_workers.send((piece, place)).is_ok(),
                Err(error) => {
                    let _ = place.send(Err(error));
                    false
                }
            };
            if !sent {
                return;
            }
        }
    })?;
    Ok(results)
}

/// Returns the next result, or `None` after the last one.
pub(super) fn next<R>(
    results: &Receiver<Receiver<Result<R, PipeError>>>,
) -> Option<Result<R, PipeError>> {
    let place = results.recv().ok()?;
    let stopped = || Err(PipeError::Refused("a thread has stopped".to_owned()));
    Some(place.recv().unwrap_or_else(|_| stopped()))
}

fn take<T>(pieces: &Mutex<Receiver<T>>) -> Option<T> {
    pieces.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn spawn(body: impl FnOnce() + Send + 'static) -> Result<(), PipeError> {
    let started = thread::Builder::new().spawn(body);
    started
        .map(|_| ())
        .map_err(|error| PipeError::Refused(format!("cannot start a thread: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whichever_is_done_first() {
        let mut pieces = 0..50u64;
        let work = || -> PieceWork<u64, u64> {
            Box::new(|piece| {
                thread::sleep(Duration::from_micros((piece * 7919) % 700));
                Ok(piece * 10)
            })
        };
        let results =
            start(move || pieces.next().map(Ok), (0..4).map(|_| work()).collect()).unwrap();
        let mut got = Vec::new();
        while let Some(result) = next(&results) {
            got.push(result.unwrap());
        }
        assert_eq!(got, (0..50).map(|piece| piece * 10).collect::<Vec<_>>());
    }

    #[test]
    fn no_more_pieces_are_read_than_fit() {
        let read = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&read);
        let reader = move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Some(Ok(()))
        };
        let results = start(reader, vec![Box::new(Ok) as PieceWork<(), ()>, Box::new(Ok)]).unwrap();
        for taken in 0..100 {
            next(&results).unwrap().unwrap();
            assert!(read.load(Ordering::SeqCst) <= taken + 1 + 4);
        }
    }

    #[test]
    fn an_error_comes_in_its_place_and_ends_the_stream() {
        let mut pieces = 0..9;
        let reader = move || {
            pieces.next().map(|piece| match piece {
                3 => Err(PipeError::Refused("three".to_owned())),
                piece => Ok(piece),
            })
        };
        let results = start(reader, vec![Box::new(Ok) as PieceWork<i32, i32>]).unwrap();
        for piece in 0..3 {
            assert_eq!(next(&results).unwrap().unwrap(), piece);
        }
        assert!(next(&results).unwrap().is_err());
        assert!(next(&results).is_none());
    }
}
