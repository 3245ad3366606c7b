#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/world/landmarks/landmarks.h"

// What stands before the solver of a kind looks for places: the designer's pins, and the landmarks of the
// natural world that they leave alone (docs/hand-ground.md, landmarks).
namespace fw {

/// How near to where a pin was moved from its natural landmark stands. Cells of other resolutions hold the
/// same landmark this far away at most: one and a half blocks of sites.
inline constexpr double kMovedFrom_m = 94;

/// A landmark where the designer put it.
struct LandmarkPin {
  Landmark landmark;           ///< number and name as far as the row states them
  bool counts = true;          ///< towards the quota
  bool spaced = true;          ///< generated ones keep the kind's spacing from it
  std::optional<Vec2> from_m;  ///< the natural landmark that it was moved from
  bool keeps = false;          ///< states a place and number as freezing writes them (is_kept)
};

/// What a solver finds of its kind.
struct KindStanding {
  std::vector<LandmarkPin> pins;       ///< in the order of their rows' ids
  std::vector<Landmark> natural;       ///< by number; each knows which it is of all
  QuotaLedger ledger;                  ///< of the natural world
  Mask closed;                         ///< 1 = none may be generated here; empty = anywhere
  std::vector<std::string> closed_by;  ///< ids of the rows of the hand that closed it
  int64_t banned = 0;                  ///< taken off the quota

  bool open(uint32_t cell) const { return closed.size() == 0 || closed[cell] == 0; }
  int64_t counting() const;
};

/// By kind.
struct StandingLandmarks {
  std::vector<KindStanding> kinds;
};

/// What a solver adds to when pins are there.
struct StandingRules {
  const GridSpec& grid;
  double spacing_m = 0;  ///< natural landmarks nearer to a pin give way; 0 = none does for that
  int64_t quota = 0;     ///< of natural landmarks and counting pins together
  std::function<bool(const Landmark&)> holds;  ///< whether a natural one still meets the kind's rules
  std::function<int(uint32_t cell)> group;     ///< whose nearest a pin displaces first; -1 = nobody's
};

/// What became of the natural landmarks, and whose place each pin took.
struct SettledStanding {
  std::vector<uint8_t> stays;  ///< by natural landmark
  std::vector<int> displaced;  ///< by pin: the natural landmark whose place and name it took; -1 = none
};

/// Natural landmarks give way to a pin of their number, at their place or moved from it, to one within the
/// spacing, and where rules no longer hold. While more stand than the quota, each pin in turn that displaced
/// none yet takes the place of the nearest one of its group, else of all.
SettledStanding settle_standing(const KindStanding& kind, const StandingRules& rules);

/// Appends to the plan what stands of a kind and what was found besides (`fillers`: cell and rank), numbered:
/// natural ones keep theirs, fillers count on from `first_number` and pass over those that pins keep, pins
/// without one come last. A pin without a rank of its own has that in `pin_ranks`.
void append_standing(const KindStanding& kind, const SettledStanding& standing, std::vector<Landmark> fillers,
                     const std::vector<double>& pin_ranks, int first_number, const GridSpec& grid,
                     std::vector<Landmark>& to);

/// Gives the pins that keep (`pins`) the landmarks of their number at their places among those of the plan
/// from `first` on; a pin that finds none no longer keeps. Returns whether all found theirs.
bool mark_kept(std::vector<LandmarkPin>& pins, size_t first, const GridSpec& grid, LandmarkPlan& plan);

/// Numbers of pins and quota for people: too many pins, pins too near each other.
void report_pins(const LandmarkRow& row, const KindStanding& kind, int64_t quota, const GridSpec& grid,
                 Findings& findings);
/// A pin where the kind's rules allow none.
void report_off_habitat(const LandmarkRow& row, const LandmarkPin& pin, const Raster<uint8_t>& water,
                        Findings& findings);

}  // namespace fw
