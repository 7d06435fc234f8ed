//! The frames in `tests/vectors` that other implementations have made.

use super::codec::{
    BROTLI, BZIP2, Codec, DEFLATE, GZIP, HADOOP_LZ4, HADOOP_SNAPPY, LZ4_BLOCK, LZ4_FRAME, LZ4_JAVA,
    LZ4_LEGACY, LZ4_RAW, LZMA, SNAPPY, SNAPPY_FRAME, SNAPPY_JAVA, XZ, ZLIB, ZSTD,
};
use super::hash::Hash;
use super::json::{generated, list, number, text, unbase64};

/// A foreign frame and its content.
pub struct Foreign {
    pub codec: Codec,
    /// The settings that it was made with.
    pub settings: String,
    pub bytes: Vec<u8>,
    pub length: usize,
    pub sha256: String,
    /// Whether a checksum covers all of its content.
    pub checksum: bool,
    /// The places where a truncated concatenation is still complete.
    pub ends: Vec<usize>,
}

impl Foreign {
    pub fn is_content(&self, bytes: &[u8]) -> bool {
        bytes.len() == self.length && sha256(bytes) == self.sha256
    }
}

impl std::fmt::Display for Foreign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.codec.name, self.settings)
    }
}

/// All foreign frames.
pub fn frames() -> Vec<Foreign> {
    [
        ("zstd.json", "frames", ZSTD),
        ("deflate.json", "gzip", GZIP),
        ("deflate.json", "zlib", ZLIB),
        ("snappy.json", "frames", SNAPPY),
        ("brotli.json", "frames", BROTLI),
        ("xz.json", "frames", XZ),
        ("lz4.json", "frames", LZ4_FRAME),
        ("lz4.json", "blocks", LZ4_BLOCK),
        ("streams.json", "bzip2", BZIP2),
        ("streams.json", "lzma", LZMA),
        ("streams.json", "deflate", DEFLATE),
        ("streams.json", "snappy_frame", SNAPPY_FRAME),
        ("streams.json", "lz4_raw", LZ4_RAW),
        ("streams.json", "lz4_legacy", LZ4_LEGACY),
        ("streams_java.json", "lz4_java", LZ4_JAVA),
        ("streams_java.json", "snappy_java", SNAPPY_JAVA),
        ("streams_java.json", "snappy_frame", SNAPPY_FRAME),
        ("streams_java.json", "hadoop_snappy", HADOOP_SNAPPY),
        ("streams_java.json", "hadoop_lz4", HADOOP_LZ4),
    ]
    .into_iter()
    .flat_map(|(file, key, codec)| {
        let file = generated(file);
        list(&file[key]).iter().map(|entry| read(codec, entry)).collect::<Vec<_>>()
    })
    .collect()
}

/// A dictionary that another implementation has trained.
pub struct ForeignDictionary {
    pub id: u32,
    pub bytes: Vec<u8>,
}

/// The foreign dictionaries, and frames that were made with them, each with the id of its dictionary.
pub fn dictionaries() -> (Vec<ForeignDictionary>, Vec<(u32, Foreign)>) {
    let file = generated("zstd_dictionary.json");
    let id = |value| number(value) as u32;
    let dictionaries = list(&file["dictionaries"]).iter().map(|entry| ForeignDictionary {
        id: id(&entry["id"]),
        bytes: unbase64(text(&entry["base64"])),
    });
    let frames = list(&file["frames"]).iter();
    let frames = frames.map(|entry| (id(&entry["dictionary"]), read(ZSTD, entry)));
    (dictionaries.collect(), frames.collect())
}

fn read(codec: Codec, entry: &serde_json::Value) -> Foreign {
    Foreign {
        codec,
        settings: text(&entry["settings"]).to_string(),
        bytes: unbase64(text(&entry["base64"])),
        length: number(&entry["length"]) as usize,
        sha256: text(&entry["sha256"]).to_string(),
        checksum: entry["checksum"].as_bool().expect("a boolean"),
        ends: list(&entry["ends"]).iter().map(|end| number(end) as usize).collect(),
    }
}

/// SHA-256 as hex.
pub fn sha256(bytes: &[u8]) -> String {
    Hash::named("sha256").hex(bytes, 0)
}
