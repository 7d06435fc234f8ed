#!/bin/sh
# Links for Windows. A DLL without a list of exports, such as that of datafusion-ffi, would export every symbol, and the linker
# refuses more than 65,535 of them. Our modules export what their list names.
exec x86_64-w64-mingw32-gcc -Wl,--exclude-all-symbols "$@"
