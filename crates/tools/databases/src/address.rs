//! The address of a table in a database.
//!
//! | file | holds |
//! |---|---|
//! | `scheme.rs` | schemes, and databases that can't be read |
//! | `server.rs` | users, hosts, ports and databases |
//! | `parameters.rs` | parameters that are allowed, and secrets |

mod parameters;
mod scheme;
mod server;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::condition::check_standalone;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

use parameters::{AddressParameters, decoded, parameters_of};
use scheme::{AddressScheme, scheme_of};
pub(crate) use server::DatabaseServer;

/// A database and a table in it, as in `postgresql://user@host/database?table=public.orders`.
///
/// ```
/// use hashlane_databases::{TableAddress, Dialect};
/// let address = TableAddress::parse("sqlite:shop.db?table=orders").expect("an address")?;
/// assert_eq!(address.dialect, Dialect::Sqlite);
/// assert!(TableAddress::parse("orders.parquet").is_none());
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TableAddress {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// What the database's client connects to.
    pub(crate) target: ConnectTarget,
    /// The table or query.
    pub relation: Relation,
}

/// What a client connects to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum ConnectTarget {
    /// An address that a driver reads.
    Uri(String),
    /// A server.
    Server(DatabaseServer),
    /// The path of a file.
    File(String),
}

impl TableAddress {
    /// Parses an address. `None` if the text has no scheme of a database. An error repeats no value of the address, since any of
    /// them may be a password.
    ///
    /// # Errors
    /// Returns an error if it names no table, has a password or an unknown parameter, or is of a database that can't be read.
    pub fn parse(text: &str) -> Option<Result<Self, TableError>> {
        match scheme_of(text.trim()) {
            AddressScheme::Known(dialect, rest) => Some(TableAddress::of(dialect, rest)),
            AddressScheme::Unsupported(error) => Some(Err(error)),
            AddressScheme::Absent => None,
        }
    }

    /// The file of the database, if that is in a file.
    pub fn file(&self) -> Option<&str> {
        match &self.target {
            ConnectTarget::File(path) => Some(path),
            ConnectTarget::Uri(_) | ConnectTarget::Server(_) => None,
        }
    }

    fn of(dialect: Dialect, rest: &str) -> Result<Self, TableError> {
        let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let is_file = matches!(dialect, Dialect::Sqlite | Dialect::DuckDb);
        // The error about a password comes before those about what its characters look like.
        let server = if is_file { None } else { Some(DatabaseServer::parse(dialect, place)?) };
        let (relations, others): (AddressParameters, AddressParameters) =
            parameters_of(dialect, parameters)?
                .into_iter()
                .partition(|(name, _)| ["table", "query"].contains(&name.as_str()));
        let relation = match &relations[..] {
            [(name, value)] => relation(dialect, name, value)?,
            [] => {
                return Err(TableError::new(
                    "a database's address names a table or a query: add ?table=NAME, ?table=SCHEMA.NAME or ?query=SQL",
                ));
            }
            _ => return Err(TableError::new("an address names one table or one query, not both")),
        };
        let target = match server {
            None => ConnectTarget::File(decoded(place).ok_or_else(|| {
                TableError::new(
                    "the path of the address is not UTF-8 after decoding its % signs: write UTF-8",
                )
            })?),
            Some(_) if dialect == Dialect::PostgreSql => ConnectTarget::Uri(uri(place, &others)),
            Some(server) => ConnectTarget::Server(DatabaseServer { parameters: others, ..server }),
        };
        Ok(TableAddress { dialect, target, relation })
    }
}

fn relation(dialect: Dialect, name: &str, value: &str) -> Result<Relation, TableError> {
    if name == "table" {
        // The value may contain more than a name, such as a password.
        return value.parse().map_err(|_| {
            TableError::new("the value of the parameter 'table' is not the name of a table: write table or schema.table, and names with points in \
                        double quotes")
        });
    }
    let query = value.trim_end_matches(|char: char| char == ';' || char.is_ascii_whitespace());
    if query.trim().is_empty() {
        return Err(TableError::new("the parameter 'query' is empty: write ?query=SELECT…"));
    }
    check_standalone(dialect, query)?;
    Ok(Relation::Query(query.to_owned()))
}

/// The address for libpq, which knows its parameters in lower case only.
fn uri(place: &str, parameters: &AddressParameters) -> String {
    let mut uri = format!("postgresql://{place}");
    for (at, (name, value)) in parameters.iter().enumerate() {
        let sign = if at == 0 { '?' } else { '&' };
        uri.push_str(&format!("{sign}{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    }
    uri
}

#[cfg(test)]
mod tests;
