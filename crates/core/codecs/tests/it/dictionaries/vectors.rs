//! Dictionaries and frames of the `zstandard` package: `tests/vectors/frames_zstd_dictionary.py`.

use hashlane_codecs::zstd::dict_id;
use hashlane_codecs::{CodecError, Workspace};

use super::{decode, decode_in, encode, prepared};
use crate::support::codec::ZSTD;
use crate::support::events::events;
use crate::support::foreign::{self, Foreign};

const MAX_BYTES: usize = 1 << 20;

/// Whether all frames of a foreign entry name their dictionary.
fn is_named(frame: &Foreign) -> bool {
    !frame.settings.ends_with("dictionary id 0")
}

#[test]
fn foreign_frames_decode() {
    let (dictionaries, frames) = foreign::dictionaries();
    let mut workspace = Workspace::default();
    for (id, frame) in &frames {
        let dictionary = dictionaries.iter().find(|dictionary| dictionary.id == *id).unwrap();
        let dictionary = prepared(&dictionary.bytes);
        assert_eq!(dictionary.id(), Some(*id));
        let content = decode_in(&mut workspace, &dictionary, MAX_BYTES, &frame.bytes);
        let content = content.unwrap_or_else(|error| panic!("{id}, {frame}: {error}"));
        assert!(frame.is_content(&content), "{id}, {frame}: {} other bytes", content.len());
    }
    println!("{} foreign frames of {} dictionaries", frames.len(), dictionaries.len());
    assert!(frames.len() >= 4 * 45);
}

#[test]
fn ids() {
    let (dictionaries, frames) = foreign::dictionaries();
    for dictionary in &dictionaries {
        assert_eq!(dict_id(&dictionary.bytes), Ok(Some(dictionary.id)));
        let ours = encode(&prepared(&dictionary.bytes), 3, b"content");
        assert_eq!(dict_id(&ours), Ok(Some(dictionary.id)));
    }
    for (id, frame) in &frames {
        let expected = is_named(frame).then_some(*id);
        assert_eq!(dict_id(&frame.bytes), Ok(expected), "{id}, {frame}");
    }
    for plain in foreign::frames().iter().filter(|frame| frame.codec.name == "zstd") {
        assert_eq!(dict_id(&plain.bytes), Ok(None), "{plain}");
    }
}

#[test]
fn another_dictionary_or_none_is_an_error_with_ids() {
    let (dictionaries, frames) = foreign::dictionaries();
    for (needed, frame) in frames.iter().filter(|(_, frame)| is_named(frame)) {
        let none = CodecError::WrongDictionary { needed: *needed, given: None };
        assert_eq!(ZSTD.decode(MAX_BYTES, &frame.bytes), Err(none.clone()));
        assert!(none.to_string().contains(&needed.to_string()));
        for other in dictionaries.iter().filter(|other| other.id != *needed) {
            let wrong = CodecError::WrongDictionary { needed: *needed, given: Some(other.id) };
            let result = decode(&prepared(&other.bytes), MAX_BYTES, &frame.bytes);
            assert_eq!(result, Err(wrong.clone()));
            let message = wrong.to_string();
            assert!(message.contains(&needed.to_string()), "{message}");
            assert!(message.contains(&other.id.to_string()), "{message}");
        }
    }
}

/// A frame that was made without a dictionary decodes with any.
#[test]
fn frames_without_a_dictionary_decode_with_one() {
    let (dictionaries, _) = foreign::dictionaries();
    let dictionary = prepared(&dictionaries[0].bytes);
    for content in events(3, 20) {
        let frame = ZSTD.encode(3, &content);
        assert_eq!(decode(&dictionary, MAX_BYTES, &frame), Ok(content));
    }
    let plain = foreign::frames().into_iter().filter(|frame| frame.codec.name == "zstd");
    for frame in plain.filter(|frame| frame.length <= MAX_BYTES) {
        let content = decode(&dictionary, MAX_BYTES, &frame.bytes);
        assert!(frame.is_content(&content.unwrap()), "{frame}");
    }
}
