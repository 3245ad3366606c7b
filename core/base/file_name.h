#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// Names of files that every system can hold, so that a folder made on one opens on any other. Windows holds
// the fewest: no < > : " / \ | ? * and no control characters, no full stop or blank at the end, no name of a
// device whatever its ending (con, nul.json, com1.png), and none that differs from another by the case of
// letters alone.
namespace fw {

/// Whether a name, up to its first full stop, is that of a device on Windows: con, prn, aux, nul, com0 to
/// com9, lpt0 to lpt9 (also with the digits ¹ ² ³), conin$, conout$, clock$; in any case, with blanks behind
/// it.
bool is_device_name(std::string_view name);

/// The name where every system can hold it, else the nearest one: `_` for each character that one cannot
/// hold, each byte that is no UTF-8, and full stops and blanks at the end; `_` behind the name of a device
/// ("con_.json"). An empty name is "_". For one part of a path, without folders.
std::string portable_file_name(std::string_view name);

/// What names of files in a folder are made of.
enum class FileLetters {
  all,    ///< every letter that every system can hold: beside files of the user's
  plain,  ///< A to Z, digits, `_`, `-` and full stops, none at the beginning: in our own folders and packs
};

/// The names of copies of files in one folder, in the order given: as stated where every system can hold
/// them, else with `_` as portable_file_name() has it. One that another before it has but for the case of the
/// letters A to Z gets `_2` before its ending, or the first number that is free; equal names stay equal.
std::vector<std::string> copied_file_names(const std::vector<std::string>& names, FileLetters letters);

/// What a file that a text names is called in a folder: `stated` where the folder lists it, letter for
/// letter, else the first of `copies` that it lists; `stated` where there is none. So a copy under another
/// name is found by the text that names the file.
std::string listed_name(const std::filesystem::path& folder, const std::string& stated,
                        const std::vector<std::string>& copies);

}  // namespace fw
