#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

// A template with its files in one: a ZIP without compression (docs/hand-files.md, 7).
namespace fw {

inline constexpr std::string_view kPackedTemplate = "template.json";
inline constexpr uint64_t kMostPackBytes = uint64_t{512} << 20;
inline constexpr size_t kMostPackedFiles = 6000;

struct PackedFile {
  std::string name;  ///< "template.json", "hand/land-1a2b3c4d.png"
  std::string bytes;
};

/// Whether bytes begin as a ZIP does.
bool is_pack(std::string_view bytes);

/// Equal files, equal bytes: no times, no owners.
Result<std::string> pack_files(const std::vector<PackedFile>& files);

/// Every file of a pack. Refused, with `source` named: what is no ZIP, names that a render would not write
/// (app/job/folder/manifest.h), too many files or bytes, no template.json. ErrorKind::io or limit.
Result<std::vector<PackedFile>> unpack_files(std::string_view bytes, const std::string& source);

}  // namespace fw
