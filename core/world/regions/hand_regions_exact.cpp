#include <algorithm>
#include <utility>

#include "core/field/filter.h"
#include "core/world/land/hand_places.h"
#include "core/world/regions/hand_regions_internal.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

/// Rows beyond the template's numbers of regions do nothing.
void limit_exact(const Template& tmpl, std::vector<RegionRowPlan>& rows) {
  int neutral = neutral_regions(tmpl), controllable = tmpl.regions.controllable;
  for (RegionRowPlan& row : rows) {
    if (!row.exactly || !row.suspended.empty()) continue;
    int& left = row.neutral ? neutral : controllable;
    if (left == 0)
      row.suspended = std::string("the template has no more ") +
                      (row.neutral ? "neutral regions" : "regions with an owner") +
                      " than other rows are exactly: raise regions." +
                      (row.neutral ? "neutral" : "controllable");
    else
      --left;
  }
}

bool acts_exactly(const RegionRowPlan& row) {
  return row.exactly && row.suspended.empty();
}

/// The region of the plan that is as a row draws it, cell by cell; kNoRegion if there is none. A row that is
/// not neutral says nothing of a natural region that is.
int same_region(const RegionPlan& plan, const RegionRowPlan& row) {
  const uint8_t code = plan.code[row.cells.front()];
  if (code == 0 || (row.row->neutral && static_cast<int>(code) > plan.neutral())) return kNoRegion;
  const bool inside =
      std::all_of(row.cells.begin(), row.cells.end(), [&](uint32_t cell) { return plan.code[cell] == code; });
  const auto all = static_cast<size_t>(std::ranges::count(plan.code.cells, code));
  return inside && all == row.cells.size() ? code - 1 : kNoRegion;
}

/// Cells of the ground without a region take the nearest one.
void adopt_nearest_label(const Raster<uint8_t>& ground, Raster<uint8_t>& labels) {
  std::vector<uint32_t> rest;
  for (size_t cell = 0; cell < ground.size(); ++cell)
    if (ground[cell] != 0 && labels[cell] == 0) rest.push_back(static_cast<uint32_t>(cell));
  if (rest.empty()) return;
  const Raster<uint32_t> nearest = nearest_cell(labels);
  std::vector<uint8_t> adopted;
  for (const uint32_t cell : rest)
    adopted.push_back(nearest[cell] < labels.size() ? labels[nearest[cell]] : 0);
  for (size_t i = 0; i < rest.size(); ++i) labels[rest[i]] = adopted[i];
}

/// A template for the ground that the exact rows leave: so many regions less, and the neutral share that is
/// left.
Template rest_of(const Template& tmpl, const std::vector<RegionRowPlan>& rows, int64_t land) {
  Template rest = tmpl;
  rest.hand = {};
  int64_t neutral_cells_taken = 0, taken = 0;
  for (const RegionRowPlan& row : rows) {
    if (!acts_exactly(row)) continue;
    --(row.neutral ? rest.regions.neutral : rest.regions.controllable);
    taken += static_cast<int64_t>(row.cells.size());
    if (row.neutral) neutral_cells_taken += static_cast<int64_t>(row.cells.size());
  }
  const double left = static_cast<double>(std::max<int64_t>(land - taken, 1));
  const double share = static_cast<double>(neutral_cells(tmpl, land) - neutral_cells_taken) / left;
  bool first = true;
  for (FactionRow& faction : rest.vocabulary.factions) {
    if (faction.role != FactionRole::neutral) continue;
    faction.share = first ? std::clamp(share, 0.0, 1.0) : 0.0;
    first = false;
  }
  return rest;
}

/// The ground without the exact rows; its pieces numbered without gaps.
Raster<uint8_t> ground_left(const Raster<uint8_t>& ground, const std::vector<RegionRowPlan>& rows) {
  Raster<uint8_t> left = ground;
  for (const RegionRowPlan& row : rows)
    if (acts_exactly(row))
      for (const uint32_t cell : row.cells) left[cell] = 0;
  std::vector<uint8_t> number(256, 0);
  for (const uint8_t piece : left.cells) number[piece] = 1;
  number[0] = 0;
  uint8_t next = 0;
  for (uint8_t& n : number) n = n != 0 ? ++next : 0;
  for (uint8_t& piece : left.cells) piece = number[piece];
  return left;
}

/// An exact row is anchored in its own middle.
RegionAnchor anchor_of(const RegionRowPlan& row, const SeedBundle& seeds, const GridSpec& grid) {
  RegionAnchor anchor;
  anchor.id = derive(seeds.layout_stream(), "regions.row." + row.row->id);
  anchor.cells = static_cast<double>(row.cells.size());
  for (const uint32_t cell : row.cells) anchor.at_m = anchor.at_m + grid.centre(size_t{cell});
  anchor.at_m = anchor.at_m * (1 / anchor.cells);
  return anchor;
}

/// Draws the plan anew round the exact rows. Codes: neutral ones first, each group from north to south.
void redraw(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
            const Progress& progress, std::vector<RegionRowPlan>& rows, RegionPlan& plan) {
  const Raster<uint8_t> left = ground_left(ground, rows);
  const int64_t land =
      std::count_if(ground.cells.begin(), ground.cells.end(), [](uint8_t g) { return g != 0; });
  const Template rest = rest_of(tmpl, rows, land);
  RegionDraw drawn{Raster<uint8_t>(ground.grid),
                   std::vector<RegionAnchor>(static_cast<size_t>(region_count(rest)))};
  const bool any_left = std::any_of(left.cells.begin(), left.cells.end(), [](uint8_t g) { return g != 0; });
  if (region_count(rest) > 0 && any_left) {
    drawn = draw_plan_regions(rest, seeds, left, progress).drawn;
    adopt_nearest_label(left, drawn.labels);
  }
  Raster<uint8_t>& labels = drawn.labels;
  std::vector<RegionAnchor>& anchors = drawn.anchors;
  // Neutral ones of the rest, exact neutral ones, then the others alike.
  const int exact_neutral = tmpl.regions.neutral - rest.regions.neutral;
  for (uint8_t& label : labels.cells)
    if (label > neutral_regions(rest)) label = static_cast<uint8_t>(label + exact_neutral);
  anchors.insert(anchors.begin() + neutral_regions(rest), static_cast<size_t>(exact_neutral), RegionAnchor{});
  anchors.resize(static_cast<size_t>(plan.count()));
  int next_neutral = neutral_regions(rest), next = region_count(rest) + exact_neutral;
  std::vector<int> label_of(rows.size(), kNoRegion);
  for (size_t r = 0; r < rows.size(); ++r) {
    if (!acts_exactly(rows[r])) continue;
    label_of[r] = ++(rows[r].neutral ? next_neutral : next);
    anchors[static_cast<size_t>(label_of[r]) - 1] = anchor_of(rows[r], seeds, ground.grid);
    for (const uint32_t cell : rows[r].cells) labels[cell] = static_cast<uint8_t>(label_of[r]);
  }
  adopt_nearest_label(ground, labels);  // where no region is left to draw
  revive_lost_labels(labels, plan.count());
  const std::vector<uint8_t> code = order_by_anchors(labels, anchors, plan.neutral());
  for (size_t r = 0; r < rows.size(); ++r)
    if (label_of[r] != kNoRegion) rows[r].region = code[static_cast<size_t>(label_of[r])] - 1;
  plan.code = std::move(labels);
  plan.anchors = std::move(anchors);
}

}  // namespace

std::vector<RegionRowPlan> read_region_rows(const Template& tmpl, const Raster<uint8_t>& ground) {
  std::vector<RegionRowPlan> out;
  Raster<uint16_t> holder(ground.grid);  // row + 1
  for (const RegionRow& row : tmpl.hand.regions) {
    if (!row.on) continue;
    RegionRowPlan plan;
    plan.row = &row;
    plan.has_place = !row.place.shape.empty() || !row.place.runs.cells.empty();
    plan.exactly = plan.has_place && row.is == RegionIs::exactly;
    plan.neutral = row.neutral;
    out.push_back(std::move(plan));
    if (!out.back().has_place) continue;
    const Result<Mask> cells = cells_of_place(row.place, tmpl.frame, ground.grid);
    if (!cells) {
      out.back().suspended = cells.error().message;
      continue;
    }
    for (size_t cell = 0; cell < ground.size(); ++cell) {
      if (cells.value()[cell] == 0) continue;
      ++out.back().asked;
      if (ground[cell] != 0) holder[cell] = static_cast<uint16_t>(out.size());
    }
  }
  for (size_t cell = 0; cell < holder.size(); ++cell)
    if (holder[cell] != 0) out[holder[cell] - 1u].cells.push_back(static_cast<uint32_t>(cell));
  for (RegionRowPlan& row : out) {
    const auto got = static_cast<int64_t>(row.cells.size());
    if (!row.has_place || !row.suspended.empty()) continue;
    if (got == 0)
      row.suspended = "no cell of the ground is left to it: at sea, off the frame, or under later rows";
    else if (got < row.asked)
      row.note = std::to_string(row.asked - got) + " of " + std::to_string(row.asked) +
                 " cells lie off the ground or under later rows";
  }
  return out;
}

bool place_exact_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                         const Progress& progress, std::vector<RegionRowPlan>& rows, RegionPlan& plan) {
  bool met = true;
  for (RegionRowPlan& row : rows) {
    if (!acts_exactly(row)) continue;
    row.region = same_region(plan, row);
    met = met && row.region != kNoRegion;
    if (row.region != kNoRegion) row.neutral = row.region < plan.neutral();
  }
  if (met) return false;
  limit_exact(tmpl, rows);
  redraw(tmpl, seeds, ground, progress, rows, plan);
  return true;
}

}  // namespace fw
