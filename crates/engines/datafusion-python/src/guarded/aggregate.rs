//! An aggregate whose panics are errors.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, Documentation, GroupsAccumulator, Signature,
};

use super::accumulators::{GuardedAccumulator, GuardedGroups};
use super::{GuardedCallback, guarded};

/// Forwards to an aggregate what datafusion-ffi calls.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GuardedAggregate(pub Arc<AggregateUDF>);

impl AggregateUDFImpl for GuardedAggregate {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn aliases(&self) -> &[String] {
        self.0.aliases()
    }

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        guarded(GuardedCallback::Coerce, || self.0.coerce_types(types))
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        guarded(GuardedCallback::ReturnField, || self.0.return_type(types))
    }

    fn return_field(&self, fields: &[FieldRef]) -> Result<FieldRef> {
        guarded(GuardedCallback::ReturnField, || self.0.return_field(fields))
    }

    fn is_nullable(&self) -> bool {
        self.0.is_nullable()
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        self.0.order_sensitivity()
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        guarded(GuardedCallback::StateFields, || self.0.state_fields(args))
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let inner = guarded(GuardedCallback::Accumulator, || self.0.accumulator(args))?;
        Ok(Box::new(GuardedAccumulator(inner)))
    }

    fn create_sliding_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let inner =
            guarded(GuardedCallback::Accumulator, || self.0.create_sliding_accumulator(args))?;
        Ok(Box::new(GuardedAccumulator(inner)))
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        self.0.groups_accumulator_supported(args)
    }

    fn create_groups_accumulator(
        &self,
        args: AccumulatorArgs,
    ) -> Result<Box<dyn GroupsAccumulator>> {
        let inner =
            guarded(GuardedCallback::Accumulator, || self.0.create_groups_accumulator(args))?;
        Ok(Box::new(GuardedGroups(inner)))
    }

    fn default_value(&self, data_type: &DataType) -> Result<ScalarValue> {
        guarded(GuardedCallback::Evaluate, || self.0.default_value(data_type))
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.0.documentation()
    }
}
