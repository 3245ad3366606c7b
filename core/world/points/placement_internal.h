#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/field/noise/noise.h"
#include "core/world/land/spacing.h"
#include "core/world/points/class_field.h"
#include "core/world/points/placement_scan.h"

// The parts of placing one class, for placement*.cpp and for what the designer's hand does to it
// (core/world/hand).

namespace fw {

/// A class and what every rung of its ladder reads.
struct Placement {
  const PlacementInputs& inputs;
  Category category;
  const PointClass& cls;
  NoiseField type_noise;
  uint64_t substream = 0;
  std::vector<Vec2> strong_m;  ///< landmarks that draw enemies
  std::vector<KeepOut> keep_out;
  std::string where;                              ///< "resources[3]"
  std::shared_ptr<const CellDice> dice = {};      ///< of rows of `rerolls`; null = none
  std::shared_ptr<const PlaceRules> places = {};  ///< the field's
};
Placement prepare_placement(const PlacementInputs& inputs, Category category, const PointClass& cls,
                            const LandmarkPlan& plan, const ClassField& field);

/// What a quota counts.
struct Target {
  int region = 0;                    ///< 0 = not a region of its own
  int piece = 0;                     ///< 0 = not a piece of its own
  std::vector<uint8_t> inside = {};  ///< by region code; empty = all ground

  bool all() const { return inside.empty(); }
  bool holds(uint8_t code) const { return all() || inside[code] != 0; }
};
/// The targets of a class, one after the other.
std::vector<Target> targets_of(const RegionMap& map, QuotaBy by);

/// One relaxation of a class.
struct Rung {
  double gate;
  double spacing_m;
};
/// The relaxation ladder: the gate opens by .15 down to 0, then the spacing shrinks step by step.
std::vector<Rung> ladder(const PointClass& cls);

/// The cells of the field above the rung's gate with their lambda, and with the spacing that their crowd
/// leaves where the class has a floor (docs/world.md, 5.1).
Candidates candidates_at(const Placement& p, const ClassField& field, const Rung& rung, const Target& target);

/// With the dice of the rows of `rerolls`.
ScanRules scan_rules(const Placement& p, double spacing_m, int64_t quota);

/// How many points jamming allows on so many cells.
double capacity_of(const Placement& p, size_t cells, double spacing_m);

/// "gate 0.35, spacing 60 m: 17 of 20 placed"
std::string rung_text(const Rung& rung, int64_t placed, int64_t quota);
void report_relaxed(const Placement& p, const std::string& rungs, Findings& findings);
/// A shortfall of a ledger's row, or that its points stand closely. `kept_away`: what else mends it where the
/// rules alone miss nothing; "" = nothing else.
void report_quota(const Placement& p, const QuotaLedger& row, const std::string& kept_away,
                  Findings& findings);

}  // namespace fw
