//! Aggregates over samples and over all values of a group.

use hashlane_catalog::{
    AggregateState, ArgColumn, ArgValue, Call, Function, PackedValues, PortableState, Results,
    SampledValues, Settings, find,
};

use crate::groups::result;
use hashlane_codecs::pack::Pack;
use hashlane_codecs::zstd::dict_id;
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::Integers;

use crate::calls;

fn function(name: &str) -> &'static Function {
    find(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The settings of a call with numbers or texts after its value.
fn settings(function: &Function, values: &[ArgValue<'_>]) -> Settings {
    let mut settings = Settings::defaults(function);
    for ((_, arg), value) in function.params().zip(values) {
        settings.set(function, arg, value).unwrap_or_else(|e| panic!("{e}"));
    }
    settings
}

fn values() -> Vec<Vec<u8>> {
    let value = |i: u32| format!("order {i} of customer {} is {}", i * i % 89, i % 7).into_bytes();
    (0..400).map(value).collect()
}

fn sampled(function: &'static Function, settings: &Settings, values: &[Vec<u8>]) -> SampledValues {
    let mut sampled = SampledValues::new(function, settings).unwrap_or_else(|e| panic!("{e}"));
    for value in values {
        sampled.add(settings, Some(value)).unwrap_or_else(|e| panic!("{e}"));
    }
    sampled
}

/// The aggregates that train, and settings under which one sample can't hold all values.
fn training() -> [(&'static Function, Settings); 2] {
    let (dictionary, table) = (function("zstd_train_dict"), function("fsst_train"));
    let small = [ArgValue::Integer(1_024), ArgValue::Integer(100)];
    [(dictionary, settings(dictionary, &small)), (table, settings(table, &[]))]
}

#[test]
fn what_is_trained_does_not_depend_on_the_order_of_values() {
    for (function, settings) in training() {
        let mut values = values();
        let trained = result(&sampled(function, &settings, &values)).expect("enough values");
        values.reverse();
        values.rotate_left(137);
        let again = result(&sampled(function, &settings, &values)).expect("enough values");
        assert_eq!(trained, again, "{function:?}");
        let fewer = result(&sampled(function, &settings, &values[..200])).expect("enough values");
        assert_ne!(trained, fewer, "{function:?}: the values matter");
    }
}

#[test]
fn what_is_trained_does_not_depend_on_partitions() {
    for (function, settings) in training() {
        let values = values();
        let trained = result(&sampled(function, &settings, &values)).expect("enough values");
        let parts = || values.chunks(83).map(|part| sampled(function, &settings, part));
        let empty = || SampledValues::new(function, &settings).expect("a sample");
        assert!(empty().is_empty());
        let (mut forwards, mut backwards, mut travelled) = (empty(), empty(), empty());
        for part in parts() {
            forwards.merge(&part).expect("the same settings");
            let bytes = part.to_bytes().expect("there is memory");
            travelled.merge_bytes(&bytes).expect("a sample");
        }
        for part in parts().collect::<Vec<_>>().iter().rev() {
            backwards.merge(part).expect("the same settings");
        }
        forwards.merge(&empty()).expect("nothing");
        for merged in [forwards, backwards, travelled] {
            assert!(!merged.is_empty() && merged.memory() > 0);
            assert_eq!(result(&merged).expect("enough values"), trained, "{function:?}");
        }
    }
}

/// `zstd_compress` and `fsst_compress` accept the trained dictionary or table.
#[test]
fn what_is_trained_serves() {
    let [(dictionary, small), (table, defaults)] = training();
    let dictionary = result(&sampled(dictionary, &small, &values())).expect("enough values");
    assert!(dictionary.len() <= 1_024 && dict_id(&dictionary).expect("a dictionary") > Some(0));
    let symbols = result(&sampled(table, &defaults, &values())).expect("enough values");
    let value = &values()[300];
    let level = ArgColumn::Constant(ArgValue::Integer(3));
    for (codec, trained, first) in [("zstd", &dictionary, Some(level)), ("fsst", &symbols, None)] {
        let trained = ArgColumn::Constant(ArgValue::Bytes(trained));
        let params: Vec<_> = first.into_iter().chain([trained]).collect();
        let once = |name: String, row: &[u8], params: &[ArgColumn<'_>]| {
            let results = calls::results(function(&name), &[row], params);
            results.unwrap_or_else(|e| panic!("{e}")).remove(0)
        };
        let compressed = once(format!("{codec}_compress"), value, &params);
        // A zstd frame has a header and a checksum in addition to the compressed bytes.
        let without = match first {
            Some(level) => once("zstd_compress".to_owned(), value, &[level]).len(),
            None => value.len(),
        };
        assert!(compressed.len() < without, "{codec}: {} bytes", compressed.len());
        assert_eq!(&once(format!("{codec}_decompress"), &compressed, &[trained]), value);
    }
}

#[test]
fn too_few_values_are_an_error_that_says_how_many_are_needed() {
    let dictionary = function("zstd_train_dict");
    let sample = sampled(dictionary, &settings(dictionary, &[]), &values()[..6]);
    let error = result(&sample).expect_err("6 values").to_string();
    let start = "zstd_train_dict: argument v: training a zstd dictionary needs at least 7 values";
    assert!(error.starts_with(start) && error.ends_with("the sample has 6"), "{error}");
    let table = function("fsst_train");
    let sample = sampled(table, &settings(table, &[]), &[vec![], vec![]]);
    let error = result(&sample).expect_err("no bytes").to_string();
    let start = "fsst_train: argument v: training a FSST symbol table needs at least 1 values";
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn settings_of_a_sample_are_the_same_in_all_rows() {
    let function = function("zstd_train_dict");
    let of = |bytes, samples| settings(function, &[bytes, samples].map(ArgValue::Integer));
    let ours = of(1_024, 100);
    for (other, arg) in [(of(1_025, 100), "max_bytes"), (of(1_024, 101), "max_samples")] {
        let expected = format!(
            "zstd_train_dict: argument {arg} is not the same in all rows, or not known before they are read; allowed is a constant"
        );
        let mut sample = sampled(function, &ours, &values());
        let before = sample.to_bytes().expect("there is memory");
        assert_eq!(sample.add(&other, Some(b"v")).expect_err("others").to_string(), expected);
        let theirs = sampled(function, &other, &values());
        assert_eq!(sample.merge(&theirs).expect_err("others").to_string(), expected);
        assert_eq!(sample.to_bytes().expect("there is memory"), before, "nothing came in");
    }
    // A serialized state carries the limits of its sample.
    let mut sample = sampled(function, &ours, &values());
    let theirs = sampled(function, &of(1_024, 101), &values()).to_bytes().expect("there is memory");
    assert!(sample.merge_bytes(&theirs).is_err());
}

#[test]
fn a_damaged_state_is_refused() {
    for (function, settings) in training() {
        let state = sampled(function, &settings, &values()[..20]).to_bytes().expect("memory");
        let mut sample = SampledValues::new(function, &settings).expect("a sample");
        for length in [0, 1, 7, 8, 24, state.len() / 2, state.len() - 1] {
            sample.merge_bytes(&state[..length]).expect_err("it is cut");
        }
        let longer = [&state[..], b"x"].concat();
        sample.merge_bytes(&longer).expect_err("it is too long");
        for place in 0..state.len() {
            let mut damaged = state.clone();
            damaged[place] ^= 0x40;
            let merged =
                SampledValues::new(function, &settings).expect("a sample").merge_bytes(&damaged);
            // A count is any 64-bit number except 0, so flips of it may pass.
            let Err(error) = merged else { continue };
            let start = format!("{}: argument v: ", function.name);
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        let mut wrong = state.clone();
        let last = wrong.len() - 1;
        wrong[last] ^= 1;
        sample.merge_bytes(&wrong).expect_err("a value under the hash of another");
        assert!(sample.is_empty(), "nothing came in");
    }
}

#[test]
fn every_codec_is_measured() {
    let bench = function("compress_bench");
    let sample = sampled(bench, &settings(bench, &[]), &values());
    let mut results = Results::of(&bench.returns, usize::MAX);
    sample.finish(&mut results).expect("memory");
    let Results::Lists(measured) = results else { panic!("{results:?}") };
    let Results::Structs(fields) = measured.into_values() else { panic!("no structs") };
    let [Results::Strings(codecs), _, Results::Fixed(ratios), _, _] = &fields[..] else {
        panic!("{fields:?}")
    };
    let starts = std::iter::once(&0).chain(codecs.ends());
    let codecs = starts.zip(codecs.ends()).map(|(start, end)| &codecs.bytes()[*start..*end]);
    let ratios = ratios.bytes.as_chunks().0.iter().map(|bytes| f64::from_ne_bytes(*bytes));
    let measured: Vec<(&[u8], f64)> = codecs.zip(ratios).collect();
    for name in
        ["zstd", "gzip", "zlib", "snappy", "brotli", "xz", "lz4", "lz4_block", "lz4hc_block"]
    {
        let of: Vec<_> = measured.iter().filter(|m| m.0 == name.as_bytes()).collect();
        assert!(!of.is_empty(), "{name}");
        assert!(of.iter().all(|m| m.1.is_finite() && m.1 > 0.0), "{name}");
    }
}

const VALUES: [Option<&[u8]>; 5] =
    [Some(b"hashlane"), None, Some(b""), Some(b"a longer value of more bytes"), None];

fn packing(values: &[ArgValue<'_>]) -> Settings {
    settings(function("block_pack"), values)
}

fn packed(settings: &Settings, values: &[Option<&[u8]>]) -> PackedValues {
    let mut packed = PackedValues::new(function("block_pack"), settings).expect("they are allowed");
    for value in values {
        packed.add(settings, *value).expect("there is room");
    }
    packed
}

/// The values of a pack, by the catalogue's own function.
fn unpacked(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let count = Pack::open(bytes).expect("a pack").len() as usize;
    let (rows, places) = (vec![bytes; count], (1..=count as i128).collect::<Vec<_>>());
    let places = [ArgColumn::Integers(Integers::I128(&places))];
    let call = Call::new(function("block_get"), Rows::Slices(&rows), &places, None).unwrap();
    let out = calls::strings(call).expect("places that there are");
    let start = |row: usize| row.checked_sub(1).map_or(0, |before| out.ends()[before]);
    let cell = |row| out.bytes()[start(row)..out.ends()[row]].to_vec();
    (0..count).map(|row| (!out.nulls().contains(&row)).then(|| cell(row))).collect()
}

#[test]
fn a_pack_has_its_values_in_order_under_every_setting() {
    for codec in [&b"none"[..], b"lz4", b"zstd(-7)", b"zstd(19)", b"fsst"] {
        for chunk_bytes in [1, 20, 16_384] {
            let settings = packing(&[ArgValue::Bytes(codec), ArgValue::Integer(chunk_bytes)]);
            let packed = packed(&settings, &VALUES);
            let bytes = result(&packed).expect("there is memory");
            assert_eq!(unpacked(&bytes), VALUES.map(|v| v.map(<[u8]>::to_vec)));
            assert_eq!(result(&packed), Ok(bytes), "the pack so far stays as it is");
        }
    }
    let empty = packed(&packing(&[]), &[]).into_finished().expect("there is memory");
    assert_eq!(unpacked(&empty), []);
}

/// Appending keeps the order: appended values come last.
#[test]
fn appended_packs_are_one_after_the_other() {
    let settings = packing(&[ArgValue::Bytes(b"lz4"), ArgValue::Integer(20)]);
    let mut first = packed(&settings, &VALUES[..2]);
    let (middle, last) = (packed(&settings, &[]), packed(&settings, &VALUES[2..]));
    first.merge(&middle).expect("the same settings");
    first.merge(&last).expect("the same settings");
    let all = VALUES.map(|v| v.map(<[u8]>::to_vec));
    assert_eq!(unpacked(&result(&first).expect("there is memory")), all);
    let mut other = packed(&settings, &VALUES[2..]);
    other.merge(&packed(&settings, &VALUES[..2])).expect("the same settings");
    let turned = [&all[2..], &all[..2]].concat();
    assert_eq!(unpacked(&result(&other).expect("there is memory")), turned);
}

#[test]
fn settings_of_a_pack_are_the_same_in_all_rows() {
    let of = |codec, bytes| packing(&[ArgValue::Bytes(codec), ArgValue::Integer(bytes)]);
    let ours = of(b"lz4", 100);
    for (other, arg) in [(of(b"zstd", 100), "codec"), (of(b"lz4", 101), "chunk_bytes")] {
        let expected = format!(
            "block_pack: argument {arg} is not the same in all rows, or not known before they are read; allowed is a constant"
        );
        let mut pack = packed(&ours, &VALUES);
        assert_eq!(pack.add(&other, None).expect_err("others").to_string(), expected);
        let theirs = packed(&other, &VALUES);
        assert_eq!(pack.merge(&theirs).expect_err("others").to_string(), expected);
        assert_eq!(result(&pack), result(&packed(&ours, &VALUES)), "nothing came in");
    }
}
