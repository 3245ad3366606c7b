#include "core/world/hand/paint/class_move.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/class_fit.h"
#include "core/world/hand/paint/hand_natural.h"
#include "core/world/hand/paint/hand_rows.h"
#include "core/world/plan/cancel.h"

namespace fw {
namespace {

constexpr double kDecided_sd = 30;
constexpr double kRimStrength_sd = 1;
constexpr uint8_t kFree = 255;

/// What rims and bias add to a class at one cell, in sd.
struct Lean {
  uint8_t code = 0;  ///< class + 1; 0 = none
  double by_sd = 0;
};
Lean rim_lean(const Paint& change, size_t cell) {
  if (change.rim[cell] == 0) return {};
  const double inside_m = change.rim_inside_m[cell], feather_m = change.rim_feather_m[cell];
  return {change.rim[cell], kRimStrength_sd * (1 + inside_m / feather_m) / 2};
}
Lean bias_lean(const Paint& change, size_t cell) {
  return {change.bias[cell], static_cast<double>(change.bias_sd[cell])};
}

/// The scores with rims and bias.
std::vector<Plane> leaning_scores(const ClassMove& m, const Raster<uint8_t>& decided,
                                  const std::vector<size_t>& plane_of) {
  std::vector<Plane> score = m.score;
  for (size_t slot = 0; slot < m.blocks.cell.size(); ++slot) {
    const uint32_t cell = m.blocks.cell[slot];
    if (decided[cell] != 0) continue;
    for (const Lean lean : {rim_lean(m.change, cell), bias_lean(m.change, cell)})
      if (lean.code != 0)
        score[plane_of[lean.code - 1u]][slot] += static_cast<float>(lean.by_sd * m.bias_unit);
  }
  return score;
}

/// The plane that decided cells hold, kFree elsewhere.
std::vector<uint8_t> decided_planes(const ClassMove& m, const Raster<uint8_t>& decided,
                                    const std::vector<size_t>& plane_of) {
  std::vector<uint8_t> out(m.blocks.cell.size(), kFree);
  for (size_t slot = 0; slot < out.size(); ++slot)
    if (const uint8_t code = decided[m.blocks.cell[slot]]; code != 0)
      out[slot] = static_cast<uint8_t>(plane_of[code - 1u]);
  return out;
}

std::vector<uint32_t> decided_slots(const std::vector<uint8_t>& plane) {
  std::vector<uint32_t> out;
  for (size_t slot = 0; slot < plane.size(); ++slot)
    if (plane[slot] != kFree) out.push_back(static_cast<uint32_t>(slot));
  return out;
}

/// Raises decided slots in their plane and lowers them in the others.
void pin_decided(const std::vector<uint8_t>& plane, const std::vector<uint32_t>& slots, float height,
                 std::vector<Plane>& pulled) {
  parallel_for(pulled.size(), 1, [&](size_t k, size_t) {
    for (const uint32_t slot : slots) pulled[k][slot] = plane[slot] == k ? height : -height;
  });
}

LabelBounds bounds_round(const Raster<uint8_t>& decided, size_t classes) {
  LabelBounds bounds{Raster<uint8_t>(decided.grid, 1),
                     Raster<uint8_t>(decided.grid, static_cast<uint8_t>(classes))};
  for (size_t cell = 0; cell < decided.size(); ++cell)
    if (decided[cell] != 0) bounds.low[cell] = bounds.high[cell] = decided[cell];
  return bounds;
}

MovedClasses move_round(const ClassMove& m, const Raster<uint8_t>& decided, const Raster<uint8_t>& natural,
                        const Progress& progress) {
  const size_t classes = m.target.empty() ? 0 : m.target[0].size();
  const std::vector<size_t> plane_of = planes_of(m.rows, classes);
  const std::vector<Plane> score = leaning_scores(m, decided, plane_of);
  const std::vector<uint8_t> plane = decided_planes(m, decided, plane_of);
  const ZoneCounts target = columns_of(m.target, m.rows);
  ClassFit fit;
  fit.lambda = m.lambda;
  fit.winner = plane;
  for (size_t slot = 0; slot < plane.size(); ++slot)
    if (plane[slot] == kFree)
      fit.winner[slot] = static_cast<uint8_t>(plane_of[natural[m.blocks.cell[slot]] - 1u]);
  const std::vector<uint32_t> slots = decided_slots(plane);
  const auto height = static_cast<float>(kDecided_sd * m.sd);
  pull_together({m.blocks, m.sample, score, target, natural.grid, m.sd, m.jump_sd, m.mbo_sigma_m,
                 [&](std::vector<Plane>& pulled) { pin_decided(plane, slots, height, pulled); }},
                m.anew, fit, progress);
  stop_if_cancelled(progress);

  MovedClasses out;
  for (size_t slot = 0; slot < plane.size(); ++slot)
    fit.winner[slot] = static_cast<uint8_t>(m.rows[plane[slot] != kFree ? plane[slot] : fit.winner[slot]]);
  out.code = scatter_codes(m.blocks, fit.winner, natural.grid);
  const std::vector<uint32_t> slot_of = slots_of_cells(m.blocks, natural.size());
  const LabelBounds bounds = bounds_round(decided, classes);
  RepairTask task{static_cast<int>(classes), m.zone, m.target, [&](uint32_t cell, int cls) {
                    return shifted_at(m.blocks, fit.pulled, fit.lambda, slot_of[cell],
                                      plane_of[static_cast<size_t>(cls)]);
                  }};
  task.bounds = &bounds;
  out.repaired = m.repair(out.code, task);
  out.lambda = std::move(fit.lambda);
  return out;
}

enum class Miss : uint8_t { any, too_many };

/// Some zone has more of a class, or with `any` fewer, than the repair lets pass.
bool misses_counts(const ClassMove& m, const Raster<uint8_t>& code, Miss miss) {
  const ZoneCounts counts = count_codes(m.zone, m.target.size(), code, m.target[0].size());
  for (size_t z = 0; z < counts.size(); ++z)
    for (size_t k = 0; k < counts[z].size(); ++k) {
      const int64_t more = counts[z][k] - m.target[z][k];
      if (static_cast<double>(miss == Miss::any ? std::abs(more) : more) >
          m.may_miss * static_cast<double>(m.blocks.zone_cells[z]))
        return true;
    }
  return false;
}

}  // namespace

MovedClasses move_classes(const ClassMove& m, const Raster<uint8_t>& natural, const Progress& progress) {
  const DecidedCells& decided = m.decided;
  const bool one_round = decided.strictly.cells == decided.freely.cells;
  // Where the decided cells alone are too many of a class, no move can meet the counts.
  if (!one_round && !misses_counts(m, decided.strictly, Miss::too_many)) {
    MovedClasses moved = move_round(m, decided.strictly, natural, progress);
    if (!misses_counts(m, moved.code, Miss::any)) return moved;
  }
  return move_round(m, decided.freely, natural, progress);
}

DecidedCells decided_cells(const Raster<uint8_t>& region, const Raster<uint8_t>& natural, const Paint& paint,
                           const Paint& change, const std::vector<bool>& moved, bool local) {
  const std::vector<bool> none(moved.size(), false);
  PaintPlaces painted = painted_ground(change, region, moved.size());
  const Mask standing = standing_ground(region, painted, moved),
             near = local ? standing_ground(region, painted, none) : standing,
             far = far_ground(region, painted, local ? none : moved);
  DecidedCells out{paint.core, paint.core};
  for (size_t cell = 0; cell < natural.size(); ++cell) {
    if (paint.core[cell] != 0) continue;
    if (standing[cell] != 0) out.freely[cell] = natural[cell];
    if (near[cell] != 0 || far[cell] != 0) out.strictly[cell] = natural[cell];
  }
  return out;
}

std::vector<size_t> planes_of(const std::vector<size_t>& rows, size_t classes) {
  std::vector<size_t> plane_of(classes, 0);
  for (size_t i = 0; i < rows.size(); ++i) plane_of[rows[i]] = i;
  return plane_of;
}

std::vector<size_t> painted_besides(const Paint& paint, const std::vector<size_t>& rows, size_t classes) {
  std::vector<bool> painted(classes + 1, false);
  for (size_t cell = 0; cell < paint.want.size(); ++cell)
    painted[paint.want[cell]] = painted[paint.rim[cell]] = painted[paint.bias[cell]] = true;
  std::vector<size_t> out;
  for (size_t k = 0; k < classes; ++k)
    if (painted[k + 1] && std::find(rows.begin(), rows.end(), k) == rows.end()) out.push_back(k);
  return out;
}

ZoneTable offsets_by_plane(const ZoneTable& offsets, const std::vector<size_t>& rows, size_t usual,
                           double absent) {
  ZoneTable out;
  for (const auto& of_class : offsets) {
    double least = 0;
    for (size_t i = 0; i < usual; ++i)
      if (of_class[rows[i]] > absent) least = std::min(least, of_class[rows[i]]);
    out.emplace_back();
    for (size_t i = 0; i < rows.size(); ++i)
      out.back().push_back(i < usual && of_class[rows[i]] > absent ? of_class[rows[i]] : least);
  }
  return out;
}

void recut_strictly(const Raster<uint8_t>& region, const Raster<float>& field, const ZoneCounts& target,
                    const Raster<uint8_t>& decided, Raster<uint8_t>& code) {
  const size_t regions = target.size(), classes = target.empty() ? 0 : target[0].size();
  const ZoneCounts natural = count_codes(region, regions, code, classes);
  const ZoneCounts held = count_codes(region, regions, decided, classes);
  std::vector<bool> changes(regions, false);
  for (size_t r = 0; r < regions; ++r) changes[r] = natural[r] != target[r];
  for (size_t cell = 0; cell < code.size(); ++cell)
    if (region[cell] != 0 && decided[cell] != 0 && decided[cell] != code[cell])
      changes[region[cell] - 1u] = true;
  std::vector<std::vector<uint32_t>> free(regions);
  for (uint32_t cell = 0; cell < code.size(); ++cell) {
    if (region[cell] == 0 || !changes[region[cell] - 1u]) continue;
    if (decided[cell] != 0)
      code[cell] = decided[cell];
    else
      free[region[cell] - 1u].push_back(cell);
  }
  for (size_t r = 0; r < regions; ++r) {
    if (!changes[r]) continue;
    std::vector<int64_t> counts = target[r];
    for (size_t k = 0; k < classes; ++k) counts[k] -= held[r][k];
    quantile_cut(field, free[r], counts, code);
  }
}

}  // namespace fw
