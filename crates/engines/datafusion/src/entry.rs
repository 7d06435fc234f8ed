//! A function of the catalogue with what DataFusion stores about every UDF.

use std::hash::{Hash, Hasher};

use datafusion::common::{DataFusionError, exec_datafusion_err};
use datafusion::logical_expr::{DocSection, Documentation, Signature, Volatility};
use hashlane_catalog::{CallError, Fold, Function, Work};

/// A function of the catalogue. Two entries are equal if their names are: the catalogue has one function of each name.
#[derive(Debug)]
pub struct CatalogEntry {
    /// The function.
    pub function: &'static Function,
    /// A signature that leaves the types to the function, so that errors are in our words and dictionaries stay as they are.
    pub signature: Signature,
    /// The text that DataFusion shows about the function.
    pub documentation: Documentation,
}

impl PartialEq for CatalogEntry {
    fn eq(&self, other: &Self) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for CatalogEntry {}

impl Hash for CatalogEntry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

impl CatalogEntry {
    /// The entry of a function.
    pub fn new(function: &'static Function) -> Self {
        let signature = Signature::user_defined(Volatility::Immutable);
        CatalogEntry { function, signature, documentation: document(function) }
    }
}

/// An error of a call, while a query runs.
#[expect(clippy::needless_pass_by_value, reason = "for use in map_err")]
pub fn failed(error: CallError) -> DataFusionError {
    exec_datafusion_err!("{error}")
}

/// Implements the methods of a UDF or UDAF with a field `entry` that only read the entry.
macro_rules! entry_methods {
    () => {
        fn name(&self) -> &str {
            self.entry.function.name
        }

        fn signature(&self) -> &datafusion::logical_expr::Signature {
            &self.entry.signature
        }

        fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
            Ok(hashlane_arrow::return_type(self.entry.function))
        }

        fn documentation(&self) -> Option<&datafusion::logical_expr::Documentation> {
            Some(&self.entry.documentation)
        }
    };
}
pub(crate) use entry_methods;

const HASHING: DocSection =
    DocSection { include: true, label: "Hashing Functions", description: None };

const COMPRESSION: DocSection =
    DocSection { include: true, label: "Compression Functions", description: None };

/// The text that DataFusion shows about a function.
fn document(function: &'static Function) -> Documentation {
    let section = match function.work {
        Work::Compress | Work::Decompress | Work::Find | Work::Unpack => COMPRESSION,
        Work::Aggregate(fold) | Work::List(fold) => match fold {
            Fold::Dictionary | Fold::SymbolTable | Fold::Measurements | Fold::Pack => COMPRESSION,
            Fold::Sum
            | Fold::Fingerprint
            | Fold::FingerprintSum
            | Fold::Sketch
            | Fold::Digest
            | Fold::MinHash
            | Fold::SimHash => HASHING,
        },
        Work::Hash | Work::Digest | Work::Derive => HASHING,
    };
    let description = format!("{}. Equal to {}.", function.description, function.equals);
    let mut builder = Documentation::builder(section, description, function.signature());
    for arg in function.args {
        builder = builder.with_argument(arg.name, arg.kind.describe());
    }
    if let Some(example) = function.examples.first() {
        let sql = format!("```sql\n> SELECT {};\n{}\n```", example.sql, example.result);
        builder = builder.with_sql_example(sql);
    }
    builder.build()
}
