"""Makes _fw.c, the extension behind the package fieldwright: every function of fieldwright.h.

Usage: declarations.py fieldwright.h _fw.c
"""

import re
import sys

import cffi


def declarations(header: str) -> str:
    """The header as cffi reads it: no preprocessor, no C++."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r'extern "C" \{', "", text)
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    text = "\n".join(lines).replace("FW_API ", "").strip()
    if text.endswith("}"):  # of extern "C"
        text = text[:-1]
    return text.replace("const volatile int32_t*", "const int32_t*")


def main() -> None:
    header_path, out_path = sys.argv[1:]
    builder = cffi.FFI()
    with open(header_path, encoding="utf-8") as header:
        builder.cdef(declarations(header.read()))
    builder.cdef("#define FW_ABI ...")
    builder.cdef('extern "Python" void fw_python_progress(void* user, const char* stage, double fraction);')
    builder.set_source("fieldwright._fw", '#include "fieldwright.h"', py_limited_api=True)
    builder.emit_c_code(out_path)


if __name__ == "__main__":
    main()
