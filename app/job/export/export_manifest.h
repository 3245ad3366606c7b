#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/job/folder/manifest.h"
#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"

namespace fw {

/// Grows when an older program could no longer read the folder.
inline constexpr int kExportFormat = 1;

/// export.json (docs/export.md, 6): no time, host or thread count.
std::string export_json(const ExportSource& source, std::string_view target, const ExportFacts& facts,
                        const std::vector<Manifest::File>& files);

/// What is checked of an export.json.
struct StoredExport {
  std::string target, template_digest;
  std::vector<std::pair<std::string, std::string>> digests;
  std::vector<Manifest::File> files;
};
Result<StoredExport> read_export_manifest(const std::filesystem::path& folder);

}  // namespace fw
