#pragma once

#include <string_view>

namespace fw {

// A manifest is a text that anybody can write: what it lists is taken away only under a name that this
// program gives by itself, and only with the listed size and SHA-256. Files under names that a user chose
// (symbols, imports, a workbook's) stay, whatever a manifest says of them.

/// What a folder holds, as the members of its manifest say.
enum class FolderContent { render, film, atlas, study, search, sweep, tune, simulation, engine_target };

/// Of a manifest.json or export.json; any other text counts as a render's.
FolderContent content_of(std::string_view manifest_text);

/// Whether this is a name that the program itself gives to a file of such a folder.
bool is_written_name(FolderContent content, std::string_view name);

}  // namespace fw
