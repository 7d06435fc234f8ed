//! Sizes with units.

/// Parses a number of bytes with a unit: `8MiB`, `5GB`, `1024B`. Units of 1024 are KiB, MiB, GiB and TiB, also written K, M, G
/// and T; units of 1000 are KB, MB, GB and TB. A number without a unit is refused: most people who write 200 mean MB.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Err(format!("write the unit, as in {digits}B, {digits}KB or {digits}MB"));
        }
        "" => return Err("write a size as in 8MiB".to_owned()),
        "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => {
            return Err(
                "the unit is unknown; use B, KB, MB, GB, TB, KiB, MiB, GiB or TiB".to_owned()
            );
        }
    };
    let number: u64 = digits.parse().map_err(|_| "write a size as in 8MiB".to_owned())?;
    match number.checked_mul(unit) {
        Some(0) => Err("it must be more than 0".to_owned()),
        Some(size) => Ok(size),
        None => Err("it does not fit in 64 bits".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes() {
        for (text, size) in [
            ("1B", Some(1)),
            ("1024b", Some(1024)),
            ("1", None),
            ("200", None),
            ("8MiB", Some(8 << 20)),
            ("8m", Some(8 << 20)),
            ("5GB", Some(5_000_000_000)),
            ("16777215T", Some(16_777_215 << 40)),
            ("16777216T", None),
            ("0", None),
            ("0B", None),
            ("-1", None),
            ("1.5M", None),
            ("M", None),
            ("8Mib/s", None),
            ("", None),
        ] {
            assert_eq!(parse_size(text).ok(), size, "{text:?}");
        }
    }
}
