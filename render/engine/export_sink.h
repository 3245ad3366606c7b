#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/field/vertex_grid.h"
#include "core/model/finding.h"
#include "render/engine/axes.h"

namespace fw {

/// A piece of the ground in a file of its own.
struct ExportTile {
  std::string file;
  int column = 0, row = 0;
  double x_m = 0, y_m = 0;  ///< its south-west corner
};

/// The ground of a target (docs/export.md, 2).
struct ExportSurface {
  VertexGrid grid;
  double quantum_m = 1;
  std::string digest;  ///< surface_digest(); "" = the target has none
};

/// What export.json says of a target beside its files (docs/export.md, 6).
struct ExportFacts {
  std::string target_version;
  ToTarget to_target;
  double unit_m = 1;
  ExportSurface surface;
  std::vector<ExportTile> tiles;
  std::vector<std::pair<std::string, long long>> counts;    ///< things by class
  std::vector<std::pair<std::string, long long>> unmapped;  ///< classes without an asset
  Findings findings;
};

/// Where a target's files go.
class ExportSink {
 public:
  virtual ~ExportSink() = default;
  /// Stages a file under its final name, "points.csv" or "tiles/3/1/2.js".
  virtual Result<Done> put(std::string_view name, std::string_view bytes) = 0;
  /// A folder for writers that need a path, and a file of it that is to be staged.
  virtual const std::filesystem::path& staging() const = 0;
  virtual Result<Done> adopt(std::string_view name) = 0;

  ExportFacts facts;
  Progress progress;
};

}  // namespace fw
