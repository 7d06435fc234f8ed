"""Writes src/v2/functions.rs: the functions of DuckDB's C API v2 that the adapter calls, and where each version has them.

usage: capi_v2.py [--check]

The API is unstable: the functions of a version are in a table of its own. The headers are those of the source packages of DuckDB on PyPI.
"""

import hashlib
import pathlib
import re
import sys
import tarfile
import tempfile
import urllib.request

VERSIONS = {
    "2.0.0": "SOURCE_2_0_0",
    "2.0.1": "https://files.pythonhosted.org/packages/49/d8/ebb8ff07c617d1a8c25e7f7718a6955d2d5f7e539ec5219be1da478c0a42/duckdb-2.0.1.tar.gz",
}
HEADER = "external/duckdb/src/include/duckdb_extension_v2.h"
FILE = pathlib.Path(__file__).with_name("src") / "v2" / "functions.rs"
FUNCTIONS = """
arena_allocate
config_get_option_value
context_get_config
context_get_factory
context_get_file_system
data_chunk_get_capacity
data_chunk_get_vector
error_info_destroy
error_info_get_code
error_info_get_raw_text
error_info_set_code
error_info_set_text
extension_register_aggregate_function
extension_register_scalar_function
extension_register_table_function
factory_create_type_from_id
function_bind_get_arg_count
function_bind_get_arg_type
function_bind_get_arg_value
function_bind_get_user_data
function_docs_add_category
function_docs_add_example
function_docs_set_description
function_signature_add_parameter
function_signature_set_return_type
logical_type_destroy
logical_type_get_id
logical_type_get_param
logical_type_get_param_count
scalar_function_bind_set_bind_data
scalar_function_create
scalar_function_destroy
scalar_function_exec_get_arg
scalar_function_exec_get_arg_count
scalar_function_exec_get_bind_data
scalar_function_exec_get_result
scalar_function_exec_get_row_count
scalar_function_exec_get_user_data
scalar_function_get_docs
scalar_function_get_signature
scalar_function_set_bind_callback
scalar_function_set_exec_callback
scalar_function_set_name
scalar_function_set_property
scalar_function_set_user_data
value_create_type
value_destroy
value_get_bigint
value_get_type
value_get_utinyint
value_get_varchar
vector_flat_get_validity_mutable
vector_flatten
vector_get_arena
vector_get_child
vector_get_data_mutable
vector_get_logical_type
vector_get_size
vector_get_vector_type
vector_get_view
vector_set_size
""".split()
TYPES = {"idx_t": "u64", "void": "c_void", "bool": "bool", "char": "c_char", "uint8_t": "u8", "uint64_t": "u64", "int64_t": "i64",
         "double": "f64", "duckdb_v2_str": "Str", "duckdb_v2_identifier_t": "Str", "duckdb_v2_opaque": "Opaque",
         "duckdb_v2_vector_view": "VectorView"}


def rust_type(declared):
    """A type of C in Rust: handles are pointers, enumerations are numbers, and callbacks may be NULL."""
    name, stars = re.fullmatch(r"(?:const )?(\w+) ?(\**)", declared).groups()
    if name.endswith("_handle"):
        of = "Handle"
    elif name.endswith("_callback_fn"):
        of = "Option<Callback>"
    else:
        of = TYPES.get(name) or ("u32" if name.startswith("DUCKDB_V2_") else sys.exit(f"unknown type {declared}"))
    return "*mut " * len(stars) + of


def table(header):
    """The functions of a version's table in their order, each with its arguments."""
    text = re.sub(r"//[^\n]*", "", header)
    found = re.findall(r"DUCKDB_V2_ERROR\s*\(\*duckdb_v2_(\w+)\)\s*\(([^;]*?)\);", text)
    return [(name, [" ".join(argument.split()) for argument in arguments.split(",")]) for name, arguments in found]


def signature(arguments):
    types = [rust_type(re.fullmatch(r"(.*?[ *])\w+", argument)[1].strip()) for argument in arguments]
    return f"unsafe extern \"C\" fn({', '.join(types)}) -> u32"
