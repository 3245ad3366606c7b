#include "core/world/regions/hand_regions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/field/filter.h"
#include "core/world/regions/hand_regions_internal.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

void add_note(std::string& to, const std::string& more) {
  to += (to.empty() ? "" : "; ") + more;
}

/// The regions that the other rows mean.
void find_regions(const RegionPlan& plan, std::vector<RegionRowPlan>& rows) {
  const GridSpec& g = plan.code.grid;
  for (RegionRowPlan& row : rows) {
    if (row.exactly || !row.suspended.empty()) continue;
    const double x = row.row->x_m.value_or(-1), y = row.row->y_m.value_or(-1);
    const bool in_frame = x >= 0 && y >= 0 && x <= g.width_m() && y <= g.height_m();
    const uint8_t code = in_frame ? plan.code[g.cell_at({x, y})] : 0;
    row.region = code - 1;
    if (code == 0) row.suspended = "there is no region at its x_m and y_m";
  }
}

/// Cells join the region that holds them; whether one changed.
bool place_holds(const std::vector<RegionRowPlan>& rows, RegionPlan& plan) {
  std::vector<uint8_t> exact(256, 0);
  plan.held = Mask(plan.code.grid);
  plan.exact = Mask(plan.code.grid);
  bool changed = false;
  for (const RegionRowPlan& row : rows) {
    if (!row.has_place || !row.suspended.empty()) continue;
    const auto code = static_cast<uint8_t>(row.region + 1);
    if (row.exactly) exact[code] = 1;
    for (const uint32_t cell : row.cells) {
      plan.held[cell] = 1;
      plan.exact[cell] = row.exactly ? 1 : 0;
      changed = changed || plan.code[cell] != code;
      plan.code[cell] = code;
    }
  }
  if (changed) join_cut_off(plan.held, exact, plan.code);
  return changed;
}

/// The neutral region that becomes controllable where another one is stated to be neutral: the one of the
/// most similar size, ties to the lowest; kNoRegion if all are stated.
int gives_way(const RegionPlan& plan, const std::vector<RegionShape>& shapes,
              const std::vector<uint8_t>& neutral, const std::vector<uint8_t>& stated, int for_region) {
  int best = kNoRegion;
  int64_t least = 0;
  for (int r = 0; r < plan.neutral(); ++r) {
    const auto at = static_cast<size_t>(r);
    if (stated[at] != 0 || neutral[at] == 0) continue;
    const int64_t apart = std::abs(shapes[at].cells - shapes[static_cast<size_t>(for_region)].cells);
    if (best != kNoRegion && apart >= least) continue;
    least = apart;
    best = r;
  }
  return best;
}

/// Regions become neutral, and as many neutral ones controllable as far as rows leave any. Whether one did.
bool place_neutral(std::vector<RegionRowPlan>& rows, RegionPlan& plan) {
  const auto count = static_cast<size_t>(plan.count());
  std::vector<uint8_t> neutral(count, 0), stated(count, 0);
  for (size_t r = 0; r < count; ++r) neutral[r] = static_cast<int>(r) < plan.neutral() ? 1 : 0;
  for (const RegionRowPlan& row : rows)
    if (row.suspended.empty() && row.neutral) stated[static_cast<size_t>(row.region)] = 1;
  const std::vector<RegionShape> shapes = shapes_of(plan.code, plan.count());
  bool changed = false;
  for (RegionRowPlan& row : rows) {
    if (!row.suspended.empty() || !row.neutral || neutral[static_cast<size_t>(row.region)] != 0) continue;
    changed = true;
    const int other = gives_way(plan, shapes, neutral, stated, row.region);
    neutral[static_cast<size_t>(row.region)] = 1;
    if (other != kNoRegion) {
      neutral[static_cast<size_t>(other)] = 0;
    } else {
      ++plan.counted.regions.neutral;
      --plan.counted.regions.controllable;
      if (plan.counted.regions.neutral_at == "none") {
        plan.counted.regions.neutral = 1;
        plan.counted.regions.neutral_at = "spread";
      }
      add_note(row.note, "the template's neutral regions are all stated, so there is one more of them");
    }
  }
  if (!changed) return false;
  // Neutral ones first, as order_by_anchors needs them.
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return neutral[static_cast<size_t>(a)] > neutral[static_cast<size_t>(b)];
  });
  std::vector<uint8_t> label(count + 1, 0);
  for (size_t i = 0; i < count; ++i) label[static_cast<size_t>(order[i]) + 1] = static_cast<uint8_t>(i + 1);
  for (uint8_t& code : plan.code.cells) code = label[code];
  std::vector<RegionAnchor> anchors(count);
  for (size_t r = 0; r < count; ++r) anchors[label[r + 1] - 1u] = plan.anchors[r];
  plan.anchors = std::move(anchors);
  const std::vector<uint8_t> code = order_by_anchors(plan.code, plan.anchors, plan.neutral());
  for (RegionRowPlan& row : rows)
    if (row.region != kNoRegion) row.region = code[label[static_cast<size_t>(row.region) + 1]] - 1;
  return true;
}

void state_owner(const Template& tmpl, RegionRowPlan& row, RegionPlan& plan) {
  if (row.row->owner.empty()) return;
  const auto faction = find_row(tmpl.vocabulary.factions, row.row->owner);
  if (!faction || tmpl.vocabulary.factions[*faction].role != FactionRole::owner)
    return add_note(row.note, row.row->owner + " is no faction that owns regions");
  if (row.region < plan.neutral()) return add_note(row.note, "a neutral region has no owner");
  plan.owners[static_cast<size_t>(row.region)] = static_cast<Faction>(*faction);
  row.owns = true;
}

/// What a row states of its region as a whole, and may state.
struct StatedColumn {
  const char* name;
  bool (*states)(const RegionRowPlan& row);
};
constexpr StatedColumn kStatedColumns[] = {
    {"name", [](const RegionRowPlan& row) { return !row.row->name.empty(); }},
    {"owner", [](const RegionRowPlan& row) { return row.owns; }},
    {"danger", [](const RegionRowPlan& row) { return row.row->danger.has_value(); }},
    {"biomes", [](const RegionRowPlan& row) { return row.row->biomes.has_value(); }}};

constexpr std::string_view kStatesNothing =
    "it states nothing of its region: state a name, an owner, a mix or a shape, or switch it off";

/// Says what of a row later ones of the same region replace; a row that is replaced altogether, or states
/// nothing, does nothing.
void tell_replaced(std::vector<RegionRowPlan>& rows) {
  for (size_t r = 0; r < rows.size(); ++r) {
    RegionRowPlan& row = rows[r];
    if (!row.suspended.empty()) continue;
    std::string replaced;
    bool acts = row.has_place || row.row->neutral;
    for (const StatedColumn& column : kStatedColumns) {
      if (!column.states(row)) continue;
      const auto later = std::find_if(
          rows.rbegin(), rows.rend() - static_cast<std::ptrdiff_t>(r + 1), [&](const RegionRowPlan& other) {
            return other.suspended.empty() && other.region == row.region && column.states(other);
          });
      if (later == rows.rend() - static_cast<std::ptrdiff_t>(r + 1))
        acts = true;
      else
        add_note(replaced, std::string("its ") + column.name + " is replaced by row " + later->row->id);
    }
    if (!replaced.empty()) add_note(row.note, replaced);
    if (acts) continue;
    row.suspended = row.note.empty() ? std::string(kStatesNothing) : row.note;
  }
}

/// Names, owners and mixes by region; later rows over earlier ones.
void state_columns(const Template& tmpl, std::vector<RegionRowPlan>& rows, RegionPlan& plan) {
  plan.names.assign(static_cast<size_t>(plan.count()), {});
  plan.owners.assign(static_cast<size_t>(plan.count()), {});
  for (RegionRowPlan& row : rows) {
    if (!row.suspended.empty()) continue;
    if (!row.row->name.empty()) plan.names[static_cast<size_t>(row.region)] = row.row->name;
    state_owner(tmpl, row, plan);
    if (row.row->danger || row.row->biomes)
      plan.mixes.push_back({{row.region + 1, row.row->danger, row.row->biomes}, row.row->id});
  }
}

void tell_pieces(const RegionRowPlan& row, const RegionPlan& plan, const Components& pieces, HandTold& told) {
  const auto code = static_cast<uint8_t>(row.region + 1);
  const auto count = std::count(pieces.label.begin(), pieces.label.end(), code);
  if (count < 2) return;
  int64_t largest = 0, all = 0;
  for (size_t id = 0; id < pieces.cells.size(); ++id) {
    if (pieces.label[id] != code) continue;
    largest = std::max(largest, pieces.cells[id]);
    all += pieces.cells[id];
  }
  const double cell_m2 = plan.code.grid.cell_area_m2();
  told.findings.push_back(
      {Severity::warning, "region_in_pieces", hand_path("regions", row.row->id),
       "The region of row " + row.row->id + " lies in " + std::to_string(count) + " pieces, " +
           std::to_string(
               static_cast<int64_t>(std::floor(static_cast<double>(all - largest) * cell_m2 + 0.5))) +
           " m^2 apart from the largest: join them by cells between, or take the smaller ones away."});
}

void tell_rows(const std::vector<RegionRowPlan>& rows, const RegionPlan& plan, HandTold& told) {
  const Components pieces = list_components(plan.code);
  for (const RegionRowPlan& row : rows) {
    if (!row.suspended.empty()) {
      told.outcomes.push_back(
          suspended_row("regions", *row.row, row.suspended, static_cast<double>(row.asked)));
      continue;
    }
    const auto code = static_cast<uint8_t>(row.region + 1);
    const auto got = std::count_if(row.cells.begin(), row.cells.end(),
                                   [&](uint32_t cell) { return plan.code[cell] == code; });
    told.outcomes.push_back(acting_row("regions", *row.row,
                                       row.has_place ? static_cast<double>(row.asked) : 1,
                                       row.has_place ? static_cast<double>(got) : 1, row.note));
    if (row.has_place) tell_pieces(row, plan, pieces, told);
  }
}

}  // namespace

void join_cut_off(const Mask& held, const std::vector<uint8_t>& exact, Raster<uint8_t>& labels) {
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    const Components pieces = label_components(labels);
    std::vector<uint8_t> keeps(pieces.cells.size(), 0);
    std::vector<int32_t> largest(256, -1);
    for (size_t id = 0; id < pieces.cells.size(); ++id) {
      int32_t& most = largest[pieces.label[id]];
      if (most < 0 || pieces.cells[id] > pieces.cells[static_cast<size_t>(most)])
        most = static_cast<int32_t>(id);
      if (exact[pieces.label[id]] != 0) keeps[id] = 1;
    }
    for (const int32_t id : largest)
      if (id >= 0) keeps[static_cast<size_t>(id)] = 1;
    for (size_t cell = 0; cell < labels.size(); ++cell)
      if (labels[cell] != 0 && held[cell] != 0) keeps[static_cast<size_t>(pieces.id[cell])] = 1;
    Raster<uint8_t> takers = labels;
    std::vector<uint32_t> orphans;
    for (size_t cell = 0; cell < labels.size(); ++cell) {
      if (labels[cell] == 0) continue;
      const bool orphan = keeps[static_cast<size_t>(pieces.id[cell])] == 0;
      if (orphan) orphans.push_back(static_cast<uint32_t>(cell));
      if (orphan || exact[labels[cell]] != 0) takers[cell] = 0;
    }
    if (orphans.empty()) return;
    const Raster<uint32_t> nearest = nearest_cell(takers);
    for (const uint32_t cell : orphans)
      if (nearest[cell] < labels.size()) labels[cell] = takers[nearest[cell]];
  }
}

void adapt_regions(const Template& tmpl, const SeedBundle& seeds, const Raster<uint8_t>& ground,
                   const Progress& progress, RegionPlan& plan) {
  std::vector<RegionRowPlan> rows = read_region_rows(tmpl, ground);
  const bool redrawn = place_exact_regions(tmpl, seeds, ground, progress, rows, plan);
  find_regions(plan, rows);
  const bool moved = place_holds(rows, plan);
  const bool turned = place_neutral(rows, plan);
  plan.natural = !redrawn && !moved && !turned;
  plan.redrawn = redrawn || turned;
  if (moved || turned) {
    revive_lost_labels(plan.code, plan.count());
    settle_shares(plan.counted, plan.code, plan.count(), neutral_border_distance(plan.code, plan.neutral()),
                  plan.held);
    const std::vector<RegionShape> shapes = shapes_of(plan.code, plan.count());
    for (size_t r = 0; r < shapes.size(); ++r) plan.anchors[r].cells = static_cast<double>(shapes[r].cells);
  }
  state_columns(tmpl, rows, plan);
  tell_replaced(rows);
  tell_rows(rows, plan, plan.told);
}

void adopt_rest(const Raster<uint8_t>& plan_code, const Mask& land, Raster<uint8_t>& code) {
  Raster<uint32_t> nearest;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || code[cell] != 0) continue;
    if (nearest.size() == 0) nearest = nearest_cell(plan_code);
    const uint32_t at = nearest[plan_code.grid.cell_at(land.grid.centre(cell))];
    if (at < plan_code.size()) code[cell] = plan_code[at];
  }
}

}  // namespace fw
