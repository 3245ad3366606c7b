"""Makes the C# binding over fieldwright.h.

Usage: csharp.py fieldwright.h [binding | layout.c | layout.cs]

binding (the default): examples/unity/Fieldwright.cs. layout.c and layout.cs: two programs that print the size of every
struct and the offset of every member, one as the C compiler has them, one as the binding has; the first also assigns every
function to a pointer of the signature that the reading found.
"""

import sys
import textwrap
from typing import List
from xml.sax.saxutils import escape

sys.dont_write_bytecode = True  # no folder of them among the sources
from header import Function, Header, Signature, Struct, Type, Variable, parse  # noqa: E402

SCALARS = {
    "void": "void", "char": "byte", "uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong",
    "int32_t": "int", "int64_t": "long", "float": "float", "double": "double", "size_t": "UIntPtr", "ptrdiff_t": "IntPtr",
}  # fmt: skip
FIXED = ("byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double")  # what C# knows as arrays in structs
KEYWORDS = ("in", "out", "params", "event")

HEAD = """\
// Fieldwright for C#: every function of fieldwright.h (ABI {abi}). app/lib/bindings/csharp.py makes this file of the header, and
// a test compares; change the header or that program. C# 7.2; needs /unsafe ("Allow 'unsafe' code").
//
// Names, values and manners are those of the header and of docs/library.md, so that what stands there in C reads the same
// here. Texts are UTF-8 bytes that end with 0: Native.Bytes makes them, Native.Text reads them. Arrays that the library writes
// between calls are pinned (Pinned<T>). A managed method that the library calls stands behind a *_callback of this file.
using System;
using System.Runtime.InteropServices;
using System.Text;
#if UNITY_5_3_OR_NEWER
using AOT;
#endif

namespace Fieldwright
{{
#if !UNITY_5_3_OR_NEWER
    /// <summary>Marks what native code calls, for compilers ahead of time; Unity has its own.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute {{ public MonoPInvokeCallbackAttribute(Type type) {{ }} }}
#endif

    /// <summary>What a call refused: the sentence of its fw_error.</summary>
    public sealed class FieldwrightException : Exception
    {{
        public readonly fw_status Status;
        public FieldwrightException(fw_status status, string message) : base(message) {{ Status = status; }}
    }}

    /// <summary>An array that stays where it is until it is disposed of, so that the library may write into it.</summary>
    public sealed unsafe class Pinned<T> : IDisposable where T : struct
    {{
        public readonly T[] Array;
        GCHandle handle;

        public Pinned(int count) : this(new T[count]) {{ }}
        public Pinned(T[] array)
        {{
            Array = array;
            handle = GCHandle.Alloc(array, GCHandleType.Pinned);
        }}
        public void* Data {{ get {{ return (void*)handle.AddrOfPinnedObject(); }} }}
        /// <summary>All of it as a packed column of the column's natural type, or of `type`.</summary>
        public fw_column Column(fw_type type = 0) {{ return new fw_column {{ data = Data, type = type }}; }}
        public void Dispose() {{ if (handle.IsAllocated) handle.Free(); }}
    }}
"""

HELPERS = """\
        /// <summary>A text as the library takes it: UTF-8, 0 at its end. null stays null.</summary>
        public static byte[] Bytes(string text)
        {
            if (text == null) return null;
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        /// <summary>A text of the library; null for NULL.</summary>
        public static string Text(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) ++length;
            return Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Throws what a call refused.</summary>
        public static void Check(fw_status status, ref fw_error error)
        {
            if (status == fw_status.FW_OK) return;
            fixed (byte* message = error.message) throw new FieldwrightException(status, Text(message));
        }
"""


def said(doc: str, indent: int) -> List[str]:
    """A comment as IDEs show it."""
    if not doc:
        return []
    text = f"<summary>{escape(doc)}</summary>"
    begin = " " * indent + "/// "
    return [begin + line for line in textwrap.wrap(text, 120 - len(begin), break_long_words=False, break_on_hyphens=False)]


class Names:
    """The types of a header as C# has them."""

    def __init__(self, header: Header) -> None:
        self.types = dict(SCALARS)
        for one in header.structs:
            self.types[one.name] = one.name
        for one in header.enums:
            if one.name:
                self.types[one.name] = one.name
        for one in header.callbacks:
            self.types[one.name] = "IntPtr"

    def type(self, c: Type) -> str:
        return "IntPtr" if c.function else self.types[c.base] + "*" * c.stars

    def parameters(self, signature: Signature) -> str:
        out = []
        for parameter, name in zip(signature.parameters, parameter_names(signature)):
            out.append(f"{self.type(parameter.type)} {name}")
        return ", ".join(out)


def plain(name: str) -> str:
    return "@" + name if name in KEYWORDS else name


def parameter_names(signature: Signature) -> List[str]:
    """Those that the header leaves out are called after their types."""
    return [plain(one.name or one.type.base.replace("fw_", "", 1)) for one in signature.parameters]


def enum_lines(header: Header) -> List[str]:
    out: List[str] = []
    for one in header.enums:
        if not one.name:
            continue
        out += [""] + said(one.doc, 4) + [f"    public enum {one.name} : {SCALARS[one.base]}", "    {"]
        for name, number, doc in one.values:
            out += said(doc, 8) + [f"        {name} = {number},"]
        out += ["    }"]
    return out


def struct_lines(one: Struct, names: Names) -> List[str]:
    out = [""] + said(one.doc, 4)
    if not one.members:
        return out + [f"    public struct {one.name} {{ }}"]
    out += ["    [StructLayout(LayoutKind.Sequential)]", f"    public unsafe struct {one.name}", "    {"]
    last = ""
    for member in one.members:
        if member.doc != last:
            out += said(member.doc, 8)
        last = member.doc
        name, type_name = plain(member.name), names.type(member.type)
        if member.length and type_name in FIXED:
            out.append(f"        public fixed {type_name} {name}[{member.length}];")
        elif member.length:
            out.append(f"        public {type_name} {', '.join(f'{name}_{k}' for k in range(member.length))};")
        else:
            out.append(f"        public {type_name} {name};")
    return out + ["    }"]


def callbacks_of(header: Header) -> List[Function]:
    """The header's own, what is called inside them, and the members that are functions."""
    out: List[Function] = []
    for one in header.callbacks:
        for parameter in one.signature.parameters:
            if parameter.type.function:
                out.append(Function(f"{one.name}_{parameter.name}", parameter.type.function, ""))
        out.append(one)
    for struct in header.structs:
        for member in struct.members:
            if member.type.function:
                out.append(Function(f"{struct.name}_{member.name}", member.type.function, member.doc))
    return out


def callback_lines(one: Function, names: Names) -> List[str]:
    returns, parameters = names.type(one.signature.returns), names.parameters(one.signature)
    out = [""] + said(one.doc, 4)
    out += ["    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]"]
    out += [f"    public unsafe delegate {returns} {one.name}({parameters});"]
    given = parameter_names(one.signature)
    if given[0] != "user":
        return out
    return out + textwrap.indent(
        f"""
/// <summary>A managed method as {one.name}: `Function` and `User` are what the library is given. It must not be disposed of
/// while the library may call it. An exception cannot pass through native code: the last one is kept in `Thrown`.</summary>
public sealed unsafe class {one.name}_callback : IDisposable
{{
    static readonly {one.name} Kept = Enter;
    public static readonly IntPtr Function = Marshal.GetFunctionPointerForDelegate(Kept);
    public Exception Thrown;
    readonly {one.name} method;
    GCHandle self;

    public {one.name}_callback({one.name} method)
    {{
        this.method = method;
        self = GCHandle.Alloc(this);
    }}
    public void* User {{ get {{ return (void*)GCHandle.ToIntPtr(self); }} }}
    public void Dispose() {{ if (self.IsAllocated) self.Free(); }}

    [MonoPInvokeCallback(typeof({one.name}))]
    static void Enter({parameters})
    {{
        var to = ({one.name}_callback)GCHandle.FromIntPtr((IntPtr)user).Target;
        try {{ to.method({", ".join(given)}); }}
        catch (Exception thrown) {{ to.Thrown = thrown; }}
    }}
}}""",
        "    ",
    ).split("\n")


def binding(header: Header) -> str:
    names = Names(header)
    lines = HEAD.format(abi=dict(header.constants)["FW_ABI"]).split("\n")[:-1]
    lines += enum_lines(header)
    for struct in header.structs:
        lines += struct_lines(struct, names)
    for callback in callbacks_of(header):
        lines += callback_lines(callback, names)
    lines += ["", "    /// <summary>The functions of fieldwright.h.</summary>", "    public static unsafe class Native", "    {"]
    lines += ["        /// <summary>fieldwright.dll, libfieldwright.so.</summary>", '        const string Library = "fieldwright";', ""]
    for name, number in header.constants:
        lines.append(f"        public const uint {name} = {number};")
    for one in header.enums:
        for name, number, doc in [] if one.name else one.values:
            lines += said(doc, 8) + [f"        public const {SCALARS[one.base]} {name} = {number};"]
    lines += [""] + HELPERS.split("\n")[:-1]
    for function in header.functions:
        lines += [""] + said(function.doc, 8)
        lines += ["        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]"]
        call = f"{names.type(function.signature.returns)} {function.name}({names.parameters(function.signature)})"
        lines += [f"        public static extern {call};"]
    return "\n".join(lines + ["    }", "}"]) + "\n"


def places(struct: Struct, names: Names) -> List[Variable]:
    """The members of a struct, an array of structs as its first entry: named as in C, `type.base` as in C#."""
    out = []
    for member in struct.members:
        name = plain(member.name)
        if member.length:
            name = f"{name}[0]" if names.type(member.type) in FIXED else f"{name}_0"
        out.append(Variable(member.name + ("[0]" if member.length else ""), Type(name)))
    return out


def layout_c(header: Header) -> str:
    names = Names(header)
    lines = ['#include "fieldwright.h"', "#include <stdio.h>", "int main(void) {"]
    for struct in header.structs:
        if struct.members:
            lines.append(f'  printf("{struct.name} %zu\\n", sizeof({struct.name}));')
        for member in places(struct, names):
            lines.append(f'  printf("{struct.name}.{member.name} %zu\\n", offsetof({struct.name}, {member.name}));')
    for one in header.enums:
        for name, _, _ in one.values:
            lines.append(f'  printf("{name} %d\\n", (int){name});')
    for name, _ in header.constants:
        lines.append(f'  printf("{name} %d\\n", (int){name});')
    lines += ["  return 0;", "}"]
    for function in header.functions:
        of = ", ".join(one.type.text for one in function.signature.parameters) or "void"
        lines.append(f"{function.signature.returns.text} (*const of_{function.name})({of}) = {function.name};")
    return "\n".join(lines) + "\n"


def layout_cs(header: Header) -> str:
    names = Names(header)
    lines = ["using System;", "using Fieldwright;", "static unsafe class Layout", "{", "    public static void Print()", "    {"]
    for struct in header.structs:
        if not struct.members:
            continue
        at = f"of_{struct.name}"
        lines.append(f"        {struct.name} {at}; byte* begin_{at} = (byte*)&{at};")
        lines.append(f'        Console.WriteLine("{struct.name} " + sizeof({struct.name}));')
        for member in places(struct, names):
            offset = f"((byte*)&{at}.{member.type.base} - begin_{at})"
            lines.append(f'        Console.WriteLine("{struct.name}.{member.name} " + {offset});')
    for one in header.enums:
        for name, _, _ in one.values:
            lines.append(f'        Console.WriteLine("{name} " + (int){one.name or "Native"}.{name});')
    for name, _ in header.constants:
        lines.append(f'        Console.WriteLine("{name} " + Native.{name});')
    return "\n".join(lines + ["    }", "}"]) + "\n"


def main() -> None:
    header_path, what = (sys.argv[1:] + ["binding"])[:2]
    with open(header_path, encoding="utf-8") as text:
        header = parse(text.read())
    made = {"binding": binding, "layout.c": layout_c, "layout.cs": layout_cs}[what]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.write(made(header))


if __name__ == "__main__":
    main()
