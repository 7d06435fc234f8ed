//! Manifests that are damaged, foreign or of later versions.

use hashlane_files::{FileSystem, Local};
use hashlane_parquet::seal::{Damaged, Manifest, check};

use super::{damages, sealed};
use crate::written::{Memory, Random, arrow_rs};

fn refused(text: &[u8]) -> String {
    let error = Manifest::parse("orders.seal", text).expect_err("a text that is no manifest");
    let error = error.to_string();
    assert!(error.starts_with("orders.seal: ") && !error.contains('\n'), "{error}");
    error
}

#[test]
fn text_and_back() {
    let file = arrow_rs::small();
    for fingerprint in [None, Some("hl1:40:\"é\\".to_owned())] {
        let manifest =
            Manifest { fingerprint, file: "a \"b\" é\n.parquet".to_owned(), ..sealed(&file) };
        let text = manifest.text();
        assert_eq!(Manifest::parse("seal", text.as_bytes()).unwrap(), manifest);
        // Other programs may reformat a manifest.
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        assert_eq!(Manifest::parse("seal", pretty.as_bytes()).unwrap(), manifest);
    }
}

#[test]
fn every_flip_in_a_manifest_is_found() {
    let text = sealed(&arrow_rs::small()).text().into_bytes();
    for bit in 0..text.len() * 8 {
        let mut damaged = text.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        // A space may become another whitespace character that JSON allows.
        if let Ok(manifest) = Manifest::parse("orders.seal", &damaged) {
            assert_eq!(manifest.text().as_bytes(), text, "bit {bit}");
            assert!(text[bit / 8].is_ascii_whitespace(), "bit {bit}");
            continue;
        }
        let error = refused(&damaged);
        assert!(error.contains("damaged"), "bit {bit}: {error}");
    }
    for len in 0..text.len() - 1 {
        assert!(refused(&text[..len]).contains("damaged"), "{len}");
    }
}

#[test]
fn later_versions_and_other_documents_are_refused() {
    let later = r#"{"scheme": "hashlane-seal", "version": 2, "merkle": {"root": "00"}}"#;
    let words = "orders.seal: is a seal of version 2, but this program reads only version 1: use the program that wrote it";
    assert_eq!(refused(later.as_bytes()), words);
    for text in ["", "{}", "[]", "null", "PAR1", r#"{"scheme": "other", "version": 1}"#] {
        let error = refused(text.as_bytes());
        assert!(error.contains("is not the seal of a Parquet file, or is damaged"), "{error}");
    }
    let text = sealed(&arrow_rs::small()).text();
    let more = text.replace("\"size\"", "\"owner\": 1,\n  \"size\"");
    assert!(refused(more.as_bytes()).contains("unknown field `owner`"));
    // The name of a field is untrusted text, like its value.
    let broken = text.replace("\"size\"", "\"own\\ner\": 1,\n  \"size\"");
    assert!(refused(broken.as_bytes()).contains("unknown field `own\\ner`"));
    let twice = text.replace("\"size\"", "\"size\": 1,\n  \"size\"");
    assert!(refused(twice.as_bytes()).contains("duplicate field `size`"));
}

/// The ranges are checked even if the checksum is right.
#[test]
fn ranges_that_leave_bytes_out_are_refused() {
    let file = arrow_rs::small();
    let sound = sealed(&file);
    let mut manifests = vec![Manifest { size: sound.size + 1, ..sound.clone() }];
    manifests.push(Manifest { ranges: Vec::new(), ..sound.clone() });
    manifests.push(Manifest { blake3: sound.blake3.to_uppercase(), ..sound.clone() });
    for at in 0..sound.ranges.len() {
        let mut gap = sound.clone();
        gap.ranges.remove(at);
        let mut longer = sound.clone();
        longer.ranges[at].length += 1;
        let mut endless = sound.clone();
        endless.ranges[at].length = u64::MAX;
        let mut none = sound.clone();
        none.ranges[at].length = 0;
        let mut whose = sound.clone();
        whose.ranges[at].row_group =
            if whose.ranges[at].row_group.is_some() { None } else { Some(1) };
        manifests.extend([gap, longer, endless, none, whose]);
    }
    for manifest in manifests {
        let error = refused(manifest.text().as_bytes());
        assert!(error.contains("is not a valid seal"), "{error}");
        assert!(check(&Memory(&file), &manifest, 2).is_err());
    }
}

#[test]
fn another_name_is_named() {
    let file = arrow_rs::small();
    let manifest = Manifest { file: "orders.parquet".to_owned(), ..sealed(&file) };
    let [damage] = &damages(&file, &manifest)[..] else { panic!("the name differs") };
    assert_eq!(damage.what, Damaged::Name);
    assert_eq!(damage.to_string(), "sealed as orders.parquet, but is now named memory.parquet");
}

#[test]
fn a_manifest_is_read_from_its_file() {
    let manifest = sealed(&arrow_rs::small());
    let path = format!("{}/orders.seal", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, manifest.text()).unwrap();
    assert_eq!(Manifest::read(&*Local.open(&path).unwrap()).unwrap(), manifest);
}

#[test]
fn mutants_do_no_harm() {
    let text = sealed(&arrow_rs::small()).text().into_bytes();
    let mut random = Random(5);
    for _ in 0..10_000 {
        let mut mutant = text.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(mutant.len());
            match random.below(4) {
                0 => mutant[at] ^= 1 << random.below(8),
                1 => mutant[at] = b"09-[]{}\",:e."[random.below(12)],
                2 => drop(mutant.splice(at..at, *b"99999999999999999999")),
                _ => drop(mutant.drain(at..mutant.len().min(at + random.below(50)))),
            }
        }
        if let Ok(manifest) = Manifest::parse("orders.seal", &mutant) {
            assert_eq!(manifest.text().as_bytes(), text);
        }
    }
}
