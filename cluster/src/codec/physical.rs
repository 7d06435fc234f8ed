//! Physical plans as bytes, from the scheduler to executors.

use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::{Result, exec_err};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use super::functions::{encode_aggregate, encode_scalar, find_aggregate, find_scalar};
use super::refused::RefusedExec;
use super::spread::CallExec;
use super::stamp::{parts, write_stamp};
use super::tables::{Call, Table};
use super::unspilled::with_unspilled_joins;
use super::yielding::with_yielding_joins;
use crate::stores::Stores;

/// Ballista's own nodes start with this after the stamp. Tables start with a brace.
const BALLISTAS: &[u8] = b"\0";

/// Ballista's codec, with our functions and calls of table functions.
#[derive(Debug, Default)]
pub struct PhysicalCodec {
    ballista: BallistaPhysicalExtensionCodec,
    stores: Option<Arc<Stores>>,
}

impl PhysicalCodec {
    /// The codec of an executor, whose scans read the versions of objects that the scheduler saw.
    pub fn reading(stores: Arc<Stores>) -> Self {
        PhysicalCodec { ballista: BallistaPhysicalExtensionCodec::default(), stores: Some(stores) }
    }

    /// The plan to run below one of Ballista's nodes. Every task is a tree below one.
    fn runnable(
        &self,
        input: &Plan,
        refusal: Option<String>,
        context: &TaskContext,
    ) -> Result<Plan> {
        match (refusal, &self.stores) {
            (Some(why), _) => Ok(Arc::new(RefusedExec::new(why, input.as_ref()))),
            (None, Some(stores)) => {
                let pinned = stores.pin(Arc::clone(input), &context.runtime_env())?;
                with_yielding_joins(with_unspilled_joins(pinned)?)
            }
            (None, None) => Ok(Arc::clone(input)),
        }
    }
}

type Plan = Arc<dyn ExecutionPlan>;

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some((refusal, rest)) = parts(buf) else {
            return self.ballista.try_decode(buf, inputs, context, converter);
        };
        if let Some(ballistas) = rest.strip_prefix(BALLISTAS) {
            let inputs = inputs.iter().map(|input| self.runnable(input, refusal.clone(), context));
            let inputs = inputs.collect::<Result<Vec<_>>>()?;
            return self.ballista.try_decode(ballistas, &inputs, context, converter);
        }
        let ((Table::Call(mut call), _), [input]) = (Table::decode(rest)?, inputs) else {
            return exec_err!("a task's plan is malformed: it is not a call over files");
        };
        let (projection, input) = (call.projection.take(), Arc::clone(input));
        Ok(Arc::new(CallExec::new(Arc::new(call.call()?), projection, input)?))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(exec) = node.downcast_ref::<CallExec>() else {
            write_stamp(buf);
            buf.extend_from_slice(BALLISTAS);
            let mut rest = Vec::new();
            self.ballista.try_encode(node, &mut rest, converter)?;
            buf.append(&mut rest);
            return Ok(());
        };
        let mut call = Call::from_call(exec.call());
        call.projection = exec.projection().cloned();
        Table::Call(call).encode(&[], buf)
    }

    // The node above it checks the version.
    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        match parts(buf) {
            Some(_) => find_scalar(name),
            None => self.ballista.try_decode_udf(name, buf),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_scalar(function, buf);
        Ok(())
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        match parts(buf) {
            Some(_) => find_aggregate(name),
            None => self.ballista.try_decode_udaf(name, buf),
        }
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_aggregate(function, buf);
        Ok(())
    }
}
