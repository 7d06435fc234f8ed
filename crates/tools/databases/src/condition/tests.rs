use super::*;

const ALL: [Dialect; 5] =
    [Dialect::PostgreSql, Dialect::MySql, Dialect::ClickHouse, Dialect::DuckDb, Dialect::Sqlite];

fn is_accepted(dialect: Dialect, text: &str) -> bool {
    check_standalone(dialect, text).is_ok()
}

#[test]
fn plain_conditions_are_accepted() {
    for text in [
        "",
        "a = 1",
        "a IN (1, 2) AND (b < 3 OR f(c, (d)))",
        "a = 'it''s; ) -- /* fine'",
        "\"a;)\"\"b\" = 1",
        "a = 1 -- the rest ; ) '",
        "a = 1 -- the first\nAND b = 2",
        "a /* ; ) ' */ = 1",
        "a = 'ünï ‘codé’ \u{a0}'",
        "ünï = 'x'",
        "SELECT 1 UNION ALL SELECT count(*) FROM t WHERE x IN (SELECT 'a')",
        "a - 1 < b / 2",
    ] {
        for dialect in ALL {
            assert_eq!(check_standalone(dialect, text), Ok(()), "{dialect}: {text}");
        }
    }
}

#[test]
fn texts_that_end_what_surrounds_them_are_refused() {
    for text in [
        "1=1)) SELECT 12,0,0,0,0,0; COMMIT; DELETE FROM victim; -- ",
        "a = 1;",
        "a = 1)",
        "(a = 1",
        "(a = 1]",
        "a = 'b",
        "\"a = 1",
        "a = 1 /* to the end",
        "a /* /* */ = 1",
        "a = 1) OR (1 = 1",
        "a = 1 \0",
        "a\u{a0}= 1",
        "a$b = 1",
        "a = 1e'b'",
        "/* */ */ (",
        "a = 1 -- a comment\rAND b = ;",
    ] {
        for dialect in ALL {
            assert!(!is_accepted(dialect, text), "{dialect}: {text}");
        }
    }
    let error = check_standalone(Dialect::Sqlite, "é = 1)").map_err(|error| error.to_string());
    assert!(
        error.is_err_and(|text| text.starts_with("character 6 of the condition or query is ')'"))
    );
}

#[test]
fn each_dialect_has_its_quotes_and_comments() {
    use Dialect::{ClickHouse, DuckDb, MySql, PostgreSql, Sqlite};
    for (text, accepting) in [
        (r"a = '\'", &[PostgreSql, DuckDb, Sqlite][..]),
        (r"a = '\';'", &[MySql, ClickHouse]),
        (r"a = '\\'", &ALL),
        (r#"a = "\";""#, &[MySql, ClickHouse]),
        (r"a = E'\';'", &[PostgreSql, DuckDb, MySql, ClickHouse]),
        (r"a = e'\''", &[PostgreSql, DuckDb, MySql, ClickHouse]),
        (r"a = me'\'", &[PostgreSql, DuckDb, Sqlite]),
        ("a = E'b'\n'c'", &[MySql, ClickHouse, Sqlite]),
        ("`a;` = 1", &[MySql, ClickHouse, Sqlite]),
        (r"`a\`;` = 1", &[ClickHouse]),
        ("[a;] = 1", &[Sqlite]),
        ("a[1] = 1", &ALL),
        ("a = $$;)$$", &[PostgreSql, DuckDb]),
        ("a = $é$ $$ ; ' $é$", &[PostgreSql, DuckDb]),
        ("a = $1$;$1$", &[]),
        ("a = $b$;", &[]),
        ("a = 1 # ;", &[MySql, ClickHouse]),
        ("a #;\n= 1", &[MySql]),
        ("a # '\n= 1", &[MySql, ClickHouse]),
        ("a = 1 --;", &[PostgreSql, DuckDb, ClickHouse, Sqlite]),
        ("a /*! ; */ = 1", &[PostgreSql, DuckDb, ClickHouse, Sqlite]),
        ("a = ‘;’", &[]),
        ("a = ‘b’", &[PostgreSql, DuckDb, MySql, Sqlite]),
    ] {
        for dialect in ALL {
            assert_eq!(
                is_accepted(dialect, text),
                accepting.contains(&dialect),
                "{dialect}: {text}"
            );
        }
    }
}

#[test]
fn dialects_without_a_connection_are_strict() {
    for text in [r"a = '\n'", "a = '''b'''", "a # b", "a // b", "a = $$b$$"] {
        assert!(!is_accepted(Dialect::BigQuery, text), "{text}");
    }
    assert!(is_accepted(Dialect::Snowflake, "a = 'b''c' AND `d` > 1 -- end"));
}

/// Every short text of the characters that matter: what is accepted doesn't change what stands around it. The oracle reads
/// quotes that are the same in all dialects, and refuses the rest.
#[test]
fn accepted_texts_keep_their_surroundings() {
    let signs = ["'", "\"", "(", ")", ";", "-- ", "/*", "*/", "\n", "a", "\\", "$", "E"];
    let mut texts = vec![String::new()];
    for length in 0..4 {
        let longer: Vec<_> = texts
            .iter()
            .filter(|text| length == 0 || !text.is_empty())
            .flat_map(|text| signs.iter().map(move |sign| format!("{text}{sign}")))
            .collect();
        texts.extend(longer);
    }
    for text in &texts {
        for dialect in ALL.into_iter().filter(|dialect| is_accepted(*dialect, text)) {
            // Two texts that stand alone do so side by side, and in brackets.
            assert!(is_accepted(dialect, &format!("({text}\n)")), "{dialect}: {text:?}");
            assert!(is_accepted(dialect, &format!("'x' {text}\n, 'x'")), "{dialect}: {text:?}");
            // A quote or bracket behind it isn't hidden by it.
            for open in ["'", ")", ";", "("] {
                assert!(!is_accepted(dialect, &format!("{text}\n {open}")), "{dialect}: {text:?}");
            }
        }
    }
}
