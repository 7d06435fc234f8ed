//! The memory that the results of a batch may take together.

use hashlane_catalog::{ArgColumn, ArgValue, Budget, Call, CallError, Results, find};
use hashlane_codecs::Workspace;
use hashlane_codecs::pack;
use hashlane_kernels::blocks::Rows;

use crate::alloc::peak;
use crate::calls::results;

const MIB: usize = 1 << 20;

/// A frame of this many zeros.
fn frame_of(zeros: usize) -> Vec<u8> {
    let compress = find("zstd_compress").expect("it is in the catalogue");
    results(compress, &[&vec![0; zeros]], &[]).expect("a frame").remove(0)
}

/// The pack of these values.
fn pack_of(values: impl Iterator<Item = Option<Vec<u8>>>) -> Vec<u8> {
    let mut workspace = Workspace::default();
    let mut builder =
        pack::PackBuilder::new(pack::ChunkCodec::default(), MIB as u32).expect("settings");
    values.for_each(|value| builder.push(&mut workspace, value.as_deref()).expect("memory"));
    builder.finish(&mut workspace).expect("memory")
}

/// The results of a call over the same row `count` times, and the memory that it takes.
fn repeated(
    name: &str,
    row: &[u8],
    count: usize,
    budget: Budget,
    max_bytes: Option<i128>,
) -> (Result<usize, CallError>, usize) {
    let function = find(name).expect("it is in the catalogue");
    let rows = vec![row; count];
    let cap: Vec<ArgColumn> =
        max_bytes.map(|cap| ArgColumn::Constant(ArgValue::Integer(cap))).into_iter().collect();
    let mut call = Call::new(function, Rows::Slices(&rows), &cap, None).expect("a call");
    call.set_budget(budget);
    peak(|| match call.collect(usize::MAX, None)? {
        Results::Lists(lists) => Ok(lists.values().len()),
        Results::Strings(out) => Ok(out.bytes().len()),
        other => panic!("{name} gives {other:?}"),
    })
}

/// Every row is within `max_bytes`, but all of them together exceed what the engine has left.
#[test]
fn rows_share_what_the_engine_has_left() {
    let frame = frame_of(MIB);
    for name in ["zstd_decompress", "zstd_decompress_text", "try_zstd_decompress"] {
        let fits = 4 * (MIB + Budget::VALUE);
        let (result, _) = repeated(name, &frame, 4, Budget::within(fits), None);
        assert_eq!(result, Ok(4 * MIB), "{name}");
        let (result, taken) = repeated(name, &frame, 40, Budget::within(fits - 1), None);
        let error = result.expect_err("a byte less").to_string();
        let words = format!(
            "{name}: the results of a batch take more than {} bytes, which is what the engine's memory limit \
             leaves for them. Raise the limit, or pass fewer or smaller values",
            fits - 1
        );
        assert_eq!(error, words);
        // The memory includes a copy of the buffer, which moves when it grows.
        assert!(taken < 13 * MIB, "{name}: {taken} bytes were taken");
    }
}

/// `try_` forgives a row over `max_bytes`, but not a budget that is used up.
#[test]
fn the_cap_of_a_value_stays_an_error_of_its_own() {
    let frame = frame_of(MIB);
    let cap = Some(MIB as i128 - 1);
    let (result, _) = repeated("try_zstd_decompress", &frame, 3, Budget::DEFAULT, cap);
    assert_eq!(result, Ok(0));
    let (result, _) = repeated("zstd_decompress", &frame, 3, Budget::DEFAULT, cap);
    let error = result.expect_err("a byte less").to_string();
    assert!(error.contains("max_bytes, which is 1048575"), "{error}");
}

/// NULLs take no bytes in a pack, and 16 in a list.
#[test]
fn values_without_bytes_count() {
    let nulls = pack_of(std::iter::repeat_n(None, 1_000));
    let empty = pack_of(std::iter::repeat_n(Some(Vec::new()), 1_000));
    for pack in [&nulls, &empty] {
        let fits = Budget::within(3_000 * Budget::VALUE);
        assert_eq!(repeated("block_values", pack, 3, fits, None).0, Ok(3_000));
        let short = Budget::within(3_000 * Budget::VALUE - 1);
        assert!(repeated("block_values", pack, 3, short, None).0.is_err());
        assert_eq!(repeated("block_values", pack, 2, short, None).0, Ok(2_000));
    }
}

/// If the engine reports no limit: 1 GiB, or `max_bytes` if that is more. The default `max_bytes` allows a pack 16 Mi
/// NULLs, and such a pack has only some bytes.
#[test]
fn the_default_bounds_packs_that_claim_nulls() {
    let nulls = pack_of(std::iter::repeat_n(None, 16 * MIB));
    assert!(nulls.len() < MIB, "{} bytes", nulls.len());
    let (result, taken) = repeated("block_values", &nulls, 5, Budget::DEFAULT, None);
    let words = "block_values: the results of a batch take more than 1073741824 bytes, which is the most for \
                 all its rows together; for one value it is max_bytes, 268435456. Pass a max_bytes above \
                 1073741824 to raise both, or smaller values";
    assert_eq!(result.expect_err("80 Mi values").to_string(), words);
    assert!(taken < 3 << 30, "{taken} bytes were taken");
}

#[test]
fn max_bytes_raises_the_budget() {
    let most = |cap| Budget::DEFAULT.most(Some(cap));
    assert_eq!(
        [0, 256 * MIB, 1024 * MIB, 1024 * MIB + 1].map(most),
        [1024 * MIB, 1024 * MIB, 1024 * MIB, 1024 * MIB + 1]
    );
    assert_eq!(Budget::DEFAULT.most(None), usize::MAX);
    assert_eq!(Budget::within(5).most(Some(7)), 5);
    assert_eq!(Budget::within(usize::MAX).most(Some(7)), Budget::BATCH);
}

/// Functions without a cap don't multiply what the engine holds, so only its own limit counts.
#[test]
fn results_of_compressors_count_against_the_engines_limit() {
    let row = vec![7; MIB];
    let (result, _) = repeated("zstd_compress", &row, 8, Budget::within(1_000), None);
    assert!(result.expect("it compresses well") < 1_000);
    let noise: Vec<u8> =
        (0..1_000u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
    let (result, _) = repeated("zstd_compress", &noise, 8, Budget::within(1_000), None);
    let error = result.expect_err("it does not").to_string();
    assert!(
        error.contains("more than 1000 bytes, which is what the engine's memory limit leaves"),
        "{error}"
    );
}

/// A text of 100 KB has shingles of 10 MB. Each text alone fits in the limits, all of them together don't.
#[test]
fn shingles_have_the_limit_of_a_batch_and_that_of_the_host() {
    let function = find("shingles").expect("it is in the catalogue");
    let text = vec![b'x'; 100_000];
    let arguments = [
        ArgColumn::Constant(ArgValue::Integer(100)),
        ArgColumn::Constant(ArgValue::Bytes(b"characters")),
    ];
    let error = |count: usize, budget: Budget| {
        let rows = vec![&text[..]; count];
        let mut call = Call::new(function, Rows::Slices(&rows), &arguments, None).expect("a call");
        call.set_budget(budget);
        call.collect(usize::MAX, None).err().map(|error| error.to_string())
    };
    assert_eq!(error(1, Budget::DEFAULT), None);
    assert_eq!(error(1, Budget::within(16 * MIB)), None);
    let of_host = error(2, Budget::within(16 * MIB)).expect("20 MB");
    assert!(of_host.contains("which is what the engine's memory limit leaves"), "{of_host}");
    let of_batch = error(120, Budget::DEFAULT).expect("more than 1 GiB");
    assert!(
        of_batch.starts_with("shingles: the results of a batch take more than 1073741824 bytes"),
        "{of_batch}"
    );
    assert!(!of_batch.contains("max_bytes"), "{of_batch}");
}
