//! Physical plans as bytes, from the scheduler to executors.

use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::{Result, exec_err};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use super::functions::{decode_aggregate, decode_scalar, encode_aggregate, encode_scalar};
use super::spread::CallExec;
use super::stamp::after_stamp;
use super::tables::{Call, Table};
use crate::stores::Stores;

/// Ballista's codec, with our functions and calls of table functions.
#[derive(Debug, Default)]
pub struct PhysicalCodec {
    ballista: BallistaPhysicalExtensionCodec,
    stores: Option<Arc<Stores>>,
}

impl PhysicalCodec {
    /// For an executor, whose scans read the versions of objects that the scheduler saw.
    pub fn reading(stores: Arc<Stores>) -> Self {
        PhysicalCodec { ballista: BallistaPhysicalExtensionCodec::default(), stores: Some(stores) }
    }
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if let Some(rest) = after_stamp(buf)? {
            let ((Table::Call(mut call), _), [input]) = (Table::decode(rest)?, inputs) else {
                return exec_err!("a task's plan is malformed: it is no call over files");
            };
            let (projection, input) = (call.projection.take(), Arc::clone(input));
            return Ok(Arc::new(CallExec::new(Arc::new(call.call()?), projection, input)?));
        }
        // Every task is a tree below one of Ballista's nodes.
        let inputs = match &self.stores {
            Some(stores) => {
                let inputs = inputs.iter().map(|input| stores.pin(Arc::clone(input)));
                inputs.collect::<Result<Vec<_>>>()?
            }
            None => inputs.to_vec(),
        };
        self.ballista.try_decode(buf, &inputs, context, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(exec) = node.downcast_ref::<CallExec>() else {
            return self.ballista.try_encode(node, buf, converter);
        };
        let mut call = Call::of(exec.call());
        call.projection = exec.projection().cloned();
        Table::Call(call).encode(&[], buf)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        match decode_scalar(name, buf)? {
            Some(function) => Ok(function),
            None => self.ballista.try_decode_udf(name, buf),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_scalar(function, buf);
        Ok(())
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        match decode_aggregate(name, buf)? {
            Some(function) => Ok(function),
            None => self.ballista.try_decode_udaf(name, buf),
        }
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_aggregate(function, buf);
        Ok(())
    }
}
