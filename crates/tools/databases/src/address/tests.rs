use super::*;

fn parsed(text: &str) -> TableAddress {
    TableAddress::parse(text).expect(text).expect(text)
}

#[test]
fn an_address_has_a_target_and_a_table() {
    for (text, target, table) in [
        (
            "postgresql://u@h:5/d?table=a.b&sslmode=require",
            "postgresql://u@h:5/d?sslmode=require",
            "a.b",
        ),
        ("postgres:///d?Service=s&table=t", "postgresql:///d?service=s", "t"),
        ("POSTGRESQL://h1:1,[::1]:2,%2Frun/d?table=t", "postgresql://h1:1,[::1]:2,%2Frun/d", "t"),
        ("postgresql://?table=t&options=-c%20a%3Db", "postgresql://?options=%2Dc%20a%3Db", "t"),
    ] {
        let address = parsed(text);
        assert_eq!(address.target, ConnectTarget::Uri(target.to_owned()), "{text}");
        assert_eq!(Ok(address.relation), table.parse());
    }
    for (text, path) in [
        ("sqlite:a%20b.db?table=t", "a b.db"),
        ("duckdb:a.duckdb?table=t", "a.duckdb"),
        ("sqlite:///tmp/x.db?table=t", "///tmp/x.db"),
        ("sqlite:a@b:c.db?table=t", "a@b:c.db"),
    ] {
        assert_eq!(parsed(text).target, ConnectTarget::File(path.to_owned()), "{text}");
    }
}

#[test]
fn a_server_has_parts() {
    let owned = |text: &str| Some(text.to_owned());
    let ConnectTarget::Server(server) =
        parsed("mariadb://a%40b@h.example:1/d%20e?table=t&TLS=true").target
    else {
        panic!("not a server");
    };
    assert_eq!((&server.user, server.host.as_str()), (&owned("a@b"), "h.example"));
    assert_eq!((server.port, &server.database), (Some(1), &owned("d e")));
    assert_eq!((server.tls(), server.parameter("socket")), (Ok(Some(true)), None));
    let ConnectTarget::Server(server) = parsed("clickhouse://[::1]?table=t").target else {
        panic!("not a server")
    };
    assert_eq!(server, DatabaseServer { host: "[::1]".to_owned(), ..DatabaseServer::default() });
    let ConnectTarget::Server(server) = parsed("mysql://h/d?table=t&tls=yes").target else {
        panic!("not a server")
    };
    server.tls().expect_err("neither true nor false");
}

#[test]
fn a_query_loses_its_end() {
    let query = |text| parsed(text).relation;
    let expected = Relation::Query("SELECT 1=1".to_owned());
    for text in [
        "sqlite:x?query=SELECT%201%3D1",
        "sqlite:x?query=SELECT 1=1 ; ;\n",
        "mysql://h/d?query=SELECT 1=1;",
    ] {
        assert_eq!(query(text), expected);
    }
    assert_eq!(query("sqlite:x?query=SELECT '?'"), Relation::Query("SELECT '?'".to_owned()));
    for text in [
        "sqlite:x?query=SELECT 1;SELECT 2",
        "mysql://h/d?query=SELECT (1",
        "sqlite:x?query=",
        "sqlite:x?query= ;",
    ] {
        TableAddress::parse(text).expect(text).expect_err(text);
    }
}

/// What follows the scheme and its colon.
const SECRETS: &[&str] = &[
    "//u:hunter2@h/d?table=t",
    "//u%3Ahunter2@h/d?table=t",
    "//u%3ahunter2@h/d?table=t",
    "//:hunter2@h/d?table=t",
    "//u:hunter2@h",
    "//u:hun/ter2hunter2@h/d?table=t",
    "//u:hun?hunter2@h/d?table=t",
    "//u:12?hunter2@h/d?table=t",
    "//u:hun#hunter2@h/d?table=t",
    "//u:hun@hunter2@h/d?table=t",
    "//u:12/hunter2@h/d?table=t",
    "//u:hunter2/d?table=t",
    "//u hunter2@h hunter2/d?table=t",
    "u:hunter2@h/d?table=t",
    "/u:hunter2@h/d?table=t",
    "//u@h/d?table=t&password=hunter2",
    "//u@h/d?table=t&PASSWORD=hunter2",
    "//u@h/d?table=t&pass%77ord=hunter2",
    "//u@h/d?table=t&%70%61%73%73=hunter2",
    "//u@h/d?password=hunter2",
    "//u@h/d?pwd=hunter2&table=t",
    "//u@h/d?sslpassword=hunter2&table=t",
    "//u@h/d?table=t&key=hunter2",
    "//u@h/d?table=t&api_key=hunter2",
    "//u@h/d?table=t&secret=hunter2",
    "//u@h/d?table=t&access-token=hunter2",
    "//u@h/d?table=t&unknown=hunter2",
    "//u@h/d?table=t&hunter2@x",
    "//u@h/d?table=t?password=hunter2",
    "//u@h/d?table=t#password=hunter2",
    "//u@h/d?table=a..hunter2",
    "//u@h/d?table=%FFhunter2",
    "//u@h/d?table=t&table=hunter2",
    "//u@h/d?query=SELECT 'hunter2",
    "//%FFhunter2@h/d?table=t",
];

#[test]
fn addresses_with_secrets_are_refused_without_them() {
    let mut texts: Vec<String> = Vec::new();
    for scheme in ["postgresql", "postgres", "mysql", "MariaDB", "clickhouse"] {
        for rest in SECRETS {
            texts.push(format!("{scheme}:{rest}"));
        }
    }
    texts.extend(
        [
            "sqlite:x?table=t&password=hunter2",
            "duckdb:%FFhunter2?table=t",
            " mysql://u:hunter2@h/d?table=t",
        ]
        .map(str::to_owned),
    );
    for text in texts {
        let error = TableAddress::parse(&text).expect(&text).expect_err(&text).to_string();
        assert!(!error.contains("hunter2") && error.lines().count() == 1, "{text}: {error}");
    }
}

#[test]
fn other_addresses_are_refused() {
    for text in [
        "postgresql://h/d",
        "postgresql://h/d?table=t&query=SELECT",
        "sqlite:x?table=t&mode=rw",
        "trino://h/d?table=t",
        "duckdb:x.duckdb?table=t&threads=1",
        "clickhouse://h/d?table=t&compress=1",
        "mysql://h:99999/d?table=t",
        "mysql://h/d?table=t&tls=true&tls=false",
    ] {
        TableAddress::parse(text).expect(text).expect_err(text);
    }
    for text in ["a.parquet", "s3://bucket/a", "https://h/a.csv", "C:\\a.csv", ""] {
        assert_eq!(TableAddress::parse(text), None, "{text}");
    }
}
