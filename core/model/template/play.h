#pragma once

#include <array>
#include <vector>

#include "core/model/template/vocabulary.h"

namespace fw {

/// What travel costs and what is worth a journey: key figures read it, the generator does not.
struct PlayParams {
  double speed_mps = 4.5;      ///< pace on flat, safe ground without a track
  double slope = 3.5;          ///< time per metre grows by e^(slope * min(s, slope_cap))
  double slope_cap = 0.7;      ///< rise over run
  double track = 0.65;         ///< factor on a track
  double rough = 1.3;          ///< factor in biomes with a track_cost
  double wade = 8;             ///< factor in rivers without a bridge; key figures read none
  std::vector<double> risk{};  ///< factor by band: a cautious traveller; 0 or absent: see play_of
  double reach_s = 300;        ///< what counts as near
  std::array<double, 4> value{0, 1, 3, 9};  ///< worth of a resource, by Tier
  double unreachable_s = 3600;              ///< time written where no way leads
};

/// What key figures read: as stated, and for bands whose risk is not stated 1, 1.1, 1.35, 1.8, spread evenly
/// over the bands.
PlayParams play_of(const PlayParams& stated, const Vocabulary& vocabulary);

}  // namespace fw
