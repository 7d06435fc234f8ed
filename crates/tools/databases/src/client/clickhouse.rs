//! Tables in ClickHouse, by HTTP. ClickHouse has no transactions, so each statement reads the rows of its own moment.
//!
//! | file | holds |
//! |---|---|
//! | `request.rs` | the address of requests, and which servers get the password |
//! | `settings.rs` | the settings that change or cut results |
//! | `fields.rs` | the format of results |
//! | `columns.rs` | types of columns |

mod columns;
mod fields;
mod request;
mod settings;

use std::env;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use ureq::Agent;
use ureq::Body;
use ureq::http::Response;

use crate::address::DatabaseServer;
use crate::client::{Cancel, DatabaseClient, DescribedColumn, EachRow};
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

use columns::described;
use fields::text;

/// An error's text is read up to this many bytes.
const MOST_OF_ERROR: u64 = 64 << 10;

/// A server. Each statement is a request of its own.
#[derive(Clone)]
pub(crate) struct ClickHouseClient {
    agent: Agent,
    /// The address of the server, with the database and settings.
    url: String,
    user: String,
    password: String,
    /// The number of statements, which are named by it so that they can be stopped.
    count: Arc<AtomicU32>,
}

impl fmt::Debug for ClickHouseClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClickHouseClient").field("url", &self.url).finish_non_exhaustive()
    }
}

impl ClickHouseClient {
    pub(crate) fn connect(server: &DatabaseServer) -> Result<Self, TableError> {
        let password = env::var("CLICKHOUSE_PASSWORD").unwrap_or_default();
        request::check_password(server, &password)?;
        let mut client = ClickHouseClient {
            agent: request::agent(server)?,
            url: request::url(server)?,
            user: server.user.clone().unwrap_or_else(|| "default".to_owned()),
            password,
            count: Arc::new(AtomicU32::new(0)),
        };
        let found = client.settings()?;
        client.url.push_str(&settings::corrections(&found)?);
        // A user who may not change settings gets an error from the server, and one whose changes are ignored gets this.
        match settings::corrections(&client.settings()?)? {
            others if others.is_empty() => Ok(client),
            others => Err(failed(&format!(
                "the server ignores the settings {}",
                others.trim_start_matches('&')
            ))),
        }
    }

    /// The settings that matter, as pairs of a name and a value.
    fn settings(&mut self) -> Result<Vec<(String, String)>, TableError> {
        let mut found = Vec::new();
        let mut rows = 0;
        self.rows(&settings::statement(), &mut |row| {
            rows += 1;
            let text = row.first().copied().flatten().unwrap_or_default();
            let pairs = text.lines().filter_map(|line| line.split_once('='));
            found.extend(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
            Ok(())
        })?;
        match (rows, found.is_empty()) {
            (1, false) => Ok(found),
            _ => Err(failed(
                "the server didn't tell its settings: check that the user's settings 'limit', 'offset' and 'extremes' are 0",
            )),
        }
    }

    /// The value that a statement results in.
    fn value(&mut self, sql: &str) -> Result<String, TableError> {
        let mut found = None;
        self.rows(sql, &mut |row| {
            found = row.first().copied().flatten().map(str::to_owned);
            Ok(())
        })?;
        found.ok_or_else(|| failed(&format!("`{sql}` has no result")))
    }

    /// The bytes of a statement's result, when it is complete: the server reports no error behind the first row.
    fn response(&self, sql: &str, id: &str) -> Result<impl BufRead + use<>, TableError> {
        let url = format!(
            "{}&default_format=TabSeparatedWithNames&wait_end_of_query=1&query_id={id}",
            self.url
        );
        let request = self.agent.post(&url).header("X-ClickHouse-User", &self.user);
        let request = request.header("X-ClickHouse-Key", &self.password);
        let response = request.send(sql).map_err(|error| self.unsent(&error))?;
        check_framing(&response)?;
        let is_success = response.status().is_success()
            && !response.headers().contains_key("x-clickhouse-exception-code");
        let mut body = response.into_body().into_reader();
        if !is_success {
            let mut text = Vec::new();
            let read = body.by_ref().take(MOST_OF_ERROR).read_to_end(&mut text);
            read.map_err(|error| failed(&error.to_string()))?;
            return Err(failed(&String::from_utf8_lossy(&text)));
        }
        Ok(BufReader::new(body))
    }

    /// The error of a request without a response. It names the server and its port.
    fn unsent(&self, error: &ureq::Error) -> TableError {
        let place = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let place = place.split('/').next().unwrap_or_default();
        match error {
            ureq::Error::Io(error) => failed(&format!("no response from {place}: {error}")),
            other => failed(&other.to_string()),
        }
    }

    fn id(&self, number: u32) -> String {
        format!("hashlane-{}-{:x}-{number}", process::id(), Arc::as_ptr(&self.count).addr())
    }
}

/// Checks that a response says where it ends, and isn't a redirect.
fn check_framing(response: &Response<Body>) -> Result<(), TableError> {
    if response.status().is_redirection() {
        return Err(failed(&format!(
            "the server redirects to another address (status {}), which hashlane doesn't follow: name the right address, or add &tls=true",
            response.status().as_u16()
        )));
    }
    let has = |name| response.headers().contains_key(name);
    match has("content-length") || has("transfer-encoding") {
        true => Ok(()),
        false => Err(failed(
            "the response doesn't say where it ends, so a part of it may be missing: connect without the proxy between",
        )),
    }
}

impl DatabaseClient for ClickHouseClient {
    fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError> {
        let relation = relation.to_sql(Dialect::ClickHouse);
        let zone = self.value("SELECT serverTimezone()")?;
        let mut columns = Vec::new();
        self.rows(&format!("DESCRIBE TABLE (SELECT * FROM {relation})"), &mut |row| {
            let [name, declared] =
                [0, 1].map(|at| row.get(at).copied().flatten().unwrap_or_default());
            columns.push(described(name, declared, &zone));
            Ok(())
        })?;
        match columns.is_empty() {
            false => Ok(columns),
            true => Err(failed("the server described no columns")),
        }
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        let number = self.count.fetch_add(1, Relaxed) + 1;
        let mut response = self.response(sql, &self.id(number))?;
        let mut line = Vec::new();
        // The first line has the names, also of a result without rows.
        let mut width = None;
        loop {
            line.clear();
            let read = response.read_until(b'\n', &mut line);
            read.map_err(|error| failed(&error.to_string()))?;
            match (line.pop(), width) {
                (None, Some(_)) => return Ok(()),
                (None, None) => {
                    return Err(failed("the result is empty, without its line of names"));
                }
                (Some(b'\n'), _) => {}
                (Some(_), _) => return Err(failed("the result ends within a row")),
            }
            let texts: Vec<_> =
                line.split(|byte| *byte == b'\t').map(text).collect::<Result<_, _>>()?;
            let Some(width) = width else {
                width = Some(texts.len());
                continue;
            };
            if texts.len() != width {
                return Err(failed(&format!(
                    "a row of the result has {} fields instead of {width}",
                    texts.len()
                )));
            }
            let row: Vec<_> = texts.iter().map(Option::as_deref).collect();
            each(&row)?;
        }
    }

    fn cancel(&self) -> Option<Cancel> {
        let client = self.clone();
        Some(Box::new(move || {
            let id = client.id(client.count.load(Relaxed));
            // The program ends anyway, whether the server can be told or not.
            let stop = format!("KILL QUERY WHERE query_id = '{id}' ASYNC");
            drop(client.response(&stop, &format!("{id}-stop")));
        }))
    }
}

fn failed(text: &str) -> TableError {
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    TableError::new(format!("ClickHouse: {}", lines.join(" ")))
}
