//! The one UDF type: a row of the catalogue.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{Array, Datum, Scalar as ArrowScalar};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_datafusion_err};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};
use hashlane_catalog::{CallError, Function, Kind, Nulls, Settings};

/// A function of the catalogue as DataFusion calls it.
#[derive(Debug)]
pub struct Scalar {
    function: &'static Function,
    aliases: Vec<String>,
    signature: Signature,
    documentation: Documentation,
}

/// A function is its name: the catalogue has one of each.
impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

impl Scalar {
    /// The UDF of a row.
    pub fn new(function: &'static Function) -> Self {
        Scalar {
            function,
            aliases: function.aliases.iter().map(|&alias| alias.to_owned()).collect(),
            // Its own coercion is what lets errors be in our words, and dictionaries stay as they are.
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: document(function),
        }
    }

    fn check_types(&self, types: &[&DataType]) -> Result<()> {
        if !self.function.arity().contains(&types.len()) {
            return Err(plan_error(CallError::arity(self.function, types.len())));
        }
        for (place, data_type) in types.iter().enumerate() {
            let arg = self.function.arg(place, types.len());
            if !arg.kind.takes(hashlane_arrow::type_class(data_type)) {
                let given = hashlane_arrow::type_name(data_type);
                return Err(plan_error(CallError::argument_type(self.function, arg, &given)));
            }
        }
        if self.function.takes_list() {
            let list = types[self.function.value_index()];
            hashlane_arrow::check_list(self.function, list).map_err(plan_error)?;
        }
        if self.function.takes_row() {
            let row = types[self.function.value_places(types.len())].iter().copied();
            hashlane_arrow::check_row(self.function, row).map_err(plan_error)?;
        }
        let value = types[self.function.value_index()];
        if self.function.takes_column(hashlane_arrow::type_class(value)) {
            let column = std::iter::once(value);
            hashlane_arrow::check_row(self.function, column).map_err(plan_error)?;
        }
        Ok(())
    }

    /// Refuses at planning the constants that are not allowed.
    fn check_constants(&self, constants: &[Option<&ScalarValue>]) -> Result<()> {
        let mut settings = Settings::defaults(self.function);
        for (i, arg) in self.function.params_of(constants.len()) {
            let Some(Some(constant)) = constants.get(i) else { continue };
            let array = constant.to_array()?;
            if let Some(value) = hashlane_arrow::scalar_value(&array) {
                settings.set(self.function, arg, &value).map_err(plan_error)?;
            }
        }
        Ok(())
    }
}

impl ScalarUDFImpl for Scalar {
    fn name(&self) -> &str {
        self.function.name
    }

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.check_types(&types.iter().collect::<Vec<_>>())?;
        let kind = |place| self.function.arg(place, types.len()).kind;
        let coerced = |(place, data_type): (usize, &DataType)| match kind(place) {
            // Rows and lists read every layout in place.
            Kind::Row | Kind::ListOfRows | Kind::ListOfValues | Kind::ListOfBytes => {
                data_type.clone()
            }
            _ => hashlane_arrow::coerced(data_type).clone(),
        };
        Ok(types.iter().enumerate().map(coerced).collect())
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(hashlane_arrow::return_type(self.function))
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types = args.arg_fields.iter().map(|field| field.data_type());
        self.check_types(&types.collect::<Vec<_>>())?;
        self.check_constants(args.scalar_arguments)?;
        let fields = args.arg_fields;
        let nullable = match self.function.nulls {
            Nulls::Propagate => fields.iter().any(|field| field.is_nullable()),
            // NULL is a value of the row, so only a parameter makes the result NULL.
            Nulls::Value => {
                let mut params = self.function.params_of(fields.len());
                params.any(|(place, _)| fields.get(place).is_some_and(|f| f.is_nullable()))
            }
            // A list that is NULL has no elements, and no other argument may be NULL.
            Nulls::NoRows => false,
        };
        let nullable = nullable || self.function.makes_null();
        let data_type = hashlane_arrow::return_type(self.function);
        Ok(Arc::new(Field::new(self.function.name, data_type, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let data = args.args.iter().map(|arg| {
            Ok(match arg {
                ColumnarValue::Array(array) => Box::new(array.clone()) as Box<dyn Datum>,
                ColumnarValue::Scalar(scalar) => Box::new(ArrowScalar::new(scalar.to_array()?)),
            })
        });
        let data = data.collect::<Result<Vec<_>>>()?;
        let data: Vec<&dyn Datum> = data.iter().map(|datum| datum.as_ref()).collect();
        let result = hashlane_arrow::evaluate(self.function, &data)
            .map_err(|e| exec_datafusion_err!("{e}"))?;
        let all_scalars = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        match all_scalars && result.len() == 1 {
            true => Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?)),
            false => Ok(ColumnarValue::Array(result)),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

fn plan_error(error: CallError) -> datafusion::error::DataFusionError {
    plan_datafusion_err!("{error}")
}

const HASHING: DocSection =
    DocSection { include: true, label: "Hashing Functions", description: None };

const COMPRESSION: DocSection =
    DocSection { include: true, label: "Compression Functions", description: None };

/// What DataFusion shows of a function.
pub fn document(function: &'static Function) -> Documentation {
    use hashlane_catalog::{Fold, Kernel};
    let section = match function.kernel {
        Kernel::Hash32(_)
        | Kernel::Hash64(_)
        | Kernel::Hash128(_)
        | Kernel::Keyed64(_)
        | Kernel::Keyed128(_)
        | Kernel::WideKeyed64(_)
        | Kernel::WideKeyed128(_)
        | Kernel::WideKeyed256(_)
        | Kernel::Of32Bytes(_)
        | Kernel::Of64Bytes(_)
        | Kernel::Signed32(_)
        | Kernel::Signed64(_)
        | Kernel::Columns32(_)
        | Kernel::Typed32(..)
        | Kernel::Bucket32(..)
        | Kernel::Columns64(_)
        | Kernel::ColumnsU64(_)
        | Kernel::SeededColumns32(_)
        | Kernel::SeededColumns64(_)
        | Kernel::KafkaPartition(_)
        | Kernel::JumpBucket(_)
        | Kernel::AsSigned64(_)
        | Kernel::Uuid(_)
        | Kernel::RowBucket(_)
        | Kernel::RowSample(_)
        | Kernel::Digest(_)
        | Kernel::Bytes
        | Kernel::Aggregate(
            Fold::Sum | Fold::Fingerprint | Fold::Digest | Fold::MinHash | Fold::SimHash,
        )
        | Kernel::List(
            Fold::Sum | Fold::Fingerprint | Fold::Digest | Fold::MinHash | Fold::SimHash,
        ) => HASHING,
        Kernel::Compress(_)
        | Kernel::Decompress(_)
        | Kernel::Lookup(_)
        | Kernel::Unpack(_)
        | Kernel::Measure32(_)
        | Kernel::Measure64(_)
        | Kernel::Aggregate(
            Fold::Dictionary | Fold::SymbolTable | Fold::Measurements | Fold::Pack,
        )
        | Kernel::List(Fold::Dictionary | Fold::SymbolTable | Fold::Measurements | Fold::Pack) => {
            COMPRESSION
        }
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
