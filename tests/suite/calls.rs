//! Calls of every function, built from the catalogue.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use hashlane_catalog::{Arg, ArgKind, Function, OnBadInput, ResultForm, Work};

use crate::engine::root;

/// All arguments of `function`: the expression `value`, and valid constants.
pub fn arguments(function: &Function, value: &str) -> Vec<String> {
    function.args.iter().map(|arg| argument(arg, value)).collect()
}

fn argument(arg: &Arg, value: &str) -> String {
    match arg.kind {
        ArgKind::Bytes | ArgKind::Text | ArgKind::Row | ArgKind::Value => value.to_owned(),
        ArgKind::Bucketed | ArgKind::BytesOrInteger => value.to_owned(),
        // The value of the other functions is a text. This number replaces it.
        ArgKind::WholeNumber => format!("CASE WHEN {value} IS NOT NULL THEN 34 END"),
        ArgKind::ListOfRows | ArgKind::ListOfValues | ArgKind::ListOfBytes => format!("[{value}]"),
        ArgKind::Seed32 | ArgKind::Seed64 => "7".to_owned(),
        ArgKind::SignedSeed32 | ArgKind::SignedSeed64 => "7".to_owned(),
        ArgKind::Level(..) => "5".to_owned(),
        ArgKind::MaxBytes => "2000000".to_owned(),
        ArgKind::Length(low, _) => low.max(40).to_string(),
        ArgKind::Key16 => "'0123456789abcdef'".to_owned(),
        ArgKind::Key => "'a key of any length'".to_owned(),
        ArgKind::Key32 => "'0123456789abcdef0123456789abcdef'".to_owned(),
        ArgKind::Context => "'example.org 2026 tokens'".to_owned(),
        ArgKind::Algorithm | ArgKind::MacAlgorithm => "'sha256'".to_owned(),
        ArgKind::Checksum => "'SHA256'".to_owned(),
        ArgKind::Buckets | ArgKind::Samples(..) => "1000".to_owned(),
        ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes => format!("unhex('{}')", *DICTIONARY),
        ArgKind::SymbolTable => format!("unhex('{SYMBOLS}')"),
        ArgKind::Codec | ArgKind::Format | ArgKind::PackCodec => "'zstd'".to_owned(),
        ArgKind::KafkaClient => "'librdkafka'".to_owned(),
        ArgKind::Fraction => "0.5".to_owned(),
        ArgKind::Count(_, _, "numbers") => "16".to_owned(),
        ArgKind::Count(_, _, "bits") => "8".to_owned(),
        ArgKind::Count(..) => "2".to_owned(),
        ArgKind::Fingerprint => format!("'{FINGERPRINT}'"),
        ArgKind::Sketch => "list_row_sketch([2, 3], 8)".to_owned(),
        ArgKind::ShingleUnit => "'characters'".to_owned(),
        ArgKind::Namespace => "'dns'".to_owned(),
        // It replaces every text.
        ArgKind::Signature => format!("minhash([{value}], 16)"),
        ArgKind::Index => "1".to_owned(),
    }
}

/// A zstd dictionary in hex, made by the zstandard package.
static DICTIONARY: LazyLock<String> = LazyLock::new(|| {
    let vectors = std::fs::read_to_string(root().join("tests/vectors/zstd_dictionary.json"));
    let vectors: serde_json::Value =
        serde_json::from_str(&vectors.expect("it is committed")).expect("it is JSON");
    let base64 = vectors["dictionaries"][1]["base64"].as_str().expect("it has a dictionary");
    hex(base64)
});

/// Converts base64 to hex.
fn hex(base64: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.bytes().filter_map(|digit| DIGITS.iter().position(|d| *d == digit));
    let bits: String = digits.map(|digit| format!("{digit:06b}")).collect();
    let bytes =
        bits.as_bytes().chunks_exact(8).map(|byte| std::str::from_utf8(byte).expect("digits"));
    bytes
        .map(|byte| format!("{:02x}", u8::from_str_radix(byte, 2).expect("binary digits")))
        .collect()
}

/// An FSST symbol table in hex with one symbol, 'hashlane': see docs/fsst-format.md.
const SYMBOLS: &str = "46535354010108686173686c616e652e67dadc";

/// A fingerprint of a row.
const FINGERPRINT: &str = "hl1:1:74fefcd060068634b120be8592d94abd";

/// A pack in hex of 'hashlane', NULL and 'x': see docs/block-format.md.
const PACK: &str = "484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46";

/// The numbers of arguments to try: a row may have any number of values.
pub fn arities(function: &Function) -> RangeInclusive<usize> {
    let arity = function.arity();
    *arity.start()..=(*arity.end()).min(function.args.len() + 2)
}

/// A call of `function` on `value` with `count` arguments, which may be too many.
pub fn call(function: &Function, value: &str, count: usize) -> String {
    let mut given = arguments(function, value);
    // More values of a row are inserted next to its value; other extra arguments are too many.
    while function.takes_row() && given.len() < count {
        given.insert(function.value_index(), value.to_owned());
    }
    let given: Vec<_> = given.into_iter().cycle().take(count).collect();
    format!("{}({})", function.name, given.join(", "))
}

/// A call of `function` on `value` with all its arguments. The one at `place` is `argument`.
pub fn call_with(function: &Function, value: &str, place: usize, argument: &str) -> String {
    let mut given = arguments(function, value);
    argument.clone_into(&mut given[place]);
    format!("{}({})", function.name, given.join(", "))
}

/// A call of `function` on `value` with its fewest arguments. For a decompressor, `value` is compressed
/// first.
pub fn call_on(function: &Function, value: &str) -> String {
    call(function, &input(function, value), *function.arity().start())
}

/// A valid value for `function`: `value` itself, its compressed form, or a pack if it is not NULL.
pub fn input(function: &Function, value: &str) -> String {
    let compressor = match (function.work, function.name) {
        (Work::Decompress, name) => {
            let name = name.strip_suffix("_text").unwrap_or(name);
            name.strip_prefix("try_").unwrap_or(name).replace("decompress", "compress")
        }
        (_, "uncompressed_size") => "compress".to_owned(),
        (_, "zstd_dict_id") => "zstd_compress".to_owned(),
        // These functions take only values of 32 or 64 bytes.
        (_, "haraka256" | "haraka256_hex") => return format!("hexdigest({value}, 'md5')"),
        (_, "haraka512" | "haraka512_hex") => return format!("hexdigest({value}, 'sha256')"),
        (_, name) if name.starts_with("block_") => {
            return format!("CASE WHEN {value} IS NOT NULL THEN unhex('{PACK}') END");
        }
        (_, name) if name.starts_with("sketch_") => {
            return format!("CASE WHEN {value} IS NOT NULL THEN list_row_sketch([1, 2], 8) END");
        }
        (_, name) if name.contains("fingerprint_") => {
            return format!("CASE WHEN {value} IS NOT NULL THEN '{FINGERPRINT}' END");
        }
        _ => return value.to_owned(),
    };
    let compressor = hashlane_catalog::find(&compressor).expect("it is in the catalogue");
    call(compressor, value, *compressor.arity().start())
}

/// Whether the function rejects bytes that are not UTF-8, or all bytes that are not text.
pub fn wants_text(function: &Function) -> bool {
    let takes_text = function.args[function.value_index()].kind == ArgKind::Text;
    takes_text || function.form == ResultForm::Text && function.on_bad_input == OnBadInput::Fail
}
