//! The SQL suite has no code of its own: see `suite/` for the harness and `sql/` for the tests.
