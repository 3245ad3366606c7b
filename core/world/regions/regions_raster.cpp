#include "core/world/regions/regions_raster.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr int kConnectRounds = 6;
constexpr double kBlurCut = 4.0;

/// A label's blurred indicator on the window of the grid that it can reach.
struct Indicator {
  Raster<float> value;  ///< its grid is the window, with its own origin
  int column = 0;       ///< of the window's first cell
  int row = 0;
};

struct CellBox {
  int left, top, right, bottom;  // inclusive
};

std::vector<CellBox> label_boxes(const Raster<uint8_t>& labels, int label_count) {
  const GridSpec& g = labels.grid;
  std::vector<CellBox> boxes(static_cast<size_t>(label_count), CellBox{g.columns, g.rows, -1, -1});
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0, next; column < g.columns; column = next) {
      const uint8_t label = labels.at(column, row);
      for (next = column + 1; next < g.columns && labels.at(next, row) == label;) ++next;
      if (label == 0 || label > label_count) continue;
      CellBox& b = boxes[label - 1u];
      b.left = std::min(b.left, column);
      b.right = std::max(b.right, next - 1);
      b.top = std::min(b.top, row);
      b.bottom = std::max(b.bottom, row);
    }
  return boxes;
}

/// Cells that a blur reaches beyond a box.
int blur_margin(const GridSpec& g, double sigma_m) {
  return static_cast<int>(std::ceil(kBlurCut * sigma_m / g.cell_m)) + 1;
}

Indicator blurred_indicator(const Raster<uint8_t>& labels, int label, const CellBox& box, double sigma_m) {
  const GridSpec& g = labels.grid;
  const int margin = blur_margin(g, sigma_m);
  const int left = std::max(0, box.left - margin), right = std::min(g.columns - 1, box.right + margin);
  const int top = std::max(0, box.top - margin), bottom = std::min(g.rows - 1, box.bottom + margin);
  Mask window(GridSpec{right - left + 1, bottom - top + 1, g.cell_m});
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column)
      window.at(column - left, row - top) = labels.at(column, row) == label;
  return {gaussian(window, sigma_m, kBlurCut), left, top};
}

/// Calls visit(cell, its centre in the window) for every cell of `grid` that the indicator can reach.
template <typename Visit>
void each_reached_cell(const Indicator& in, const GridSpec& plan, const GridSpec& grid, const Visit& visit) {
  const Vec2 origin{in.column * plan.cell_m, plan.height_m() - (in.row + in.value.grid.rows) * plan.cell_m};
  const int left = grid.column_at(origin.x), right = grid.column_at(origin.x + in.value.grid.width_m());
  const int top = grid.row_at(origin.y + in.value.grid.height_m()), bottom = grid.row_at(origin.y);
  parallel_for(static_cast<size_t>(bottom - top + 1), 32, [&](size_t begin, size_t end) {
    for (int row = top + static_cast<int>(begin); row < top + static_cast<int>(end); ++row)
      for (int column = left; column <= right; ++column)
        visit(grid.index(column, row), grid.centre(column, row) - origin);
  });
}

/// The label of the largest indicator at every cell of the land where any is above 0. Ties go to the lowest
/// label.
Raster<uint8_t> strongest(const std::vector<Indicator>& indicators, const Raster<uint8_t>& labels) {
  const GridSpec& g = labels.grid;
  Raster<uint8_t> out = labels;
  parallel_for(static_cast<size_t>(g.rows), 16, [&](size_t begin, size_t end) {
    std::vector<float> best(static_cast<size_t>(g.columns));
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row) {
      std::fill(best.begin(), best.end(), 0.0F);
      uint8_t* to = &out.cells[g.index(0, row)];
      for (size_t i = 0; i < indicators.size(); ++i) {
        const Indicator& in = indicators[i];
        if (row < in.row || row >= in.row + in.value.grid.rows) continue;
        const float* value = &in.value.cells[in.value.grid.index(0, row - in.row)];
        for (int c = 0; c < in.value.grid.columns; ++c) {
          const auto column = static_cast<size_t>(in.column + c);
          if (to[column] == 0 || !(value[c] > best[column])) continue;
          best[column] = value[c];
          to[column] = static_cast<uint8_t>(i + 1);
        }
      }
    }
  });
  return out;
}

void adopt_nearest(Raster<uint8_t>& labels, const std::vector<uint32_t>& orphans) {
  const Raster<uint32_t> nearest = nearest_cell(labels);
  std::vector<uint8_t> adopted;
  for (const uint32_t cell : orphans) adopted.push_back(labels[nearest[cell]]);
  for (size_t i = 0; i < orphans.size(); ++i) labels[orphans[i]] = adopted[i];
}

/// Orphans take the label that reaches them first over land: connected whatever their shape.
void adopt_along_land(Raster<uint8_t>& labels, const std::vector<uint32_t>& orphans) {
  const GridSpec& g = labels.grid;
  Mask orphan(g);
  for (const uint32_t cell : orphans) orphan[cell] = 1;
  std::vector<uint32_t> front;
  for (const uint32_t cell : orphans) {
    const int column = g.column_of(cell), row = g.row_of(cell);
    for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}}) {
      if (!g.contains(column + dx, row + dy)) continue;
      const size_t near = g.index(column + dx, row + dy);
      if (labels[near] != 0) front.push_back(static_cast<uint32_t>(near));
    }
  }
  for (size_t head = 0; head < front.size(); ++head) {
    const int column = g.column_of(front[head]), row = g.row_of(front[head]);
    for (const auto& [dx, dy] : {std::pair{0, -1}, {-1, 0}, {1, 0}, {0, 1}}) {
      if (!g.contains(column + dx, row + dy)) continue;
      const size_t near = g.index(column + dx, row + dy);
      if (!orphan[near]) continue;
      orphan[near] = 0;
      labels[near] = labels[front[head]];
      front.push_back(static_cast<uint32_t>(near));
    }
  }
}

/// Labels carried a little way into the sea, where another grid's shore may lie.
Raster<uint8_t> extend_labels(const Raster<uint8_t>& labels, const Raster<uint32_t>& nearest,
                              double reach_m) {
  const GridSpec& g = labels.grid;
  Raster<uint8_t> extended = labels;
  for (size_t cell = 0; cell < labels.size(); ++cell) {
    if (labels[cell] != 0 || nearest[cell] >= labels.size()) continue;
    if (squared_distance(g.centre(cell), g.centre(static_cast<size_t>(nearest[cell]))) > reach_m * reach_m)
      continue;
    extended[cell] = labels[nearest[cell]];
  }
  return extended;
}

}  // namespace

std::vector<uint32_t> drop_small_pieces(Raster<uint8_t>& labels) {
  const Components pieces = label_components(labels);
  std::vector<int32_t> largest(256, -1);
  for (size_t id = 0; id < pieces.cells.size(); ++id) {
    int32_t& keep = largest[pieces.label[id]];
    if (keep < 0 || pieces.cells[id] > pieces.cells[static_cast<size_t>(keep)])
      keep = static_cast<int32_t>(id);
  }
  std::vector<uint32_t> orphans;
  for (size_t cell = 0; cell < labels.size(); ++cell) {
    if (labels[cell] == 0 || pieces.id[cell] == largest[labels[cell]]) continue;
    orphans.push_back(static_cast<uint32_t>(cell));
  }
  for (const uint32_t cell : orphans) labels[cell] = 0;
  return orphans;
}

void connect_labels(Raster<uint8_t>& labels) {
  for (int round = 0; round < kConnectRounds; ++round) {
    const std::vector<uint32_t> orphans = drop_small_pieces(labels);
    if (orphans.empty()) return;
    adopt_nearest(labels, orphans);
  }
  adopt_along_land(labels, drop_small_pieces(labels));
}

void label_rest(Raster<uint8_t>& labels, const Raster<uint8_t>& land) {
  std::vector<uint32_t> rest;
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0 && labels[cell] == 0) rest.push_back(static_cast<uint32_t>(cell));
  if (!rest.empty()) adopt_along_land(labels, rest);
}

void smooth_labels(Raster<uint8_t>& labels, int label_count, double sigma_m) {
  const std::vector<CellBox> boxes = label_boxes(labels, label_count);
  std::vector<Indicator> indicators(boxes.size());
  parallel_for(boxes.size(), 1, [&](size_t i, size_t) {
    if (boxes[i].right >= 0)
      indicators[i] = blurred_indicator(labels, static_cast<int>(i) + 1, boxes[i], sigma_m);
  });
  labels = strongest(indicators, labels);
}

Raster<uint8_t> rasterise_labels(const Raster<uint8_t>& plan_labels, int label_count, const Mask& land) {
  const GridSpec& plan = plan_labels.grid;
  const GridSpec& g = land.grid;
  // One plan cell: enough to round the plan's stairs, too little to move a border.
  const double sigma_m = plan.cell_m;
  const Raster<uint32_t> nearest = nearest_cell(plan_labels);
  const Raster<uint8_t> extended =
      extend_labels(plan_labels, nearest, 4 * plan.cell_m + 2 * std::max(plan.cell_m, g.cell_m));
  const std::vector<CellBox> boxes = label_boxes(extended, label_count);

  /// Labels are visited in order and a later one must be strictly larger: ties go to the lowest label.
  struct {
    Raster<float> value;
    Raster<uint8_t> label;
  } best{Raster<float>(g), Raster<uint8_t>(g)};
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (!land[cell]) continue;
    const uint32_t near = nearest[plan.cell_at(g.centre(cell))];
    if (near < plan_labels.size()) best.label[cell] = plan_labels[near];
  }
  for (int label = 1; label <= label_count; ++label) {
    const CellBox& box = boxes[static_cast<size_t>(label - 1)];
    if (box.right < 0) continue;
    const Indicator in = blurred_indicator(extended, label, box, sigma_m);
    each_reached_cell(in, plan, g, [&](size_t cell, Vec2 place) {
      if (!land[cell]) return;
      const float v = bilinear(in.value, place);
      if (!(v > best.value[cell])) return;
      best.value[cell] = v;
      best.label[cell] = static_cast<uint8_t>(label);
    });
  }
  connect_labels(best.label);
  return std::move(best.label);
}

CodeWindow rasterise_codes(const Raster<uint8_t>& plan_codes, int code_count, const GridSpec& grid) {
  const GridSpec& plan = plan_codes.grid;
  const std::vector<CellBox> boxes = label_boxes(plan_codes, code_count);
  CellBox all{plan.columns, plan.rows, -1, -1};
  for (const CellBox& box : boxes)
    all = {std::min(all.left, box.left), std::min(all.top, box.top), std::max(all.right, box.right),
           std::max(all.bottom, box.bottom)};
  if (all.right < 0) return {};
  if (plan == grid) {
    CodeWindow out{
        all.left, all.top,
        Raster<uint8_t>(GridSpec{all.right - all.left + 1, all.bottom - all.top + 1, grid.cell_m})};
    for (int row = all.top; row <= all.bottom; ++row)
      for (int column = all.left; column <= all.right; ++column)
        out.codes.at(column - all.left, row - all.top) = plan_codes.at(column, row);
    return out;
  }
  // As far as any indicator can reach.
  const int margin = blur_margin(plan, plan.cell_m) + 1;
  const double west = (all.left - margin) * plan.cell_m, east = (all.right + 1 + margin) * plan.cell_m;
  const double north = plan.height_m() - (all.top - margin) * plan.cell_m,
               south = plan.height_m() - (all.bottom + 1 + margin) * plan.cell_m;
  CodeWindow out{grid.column_at(west), grid.row_at(north), {}};
  const GridSpec window{grid.column_at(east) - out.column + 1, grid.row_at(south) - out.row + 1, grid.cell_m};
  Raster<float> best(window, 0.0F), used(window, 0.0F);
  out.codes = Raster<uint8_t>(window, 0);
  for (int code = 1; code <= code_count; ++code) {
    const CellBox& box = boxes[static_cast<size_t>(code - 1)];
    if (box.right < 0) continue;
    const Indicator in = blurred_indicator(plan_codes, code, box, plan.cell_m);
    each_reached_cell(in, plan, grid, [&](size_t of_grid, Vec2 place) {
      const size_t cell = window.index(grid.column_of(of_grid) - out.column, grid.row_of(of_grid) - out.row);
      const float v = bilinear(in.value, place);
      used[cell] += v;
      if (!(v > best[cell])) return;
      best[cell] = v;
      out.codes[cell] = static_cast<uint8_t>(code);
    });
  }
  for (size_t cell = 0; cell < out.codes.size(); ++cell)
    if (!(best[cell] > 1 - used[cell])) out.codes[cell] = 0;
  return out;
}

Raster<uint8_t> plan_code_of(const RegionMap& map) {
  if (map.plan_code.size() != 0) return map.plan_code;
  return resample_nearest(map.code,
                          frame_grid({map.code.grid.width_m(), map.code.grid.height_m()}, kPlanResolution));
}

}  // namespace fw
