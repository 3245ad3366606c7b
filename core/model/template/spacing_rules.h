#pragma once

#include <vector>

#include "core/model/template/vocabulary.h"

namespace fw {

// Rules of spacing that the check before a generation, the placement and the audit after it share
// (docs/world.md, 5.2 and 5.3).

/// Share of the area that discs of a jammed random pattern claim; measured.
inline constexpr double kJammedPacking = 0.70;
/// Above this share of the capacity a pattern turns into a lattice; measured.
inline constexpr double kComfortableLoad = 0.35;

/// How many points at least spacing_m > 0 apart an area holds: 0.70 A / r^2.
inline double spacing_capacity(double area_m2, double spacing_m) {
  return kJammedPacking * area_m2 / (spacing_m * spacing_m);
}

/// Factors on the spacing, tried in order while the count is short: the default of a landmark's `relax`, and
/// what every class of points has.
std::vector<double> usual_relaxation();

/// The bands in which a step of a rarity's ladder may give it, both included.
struct BandRange {
  Danger safest{}, worst{};
};
BandRange step_bands(const LadderStep& step, const Vocabulary& vocabulary);

/// The least that a rarity's ladder leaves of its spacing, as a share; 1 without a ladder.
double spacing_floor(const RarityRow& rarity);
/// The safest band in which a rarity's ladder looks for it.
Danger least_band(const RarityRow& rarity, const Vocabulary& vocabulary);

}  // namespace fw
