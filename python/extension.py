"""Makes the extension module grundy._grundy: the public interface of the library, and nothing behind it.

    python3 extension.py HEADER OUTPUT.c    write its C source, for a build system that compiles it itself

Out-of-line API mode: the C compiler checks every declaration against the header, structures need no sizes written down
here, and a call costs a tenth of one through libffi. The price is a compiler at installation, which the library needs
anyway.
"""

import sys
from pathlib import Path

import cffi

import declarations

HERE = Path(__file__).resolve().parent
HEADER = HERE.parent / "include" / "grundy.h"

# What the library calls back, written in Python; see grundy/handle.py and grundy/definitions.py.
CALLBACKS = """
typedef struct { void *caller; ...; } grundy_patience;
void grundy_patience_begin(grundy_patience *p, void *caller);
bool grundy_patience_stop(void *context);

extern "Python" {
    bool grundy_python_stop(void *caller);
    void grundy_python_progress(void *context, const grundy_progress *progress);
    grundy_status grundy_python_parse(grundy *g, const grundy_ruleset *r, grundy_scanner *s, grundy_buffer *out);
    grundy_status grundy_python_print(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
    grundy_status grundy_python_options(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
    grundy_status grundy_python_canonical(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_buffer *out);
    grundy_status grundy_python_split(grundy *g, const grundy_ruleset *r, grundy_bytes summand, grundy_list *out);
    grundy_status grundy_python_formula(grundy *g, const grundy_ruleset *r, const grundy_bytes *summands, size_t count,
                                        grundy_question question, uint64_t *out, const char **reason);
}
"""


def builder(header: Path = HEADER) -> cffi.FFI:
    """The description of the module."""
    ffi = cffi.FFI()
    ffi.cdef(declarations.declarations(header))
    ffi.cdef(CALLBACKS)
    ffi.set_source("grundy._grundy", (HERE / "patience.c").read_text(encoding="utf-8"))
    return ffi


if __name__ == "__main__":
    builder(Path(sys.argv[1])).emit_c_code(sys.argv[2])
