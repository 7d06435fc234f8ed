//! The three formats: bytes, NULLs, numbers, text with special characters, results without rows.

use crate::support::Folder;

/// Every Arrow type for bytes, over the XXH128 of 'a'.
const BYTES: &str = "SELECT xxh128('a') AS plain, arrow_cast(xxh128('a'), 'LargeBinary') AS large, \
    arrow_cast(xxh128('a'), 'BinaryView') AS view, \
    arrow_cast(xxh128('a'), 'FixedSizeBinary(16)') AS fixed, \
    arrow_cast(xxh128('a'), 'Dictionary(Int32, Binary)') AS dictionary";

/// xxhash.xxh128_hexdigest(b"a")
const XXH128_OF_A: &str = "a96faf705af16834e6c632b61e964e1f";

const NESTED: &str = "SELECT make_array(xxh128('a')) AS l, \
    named_struct('h', xxh128('a'), 'n', CAST(NULL AS BIGINT)) AS s, map {'a': xxh128('a')} AS m";

const HASHES: &str = "SELECT id, name, body, xxh3(name) AS h, blake3(name) AS b \
    FROM 'people.parquet' ORDER BY id";

/// blake3.blake3(b"one").hexdigest()
const BLAKE3_OF_ONE: &str = "d33fb48ab5adff269ae172b29a6913ff04f6f266207a7a8e976f2ecd571d4492";
/// blake3.blake3("é\"漢".encode()).hexdigest()
const BLAKE3_OF_QUOTED: &str = "ae397b26e0be900b2976ef1acf18a20c88836d036aee7fcac146dc16f72973f6";
/// blake3.blake3(b"").hexdigest()
const BLAKE3_OF_NOTHING: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

// The numbers: xxhash.xxh3_64_intdigest of b"one", of "é\"漢".encode() and of b"".

#[test]
fn csv() {
    let printed = Folder::with_people("csv").csv(HASHES).printed();
    let expected = format!(
        "id,name,body,h,b\n\
         1,one,00ff,10457265594366419360,{BLAKE3_OF_ONE}\n\
         2,,,,\n\
         3,\"é\"\"漢\",,7678343606532274656,{BLAKE3_OF_QUOTED}\n\
         4,,0a,3244421341483603138,{BLAKE3_OF_NOTHING}\n"
    );
    assert_eq!(printed, expected);
}

#[test]
fn json_is_one_object_a_line() {
    let folder = Folder::with_people("json");
    let printed = folder.sql(&["--json", "-c", HASHES]).printed();
    let expected = [
        format!(
            r#"{{"id":1,"name":"one","body":"00ff","h":10457265594366419360,"b":"{BLAKE3_OF_ONE}"}}"#
        ),
        r#"{"id":2,"name":null,"body":"","h":null,"b":null}"#.to_owned(),
        format!(
            r#"{{"id":3,"name":"é\"漢","body":null,"h":7678343606532274656,"b":"{BLAKE3_OF_QUOTED}"}}"#
        ),
        format!(
            r#"{{"id":4,"name":"","body":"0a","h":3244421341483603138,"b":"{BLAKE3_OF_NOTHING}"}}"#
        ),
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_table_is_the_default() {
    let folder = Folder::with_people("table");
    let sql = "SELECT name, body, id, xxh3(name) AS h FROM 'people.parquet' ORDER BY id";
    let expected = "\
+------+------+----+----------------------+
| name | body | id |                    h |
+------+------+----+----------------------+
| one  | 00ff |  1 | 10457265594366419360 |
| NULL |      |  2 |                 NULL |
| é\"漢 | NULL |  3 |  7678343606532274656 |
|      | 0a   |  4 |  3244421341483603138 |
+------+------+----+----------------------+
";
    assert_eq!(folder.sql(&["-c", sql]).printed(), expected);
}

#[test]
fn bytes_of_every_type_are_hex() {
    let folder = Folder::new("bytes");
    let csv = folder.csv(BYTES).printed();
    assert_eq!(csv.lines().nth(1), Some([XXH128_OF_A; 5].join(",").as_str()));
    for format in [&[][..], &["--json"]] {
        let printed = folder.sql(&[format, &["-c", BYTES]].concat()).printed();
        assert_eq!(printed.matches(XXH128_OF_A).count(), 5, "{printed}");
    }
}

#[test]
fn nested_bytes_are_hex_and_csv_refuses_them() {
    let folder = Folder::new("nested");
    let h = XXH128_OF_A;
    let json = folder.sql(&["--json", "-c", NESTED]).printed();
    let expected = format!(r#"{{"l":["{h}"],"s":{{"h":"{h}","n":null}},"m":{{"a":"{h}"}}}}"#);
    assert_eq!(json, expected + "\n");
    let table = folder.sql(&["-c", NESTED]).printed();
    assert!(table.contains(&format!("| [{h}] | {{h: {h}, n: NULL}} | {{a: {h}}} |")), "{table}");
    let message = folder.csv(NESTED).failed();
    assert!(message.contains("column 'l'") && message.contains("--json"), "{message}");
}

#[test]
fn json_refuses_two_columns_of_one_name() {
    let folder = Folder::with_people("names");
    let join = "SELECT a.id, b.id FROM 'people.parquet' a JOIN 'people.parquet' b ON a.id = b.id";
    let message = folder.sql(&["--json", "-c", join]).failed();
    assert!(message.contains("two columns of the name 'id'"), "{message}");
    assert!(folder.csv(join).printed().starts_with("id,id\n"));
}

#[test]
fn a_result_without_rows() {
    let folder = Folder::new("no-rows");
    let none = "SELECT 1 AS a, 'x' AS b WHERE false";
    assert_eq!(folder.csv(none).printed(), "a,b\n");
    assert_eq!(folder.sql(&["--json", "-c", none]).printed(), "");
    let table = folder.sql(&["-c", none]).printed();
    assert_eq!(table, "+---+---+\n| a | b |\n+---+---+\n+---+---+\n");
}

#[test]
fn a_table_shows_lines_and_control_characters() {
    let folder = Folder::new("control");
    let sql = "SELECT 'a' || chr(10) || 'b' || chr(27) || chr(9) AS text, 7 AS n";
    let expected = "\
+-----------+---+
| text      | n |
+-----------+---+
| a         | 7 |
| b\\u{1b}\\t |   |
+-----------+---+
";
    assert_eq!(folder.sql(&["-c", sql]).printed(), expected);
}

#[test]
fn a_wide_value_far_down_only_moves_its_own_row() {
    let folder = Folder::new("wide");
    let sql = "SELECT repeat('x', CASE WHEN value = 20000 THEN 9 ELSE 1 END) AS text \
        FROM generate_series(1, 20000) ORDER BY value";
    let printed = folder.sql(&["-c", sql]).printed();
    let mut end = printed.lines().rev();
    assert_eq!(end.next(), Some("+------+"));
    assert_eq!(end.next(), Some("| xxxxxxxxx |"));
    assert_eq!(end.next(), Some("| x    |"));
    assert_eq!(printed.lines().count(), 20_000 + 4);
}

#[test]
fn results_of_several_queries() {
    let folder = Folder::new("several");
    let sql = "SELECT 1 AS a; SELECT 2 AS b;";
    assert_eq!(folder.csv(sql).printed(), "a\n1\n\nb\n2\n");
    let json = folder.sql(&["--json", "-c", sql]).printed();
    assert_eq!(json, "{\"a\":1}\n{\"b\":2}\n");
    let table = folder.sql(&["-c", sql]).printed();
    assert_eq!(table, "+---+\n| a |\n+---+\n| 1 |\n+---+\n+---+\n| b |\n+---+\n| 2 |\n+---+\n");
}

/// A time, a decimal and instants beyond what chrono or their own type holds, flat and nested.
const WIDE: &str = "SELECT arrow_cast(86400000000, 'Time64(Microsecond)') AS t, \
    arrow_cast(9223372036854775807, 'Timestamp(Microsecond, None)') AS ts, \
    arrow_cast(-9223372036854775808, 'Duration(Second)') AS d, \
    arrow_cast(arrow_cast(2147483647, 'Date32'), 'Dictionary(Int32, Date32)') AS day";

#[test]
fn values_beyond_the_ranges_of_arrows_display_are_exact() {
    let folder = Folder::new("wide-values");
    // Python: divmod of the integers, and dates with years shifted by multiples of 400.
    let texts =
        ["24:00:00", "+294247-01-10T04:00:54.775807", "-PT9223372036854775808S", "+5881580-07-11"];
    let row = texts.join(",");
    assert_eq!(folder.csv(WIDE).printed(), format!("t,ts,d,day\n{row}\n"));
    let table = folder.sql(&["-c", WIDE]).printed();
    assert!(table.contains(&format!("| {} |", texts.join(" | "))), "{table}");
    let [t, ts, d, day] = texts;
    let json = format!("{{\"t\":\"{t}\",\"ts\":\"{ts}\",\"d\":\"{d}\",\"day\":\"{day}\"}}\n");
    assert_eq!(folder.sql(&["--json", "-c", WIDE]).printed(), json);
    let nested = format!("SELECT make_array(t) AS l, named_struct('ts', ts) AS s FROM ({WIDE})");
    let table = folder.sql(&["-c", &nested]).printed();
    assert!(table.contains(&format!("| [{t}] | {{ts: {ts}}} |")), "{table}");
    for (name, expected) in [("o.csv", format!("t,ts,d,day\n{row}\n")), ("o.json", json)] {
        folder.output(name, WIDE);
        assert_eq!(folder.read(name), expected);
    }
}
