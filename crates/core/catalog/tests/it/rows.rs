//! Properties of every row of the catalogue.

use std::collections::HashSet;

use hashlane_catalog::{
    AGGREGATES, ArgKind, ArgValue, Function, Omitted, OnBadInput, OnNull, ResultForm, ResultType,
    Settings, TABLE_FUNCTIONS, TypeClass, Work, all, find,
};

#[test]
fn names_and_aliases_are_unique_and_lower_case() {
    let functions = || all().chain(AGGREGATES);
    let aliases = functions().flat_map(|f| f.aliases.iter().copied());
    let tables = TABLE_FUNCTIONS.iter().map(|t| t.name);
    let names = functions().map(|f| f.name).chain(aliases).chain(tables);
    let mut seen = HashSet::new();
    for name in names {
        assert!(seen.insert(name), "{name} is there twice");
        let is_fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
        assert!(name.chars().all(is_fine), "{name}");
    }
    assert!(seen.len() >= 39, "{} functions", seen.len());
}

#[test]
fn functions_are_found_by_name_and_alias_in_lower_case_only() {
    for function in all().chain(AGGREGATES) {
        for name in [&[function.name], function.aliases].concat() {
            assert!(std::ptr::eq(find(name).expect(name), function), "{name}");
            assert!(find(&name.to_uppercase()).is_none(), "{name}");
            assert!(find(&format!("{name} ")).is_none(), "{name}");
        }
    }
    assert!(find("").is_none());
}

#[test]
fn no_built_in_of_an_engine_is_shadowed() {
    for name in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "hash"] {
        assert!(find(name).is_none(), "{name}");
    }
}

#[test]
fn every_function_is_documented_with_examples() {
    for function in all().chain(AGGREGATES) {
        let name = function.name;
        assert!(!function.description.is_empty(), "{name}");
        assert!(!function.description.ends_with('.'), "{name}: the reference ends the sentence");
        assert!(!function.description.contains('\n'), "{name}");
        assert!(!function.equals.is_empty(), "{name}");
        assert!(!function.examples.is_empty(), "{name}");
        for example in function.examples {
            assert!(example.sql.contains(&format!("{name}(")), "{name}: {}", example.sql);
            assert!(!example.result.is_empty() && !example.source.is_empty(), "{}", example.sql);
        }
    }
}

#[test]
fn examples_differ() {
    let mut seen = HashSet::new();
    for example in all().chain(AGGREGATES).flat_map(|f| f.examples) {
        assert!(seen.insert(example.sql), "{} is there twice", example.sql);
    }
}

#[test]
fn arguments_have_names_and_the_optional_ones_come_last() {
    for function in all() {
        let mut names = HashSet::new();
        assert!(function.args.iter().all(|arg| !arg.name.is_empty() && names.insert(arg.name)));
        let optional: Vec<bool> = function.args.iter().map(|arg| arg.default.is_some()).collect();
        assert!(optional.is_sorted(), "{function:?}");
        let values = function.args.iter().filter(|arg| arg.kind.is_value()).count();
        let is_of_two = ["minhash_merge", "minhash_similarity"].contains(&function.name);
        assert_eq!(values, if is_of_two { 2 } else { 1 }, "{function:?}");
        let value = &function.args[function.value_index()];
        assert!(value.kind.is_value() && value.default.is_none(), "{function:?}");
        assert_eq!(function.params().count(), function.args.len() - values, "{function:?}");
        let required = optional.iter().filter(|optional| !**optional).count();
        let most = if value.kind == ArgKind::Row { usize::MAX } else { function.args.len() };
        assert_eq!(function.arity(), required..=most, "{function:?}");
    }
}

#[test]
fn rows_take_what_their_parameters_leave_and_their_nulls_are_values() {
    let mut count = 0;
    for function in all().chain(AGGREGATES) {
        let value = function.args[function.value_index()].kind;
        let is_typed = matches!(value, ArgKind::Row | ArgKind::Value);
        // A pack keeps NULLs in their places.
        let keeps_nulls =
            function.name == "block_pack" || is_typed && !function.name.starts_with("clickhouse_");
        let nulls = match function.takes_list() {
            true => OnNull::NoRows,
            false if keeps_nulls => OnNull::Value,
            false => OnNull::Propagate,
        };
        assert_eq!(function.nulls, nulls, "{function:?}");
        if function.takes_row() {
            count += 1;
            let kinds = |given| -> Vec<ArgKind> {
                (0..given).map(|place| function.arg(place, given).kind).collect()
            };
            let expected: Vec<ArgKind> = function.args.iter().map(|arg| arg.kind).collect();
            assert_eq!(kinds(function.args.len()), expected, "{function:?}");
            for more in 1..9 {
                let mut expected = expected.clone();
                let first = function.value_index();
                expected.splice(first..first, std::iter::repeat_n(ArgKind::Row, more));
                assert_eq!(kinds(expected.len()), expected, "{function:?}");
                let params = function.params_of(expected.len());
                let places = params.map(|(place, arg)| (place, arg.kind));
                let kinds = expected.iter().copied().enumerate();
                assert!(places.eq(kinds.filter(|(_, kind)| *kind != ArgKind::Row)), "{function:?}");
            }
        }
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn defaults_are_allowed() {
    for function in all().chain(AGGREGATES) {
        for (_, arg) in function.params() {
            let (value, class) = match arg.default {
                Some(Omitted::Integer(number)) => {
                    (ArgValue::Integer(number.into()), TypeClass::Integer)
                }
                Some(Omitted::Text(text)) => (ArgValue::Bytes(text.as_bytes()), TypeClass::Text),
                Some(Omitted::Nothing) | None => continue,
            };
            let mut settings = Settings::defaults(function);
            let set = settings.set(function, arg, &value);
            set.unwrap_or_else(|e| panic!("{e}"));
            assert!(arg.kind.accepts(class), "{function:?}");
        }
    }
}

/// The level of a function if a call names none: the defaults of the formats' tools.
fn default_level(function: &Function) -> i64 {
    match function.name {
        "zstd_compress" => 3,
        "gzip_compress" | "zlib_compress" | "xz_compress" => 6,
        "brotli_compress" => 5,
        "lz4hc_block_compress" => 9,
        other => panic!("{other} has no level"),
    }
}

#[test]
fn defaults_are_what_the_contract_says() {
    for function in all().chain(AGGREGATES) {
        for (_, arg) in function.params() {
            let expected = match (arg.kind, function.name) {
                (ArgKind::Seed32 | ArgKind::Seed64, _) => Some(Omitted::Integer(0)),
                (ArgKind::Level(..), _) => Some(Omitted::Integer(default_level(function))),
                (ArgKind::MaxBytes, _) => Some(Omitted::Integer(268_435_456)),
                (ArgKind::Length(..), "zstd_train_dict" | "list_zstd_train_dict") => {
                    Some(Omitted::Integer(112_640))
                }
                (ArgKind::Length(..), "block_pack" | "list_block_pack") => {
                    Some(Omitted::Integer(16_384))
                }
                (ArgKind::Length(..), _) => Some(Omitted::Integer(32)),
                (ArgKind::Samples(..), _) => Some(Omitted::Integer(100_000)),
                (ArgKind::KafkaClient, _) => Some(Omitted::Text("java")),
                (ArgKind::ShingleUnit, _) => Some(Omitted::Text("words")),
                // FNV's offset basis.
                (ArgKind::SignedSeed64, "redshift_fnv_hash") => {
                    Some(Omitted::Integer(0xcbf2_9ce4_8422_2325_u64.cast_signed()))
                }
                (ArgKind::PackCodec, _) => Some(Omitted::Text("zstd(3)")),
                (ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes, _) => Some(Omitted::Nothing),
                _ => None,
            };
            assert_eq!(arg.default, expected, "{function:?}, {}", arg.name);
        }
    }
}

/// Whether two functions take the same arguments.
fn same_arguments(a: &Function, b: &Function) -> bool {
    let shape = |f: &Function| -> Vec<_> {
        f.args.iter().map(|arg| (arg.name, arg.kind, arg.default)).collect()
    };
    shape(a) == shape(b)
}

#[test]
fn every_hash_has_a_form_in_hex() {
    for function in all() {
        let is_hash = match function.work {
            Work::Digest => true,
            Work::Hash => {
                let has_sign = !matches!(
                    function.returns,
                    ResultType::UInteger | ResultType::UBigint | ResultType::Blob
                );
                function.check.is_none() && !has_sign
            }
            _ => function.name.starts_with("haraka"),
        };
        // A function of another engine has the form that it has there.
        let is_theirs = ["trino_", "clickhouse_"].iter().any(|e| function.name.starts_with(e));
        if !is_hash || is_theirs || function.form != ResultForm::Plain {
            continue;
        }
        let name = match function.name {
            "digest" => "hexdigest".to_owned(),
            name => format!("{name}_hex"),
        };
        let hex = find(&name).unwrap_or_else(|| panic!("there is no {name}"));
        assert_eq!((hex.form, hex.returns), (ResultForm::Hex, ResultType::Varchar), "{name}");
        assert!(same_arguments(function, hex), "{name}");
        assert_eq!(function.equals, hex.equals, "{name}");
    }
}

#[test]
fn every_form_in_hex_has_a_plain_one() {
    for function in all().filter(|f| f.form == ResultForm::Hex) {
        let plain = match function.name {
            "hexdigest" => "digest",
            name => name.strip_suffix("_hex").expect("its name says hex"),
        };
        assert_eq!(find(plain).expect(plain).form, ResultForm::Plain, "{plain}");
    }
}

#[test]
fn every_decompressor_has_its_forms_and_a_compressor() {
    let decompresses = |f: &&Function| f.work == Work::Decompress;
    let mut count = 0;
    for function in all().filter(decompresses) {
        let base = function.name.trim_start_matches("try_").trim_end_matches("_text");
        let is_try = function.name.starts_with("try_");
        let is_text = function.name.ends_with("_text");
        assert_eq!(function.on_bad_input == OnBadInput::Null, is_try, "{function:?}");
        assert_eq!(function.form == ResultForm::Text, is_text, "{function:?}");
        let returns = if is_text { ResultType::Varchar } else { ResultType::Blob };
        assert_eq!(function.returns, returns, "{function:?}");
        for form in ["", "_text"] {
            for prefix in ["", "try_"] {
                let name = format!("{prefix}{base}{form}");
                let other = find(&name).unwrap_or_else(|| panic!("there is no {name}"));
                assert!(same_arguments(function, other), "{name}");
            }
        }
        let compressor = base.replace("decompress", "compress");
        let compressor = find(&compressor).unwrap_or_else(|| panic!("there is no {compressor}"));
        assert_eq!(compressor.work, Work::Compress, "{compressor:?}");
        assert_eq!(compressor.returns, ResultType::Blob, "{compressor:?}");
        count += 1;
    }
    assert_eq!(count % 4, 0);
    assert!(count >= 40, "{count}");
}

#[test]
fn only_decompressors_forgive() {
    for function in all().filter(|f| f.on_bad_input == OnBadInput::Null) {
        assert_eq!(function.work, Work::Decompress, "{function:?}");
    }
}

#[test]
fn results_have_the_types_of_the_contract() {
    for (name, returns) in [
        ("xxh3", "UBIGINT"),
        ("xxh64", "UBIGINT"),
        ("xxh32", "UINTEGER"),
        ("xxh128", "BLOB"),
        ("crc32", "UINTEGER"),
        ("crc32c", "UINTEGER"),
        ("crc64nvme", "UBIGINT"),
        ("adler32", "UINTEGER"),
        ("fnv1a_32", "UINTEGER"),
        ("fnv1a_64", "UBIGINT"),
        ("murmur2_32", "UINTEGER"),
        ("murmur2_64", "UBIGINT"),
        ("murmur3_x86_32", "UINTEGER"),
        ("murmur3_x64_128", "BLOB"),
        ("murmur3_x86_128", "BLOB"),
        ("wyhash", "UBIGINT"),
        ("rapidhash", "UBIGINT"),
        ("metrohash64", "UBIGINT"),
        ("metrohash128", "BLOB"),
        ("farmhash64", "UBIGINT"),
        ("cityhash64", "UBIGINT"),
        ("siphash13", "UBIGINT"),
        ("siphash24", "UBIGINT"),
        ("siphash24_128", "BLOB"),
        ("hmac", "BLOB"),
        ("hmac_hex", "VARCHAR"),
        ("s3_checksum", "VARCHAR"),
        ("trino_xxhash64", "BLOB"),
        ("bq_farm_fingerprint", "BIGINT"),
        ("clickhouse_siphash64", "UBIGINT"),
        ("clickhouse_siphash128", "BLOB"),
        ("clickhouse_cityhash64", "UBIGINT"),
        ("clickhouse_halfmd5", "UBIGINT"),
        ("spark_hash_with_seed", "INTEGER"),
        ("spark_xxhash64_with_seed", "BIGINT"),
        ("jump_hash", "INTEGER"),
        ("postgres_hashtext", "INTEGER"),
        ("postgres_hashtextextended", "BIGINT"),
        ("redshift_fnv_hash", "BIGINT"),
        ("komihash", "UBIGINT"),
        ("gxhash64", "UBIGINT"),
        ("aquahash", "BLOB"),
        ("meowhash", "BLOB"),
        ("haraka256", "BLOB"),
        ("haraka512_hex", "VARCHAR"),
        ("highwayhash64", "UBIGINT"),
        ("highwayhash128", "BLOB"),
        ("highwayhash256", "BLOB"),
        ("spookyhash_v2_32", "UINTEGER"),
        ("spookyhash_v2_64", "UBIGINT"),
        ("spookyhash_v2_128", "BLOB"),
        ("iceberg_hash", "INTEGER"),
        ("iceberg_partition", "INTEGER"),
        ("kafka_partition", "INTEGER"),
        ("java_hash", "INTEGER"),
        ("blake3", "BLOB"),
        ("digest", "BLOB"),
        ("hexdigest", "VARCHAR"),
        ("xxh3_hex", "VARCHAR"),
        ("zstd_compress", "BLOB"),
        ("lz4_decompress", "BLOB"),
        ("try_lz4_decompress_text", "VARCHAR"),
        ("zstd_dict_id", "UINTEGER"),
        ("lz4hc_block_compress", "BLOB"),
        ("brotli_compress", "BLOB"),
        ("compress", "BLOB"),
        ("decompress", "BLOB"),
        ("decompress_text", "VARCHAR"),
        ("compressed_size", "UBIGINT"),
        ("uncompressed_size", "UBIGINT"),
        ("detect_codec", "VARCHAR"),
        ("fsst_compress", "BLOB"),
        ("try_fsst_decompress_text", "VARCHAR"),
        ("block_get", "BLOB"),
        ("block_get_text", "VARCHAR"),
        ("block_count", "UBIGINT"),
        ("block_values", "BLOB[]"),
        ("block_values_text", "VARCHAR[]"),
        ("zstd_train_dict", "BLOB"),
        ("fsst_train", "BLOB"),
        ("block_pack", "BLOB"),
        ("row_bytes", "BLOB"),
        ("row_bytes_hex", "VARCHAR"),
        ("row_xxh3", "UBIGINT"),
        ("row_xxh128", "BLOB"),
        ("row_blake3", "BLOB"),
        ("row_digest", "BLOB"),
        ("row_digest_hex", "VARCHAR"),
        ("row_uuid", "UUID"),
        ("xxh128_uuid", "UUID"),
        ("xxh3_signed", "BIGINT"),
        ("row_xxh3_signed", "BIGINT"),
        ("hash_bucket", "INTEGER"),
        ("hash_sample", "BOOLEAN"),
        ("uuid5", "UUID"),
        ("uuid3", "UUID"),
        ("row_uuid5", "UUID"),
        ("shingles", "VARCHAR[]"),
        ("minhash_merge", "UINTEGER[]"),
        ("minhash_similarity", "DOUBLE"),
        ("minhash_bands", "UBIGINT[]"),
        ("minhash_agg", "UINTEGER[]"),
        ("minhash", "UINTEGER[]"),
        ("simhash", "UBIGINT"),
        ("fingerprint_add", "VARCHAR"),
        ("fingerprint_sum", "VARCHAR"),
        ("row_sketch", "BLOB"),
        ("list_row_sketch", "BLOB"),
        ("sketch_diff", "STRUCT(side VARCHAR, \"key\" BIGINT, hash BIGINT, \"rows\" UBIGINT)[]"),
        ("sketch_info", "VARCHAR"),
        ("hash_agg", "BLOB"),
        ("fingerprint", "VARCHAR"),
    ] {
        assert_eq!(find(name).expect(name).returns.to_string(), returns, "{name}");
    }
}
