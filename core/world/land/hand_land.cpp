#include "core/world/land/hand_land.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

constexpr int kMostRounds = 5;  // then all rows are put in force

uint8_t code_of(const LandRow& row) {
  return row.is == LandIs::land ? kFixedLand : kFixedSea;
}

/// The last row that holds each cell, + 1; 0 = none. Rows that cannot be read are told if `told` is given.
Raster<uint16_t> rows_of_cells(const Template& tmpl, const GridSpec& grid, HandTold* told) {
  Raster<uint16_t> out(grid);
  for (size_t k = 0; k < tmpl.hand.land.size(); ++k) {
    const LandRow& row = tmpl.hand.land[k];
    if (!row.on) continue;
    const Result<Mask> cells = cells_of_place(row.place, tmpl.frame, grid);
    if (!cells) {
      if (told != nullptr) told->outcomes.push_back(suspended_row("land", row, cells.error().message));
      continue;
    }
    for (size_t cell = 0; cell < out.size(); ++cell)
      if (cells.value()[cell] != 0) out[cell] = static_cast<uint16_t>(k + 1);
  }
  return out;
}

Raster<uint8_t> codes_of(const Template& tmpl, const Raster<uint16_t>& rows,
                         const std::vector<uint8_t>& in_force) {
  Raster<uint8_t> out(rows.grid);
  for (size_t cell = 0; cell < out.size(); ++cell)
    if (rows[cell] != 0 && in_force[rows[cell] - 1u] != 0)
      out[cell] = code_of(tmpl.hand.land[rows[cell] - 1u]);
  return out;
}

/// Puts the rows in force that the outline does not meet; whether there was one.
bool add_unmet(const Template& tmpl, const Raster<uint16_t>& rows, const Outline& outline,
               std::vector<uint8_t>& in_force) {
  bool added = false;
  for (size_t cell = 0; cell < rows.size(); ++cell) {
    if (rows[cell] == 0 || in_force[rows[cell] - 1u] != 0) continue;
    const bool land = outline.piece[cell] != 0 || outline.islets[cell] != 0;
    if (land == (tmpl.hand.land[rows[cell] - 1u].is == LandIs::land)) continue;
    in_force[rows[cell] - 1u] = 1;
    added = true;
  }
  return added;
}

/// Cells of a row in the finished outline.
struct LandCount {
  int64_t asked = 0, got = 0, islets = 0;
};

void tell_rows(const Template& tmpl, const Raster<uint16_t>& rows, const Outline& outline, HandTold& told) {
  std::vector<LandCount> counts(tmpl.hand.land.size());
  for (size_t cell = 0; cell < rows.size(); ++cell) {
    if (rows[cell] == 0) continue;
    LandCount& count = counts[rows[cell] - 1u];
    const bool islet = outline.islets[cell] != 0;
    ++count.asked;
    if ((outline.piece[cell] != 0 || islet) != (tmpl.hand.land[rows[cell] - 1u].is == LandIs::land)) continue;
    ++count.got;
    count.islets += islet ? 1 : 0;
  }
  for (size_t k = 0; k < counts.size(); ++k) {
    const LandRow& row = tmpl.hand.land[k];
    const bool known = std::any_of(told.outcomes.begin(), told.outcomes.end(),
                                   [&](const HandOutcome& outcome) { return outcome.id == row.id; });
    if (!row.on || known) continue;
    const LandCount& count = counts[k];
    if (count.asked == 0) {
      told.outcomes.push_back(suspended_row(
          "land", row, "no cell of the plan is left to it: off the frame, too small, or under later rows"));
      continue;
    }
    std::string reason;
    if (count.got < count.asked)
      reason = std::to_string(count.asked - count.got) + " of " + std::to_string(count.asked) +
               " cells lie at the rim of the frame, which is sea";
    if (count.islets > 0)
      reason += (reason.empty() ? "" : "; ") + std::to_string(count.islets) +
                " cells lie apart from the ground: islets, without content";
    told.outcomes.push_back(acting_row("land", row, static_cast<double>(count.asked),
                                       static_cast<double>(count.got), std::move(reason)));
  }
}

/// The ground misses its share of the frame: rows leave no room for it.
void tell_fraction(const Template& tmpl, const Outline& outline, HandTold& told) {
  if (tmpl.land.shape == LandShape::inland) return;
  const auto cells = static_cast<double>(outline.piece.size());
  const auto ground = static_cast<int64_t>(std::count_if(
      outline.piece.cells.begin(), outline.piece.cells.end(), [](uint8_t p) { return p != 0; }));
  const auto wanted = static_cast<int64_t>(std::floor(tmpl.land.fraction * cells + 0.5));
  if (ground == wanted) return;
  const double got = static_cast<double>(ground) / cells;
  const std::string got_text = decimal_text(got, 4);
  const bool can_be_asked = got >= kLeastLandFraction && got <= most_land_fraction(tmpl.land.shape);
  const Cure cure = can_be_asked ? Cure{set_to("land.fraction", got_text)} : Cure{};
  told.findings.push_back(
      with_cures({Severity::warning, "land_fraction_by_hand", "land.fraction",
                  "Rows of hand.land leave the ground " + got_text + " of the frame instead of " +
                      decimal_text(tmpl.land.fraction, 4) + ": " + cure_words(cure) +
                      (can_be_asked ? ", or take away" : "take away") + " cells of these rows."},
                 {cure}));
}

}  // namespace

PlannedLand plan_land(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                      const PlanOutline& natural, HandTold& told) {
  const GridSpec plan = plan_grid(tmpl);
  const Raster<uint16_t> rows = rows_of_cells(tmpl, plan, &told);
  PlannedLand out{natural.outline, std::vector<uint8_t>(tmpl.hand.land.size(), 0)};
  for (int round = 1; add_unmet(tmpl, rows, out.outline, out.in_force); ++round) {
    if (round == kMostRounds) out.in_force.assign(out.in_force.size(), 1);
    out.outline =
        make_outline(tmpl, seeds, valleys, natural.shift, plan, {}, codes_of(tmpl, rows, out.in_force));
  }
  tell_rows(tmpl, rows, out.outline, told);
  if (std::ranges::find(out.in_force, 1) != out.in_force.end()) tell_fraction(tmpl, out.outline, told);
  return out;
}

Raster<uint8_t> fixed_land(const Template& tmpl, const std::vector<uint8_t>& in_force, const GridSpec& grid) {
  if (std::ranges::find(in_force, 1) == in_force.end()) return {};
  return codes_of(tmpl, rows_of_cells(tmpl, grid, nullptr), in_force);
}

}  // namespace fw
