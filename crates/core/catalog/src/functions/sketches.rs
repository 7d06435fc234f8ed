//! Near-duplicates: the shingles of a text, and what is computed from MinHash signatures.

use hashlane_codecs::{CodecError, Workspace};

use super::{
    Arg, ArgKind, Function, HASH, Omitted, ResultForm, ResultType, Work, check_signatures, example,
};
use crate::Settings;
use crate::work::EachValue;

/// The number of numbers in a signature.
pub(crate) const SIGNATURE_LENGTH: Arg =
    Arg { name: "k", kind: ArgKind::Count(1, 4096, "numbers"), default: None };

const TEXT: Arg = Arg { name: "v", kind: ArgKind::Text, default: None };
const SHINGLE_LENGTH: Arg =
    Arg { name: "n", kind: ArgKind::Count(1, 100, "words or characters"), default: None };
const SHINGLE_UNIT: Arg =
    Arg { name: "unit", kind: ArgKind::ShingleUnit, default: Some(Omitted::Text("words")) };
const SIGNATURE: Arg = Arg { name: "signature", kind: ArgKind::Signature, default: None };
const A: Arg = Arg { name: "a", kind: ArgKind::Signature, default: None };
const B: Arg = Arg { name: "b", kind: ArgKind::Signature, default: None };
const BANDS: Arg = Arg { name: "bands", kind: ArgKind::Count(1, 4096, "bands"), default: None };

const DATASKETCH: &str = "datasketch 2.0.0 (PyPI)";

fn shingles(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    each: &mut EachValue<'_>,
) -> Result<(), CodecError> {
    let text = std::str::from_utf8(row)
        .map_err(|error| CodecError::NotUtf8 { valid_up_to: error.valid_up_to() })?;
    let text = settings.unit.prepared(text);
    let text = text.map_err(|_| CodecError::OutOfMemory { bytes: row.len() })?;
    settings.unit.shingles(&text, settings.length).try_for_each(|s| each(Some(s.as_bytes())))
}

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "shingles",
        args: &[TEXT, SHINGLE_LENGTH, SHINGLE_UNIT],
        description: "All sequences of n neighbouring words or characters of a text, in order and with repetitions: the \
             elements for minhash and simhash. Words are separated by one space, whatever white space the text has; a \
             text with fewer than n has none",
        equals: "ngrams of NLTK over split() of Python, and ngrams of ClickHouse for characters",
        examples: &[
            example(
                "array_to_string(shingles('the quick  brown fox', 2), ', ')",
                "the quick, quick brown, brown fox",
                "nltk.ngrams of NLTK 3.9 (PyPI)",
            ),
            example(
                "array_to_string(shingles('ClickHouse', 3, 'characters'), ', ')",
                "Cli, lic, ick, ckH, kHo, Hou, ous, use",
                "ClickHouse's reference, ngrams",
            ),
        ],
        work: Work::Unpack,
        body: |call, out| call.unpack(shingles, out),
        returns: ResultType::List(&ResultType::Varchar),
        form: ResultForm::Text,
        ..HASH
    },
    Function {
        name: "minhash_merge",
        args: &[A, B],
        description: "The signature of the elements of two lists together, from the signatures of both",
        equals: "MinHash.merge of datasketch 2.0 (PyPI)",
        examples: &[example(
            "minhash_merge(minhash(['the quick', 'quick brown', 'brown fox'], 4), minhash(['the quick', 'quick red', 'red fox'], 4))",
            "[171415518, 1631751406, 834529472, 463664658]",
            DATASKETCH,
        )],
        returns: ResultType::List(&ResultType::UInteger),
        check: Some(check_signatures),
        body: |call, out| call.signature_unions(out),
        ..HASH
    },
    Function {
        name: "minhash_similarity",
        args: &[A, B],
        description: "The fraction of places at which two signatures are equal, from 0 to 1: an estimate of the Jaccard \
             similarity of two lists, whose standard error is at most 0.5 / sqrt(k)",
        equals: "MinHash.jaccard of datasketch 2.0 (PyPI)",
        examples: &[example(
            "minhash_similarity(minhash(['the quick', 'quick brown', 'brown fox'], 8), minhash(['the quick', 'quick brown', 'brown dog'], 8))",
            "0.75",
            DATASKETCH,
        )],
        returns: ResultType::Double,
        check: Some(check_signatures),
        body: |call, out| call.signature_similarities(out),
        ..HASH
    },
    Function {
        name: "minhash_bands",
        args: &[SIGNATURE, BANDS],
        description: "A hash of each band of a signature, which is split into as many bands of one length. Lists that \
             share a band are candidates for near-duplicates: join on unnest(minhash_bands(…)). Similar lists share one \
             with the probability 1 - (1 - similarity^(k / bands))^bands",
        equals: "the bands of MinHashLSH(params=(bands, k / bands)) of datasketch 2.0 (PyPI): XXH3 of the numbers of a band, \
                 each with its lowest byte first, under the index of the band as the seed",
        examples: &[example(
            "minhash_bands(minhash(['the quick', 'quick brown', 'brown fox'], 4), 2)",
            "[15080253445408480789, 12720125717120954218]",
            "xxhash 4.1.0 (PyPI) over the numbers of datasketch 2.0.0 (PyPI)",
        )],
        returns: ResultType::List(&ResultType::UBigint),
        check: Some(check_signatures),
        body: |call, out| call.signature_bands(out),
        ..HASH
    },
];
