"""Makes _fw.c, the extension behind the package fieldwright: every function of fieldwright.h.

Usage: declarations.py fieldwright.h _fw.c
"""

import os
import sys

import cffi

sys.dont_write_bytecode = True  # no folder of them among the sources
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib", "bindings"))
from header import declarations  # noqa: E402


def main() -> None:
    header_path, out_path = sys.argv[1:]
    builder = cffi.FFI()
    with open(header_path, encoding="utf-8") as header:
        builder.cdef(declarations(header.read()).replace("const volatile int32_t*", "const int32_t*"))
    builder.cdef("#define FW_ABI ...")
    builder.cdef('extern "Python" void fw_python_progress(void* user, const char* stage, double fraction);')
    builder.set_source("fieldwright._fw", '#include "fieldwright.h"', py_limited_api=True)
    builder.emit_c_code(out_path)


if __name__ == "__main__":
    main()
