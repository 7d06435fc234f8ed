//! The arguments other than the value, checked and in the form for kernels.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hashlane_codecs::fsst::SymbolTable;
use hashlane_codecs::pack;
use hashlane_codecs::zstd::Dictionary;
use hashlane_codecs::{CODECS, Codec, UnknownCodec};
use hashlane_kernels::engines::KafkaClient;
use hashlane_kernels::hash::algorithm::{ALGORITHMS, MAC_ALGORITHMS};
use hashlane_kernels::hash::s3::{self, CHECKSUMS};
use hashlane_kernels::hash::shingles::ShingleUnit;
use hashlane_kernels::hash::uuid::{NAMESPACES, parse_uuid};
use hashlane_kernels::hash::{Algorithm, MacAlgorithm, MultisetHash};
use hashlane_kernels::sketch::Sketch;

use crate::CallError;
use crate::aggregates::fingerprints::fingerprint;
use crate::error::quoted;
use crate::function::{Arg, Function, Omitted};
use crate::kind::ArgKind;
use crate::more_room;
use crate::{ArgValue, Settings};

impl Settings {
    /// The settings of a call that omits every argument with a default.
    pub fn defaults(function: &Function) -> Settings {
        let mut settings = Settings {
            seed: 0,
            kafka_client: KafkaClient::default(),
            threshold: 0,
            level: 0,
            max_bytes: 0,
            length: 0,
            key: Vec::new(),
            context: String::new(),
            algorithm: None,
            mac_algorithm: None,
            dictionary: None,
            symbols: None,
            codec: None,
            pack_codec: pack::ChunkCodec::default(),
            index: 1,
            samples: 0,
            fingerprint: MultisetHash::default(),
            sketch: None,
            unit: ShingleUnit::default(),
            max_bytes_in: None,
        };
        for (_, arg) in function.params() {
            let value = match arg.default {
                Some(Omitted::Integer(value)) => ArgValue::Integer(value.into()),
                Some(Omitted::Text(text)) => ArgValue::Bytes(text.as_bytes()),
                Some(Omitted::Nothing) | None => continue,
            };
            settings.set(function, arg, &value).expect("a default is allowed");
        }
        // Either one replaces the default.
        settings.max_bytes_in = None;
        settings
    }

    /// Checks an argument's value and stores it. Engines call this at planning for every constant
    /// argument. NULL is always allowed and changes nothing: the result will be NULL.
    pub fn set(
        &mut self,
        function: &Function,
        arg: &Arg,
        value: &ArgValue<'_>,
    ) -> Result<(), CallError> {
        let integer = |allowed: RangeInclusive<i128>| match value {
            ArgValue::Integer(given) if allowed.contains(given) => Ok(*given),
            ArgValue::Integer(given) => {
                let allowed = format!("{} to {}", allowed.start(), allowed.end());
                let arg = named_by(function, arg);
                Err(CallError::value(function, arg, &given.to_string(), &allowed))
            }
            ArgValue::Null | ArgValue::Bytes(_) | ArgValue::Real(_) => {
                Err(CallError::argument_type(function, arg, "no number"))
            }
        };
        let bytes = || match value {
            ArgValue::Bytes(bytes) => Ok(*bytes),
            ArgValue::Null | ArgValue::Integer(_) | ArgValue::Real(_) => {
                Err(CallError::argument_type(function, arg, "a number"))
            }
        };
        if *value == ArgValue::Null {
            return Ok(());
        }
        match arg.kind {
            ArgKind::Bytes
            | ArgKind::Text
            | ArgKind::Row
            | ArgKind::Value
            | ArgKind::Bucketed
            | ArgKind::WholeNumber
            | ArgKind::BytesOrInteger
            | ArgKind::ListOfRows
            | ArgKind::ListOfValues
            | ArgKind::ListOfBytes
            | ArgKind::Signature => {}
            ArgKind::Seed32 => self.seed = integer(0..=u32::MAX.into())? as u64,
            ArgKind::Seed64 => self.seed = integer(0..=u64::MAX.into())? as u64,
            ArgKind::SignedSeed32 => self.seed = integer(i32::MIN.into()..=i32::MAX.into())? as u64,
            ArgKind::SignedSeed64 => self.seed = integer(i64::MIN.into()..=i64::MAX.into())? as u64,
            ArgKind::Level(low, high) => self.level = integer(low.into()..=high.into())? as i32,
            ArgKind::Length(low, high) => self.length = integer(low.into()..=high.into())? as usize,
            ArgKind::MaxBytes => {
                let max_bytes = integer(0..=i64::MAX.into())? as usize;
                self.limit(function, arg.kind, max_bytes)?;
            }
            ArgKind::Key16 => self.key = key::<16>(function, arg, bytes()?)?,
            ArgKind::Key32 => self.key = key::<32>(function, arg, bytes()?)?,
            ArgKind::Key => {
                let given = bytes()?;
                self.key.clear();
                more_room(function, &mut self.key, given.len())?;
                self.key.extend_from_slice(given);
            }
            ArgKind::Namespace => {
                let uuid = namespace(function, arg, text(function, arg, bytes()?)?)?;
                self.key.clear();
                more_room(function, &mut self.key, uuid.len())?;
                self.key.extend_from_slice(&uuid);
            }
            ArgKind::Context => {
                let given = text(function, arg, bytes()?)?;
                self.context = String::new();
                let context = &mut self.context;
                let reserved = context.try_reserve_exact(given.len());
                reserved.map_err(|_| CallError::out_of_memory(function, given.len()))?;
                context.push_str(given);
            }
            ArgKind::Algorithm => {
                let names = ALGORITHMS.iter().map(|a| a.name);
                self.algorithm = Some(named(function, arg, bytes()?, Algorithm::find, names)?);
            }
            ArgKind::MacAlgorithm => {
                let names = MAC_ALGORITHMS.iter().map(|a| a.name);
                let found = named(function, arg, bytes()?, MacAlgorithm::find, names)?;
                self.mac_algorithm = Some(found);
            }
            ArgKind::Checksum => {
                let names = CHECKSUMS.iter().map(|a| a.name);
                self.algorithm = Some(named(function, arg, bytes()?, s3::find, names)?);
            }
            ArgKind::KafkaClient => {
                let name = text(function, arg, bytes()?)?;
                let names = KafkaClient::ALL.map(|(name, _)| name);
                let found = KafkaClient::find(name);
                self.kafka_client =
                    found.ok_or_else(|| CallError::algorithm(function, arg, name, &names))?;
            }
            ArgKind::Buckets => self.seed = integer(1..=i32::MAX.into())? as u64,
            ArgKind::Fraction => self.threshold = threshold(function, arg, value)?,
            ArgKind::Count(low, high, _) => {
                self.length = integer(low.into()..=high.into())? as usize;
            }
            ArgKind::ShingleUnit => {
                let name = text(function, arg, bytes()?)?;
                let names = ShingleUnit::ALL.map(|(name, _)| name);
                self.unit = ShingleUnit::find(name)
                    .ok_or_else(|| CallError::algorithm(function, arg, name, &names))?;
            }
            ArgKind::Fingerprint => self.fingerprint = fingerprint(function, arg, bytes()?)?,
            ArgKind::Sketch => {
                let sketch = Sketch::from_bytes(bytes()?);
                let sketch = sketch.map_err(|e| CallError::argument(function, arg, &e))?;
                self.sketch = Some(Arc::new(sketch));
            }
            ArgKind::Index => self.index = integer(1..=i64::MAX.into())? as u64,
            ArgKind::Samples(low, high) => {
                self.samples = integer(low.into()..=high.into())? as usize;
            }
            ArgKind::DictionaryOrMaxBytes if matches!(value, ArgValue::Integer(_)) => {
                let max_bytes = integer(0..=i64::MAX.into())? as usize;
                self.limit(function, arg.kind, max_bytes)?;
            }
            ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes => {
                let prepared = Dictionary::prepared(bytes()?);
                self.dictionary =
                    Some(prepared.map_err(|e| CallError::argument(function, arg, &e))?);
            }
            ArgKind::SymbolTable => {
                let prepared = SymbolTable::prepared(bytes()?);
                self.symbols = Some(prepared.map_err(|e| CallError::argument(function, arg, &e))?);
            }
            ArgKind::Codec => {
                let name = codec_text(function, arg, bytes()?)?;
                let parsed = Codec::parse(name);
                self.codec =
                    Some(parsed.map_err(|e| CallError::codec_name(function, arg, name, &e))?);
            }
            ArgKind::Format => self.codec = format(function, arg, text(function, arg, bytes()?)?)?,
            ArgKind::PackCodec => {
                let parsed = pack::ChunkCodec::parse(codec_text(function, arg, bytes()?)?);
                self.pack_codec = parsed.map_err(|e| CallError::argument(function, arg, &e))?;
            }
        }
        Ok(())
    }

    /// Stores `max_bytes`, which a call gives once. Constants are set before columns, so either of the
    /// two arguments may come first.
    fn limit(
        &mut self,
        function: &Function,
        given_in: ArgKind,
        max_bytes: usize,
    ) -> Result<(), CallError> {
        if self.max_bytes_in.is_some_and(|other| other != given_in) {
            return Err(CallError::max_bytes_twice(function));
        }
        (self.max_bytes, self.max_bytes_in) = (max_bytes, Some(given_in));
        Ok(())
    }
}

/// The fraction of 2^64 that a number is, rounded up: a hash is below the fraction itself if, and only if, it is below
/// this. Multiplying by a power of two is exact.
fn threshold(function: &Function, arg: &Arg, value: &ArgValue<'_>) -> Result<u128, CallError> {
    let fraction = match value {
        ArgValue::Real(fraction) if (0.0..=1.0).contains(fraction) => *fraction,
        ArgValue::Integer(0) => 0.0,
        ArgValue::Integer(1) => 1.0,
        ArgValue::Real(given) => {
            return Err(CallError::value(function, arg, &given.to_string(), "0 to 1"));
        }
        ArgValue::Integer(given) => {
            return Err(CallError::value(function, arg, &given.to_string(), "0 to 1"));
        }
        ArgValue::Null | ArgValue::Bytes(_) => {
            return Err(CallError::argument_type(function, arg, "no number"));
        }
    };
    Ok((fraction * (1_u128 << 64) as f64).ceil() as u128)
}

/// The argument that a whole number stands for: in place of a dictionary it is `max_bytes`.
fn named_by<'a>(function: &'a Function, arg: &'a Arg) -> &'a Arg {
    let is_max_bytes =
        |other: &&Arg| arg.kind == ArgKind::DictionaryOrMaxBytes && other.kind == ArgKind::MaxBytes;
    function.args.iter().find(is_max_bytes).unwrap_or(arg)
}

/// The codec of a compressed value; `None` for `auto`. Decompressors take the text that compressed the value, so a level
/// is allowed; only compressors read it.
fn format(
    function: &Function,
    arg: &Arg,
    name: &str,
) -> Result<Option<(&'static Codec, i32)>, CallError> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(None);
    }
    let unknown = || {
        let names: Vec<_> = std::iter::once("auto").chain(CODECS.iter().map(|c| c.name)).collect();
        CallError::algorithm(function, arg, name, &names)
    };
    if name.len() > MAX_CODEC {
        return Err(unknown());
    }
    Codec::parse(name).map(Some).map_err(|error| match error {
        UnknownCodec::Name { .. } => unknown(),
        error => CallError::codec_name(function, arg, name, &error),
    })
}

/// The longest text that is parsed as a codec and its level.
const MAX_CODEC: usize = 64;

/// The text of a codec and its level. A long text is rejected here, since parsers copy names that they don't know.
fn codec_text<'t>(function: &Function, arg: &Arg, bytes: &'t [u8]) -> Result<&'t str, CallError> {
    let given = text(function, arg, bytes)?;
    if given.len() <= MAX_CODEC {
        return Ok(given);
    }
    let allowed = format!("a codec of at most {MAX_CODEC} bytes");
    Err(CallError::value(function, arg, &quoted(given), &allowed))
}

/// The bytes of a namespace: one of RFC 9562 by its name, or a UUID as text.
fn namespace(function: &Function, arg: &Arg, given: &str) -> Result<[u8; 16], CallError> {
    let of_name = || NAMESPACES.iter().find(|(name, _)| name.eq_ignore_ascii_case(given));
    let found = of_name().map(|(_, namespace)| namespace.to_le_bytes());
    found
        .or_else(|| parse_uuid(given))
        .ok_or_else(|| CallError::value(function, arg, &quoted(given), &arg.kind.describe()))
}

/// The error contains only the key's length: a key does not belong in a log.
fn key<const LEN: usize>(
    function: &Function,
    arg: &Arg,
    bytes: &[u8],
) -> Result<Vec<u8>, CallError> {
    if bytes.len() == LEN {
        return Ok(bytes.to_vec());
    }
    let given = format!("a key of {} bytes", bytes.len());
    Err(CallError::value(function, arg, &given, &format!("a key of exactly {LEN} bytes")))
}

/// The entry of a table that `find` finds by its name. An error lists the `names` of the table.
fn named<T>(
    function: &Function,
    arg: &Arg,
    bytes: &[u8],
    find: fn(&str) -> Option<&'static T>,
    names: impl Iterator<Item = &'static str>,
) -> Result<&'static T, CallError> {
    let name = text(function, arg, bytes)?;
    find(name).ok_or_else(|| CallError::algorithm(function, arg, name, &names.collect::<Vec<_>>()))
}

fn text<'a>(function: &Function, arg: &Arg, bytes: &'a [u8]) -> Result<&'a str, CallError> {
    std::str::from_utf8(bytes)
        .map_err(|_| CallError::value(function, arg, "not UTF-8", "text in UTF-8"))
}
