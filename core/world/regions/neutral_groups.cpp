#include "core/world/regions/neutral_groups.h"

#include <algorithm>

#include "core/field/filter.h"
#include "core/world/regions/regions_raster.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

constexpr int64_t kLeastCells = 20;  // of a region

/// Every label keeps its largest piece; the rest of the land takes what reaches it first, and land that
/// nothing reaches stays as it is.
void keep_largest(Raster<uint8_t>& labels, const Raster<uint8_t>& land) {
  const Raster<uint8_t> before = labels;
  drop_small_pieces(labels);
  label_rest(labels, land);
  for (size_t cell = 0; cell < labels.size(); ++cell)
    if (labels[cell] == 0) labels[cell] = before[cell];
}

/// Smooths labels, none over the border of its ground piece; label l is of piece (l - 1) % pieces + 1.
void smooth_on_pieces(Raster<uint8_t>& labels, int count, size_t pieces, const Raster<uint8_t>& plan,
                      double sigma_m) {
  const Raster<uint8_t> before = labels;
  smooth_labels(labels, count, sigma_m);
  for (size_t cell = 0; cell < labels.size(); ++cell)
    if (labels[cell] != 0 && (labels[cell] - 1u) % pieces != plan[cell] - 1u) labels[cell] = before[cell];
}

/// The parts with the cells of their labels, in the coordinates that they had.
std::vector<RegionPart> parts_of_labels(const Raster<uint8_t>& labels, const std::vector<RegionPart>& parts) {
  std::vector<double> x(labels.size()), y(labels.size());
  std::vector<RegionPart> out = parts;
  for (RegionPart& part : out) {
    for (size_t i = 0; i < part.cell.size(); ++i) {
      x[part.cell[i]] = part.x[i];
      y[part.cell[i]] = part.y[i];
    }
    part.cell.clear();
    part.x.clear();
    part.y.clear();
  }
  for (uint32_t cell = 0; cell < labels.size(); ++cell) {
    if (labels[cell] == 0) continue;
    RegionPart& part = out[labels[cell] - 1u];
    part.cell.push_back(cell);
    part.x.push_back(x[cell]);
    part.y.push_back(y[cell]);
  }
  return out;
}

}  // namespace

std::optional<std::vector<RegionPart>> settle_groups(const Template& tmpl, const Raster<uint8_t>& plan,
                                                     double smooth_m, const std::vector<RegionPart>& parts) {
  const bool among = std::ranges::any_of(parts, [](const RegionPart& part) { return part.among > 0; });
  if (neutral_regions(tmpl) == 0 || among || tmpl.regions.neutral_at == "border" || parts.size() % 2 != 0 ||
      parts.size() > 254)
    return std::nullopt;
  const size_t pieces = parts.size() / 2;  // of ground: as many neutral parts come first
  Raster<uint8_t> labels(plan.grid, 0);
  for (size_t part = 0; part < parts.size(); ++part)
    for (const uint32_t cell : parts[part].cell) labels[cell] = static_cast<uint8_t>(part + 1);
  keep_largest(labels, plan);
  for (int pass = 0; pass < 2; ++pass)
    smooth_on_pieces(labels, static_cast<int>(parts.size()), pieces, plan, smooth_m);
  keep_largest(labels, plan);
  const int64_t land =
      std::count_if(plan.cells.begin(), plan.cells.end(), [](uint8_t piece) { return piece != 0; });
  settle_neutral_cells(labels, static_cast<int>(pieces), neutral_cells(tmpl, land),
                       neutral_border_distance(labels, static_cast<int>(pieces)), {});
  std::vector<RegionPart> settled = parts_of_labels(labels, parts);
  for (const RegionPart& part : settled) {
    const auto cells = static_cast<int64_t>(part.cell.size());
    if (cells < kLeastCells * part.regions || (part.regions == 0 && cells > 0)) return std::nullopt;
  }
  return settled;
}

}  // namespace fw
