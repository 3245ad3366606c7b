#pragma once

#include <vector>

#include "core/model/world/world.h"

namespace fw {

/// A summit whose height a map of the relief tells.
struct SpotHeight {
  Vec2 at_m;
  double height_m = 0;
};
/// The summits with a prominence of 8 % of the highest point or more, the most prominent first.
std::vector<SpotHeight> spot_heights(const World& world, double highest_m);

/// Heights of an even sample of the ground's cells, rising: where a height stands among the land's.
std::vector<float> height_ranks(const World& world);

}  // namespace fw
