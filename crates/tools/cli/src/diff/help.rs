//! The texts around the options in `hashlane diff --help`.

pub const USAGE: &str = "\
hashlane diff [OPTIONS] --key COLUMNS LEFT RIGHT
       hashlane diff [OPTIONS] --multiset LEFT RIGHT
       hashlane diff [OPTIONS] --left-sketch FILE --right-sketch FILE
       hashlane diff [OPTIONS] --key COLUMNS --left-files A --right-files B
       hashlane diff [OPTIONS] --plan FILE
       hashlane diff --print-plan LEFT RIGHT";

pub const HELP: &str = "\
LEFT and RIGHT are what `hashlane sql` reads as tables: Parquet, CSV and
newline-delimited JSON, folders of them and patterns, here and in object stores
(s3://, gs://, az://, https://).
One side may be - for standard input: Parquet, JSON if it starts with {, and CSV
otherwise. It is saved to a temporary file first, and so are pipes such as
<(…).

A side may be a table in a database, or the rows of a query, with ?query=SQL
instead of ?table=NAME:
  postgresql://USER@HOST/DATABASE?table=SCHEMA.NAME
  mysql://USER@HOST/DATABASE?table=NAME
  clickhouse://USER@HOST/DATABASE?table=NAME
  duckdb:FILE?table=SCHEMA.NAME
  sqlite:FILE?table=NAME
Then only a sketch of each side and the rows that differ are read from it, at
most --max-differences.

Two snapshots of a lake are compared by lists of their Parquet files, CSV or
Parquet with the columns path, bytes and rows: --left-files and --right-files.
Files in both lists aren't read.

A row is identified by its key. A row whose key only the right side has is
added, one whose key only the left side has is removed, and one with a different
value is changed.

Values are compared, not how they are stored: 7 as a byte equals 7 in 64 bits,
1.50 equals 1.5, -0.0 equals 0.0, NaN equals NaN, and NULL equals NULL. Columns
are matched by name, and so are fields of structs. A column that only one side
has, or whose two types have no values in common, is a difference too.

No type is guessed. CSV has only text: against CSV it is compared as text,
against a typed column as a value of that type. A text that isn't exactly such a
value differs. Use --types to state types, --infer to find them.

Duplicate keys are an error. --multiset needs no key: it counts equal rows and
prints the rows that a side has more of.

Formats:
  (none)   for people: a summary, then 100 rows, or --limit
  --json   an object per line: {\"change\": \"changed\", \"key\": {…}, \"column\": …,
           \"left\": …, \"right\": …}, and a summary; NaN and infinities are strings
  --csv    a header line, then change, the key, column, left and right; NULL is
           an empty field
  --output the same rows in a file .parquet, .csv or .json, or a report to look at
           in a file .html; it appears when it is complete
A column that isn't compared has a row too: its change is 'column', and left and
right are its types.

A list of columns has commas between the names; write a name with a comma in
double quotes: --key '\"a,b\",id'.

Exit codes: 0 the tables are equal, 1 they differ, 2 a side could not be read,
or wrong usage.

Examples:
  hashlane diff monday.parquet tuesday.parquet --key id
  hashlane diff old.csv new.csv --key region,id --ignore loaded_at --json
  hashlane diff old.csv new.csv --key id --types 'id=bigint,at=date'
  hashlane diff a.parquet b.parquet --key id --where \"at > '2026-01-01'\"
  hashlane diff old new --key id --memory 2GB --output changes.parquet
  hashlane diff 'postgresql://me@db/shop?table=public.orders' lake --key id
  hashlane diff 'mysql://me@db/shop?table=orders' orders.parquet --key id \\
    --map id=order_id --left-where 'year(at) = 2026'
  hashlane diff --left-sketch postgresql.csv --right-sketch bigquery.parquet
  hashlane diff s3://lake/monday.parquet tuesday.parquet --key id
  hashlane diff a.parquet b.parquet --multiset --summary
  hashlane diff a.parquet b.parquet --key id -o report.html --allow 0.1%
  hashlane diff --left-files monday.csv --right-files tuesday.csv --key id
";
