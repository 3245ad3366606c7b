#include "core/water/lakes/hand_lakes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/water/drainage/cell_window.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

constexpr size_t kLeastCells = 4;
constexpr size_t kMostLakes = 250;  // a byte says which lake a cell belongs to
constexpr double kBankFall = 0.12;  // of a bank, per metre
constexpr double kBankRim_m = 0.1;  // of a bank over its lake
constexpr int kRingMargin_cells = 2;
constexpr size_t kSmallWindow_cells = 16384;  // outlines of smaller lakes are drawn finer

/// Cells of a plan by what holds them.
class Sites {
 public:
  Sites(const Template& tmpl, const LakeInputs& ground)
      : ground_(ground),
        g_(ground.land.grid),
        most_cut_m_(kMostHandCut * tmpl.relief.height_max_m),
        taken_(g_) {}

  /// The lake of a row; why there is none in `reason`.
  PlanLake draw(const WaterRow& row, std::string& reason) {
    PlanLake lake;
    const Result<Shape> shape = read_shape(row.place.shape);
    if (!shape) {
      reason = shape.error().message;
      return lake;
    }
    Mask own(g_);
    visit_shape(shape.value(), row.place.radius_m, g_, 0, [&](uint32_t cell, double inside_m) {
      if (inside_m < 0) return;
      own[cell] = 1;
      lake.cells.push_back(cell);
    });
    reason = unfit(own, lake);
    if (reason.empty()) reason = find_outlet(own, lake);
    if (reason.empty() && row.level_m) reason = set_level(*row.level_m, lake);
    if (!reason.empty()) return lake;
    if (rows_.size() == kMostLakes) {
      reason = "there are " + std::to_string(kMostLakes) + " lakes by hand before it, and no more have room";
      return lake;
    }
    lake.row = &row;
    lake.asked_m2 = static_cast<double>(lake.cells.size()) * g_.cell_area_m2();
    rows_.push_back(&row);
    for (const uint32_t cell : lake.cells) taken_[cell] = static_cast<uint8_t>(rows_.size());
    return lake;
  }

 private:
  std::string unfit(const Mask& own, const PlanLake& lake) const {
    const size_t count = lake.cells.size();
    if (count == 0) return "no cell's centre of the plan lies within it: off the frame, or too small";
    if (count < kLeastCells)
      return "it holds " + std::to_string(count) + " cells of the plan, and a lake needs " +
             std::to_string(kLeastCells);
    size_t at_sea = 0;
    for (const uint32_t cell : lake.cells) {
      const Neighbours around = neighbours(g_, cell);
      bool inland = ground_.land[cell] != 0 && around.count == 8;
      for (const uint32_t other : around) {
        inland = inland && ground_.land[other] != 0;
        for (const uint32_t next : neighbours(g_, other))
          if (taken_[next] != 0 && own[next] == 0)
            return "it lies over or beside the lake of row " + rows_[taken_[next] - 1u]->id;
      }
      if (!inland) ++at_sea;
    }
    if (at_sea > 0)
      return std::to_string(at_sea) + " of its " + std::to_string(count) +
             " cells lie at sea, beside it or at the edge of the frame: a lake has a cell of land all round";
    const auto pieces = list_components(own).cells.size();
    if (pieces > 1) return "it falls into " + std::to_string(pieces) + " pieces: draw a row for each";
    return {};
  }

  /// The lowest cell beside the lake whose way out does not lead back.
  std::string find_outlet(const Mask& own, PlanLake& lake) const {
    Mask beside(g_);
    for (const uint32_t cell : lake.cells)
      for (const uint32_t other : neighbours(g_, cell)) beside[other] = own[other] == 0 ? 1 : 0;
    for (uint32_t cell = 0; cell < beside.size(); ++cell) {
      if (beside[cell] == 0 || ground_.land[cell] == 0) continue;
      if (lake.outlet != kOffLand && ground_.height_m[cell] >= ground_.height_m[lake.outlet]) continue;
      uint32_t at = cell;
      while (own[at] == 0 && ground_.drainage.receiver[at] != at) at = ground_.drainage.receiver[at];
      if (own[at] == 0) lake.outlet = cell;
    }
    if (lake.outlet == kOffLand) return "no ground beside it leads its water on";
    lake.level_m = ground_.height_m[lake.outlet];
    return {};
  }

  std::string set_level(double level_m, PlanLake& lake) const {
    const auto rim_m = static_cast<double>(lake.level_m);
    const std::string where = told_metres(rim_m) + ", as high as the lowest ground beside it, at " +
                              told_place(g_.centre(lake.outlet));
    if (level_m < kLeastLand_m)
      return "its level_m, " + told_metres(level_m) + ", is that of the sea: state at least " +
             told_metres(kLeastLand_m);
    if (level_m > rim_m + most_cut_m_)
      return "its level_m, " + told_metres(level_m) + ", is more than " + told_metres(most_cut_m_) +
             " above " + where + ": state at most " + told_metres(rim_m + most_cut_m_) +
             ", or raise the ground";
    if (level_m < rim_m - most_cut_m_)
      return "its level_m, " + told_metres(level_m) + ", is more than " + told_metres(most_cut_m_) +
             " below " + where + ": state at least " + told_metres(rim_m - most_cut_m_) +
             ", or lower the ground";
    lake.level_m = static_cast<float>(level_m);
    return {};
  }

  const LakeInputs& ground_;
  const GridSpec& g_;
  double most_cut_m_;
  Raster<uint8_t> taken_;  ///< number of a lake by hand
  std::vector<const WaterRow*> rows_;
};

}  // namespace

std::vector<PlanLake> draw_lakes(const Template& tmpl, const LakeInputs& ground, HandTold& told) {
  Sites sites(tmpl, ground);
  std::vector<PlanLake> lakes;
  for (const WaterRow& row : tmpl.hand.waters) {
    if (!row.on || row.kind != WaterIs::lake) continue;
    std::string reason;
    PlanLake lake = sites.draw(row, reason);
    if (reason.empty())
      lakes.push_back(std::move(lake));
    else
      told.outcomes.push_back(
          suspended_row("waters", row, std::move(reason), static_cast<double>(lake.cells.size())));
  }
  return lakes;
}

std::vector<PlanLake> standing_lakes(const HeldLakes& held) {
  std::vector<PlanLake> lakes(held.outlet.size());
  for (uint32_t cell = 0; cell < held.lake.size(); ++cell)
    if (held.lake[cell] != 0) lakes[held.lake[cell] - 1u].cells.push_back(cell);
  for (size_t k = 0; k < lakes.size(); ++k) {
    lakes[k].asked_m2 = static_cast<double>(lakes[k].cells.size()) * held.lake.grid.cell_area_m2();
    lakes[k].outlet = held.outlet[k];
    lakes[k].level_m = held.level_m[k];
  }
  return lakes;
}

void make_room(const GridSpec& plan, const std::vector<PlanLake>& by_hand, size_t count,
               std::vector<PlanLake>& natural) {
  if (by_hand.empty()) return;
  Mask drawn(plan);
  for (const PlanLake& lake : by_hand)
    for (const uint32_t cell : lake.cells) drawn[cell] = 1;
  const Raster<float> away_m = distance_to(drawn);
  std::erase_if(natural, [&](const PlanLake& lake) {
    return std::ranges::any_of(lake.cells, [&](uint32_t cell) {
      return static_cast<double>(away_m[cell]) < kLeastGap_cells * plan.cell_m;
    });
  });
  for (const PlanLake& lake : by_hand) {
    if (natural.empty() || natural.size() + by_hand.size() <= count) return;
    const auto unlike = [&](const PlanLake& other) { return std::fabs(other.asked_m2 - lake.asked_m2); };
    natural.erase(std::ranges::min_element(natural, {}, unlike));
  }
}

void bank_up(const Mask& land, const Mask& others, const std::vector<PlanLake>& by_hand,
             Raster<float>& height_m) {
  const GridSpec& g = land.grid;
  for (const PlanLake& lake : by_hand) {
    if (!lake.row->level_m) continue;
    double lowest = static_cast<double>(lake.level_m);
    for (const uint32_t cell : lake.cells)
      for (const uint32_t other : neighbours(g, cell))
        lowest = std::min(lowest, static_cast<double>(height_m[other]));
    const double reach_m = (static_cast<double>(lake.level_m) - lowest) / kBankFall;
    const CellWindow part = window_round(g, lake.cells, static_cast<int>(reach_m / g.cell_m) + 3);
    Mask water(part.grid);
    for (const uint32_t cell : lake.cells) water[part.at(g, cell)] = 1;
    const Raster<float> away_m = distance_to(water);
    for (size_t i = 0; i < water.size(); ++i) {
      const uint32_t cell = part.cell(g, i);
      if (water[i] != 0 || land[cell] == 0 || others[cell] != 0) continue;
      const double bank_m = static_cast<double>(lake.level_m) + kBankRim_m -
                            kBankFall * std::max(static_cast<double>(away_m[i]) - 2 * g.cell_m, 0.0);
      height_m[cell] = std::max(height_m[cell], static_cast<float>(bank_m));
    }
  }
}

std::vector<std::vector<Vec2>> drawn_rings(const WaterRow& row, const GridSpec& plan) {
  const Result<Shape> read = read_shape(row.place.shape);
  if (!read) return {};
  std::vector<uint32_t> cells;
  visit_shape(read.value(), row.place.radius_m, plan, 0,
              [&](uint32_t cell, double) { cells.push_back(cell); });
  if (cells.empty()) return {};
  const CellWindow part = window_round(plan, cells, kRingMargin_cells);
  const int finer = part.grid.cells() < kSmallWindow_cells ? 4 : 2;
  const GridSpec grid{finer * part.grid.columns, finer * part.grid.rows, plan.cell_m / finer};
  const Vec2 origin = part.in_plan(plan, {0, 0});
  Shape shape = read.value();
  for (std::vector<Vec2>& ring : shape.parts)
    for (Vec2& vertex : ring) vertex = vertex - origin;
  const auto reach_m = static_cast<float>(2 * plan.cell_m);
  Raster<float> inside(grid, -reach_m);
  visit_shape(shape, row.place.radius_m, grid, static_cast<double>(reach_m),
              [&](uint32_t cell, double inside_m) { inside[cell] = static_cast<float>(inside_m); });
  std::vector<std::vector<Vec2>> rings = contour_lines(inside, 0);
  for (std::vector<Vec2>& ring : rings)
    for (Vec2& vertex : ring) vertex = part.in_plan(plan, vertex);
  std::ranges::sort(rings, [](const auto& a, const auto& b) { return ring_area_m2(a) > ring_area_m2(b); });
  return rings;
}

}  // namespace fw
