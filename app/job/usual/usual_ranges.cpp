#include "app/job/usual/usual_ranges.h"

#include "app/job/usual/search_figures.h"
#include "core/measure/pattern/summary.h"

namespace fw {

UsualRanges shipped_ranges(const Template& tmpl, int resolution) {
  UsualRanges out;
  const FigureTable table = search_figures(tmpl, resolution);
  for (size_t k = 0; k < table.figures.size(); ++k) {
    const std::vector<double>& usual = table.usual[k];
    if (!usual.empty())
      out[table.figures[k].name] = {percentile(usual, 0.05), percentile(usual, 0.5), percentile(usual, 0.95)};
  }
  return out;
}

}  // namespace fw
