#include <algorithm>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/raster.h"

namespace fw {

namespace {

/// A run of cells of one row with one label.
struct Run {
  uint32_t begin, end;
  uint32_t parent;  ///< index of an earlier run of the same component, or its own
};

uint32_t root_of(std::vector<Run>& runs, uint32_t run) {
  while (runs[run].parent != run) run = runs[run].parent = runs[runs[run].parent].parent;
  return run;
}

/// The runs of all nonzero labels in scan order. Those of one component have one root: its first run.
std::vector<Run> joined_runs(const Raster<uint8_t>& labels) {
  std::vector<Run> runs;
  const auto columns = static_cast<uint32_t>(labels.grid.columns);
  uint32_t above = 0;  // the first run of the row above that may touch this one
  for (uint32_t row = 0; row < labels.size(); row += columns) {
    const auto first = static_cast<uint32_t>(runs.size());
    for (uint32_t at = row; at < row + columns;) {
      const auto end = static_cast<uint32_t>(end_of_run(labels.cells.data(), at, row + columns));
      if (labels[at] != 0) {
        auto own = static_cast<uint32_t>(runs.size());
        runs.push_back({at, end, own});
        while (above < first && runs[above].end + columns <= at) ++above;
        for (uint32_t a = above; a < first && runs[a].begin + columns < end; ++a) {
          if (labels[runs[a].begin] != labels[at]) continue;
          const uint32_t other = root_of(runs, a);
          runs[std::max(own, other)].parent = std::min(own, other);
          own = std::min(own, other);
        }
      }
      at = end;
    }
    above = first;
  }
  return runs;
}

/// Finds components without the raster of ids; calls visit(run, id) for every run.
template <typename Visit>
Components components_of(const Raster<uint8_t>& labels, const Visit& visit) {
  Components out;
  std::vector<Run> runs = joined_runs(labels);
  std::vector<int32_t> id_of(runs.size());
  for (uint32_t r = 0; r < runs.size(); ++r) {
    const Run& run = runs[r];
    const uint32_t root = root_of(runs, r);
    if (root == r) {
      id_of[r] = static_cast<int32_t>(out.cells.size());
      out.cells.push_back(0);
      out.label.push_back(labels[run.begin]);
      out.first.push_back(run.begin);
    }
    id_of[r] = id_of[root];
    out.cells[static_cast<size_t>(id_of[r])] += run.end - run.begin;
    visit(run, id_of[r]);
  }
  return out;
}

}  // namespace

Components list_components(const Raster<uint8_t>& labels) {
  return components_of(labels, [](const Run&, int32_t) {});
}

std::vector<ComponentRun> component_runs(const Raster<uint8_t>& labels) {
  std::vector<ComponentRun> out;
  components_of(labels, [&out](const Run& run, int32_t id) {
    out.push_back({run.begin, run.end, static_cast<uint32_t>(id)});
  });
  return out;
}

Components label_components(const Raster<uint8_t>& labels) {
  Raster<int32_t> id(labels.grid, -1);
  Components out = components_of(labels, [&](const Run& run, int32_t of_run) {
    std::fill(id.cells.begin() + run.begin, id.cells.begin() + run.end, of_run);
  });
  out.id = std::move(id);
  return out;
}

namespace {

/// One step of the 4-neighbour cross: a cell stays set (erode) if all five are set, or becomes set (dilate)
/// if any is. Cells outside the frame count as 0.
template <bool kAll>
Mask cross_step(const Mask& mask) {
  Mask out(mask.grid);
  const auto columns = static_cast<size_t>(mask.grid.columns), rows = static_cast<size_t>(mask.grid.rows);
  const std::vector<uint8_t> beyond(columns, 0);
  const auto both = [](bool a, bool b) -> bool { return kAll ? a & b : a | b; };
  parallel_for(rows, 64, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      const uint8_t* own = mask.cells.data() + r * columns;
      const uint8_t* north = r > 0 ? own - columns : beyond.data();
      const uint8_t* south = r + 1 < rows ? own + columns : beyond.data();
      uint8_t* to = out.cells.data() + r * columns;
      for (size_t c = 0; c < columns; ++c) to[c] = both(own[c] != 0, both(north[c] != 0, south[c] != 0));
      for (size_t c = 1; c < columns; ++c) to[c] = both(to[c] != 0, own[c - 1] != 0);
      for (size_t c = 1; c < columns; ++c) to[c - 1] = both(to[c - 1] != 0, own[c] != 0);
      to[0] = both(to[0] != 0, false);
      to[columns - 1] = both(to[columns - 1] != 0, false);
    }
  });
  return out;
}

}  // namespace

Mask erode(const Mask& mask, int steps) {
  Mask out = mask;
  for (int i = 0; i < steps; ++i) out = cross_step<true>(out);
  return out;
}

Mask dilate(const Mask& mask, int steps) {
  Mask out = mask;
  for (int i = 0; i < steps; ++i) out = cross_step<false>(out);
  return out;
}

Mask fill_holes(const Mask& mask) {
  Mask gaps(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i) gaps[i] = mask[i] == 0;
  const Components parts = label_components(gaps);
  std::vector<uint8_t> open(parts.cells.size(), 0);
  const auto mark = [&](int column, int row) {
    const int32_t id = parts.id.at(column, row);
    if (id >= 0) open[static_cast<size_t>(id)] = 1;
  };
  for (int c = 0; c < mask.grid.columns; ++c) mark(c, 0), mark(c, mask.grid.rows - 1);
  for (int r = 0; r < mask.grid.rows; ++r) mark(0, r), mark(mask.grid.columns - 1, r);
  Mask out(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i)
    out[i] = parts.id[i] < 0 || open[static_cast<size_t>(parts.id[i])] == 0;
  return out;
}

Mask largest_component(const Mask& mask) {
  Mask set(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i) set[i] = mask[i] != 0;
  const Components parts = label_components(set);
  Mask out(mask.grid);
  if (parts.cells.empty()) return out;
  const auto best =
      static_cast<int32_t>(std::max_element(parts.cells.begin(), parts.cells.end()) - parts.cells.begin());
  for (size_t i = 0; i < mask.size(); ++i) out[i] = parts.id[i] == best;
  return out;
}

}  // namespace fw
