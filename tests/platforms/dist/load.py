"""Loads a module of a wheel, without its package and what that needs.

    load.py LIBRARY FUNCTION      FUNCTION is that which Python calls, PyInit_NAME
"""

import importlib.machinery
import importlib.util
import sys

library, function = sys.argv[1:]
name = function.removeprefix("PyInit_")
loader = importlib.machinery.ExtensionFileLoader(name, library)
module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
loader.exec_module(module)
print(f"{library}: {', '.join(sorted(vars(module)))}")
