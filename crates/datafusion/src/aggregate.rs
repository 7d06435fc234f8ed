//! The one UDAF type: an aggregate of the catalogue.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, not_impl_err, plan_datafusion_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, Documentation, GroupsAccumulator, Signature, Volatility,
};
use hashlane_catalog::{CallError, Fold, Function, Kernel};

use crate::multiset::{Groups, PARTS, Whole};
use crate::scalar::document;

/// An aggregate of the catalogue as DataFusion calls it.
#[derive(Debug)]
pub struct Aggregate {
    function: &'static Function,
    signature: Signature,
    documentation: Documentation,
}

/// A function is its name: the catalogue has one of each.
impl PartialEq for Aggregate {
    fn eq(&self, other: &Self) -> bool {
        self.function.name == other.function.name
    }
}

impl Eq for Aggregate {}

impl Hash for Aggregate {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.name.hash(state);
    }
}

impl Aggregate {
    /// The UDAF of a row of the catalogue.
    pub fn new(function: &'static Function) -> Self {
        Aggregate {
            function,
            signature: Signature::user_defined(Volatility::Immutable),
            documentation: document(function),
        }
    }

    fn fold(&self) -> Fold {
        match self.function.kernel {
            Kernel::Aggregate(fold) => fold,
            _ => unreachable!("the catalogue's aggregates have folds"),
        }
    }

    fn check(&self, args: &AccumulatorArgs) -> Result<()> {
        if args.is_distinct {
            let name = self.function.name;
            return not_impl_err!(
                "{name}: DISTINCT is not supported here; aggregate over SELECT DISTINCT … in a subquery"
            );
        }
        Ok(())
    }
}

impl AggregateUDFImpl for Aggregate {
    fn name(&self) -> &str {
        self.function.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        if !self.function.arity().contains(&types.len()) {
            return Err(plan_datafusion_err!("{}", CallError::arity(self.function, types.len())));
        }
        if let [only] = types
            && is_struct(only)
        {
            return Err(plan_datafusion_err!("{}", CallError::lone_struct(self.function, "*")));
        }
        hashlane_arrow::check_row(self.function, types.iter())
            .map_err(|e| plan_datafusion_err!("{e}"))?;
        Ok(types.to_vec())
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(hashlane_arrow::return_type(self.function))
    }

    /// Without it, what a call is ordered by would come as further values of the row.
    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let field = |part: &&str| {
            let name = format!("{}[{part}]", args.name);
            Arc::new(Field::new(name, DataType::UInt64, false))
        };
        Ok(PARTS.iter().map(field).collect())
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        self.check(&args)?;
        Ok(Box::new(Whole::new(self.function, self.fold())))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        self.check(&args)?;
        Ok(Box::new(Groups::new(self.function, self.fold())))
    }

    fn default_value(&self, _data_type: &DataType) -> Result<datafusion::common::ScalarValue> {
        Whole::new(self.function, self.fold()).evaluate()
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// Whether the values are structs, however they are stored.
fn is_struct(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(_) => true,
        DataType::Dictionary(_, values) => is_struct(values),
        DataType::RunEndEncoded(_, values) => is_struct(values.data_type()),
        _ => false,
    }
}
