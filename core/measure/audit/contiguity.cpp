#include "core/measure/audit/contiguity.h"

#include <algorithm>

#include "core/field/filter.h"

namespace fw {
namespace {

/// Components with a cell that is held as their class; all false where nothing is held.
std::vector<bool> held_components(const Components& components, const Raster<uint8_t>& held) {
  std::vector<bool> out(components.cells.size(), false);
  for (size_t cell = 0; cell < held.size(); ++cell)
    if (const int32_t id = held[cell] != 0 ? components.id[cell] : -1;
        id >= 0 && components.label[static_cast<size_t>(id)] == held[cell])
      out[static_cast<size_t>(id)] = true;
  return out;
}

}  // namespace

std::vector<ClassContiguity> measure_contiguity(const Raster<uint8_t>& code, int classes,
                                                double speck_area_m2, const Raster<uint8_t>& held) {
  const Components components = label_components(code);
  std::vector<ClassContiguity> out(static_cast<size_t>(classes));
  std::vector<int64_t> largest(out.size(), 0);
  std::vector<int64_t> specks(out.size(), 0), held_specks(out.size(), 0);
  const std::vector<bool> is_held = held_components(components, held);
  for (size_t c = 0; c < components.cells.size(); ++c) {
    const int label = components.label[c];
    if (label < 1 || label > classes) continue;
    const size_t k = static_cast<size_t>(label - 1);
    const int64_t cells = components.cells[c];
    out[k].cells += cells;
    ++out[k].patches;
    largest[k] = std::max(largest[k], cells);
    if (is_held[c]) ++out[k].held_patches;
    if (static_cast<double>(cells) * code.grid.cell_area_m2() >= speck_area_m2) continue;
    specks[k] += cells;
    if (is_held[c]) held_specks[k] += cells;
  }
  for (size_t k = 0; k < out.size(); ++k) {
    if (out[k].cells == 0) continue;
    const double all = static_cast<double>(out[k].cells);
    out[k].largest_share = static_cast<double>(largest[k]) / all;
    out[k].speckle_share = static_cast<double>(specks[k]) / all;
    out[k].held_speckle_share = static_cast<double>(held_specks[k]) / all;
  }
  return out;
}

}  // namespace fw
