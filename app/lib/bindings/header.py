"""Reads fieldwright.h: its constants, types and functions, with what the comments say of each. Bindings of other languages
are made of this reading. Standard library alone."""

import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple


@dataclass
class Type:
    """A C type: its base, whether that is const, and the pointers to it; or the signature of a callback."""

    base: str  # "void", "uint32_t", "fw_crowd"
    stars: int = 0
    text: str = ""  # as the header has it, without a name
    function: Optional["Signature"] = None


@dataclass
class Variable:
    """A parameter or a member. `length` > 0: an array in a struct."""

    name: str  # "" where the header gives a parameter none
    type: Type
    length: int = 0
    doc: str = ""


@dataclass
class Signature:
    returns: Type
    parameters: List[Variable]


@dataclass
class Function:
    name: str
    signature: Signature
    doc: str = ""


@dataclass
class Struct:
    """Without members: a handle."""

    name: str
    members: List[Variable]
    doc: str = ""


@dataclass
class Enum:
    """`name`: the typedef that its values are of; "" for numbers that stand alone."""

    name: str
    base: str
    values: List[Tuple[str, int, str]]  # name, number, what is said of it
    doc: str = ""


@dataclass
class Header:
    constants: List[Tuple[str, int]] = field(default_factory=list)
    enums: List[Enum] = field(default_factory=list)
    structs: List[Struct] = field(default_factory=list)
    callbacks: List[Function] = field(default_factory=list)
    functions: List[Function] = field(default_factory=list)


COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)
NOTE = re.compile("\x01(\\d+)\x01")


def without_preprocessor(text: str) -> str:
    """The declarations: no directives, no C++, no FW_API."""
    text = re.sub(r'extern "C" \{', "", text)
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    text = "\n".join(lines).replace("FW_API ", "").strip()
    return text[:-1] if text.endswith("}") else text  # of extern "C"


def declarations(header: str) -> str:
    """The header as a parser of C without a preprocessor reads it."""
    return without_preprocessor(COMMENT.sub("", header))


def words(comment: str) -> str:
    """A comment's text on one line; "" for a heading."""
    text = " ".join(re.sub(r"^\s*\* ?", "", line).strip() for line in comment.split("\n"))
    text = re.sub(r"\s+", " ", text).strip()
    return "" if text.startswith("--") else text


def parse(header: str) -> Header:
    """Raises ValueError for a declaration that it does not know."""
    said: List[str] = []  # by number: a note of that number stands in the text in a comment's place

    def kept(match: "re.Match[str]") -> str:
        of_directive = header[match.end() :].lstrip(" ").startswith("\n#")
        said.append("" if of_directive else words(match.group(1)))
        return f"\x01{len(said) - 1}\x01"

    marked = COMMENT.sub(kept, header)
    out = Header()
    for name, number in re.findall(r"^#define (FW_\w+) (\d+)u?$", marked, re.MULTILINE):
        out.constants.append((name, int(number)))
    scalar: Optional[Enum] = None  # a typedef of a number: an enum that follows it lists its values
    for code, doc in statements(without_preprocessor(marked), ";", said):
        before, scalar = scalar, None
        if made := re.fullmatch(r"typedef (.+?)\(\*(\w+)\)(\(.*\))", code, re.DOTALL):
            out.callbacks.append(Function(made[2], signature(made[1], made[3]), doc))
        elif made := re.fullmatch(r"typedef struct (\w+) \w+", code):
            out.structs.append(Struct(made[1], [], doc))
        elif made := re.fullmatch(r"typedef struct (\w+) \{(.*)\} \w+", code, re.DOTALL):
            out.structs.append(Struct(made[1], members(made[2], said), doc))
        elif made := re.fullmatch(r"typedef (\w+) (\w+)", code):
            scalar = Enum(made[2], made[1], [], doc)
            out.enums.append(scalar)
        elif made := re.fullmatch(r"enum \{(.*)\}", code, re.DOTALL):
            if before is None:
                out.enums.append(before := Enum("", "uint32_t", [], doc))
            for value, value_doc in statements(made[1] + ",", ",", said):
                word, number = value.split("=")
                before.values.append((word.strip(), int(number), value_doc))
        elif made := re.fullmatch(r"([\w ]+[ *]+)(\w+)(\(.*\))", code, re.DOTALL):
            out.functions.append(Function(made[2], signature(made[1], made[3]), doc))
        else:
            raise ValueError(f"fieldwright.h: a declaration that this reader does not know: {code}")
    return out


def statements(text: str, end: str, said: List[str]) -> List[Tuple[str, str]]:
    """The parts of a text up to each `end` outside of brackets, each with what is said before it, and behind it on its last
    line."""
    out: List[Tuple[str, str]] = []
    depth, begin, at = 0, 0, 0
    while at < len(text):
        depth += (text[at] in "({") - (text[at] in ")}")
        at += 1
        if text[at - 1] != end or depth > 0:
            continue
        notes, code = re.fullmatch("((?:\\s*\x01\\d+\x01)*)(.*)", text[begin : at - 1], re.DOTALL).groups()
        if behind := re.match("[ \t]*\x01\\d+\x01", text[at:]):
            notes += behind.group(0)
            at += behind.end()
        begin = at
        if "{" not in code:
            code = re.sub(r"\s+", " ", NOTE.sub("", code))
        if code.strip():
            out.append((code.strip(), " ".join(filter(None, (said[int(note)] for note in NOTE.findall(notes))))))
    return out


def type_of(text: str) -> Type:
    text = re.sub(r"\s*\*\s*", "*", text).strip()
    base = re.sub(r"\b(const|volatile|struct)\b", "", text.replace("*", " ")).split()
    if len(base) != 1:
        raise ValueError(f"fieldwright.h: a type that this reader does not know: {text}")
    return Type(base[0], text.count("*"), text)


def signature(returns: str, parameters: str) -> Signature:
    inside = parameters.strip()[1:-1].strip()
    parts = [code for code, _ in statements(inside + ",", ",", [])] if inside != "void" else []
    return Signature(type_of(returns), [parameter(part) for part in parts])


def parameter(text: str) -> Variable:
    callback = re.fullmatch(r"(.+?)\(\*(\w+)\)(\(.*\))", text, re.DOTALL)
    if callback:
        made = signature(callback[1], callback[3])
        return Variable(callback[2], Type("", 0, f"{callback[1].strip()} (*){callback[3]}", made))
    named = re.fullmatch(r"(.*[ *])(\w+)", text)
    if named and re.sub(r"\b(const|volatile)\b|\W", "", named[1]):
        return Variable(named[2], type_of(named[1]))
    return Variable("", type_of(text))


def members(body: str, said: List[str]) -> List[Variable]:
    """`const char *path, *unit;` is two members of one type."""
    out: List[Variable] = []
    for code, doc in statements(body, ";", said):
        if "(*" in code:
            member = parameter(code)
            out.append(Variable(member.name, member.type, 0, doc))
            continue
        first, *others = [part.strip() for part in code.split(",")]
        declared = re.fullmatch(r"(.*?\w)(\s*[ *]\s*\**(?:const\s*\*)?\s*)(\w+)(?:\[(\d+)\])?", first)
        if not declared:
            raise ValueError(f"fieldwright.h: a member that this reader does not know: {code}")
        for part in [declared[2] + declared[3] + (f"[{declared[4]}]" if declared[4] else "")] + others:
            one = re.fullmatch(r"([\s*]*(?:const\s*\*)?\s*)(\w+)(?:\[(\d+)\])?", part)
            if not one:
                raise ValueError(f"fieldwright.h: a member that this reader does not know: {part}")
            out.append(Variable(one[2], type_of(declared[1] + one[1]), int(one[3] or 0), doc))
    return out
