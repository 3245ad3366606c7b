#pragma once

#include <vector>

#include "core/model/template/vocabulary.h"

namespace fw {

struct PointClass;

// Rules of spacing that the check before a generation, the placement and the audit after it share
// (docs/world.md, 5.2 and 5.3).

/// Share of the area that discs of a jammed random pattern claim; measured.
inline constexpr double kJammedPacking = 0.70;
/// Above this share of the capacity a pattern turns into a lattice; measured.
inline constexpr double kComfortableLoad = 0.35;
/// The share that a class with a floor of its spacing keeps to wherever it is crowded, as far as the floor
/// lets it.
inline constexpr double kLooseLoad = 0.25;

/// How many points at least spacing_m > 0 apart an area holds: 0.70 A / r^2.
inline double spacing_capacity(double area_m2, double spacing_m) {
  return kJammedPacking * area_m2 / (spacing_m * spacing_m);
}

/// The least distance that holds everywhere where a class is placed with spacing_m, its own or what
/// relaxation left of it: its floor, relaxed alike; spacing_m without one.
double hard_spacing_m(const PointClass& cls, double spacing_m);

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
