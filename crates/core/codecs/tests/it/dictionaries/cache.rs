//! Dictionaries that stay prepared.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use hashlane_codecs::zstd::Dictionary;

use super::{decode, encode, prepared, trained};
use crate::support::events::events;

/// These tests share one cache, so they run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A dictionary like `bytes` with another end of its content.
fn variant(bytes: &[u8], number: u64) -> Vec<u8> {
    let mut variant = bytes.to_vec();
    let end = variant.len();
    variant[end - 8..].copy_from_slice(&number.to_le_bytes());
    variant
}

#[test]
fn the_same_bytes_are_one_dictionary() {
    let _alone = alone();
    let bytes = trained(&events(10, 200), 1_500);
    let one = prepared(&bytes);
    assert!(Arc::ptr_eq(&one, &prepared(&bytes.clone())));
    let other = prepared(&variant(&bytes, 1));
    assert!(!Arc::ptr_eq(&one, &other), "an equal id and length are no proof");
    assert_eq!(one.id(), other.id());
    assert_eq!(one.bytes(), bytes);
}

/// The cache evicts entries, but not those in use.
#[test]
fn the_cache_is_bounded() {
    let _alone = alone();
    let bytes = trained(&events(11, 1_000), 60_000);
    let held = prepared(&variant(&bytes, 1 << 32));
    let frame = encode(&held, 3, b"made before");
    let gone: Vec<Weak<Dictionary>> =
        (0..1_000).map(|i| Arc::downgrade(&prepared(&variant(&bytes, i)))).collect();
    let alive = gone.iter().filter(|dictionary| dictionary.strong_count() > 0).count();
    println!("{alive} of {} dictionaries of {} bytes are still prepared", gone.len(), bytes.len());
    assert!(alive > 10, "nothing is kept");
    assert!(alive * bytes.len() <= 64 << 20 && alive <= 256);
    assert!(gone[0].upgrade().is_none(), "the oldest go first");
    assert_eq!(decode(&held, 100, &frame), Ok(b"made before".to_vec()));
    assert_eq!(encode(&held, 3, b"made before"), frame);
}

/// Levels are prepared later, and count too.
#[test]
fn levels_count_for_the_bound() {
    let _alone = alone();
    let bytes = trained(&events(12, 1_000), 60_000);
    let dictionaries: Vec<Weak<Dictionary>> = (0..150)
        .map(|i| {
            let dictionary = prepared(&variant(&bytes, i));
            for level in 1..=9 {
                encode(&dictionary, level, b"content");
            }
            Arc::downgrade(&dictionary)
        })
        .collect();
    let alive = dictionaries.iter().filter(|d| d.strong_count() > 0).count();
    println!("{alive} dictionaries with nine levels each are still prepared");
    assert!(alive * 9 * bytes.len() <= 64 << 20, "{alive} are alive");
}

#[test]
fn threads_find_one_dictionary() {
    let _alone = alone();
    let bytes = trained(&events(13, 200), 1_500);
    let found: Vec<Arc<Dictionary>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| prepared(&bytes))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let frames: Vec<Vec<u8>> = found.iter().map(|one| encode(one, 3, b"content")).collect();
    assert!(frames.iter().all(|frame| *frame == frames[0]));
}
