#!/usr/bin/env bash
# Godot 3's headers for plug-ins, which Debian keeps in the source package alone: headers.sh FOLDER fetches that package
# and writes them to FOLDER.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: headers.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
# From where this machine has its packages.
apt-get indextargets 'Created-By: Packages' 'Component: main' --format 'deb-src $(REPO_URI) $(RELEASE) main' |
  sort -u >"$work/sources.list"
cd "$work"
options=(-qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
apt-get "${options[@]}" update
apt-get "${options[@]}" source --download-only godot
tar -xzf godot_*.orig.tar.gz --wildcards '*/modules/gdnative/*'
cd godot-*/modules/gdnative
# As Godot's own build makes the last header, of the interface's description.
python3 - "$folder" <<'PYTHON'
import json, sys, types
stub = types.ModuleType("platform_methods")
stub.subprocess_main = lambda names: None
sys.modules["platform_methods"] = stub
import gdnative_builders
with open("gdnative_api.json", encoding="utf-8") as api:
    text = gdnative_builders._build_gdnative_api_struct_header(json.load(api))
with open("include/gdnative_api_struct.gen.h", "w", encoding="utf-8") as header:
    header.write(text)
PYTHON
cp -a include/. "$folder"
