//! How a module of Python is linked on macOS, where the interpreter's symbols come with the process.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
