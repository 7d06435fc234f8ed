//! Decides which part of a statement runs where: queries on the cluster, and writes in this process.

use std::sync::Arc;

use ballista_core::config::BallistaConfig;
use ballista_core::planner::{BallistaQueryPlanner, scans_only_information_schema};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::datasource::provider_as_source;
use datafusion::execution::context::QueryPlanner;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::logical_expr::{
    DmlStatement, EmptyRelation, Expr, Limit, LogicalPlan, LogicalPlanBuilder, TableType, WriteOp,
};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use datafusion::physical_plan::projection::{ProjectionExec, ProjectionExpr};
use datafusion::physical_planner::{DefaultPhysicalPlanner, PhysicalPlanner};
use datafusion_proto::protobuf::LogicalPlanNode;

use super::cluster::{Cluster, Query};
use super::job::JobExec;
use super::portable::{is_generated, is_portable, portable};
use crate::codec::LogicalCodec;

/// Plans the statements of a client.
#[derive(Debug)]
pub struct Planner {
    cluster: Cluster,
    remote: BallistaQueryPlanner<LogicalPlanNode>,
}

impl Planner {
    /// Plans for `cluster`.
    pub fn new(cluster: &Cluster, config: BallistaConfig) -> Self {
        let (url, codec) = (cluster.scheduler_url().to_owned(), Arc::new(LogicalCodec::default()));
        let remote = BallistaQueryPlanner::with_extension(url, config, codec);
        Planner { cluster: cluster.clone(), remote }
    }

    /// Plans a query on the cluster.
    async fn query(&self, plan: &LogicalPlan, session: &dyn Session) -> Result<Plan> {
        let plan = portable(plan.clone())?;
        let planned = self.remote.create_physical_plan(&plan, session).await?;
        Ok(match planned.downcast_ref::<Query>() {
            Some(query) => Arc::new(JobExec::new(query.clone(), self.cluster.clone())),
            None => planned,
        })
    }

    /// The rows of a query on the cluster, as a table of this process.
    async fn computed(&self, input: &LogicalPlan, session: &dyn Session) -> Result<LogicalPlan> {
        let plan = self.create_physical_plan(input, session).await?;
        let table = Computed { schema: plan.schema(), plan };
        LogicalPlanBuilder::scan("cluster", provider_as_source(Arc::new(table)), None)?.build()
    }
}

type Plan = Arc<dyn ExecutionPlan>;

#[async_trait::async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Plan> {
        let here = DefaultPhysicalPlanner::default();
        let written = match plan {
            // Ballista would leave out the columns of such a plan.
            LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }) => {
                return Ok(Arc::new(EmptyExec::new(Arc::clone(schema.inner()))));
            }
            // Tasks may run twice, and would then write their rows twice.
            LogicalPlan::Copy(copy) => {
                let input = Arc::new(self.computed(&copy.input, session).await?);
                LogicalPlan::Copy(CopyTo { input, ..copy.clone() })
            }
            LogicalPlan::Dml(dml) if matches!(dml.op, WriteOp::Insert(_)) => {
                let input = Arc::new(self.computed(&dml.input, session).await?);
                LogicalPlan::Dml(DmlStatement { input, ..dml.clone() })
            }
            LogicalPlan::Limit(limit) if !is_portable(limit)? => {
                let input = Arc::new(self.computed(&limit.input, session).await?);
                LogicalPlan::Limit(Limit { input, ..limit.clone() })
            }
            // UPDATE and DELETE change tables of this process.
            LogicalPlan::Dml(_) => plan.clone(),
            plan if scans_only_information_schema(plan)? || is_generated(plan)? => plan.clone(),
            plan => return self.query(plan, session).await,
        };
        here.create_physical_plan(&written, session).await
    }
}

/// A table whose rows a plan computes.
#[derive(Debug)]
struct Computed {
    schema: SchemaRef,
    plan: Plan,
}

#[async_trait::async_trait]
impl TableProvider for Computed {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Temporary
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        _: Option<usize>,
    ) -> Result<Plan> {
        let Some(columns) = projection else { return Ok(Arc::clone(&self.plan)) };
        let column = |&i: &usize| {
            let name = self.schema.field(i).name();
            ProjectionExpr { expr: Arc::new(Column::new(name, i)), alias: name.clone() }
        };
        let columns: Vec<ProjectionExpr> = columns.iter().map(column).collect();
        Ok(Arc::new(ProjectionExec::try_new(columns, Arc::clone(&self.plan))?))
    }
}
