//! Functions to measure ours against. They need the feature `testing`, which no release has.

use std::sync::Arc;

use arrow::array::{AsArray, UInt64Array};
use arrow::datatypes::DataType;
use datafusion::common::hash_utils::{RandomState, create_hashes};
use datafusion::error::Result;
use datafusion::functions::crypto;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility, create_udf,
};
use datafusion::prelude::SessionContext;

/// Registers `naive_xxh3`; `engine_hash`, the hash of rows in DataFusion's own joins and groups; and
/// `engine_digest`, DataFusion's own `digest`.
pub fn register(context: &SessionContext) {
    let (takes, returns) = (vec![DataType::Utf8View], DataType::UInt64);
    let naive = Arc::new(naive_xxh3);
    let naive = create_udf("naive_xxh3", takes, returns, Volatility::Immutable, naive);
    context.register_udf(naive);
    context
        .register_udf(ScalarUDF::from(EngineHash(Signature::variadic_any(Volatility::Immutable))));
    context.register_udf(ScalarUDF::from(EngineDigest(crypto::digest())));
}

/// XXH3 as a program would call the crate, once per row.
fn naive_xxh3(args: &[ColumnarValue]) -> Result<ColumnarValue> {
    let arrays = ColumnarValue::values_to_arrays(args)?;
    let rows = arrays[0].as_string_view().iter();
    let hashes: UInt64Array =
        rows.map(|row| row.map(|text| xxhash_rust::xxh3::xxh3_64(text.as_bytes()))).collect();
    Ok(ColumnarValue::Array(Arc::new(hashes)))
}

/// `create_hashes` of any columns.
#[derive(Debug, PartialEq, Eq, Hash)]
struct EngineHash(Signature);

impl ScalarUDFImpl for EngineHash {
    fn name(&self) -> &str {
        "engine_hash"
    }

    fn signature(&self) -> &Signature {
        &self.0
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::UInt64)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let mut hashes = vec![0; args.number_rows];
        create_hashes(&arrays, &RandomState::default(), &mut hashes)?;
        Ok(ColumnarValue::Array(Arc::new(UInt64Array::from(hashes))))
    }
}

/// DataFusion's `digest` under another name. An alias would bring back its own name, which ours has taken, when a session
/// is made from an existing one.
#[derive(Debug, PartialEq, Eq, Hash)]
struct EngineDigest(Arc<ScalarUDF>);

impl ScalarUDFImpl for EngineDigest {
    fn name(&self) -> &str {
        "engine_digest"
    }

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.0.return_type(types)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        self.0.invoke_with_args(args)
    }
}
