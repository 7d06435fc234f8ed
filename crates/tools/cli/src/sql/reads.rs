//! Statements that only read. The others are refused before anything runs.

use std::ops::ControlFlow;

use datafusion::sql::parser::{ExplainStatement, Statement};
use datafusion::sql::sqlparser::ast::{
    self, Select, SelectFlavor, SelectItem, VisitMut, VisitorMut, WildcardAdditionalOptions,
};

/// Checks that a statement reads and doesn't write, and writes `FROM x` out as `SELECT * FROM x`, which DataFusion 55 takes for a query
/// without columns.
///
/// # Errors
/// Returns one line that names the kind of the statement, and says what to use.
pub fn reading(mut statement: Statement) -> Result<Statement, String> {
    check(&mut statement)?;
    Ok(statement)
}

fn check(statement: &mut Statement) -> Result<(), String> {
    match statement {
        Statement::Statement(inner) => match inner.visit(&mut StatementReads) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(kind) => Err(refusal(&kind)),
        },
        Statement::Explain(ExplainStatement { statement, .. }) => check(statement),
        Statement::CreateExternalTable(_) | Statement::CopyTo(_) | Statement::Reset(_) => {
            Err(refusal(&first_word(statement)))
        }
    }
}

fn refusal(kind: &str) -> String {
    format!(
        "{kind} isn't supported, since hashlane sql only reads: write a result to a file with -o FILE, or use DuckDB with the \
         extension"
    )
}

fn first_word(statement: &impl ToString) -> String {
    let text = statement.to_string();
    text.split_whitespace().next().unwrap_or_default().to_owned()
}

/// Visits a statement and those within it, and stops at one that doesn't only read.
struct StatementReads;

impl VisitorMut for StatementReads {
    type Break = String;

    fn pre_visit_statement(&mut self, statement: &mut ast::Statement) -> ControlFlow<String> {
        match statement {
            ast::Statement::Query(_)
            | ast::Statement::Explain { .. }
            | ast::Statement::ExplainTable { .. }
            | ast::Statement::ShowFunctions { .. }
            | ast::Statement::ShowVariable { .. }
            | ast::Statement::ShowVariables { .. }
            | ast::Statement::ShowCreate { .. }
            | ast::Statement::ShowColumns { .. }
            | ast::Statement::ShowDatabases { .. }
            | ast::Statement::ShowSchemas { .. }
            | ast::Statement::ShowTables { .. }
            | ast::Statement::ShowViews { .. } => ControlFlow::Continue(()),
            // Benchmarks measure rows in memory.
            #[cfg(feature = "testing")]
            ast::Statement::CreateTable(_) => ControlFlow::Continue(()),
            other => ControlFlow::Break(first_word(other)),
        }
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<String> {
        if select.into.is_some() {
            return ControlFlow::Break("SELECT INTO".to_owned());
        }
        if select.flavor == SelectFlavor::FromFirstNoSelect {
            select.flavor = SelectFlavor::Standard;
            select.projection = vec![SelectItem::Wildcard(WildcardAdditionalOptions::default())];
        }
        ControlFlow::Continue(())
    }
}
