select
    version() as duckdb_version,
    {{ hashlane.fingerprint(source('raw', 'customers'), ['region', 'customer_id']) }} as two_columns,
    {{ hashlane.fingerprint(source('raw', 'customers')) }} as all_columns,
    {{ hashlane.query_fingerprint("select i from range(100000) as r(i)", ["i"]) }} as many_rows,
    {{ hashlane.fingerprint(source('raw', 'nobody')) }} as no_rows
