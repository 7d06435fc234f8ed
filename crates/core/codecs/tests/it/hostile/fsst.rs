//! FSST: codes and symbol tables that no compressor writes.

use hashlane_codecs::CodecError;
use hashlane_codecs::fsst::SymbolTable;

use crate::fsst::{columns, decode, encode, table};
use crate::support::alloc;
use crate::support::hash::Hash;
use crate::support::inputs::Numbers;

/// A table of these symbols, in our layout, with the correct checksum.
fn made_of(symbols: &[&[u8]]) -> Vec<u8> {
    let mut bytes = [&b"FSST\x01"[..], &[symbols.len() as u8]].concat();
    bytes.extend(symbols.iter().map(|symbol| symbol.len() as u8));
    bytes.extend(symbols.concat());
    sealed(bytes)
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = Hash::named("xxh32").one(&bytes, 0);
    bytes.extend(checksum.iter().rev());
    bytes
}

/// The layout in the documentation, byte by byte.
#[test]
fn a_table_by_hand() {
    let bytes = made_of(&[b"ab", b"http://", b"12345678", b"x"]);
    let table = SymbolTable::from_bytes(&bytes).unwrap();
    assert_eq!(table.to_bytes(), bytes);
    let content = decode(&table, 100, &[1, 0, 3, 255, b'!', 2, 255, 255]);
    assert_eq!(content, Ok(b"http://abx!12345678\xFF".to_vec()));
    assert_eq!(encode(&table, b"http://abx!12345678\xFF"), [1, 0, 3, 255, b'!', 2, 255, 255]);
    let documented = b"FSST\x01\x03\x02\x07\x01abhttp://x\xFF\x71\xCF\xE4";
    let table = SymbolTable::from_bytes(documented).unwrap();
    assert_eq!(decode(&table, 100, b"\x01\x00\x02\xFF!"), Ok(b"http://abx!".to_vec()));
    let empty = SymbolTable::from_bytes(&made_of(&[])).unwrap();
    assert_eq!(encode(&empty, b"ab"), [255, b'a', 255, b'b']);
}

#[test]
fn codes_without_a_symbol() {
    let table = SymbolTable::from_bytes(&made_of(&[b"ab", b"x"])).unwrap();
    for code in 2..=254u8 {
        for codes in [&[code][..], &[0, code], &[code, 0], &[0, 0, 0, 0, 0, 0, 0, 0, code]] {
            let error = decode(&table, 100, codes).unwrap_err();
            assert!(matches!(error, CodecError::Corrupt { .. }), "{error}");
            assert!(error.to_string().contains(&code.to_string()), "{error}");
        }
    }
    for codes in [&[255][..], &[0, 255], &[255, 255, 255]] {
        assert!(matches!(decode(&table, 100, codes), Err(CodecError::Corrupt { .. })));
    }
    // A code after the escape is a literal.
    assert_eq!(decode(&table, 100, &[255, 77, 255, 255]), Ok(vec![77, 255]));
}

/// Truncated and flipped codes give an error or other bytes under the cap, the same every time: nothing
/// in them can reveal the damage.
#[test]
fn broken_codes() {
    let (mut mutants, mut over) = (0, 0);
    for column in columns() {
        let table = table(&column);
        for content in column.iter().filter(|content| content.len() <= 2_000).take(40) {
            let codes = encode(&table, content);
            let max_bytes = content.len() + 1;
            let mut check = |mutant: &[u8]| {
                let results = [0x00, 0xFF].map(|filler| {
                    let mut out = vec![filler; 2 * max_bytes];
                    out.clear();
                    table.decompress(max_bytes, mutant, &mut out).map(|()| out)
                });
                assert_eq!(results[0], results[1]);
                assert!(
                    results[0].as_ref().is_ok_and(|out| out.len() <= max_bytes)
                        || results[0].is_err()
                );
                over += usize::from(results[0] == Err(CodecError::OverLimit { max_bytes }));
                mutants += 1;
            };
            (0..codes.len()).for_each(|cut| check(&codes[..cut]));
            let mut mutant = codes.clone();
            for bit in 0..8 * mutant.len() {
                mutant[bit / 8] ^= 1 << (bit % 8);
                check(&mutant);
                mutant[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }
    println!("{mutants} mutants, {over} over the limit");
    assert!(mutants >= 100_000 && over > 0);
}

#[test]
fn a_bomb() {
    let table = SymbolTable::from_bytes(&made_of(&[b"12345678"])).unwrap();
    let bomb = vec![0; 128 << 20];
    let max_bytes = 64 << 20;
    let (result, peak) = alloc::peak(|| decode(&table, max_bytes, &bomb));
    assert_eq!(result, Err(CodecError::OverLimit { max_bytes }));
    assert!(peak < 10 << 20, "{peak} bytes were taken");
    let honest = &bomb[..max_bytes / 8];
    assert!(decode(&table, max_bytes, honest).is_ok_and(|content| content.len() == max_bytes));
}

#[test]
fn broken_tables() {
    let (mut flips, mut numbers) = (0, Numbers(61));
    for column in columns() {
        let good = table(&column).to_bytes().to_vec();
        for cut in 0..good.len() {
            assert!(SymbolTable::from_bytes(&good[..cut]).is_err(), "cut at {cut}");
        }
        assert!(SymbolTable::from_bytes(&[&good[..], b"\0"].concat()).is_err());
        let mut mutant = good.clone();
        for bit in 0..8 * mutant.len() {
            mutant[bit / 8] ^= 1 << (bit % 8);
            let result = SymbolTable::from_bytes(&mutant);
            let message = result.expect_err("a flipped bit").to_string();
            assert!(message.contains("FSST symbol table"), "{message}");
            mutant[bit / 8] ^= 1 << (bit % 8);
            flips += 1;
        }
        // With a correct checksum: an error, or a table that works.
        let body = &good[..good.len() - 4];
        for _ in 0..2_000 {
            let mut mutant = body.to_vec();
            let at = numbers.below(mutant.len());
            mutant[at] = numbers.next() as u8;
            if let Ok(table) = SymbolTable::from_bytes(&sealed(mutant)) {
                for content in column.iter().take(3) {
                    let back = decode(&table, content.len(), &encode(&table, content));
                    assert!(back.as_ref() == Ok(content));
                }
            }
        }
    }
    println!("{flips} flips of symbol tables");
}

#[test]
fn tables_that_no_compressor_could_use() {
    for (what, symbols) in [
        ("an empty symbol", &[&b""[..]][..]),
        ("nine bytes", &[b"123456789"]),
        ("order", &[b"abc", b"ab"]),
        ("a short one first", &[b"a", b"ab"]),
        ("twice", &[b"ab", b"ab"]),
        ("twice, long", &[b"abcd", b"abcd"]),
        ("one place", &[b"abcd", b"abce"]),
        ("a zero at the end", &[b"a\0"]),
        ("zeros", &[b"\0\0"]),
    ] {
        let error = SymbolTable::from_bytes(&made_of(symbols)).expect_err(what);
        assert!(error.to_string().contains("fsst_train"), "{what}: {error}");
    }
    for head in [&b"FSSU\x01\0"[..], b"FSST\0\0", b"FSST\x02\0", b"FSST\x01\xFF"] {
        assert!(SymbolTable::from_bytes(&sealed(head.to_vec())).is_err(), "{head:?}");
    }
    let all: Vec<[u8; 1]> = (0..=255).map(|byte| [byte]).collect();
    let all: Vec<&[u8]> = all.iter().map(|byte| &byte[..]).collect();
    assert_eq!(SymbolTable::from_bytes(&made_of(&all[..255])).unwrap().symbols(), 255);
}
