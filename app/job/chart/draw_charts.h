#pragma once

#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/chart/chart.h"

namespace fw {

/// A file to be, its name relative to the folder that it will lie in.
struct NamedFile {
  std::string name;
  std::string bytes;
};

struct NamedChart {
  std::string name;  ///< without folder and ending
  Chart chart;
};

/// Every chart as "charts/NAME.svg" and ".png", side by side; in the order given. The same bytes at any
/// thread count.
Result<std::vector<NamedFile>> draw_all(const std::vector<NamedChart>& charts, const Progress& progress);

}  // namespace fw
