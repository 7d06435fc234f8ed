//! Table functions.

use crate::table::{
    CellType, FileTableFunction, Parameter, ParameterKind, TableColumn, TableFunction, TableRows,
};

const fn text(name: &'static str) -> TableColumn {
    TableColumn { name, kind: CellType::Text }
}

const fn integer(name: &'static str) -> TableColumn {
    TableColumn { name, kind: CellType::Integer }
}

const fn truth(name: &'static str) -> TableColumn {
    TableColumn { name, kind: CellType::Truth }
}

const fn given(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Text }
}

const fn switch(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Switch }
}

/// Every table function.
pub(crate) static FUNCTIONS: &[TableFunction] = &[
    TableFunction {
        name: "parquet_verify",
        description: "Checks Parquet files: one row for the footer and for each row group, column \
             chunk and page, whose checksums are recomputed; `ok` is NULL if the file has nothing \
             to check a part against. With `deep`, pages are also decoded, and counts and \
             statistics are compared with the values",
        parameters: &[given("path"), switch("deep")],
        columns: &[
            text("file"),
            integer("row_group"),
            text("column_name"),
            integer("page"),
            integer("byte_offset"),
            text("check_name"),
            truth("ok"),
            text("detail"),
        ],
        rows: TableRows::Files(FileTableFunction::ParquetVerify),
        example: "parquet_verify('orders.parquet')",
    },
    TableFunction {
        name: "parquet_fingerprint",
        description: "The `fingerprint` of each column of Parquet files and, where `column_name` \
             is NULL, of their rows. It depends only on the content, not on the writer, codec, \
             encoding, row groups or pages, nor, unless `ordered`, on the order of the rows",
        parameters: &[given("path"), switch("ordered")],
        columns: &[text("file"), text("column_name"), integer("row_count"), text("fingerprint")],
        rows: TableRows::Files(FileTableFunction::ParquetFingerprint),
        example: "parquet_fingerprint('orders.parquet')",
    },
    TableFunction {
        name: "parquet_diff",
        description: "Compares the contents of two Parquet files: one row for each difference in \
             the schema, in a column or in a range of rows; no row if they are equal",
        parameters: &[given("a"), given("b")],
        columns: &[text("difference"), text("column_name"), text("detail")],
        rows: TableRows::Files(FileTableFunction::ParquetDiff),
        example: "parquet_diff('monday.parquet', 'tuesday.parquet')",
    },
    TableFunction {
        name: "file_digests",
        description: "The digests of whole files: one row for each file and algorithm; each file \
             is read once",
        parameters: &[given("path"), given("algorithms")],
        columns: &[text("file"), integer("size"), text("algorithm"), text("hex"), text("base64")],
        rows: TableRows::Files(FileTableFunction::FileDigests),
        example: "file_digests('*.parquet', 'blake3,crc64nvme')",
    },
    TableFunction {
        name: "imohash",
        description: "A hash of samples of each file, computed in constant time, to find copies \
             of large files. It is not an integrity check: most of a large file isn't read",
        parameters: &[given("path")],
        columns: &[text("file"), integer("size"), integer("sampled_bytes"), text("hash")],
        rows: TableRows::Files(FileTableFunction::Imohash),
        example: "imohash('*.mkv')",
    },
    TableFunction {
        name: "hashlane_functions",
        description: "One row for each SQL function of Hashlane",
        parameters: &[],
        columns: &[
            text("name"),
            text("signature"),
            text("returns"),
            text("description"),
            text("example"),
        ],
        rows: TableRows::Listed(crate::function_rows),
        example: "",
    },
    TableFunction {
        name: "hashlane_info",
        description: "The version of Hashlane, the instruction set in use, and the versions of \
             the codecs",
        parameters: &[],
        columns: &[text("key"), text("value")],
        rows: TableRows::Listed(crate::info_rows),
        example: "",
    },
];
