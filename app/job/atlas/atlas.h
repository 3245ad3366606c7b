#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/folder/manifest.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/finding.h"
#include "render/map/scene/plate_style.h"

namespace fw {

/// What an atlas is made of: a template, or the world of a render's folder.
struct AtlasRequest {
  BuildRequest build;
  std::optional<std::filesystem::path> source;  ///< a render's folder, in place of `build`
  std::optional<std::string> palette{};         ///< absent: the template's, else the default
  std::optional<std::string> map_style{};       ///< the same
  bool danger_patterns = false;
  PaperSize sheet = PaperSize::a3;
  int scale = 0;  ///< the N of 1:N; 0: the largest round one of at most 30 sheets
  std::filesystem::path folder;
  bool overwrite = false;  ///< files in the folder that no older atlas wrote
};

struct AtlasDone {
  Findings feasibility;
  std::string template_name;
  int scale = 0, pages = 0;
  size_t sheets = 0, places = 0;
  uint64_t bytes = 0;                ///< of the PDF
  std::vector<std::string> files{};  ///< relative to the folder, manifest last
};

/// The most memory that write_atlas() holds of a template, as far as it is known before the world is.
double atlas_bytes(const AtlasRequest& request);

/// Builds the world and writes atlas.pdf, places.csv and manifest.json; a failure or cancellation leaves the
/// folder as it was. Same inputs, same bytes. ErrorKind::limit above 400 sheets, naming a scale;
/// ErrorKind::mismatch where a render's folder does not give its world again.
Result<AtlasDone> write_atlas(const AtlasRequest& request, const Progress& progress = {});

}  // namespace fw
