"""The manual page of the library, made of the comments of grundy.h: python3 library_manual.py HEADER VERSION >grundy.3

The header is the manual; this sets it as a page. A comment that begins with "grundy_name - " is an entry, under the
declarations that follow it; "---- title ----" is a heading; other comments before declarations are paragraphs. Code
keeps its lines.
"""

import re
import sys


def escaped(text):
    """For troff: backslashes and hyphens as such, and no line begins with a control character."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def blocks(header):
    """The comments at the left margin with the code after each, up to the next one."""
    at = [match.span() for match in re.finditer(r"^/\*.*?\*/[ \t]*\n", header, re.DOTALL | re.MULTILINE)]
    for (begin, end), following in zip(at, [*at[1:], (len(header), 0)]):
        comment = header[begin:end].strip()[2:-2]
        lines = [re.sub(r"^ \* ?", "", line).rstrip() for line in comment.splitlines()]
        yield "\n".join(lines).strip(), header[end : following[0]]


def declarations(code):
    """Code as a reader wants it: without the preprocessor's lines and the export macro."""
    kept = re.sub(r"^#(.*\\\n)*.*\n", "", code, flags=re.MULTILINE)
    kept = re.sub(r"\bGRUNDY_API |\s*GRUNDY_PRINTF\([^)]*\)", "", kept)
    kept = kept.replace('extern "C" {\n', "")
    return re.sub(r"\n{3,}", "\n\n", kept).strip("\n")


def lists(code):
    """The X-lists, whose names are the constants."""
    return re.findall(r"^#define (GRUNDY_[A-Z]+)\(X\)((?:.*\\\n)*.*)\n", code, re.MULTILINE)


def paragraphs(text):
    """Text, filled, or line by line where it is a list of labelled parts or is indented."""
    out = []
    for part in re.split(r"\n[ \t]*\n", text):
        labelled = re.search(r"^\S+  +\S|^  ", part, re.MULTILINE)
        out.append(f".PP\n.nf\n{escaped(part)}\n.fi" if labelled else f".PP\n{escaped(part)}")
    return "\n".join(out)


def entry(comment, code):
    title = re.fullmatch(r"-{2,} (.*?) -{2,}", comment.replace("\n", " "))
    if title:
        yield f'.SH "{escaped(title.group(1).upper())}"'
    else:
        yield paragraphs(comment)
    for name, words in lists(code):
        names = re.findall(r"X\((\w+)", words)
        yield f".PP\n{escaped(name)}: {', '.join(names)}"
    shown = declarations(code)
    if shown:
        yield f".PP\n.in +4n\n.nf\n{escaped(shown)}\n.fi\n.in"


def page(header, version):
    begin = header.index("/* grundy.h")
    first, *rest = blocks(header[begin : header.rindex("#ifdef __cplusplus")])
    yield f'.TH GRUNDY 3 "" "grundy {version}" "Library Functions"'
    yield ".SH NAME\ngrundy \\- impartial combinatorial games: rulesets, positions, Grundy values"
    yield ".SH SYNOPSIS\n.nf\n#include <grundy.h>\n\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs grundy)\n.fi"
    yield ".SH DESCRIPTION"
    yield paragraphs(first[0].split("\n", 1)[1].strip())
    for comment, code in rest:
        if "@tier2@" not in comment:
            yield from entry(comment, code)
    yield '.SH "SEE ALSO"\n.BR grundy (1)'


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(page(file.read(), sys.argv[2])))
