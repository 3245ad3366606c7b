"""Makes the wheel of a finished build tree: the package, its extension and the shared library in one folder."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Dict, Optional

SOURCE = Path(__file__).resolve().parents[2]


def version() -> str:
    """Of the library, from its header."""
    header = (SOURCE / "app/lib/fieldwright.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define FW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))


def package_files(build: Path) -> Dict[str, bytes]:
    """What an installation of the components python and library holds, by name in the wheel."""
    with tempfile.TemporaryDirectory() as folder:
        for component in ("library", "python"):
            subprocess.run(["cmake", "--install", str(build), "--component", component, "--prefix", folder, "--strip"],
                           check=True, stdout=subprocess.DEVNULL)
        package = Path(folder) / "lib/python3/dist-packages/fieldwright"
        files = {f"fieldwright/{path.name}": path.read_bytes() for path in package.iterdir() if path.is_file()}
        library = next(Path(folder).glob("lib/**/libfieldwright.so.0"))
        files["fieldwright/libfieldwright.so.0"] = library.read_bytes()
        return files


def build_wheel(wheel_directory: str, config_settings: Optional[object] = None,
                metadata_directory: Optional[str] = None) -> str:
    """PEP 517: writes the wheel, returns its name."""
    number = version()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"cp39-abi3-{platform}"
    information = f"fieldwright-{number}.dist-info"
    files = package_files(Path(os.environ.get("FIELDWRIGHT_BUILD", SOURCE / "build/release")))
    files[f"{information}/METADATA"] = (
        "Metadata-Version: 2.1\nName: fieldwright\n"
        f"Version: {number}\nSummary: Crowds, action timing, spawning and worlds from coherent noise\n"
        "License: MIT\nRequires-Python: >=3.9\nRequires-Dist: cffi>=1.15\nRequires-Dist: numpy\n").encode()
    files[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: fieldwright {number}\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    record = f"{information}/RECORD"
    lines = []
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    files[record] = ("".join(lines) + f"{record},,\n").encode()
    wheel = f"fieldwright-{number}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):  # equal builds give equal wheels
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
            archive.writestr(entry, data)
    return wheel
