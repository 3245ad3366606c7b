#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/vocabulary.h"
#include "core/model/world/world.h"

// The standing of seats (docs/roads.md, 10).

namespace fw {

enum class Standing : uint8_t { capital, city, town, village };
inline constexpr std::array<std::string_view, kStandings> kStandingSlugs{"capital", "city", "town",
                                                                         "village"};

/// A seat's place among all of a world.
struct RankedSeat {
  int rank = 0;           ///< from 1; every rank once
  bool has_owner = true;  ///< false: on neutral ground
  Faction owner{};
};
/// The first seat of every owner is a capital; of the others the first eighth of all seats are cities, then
/// towns up to the middle rank, then villages. In the order of `seats`.
std::vector<Standing> standings_of(std::span<const RankedSeat> seats);

/// A seat among the others; of other landmarks, and off the ground, rank 0.
struct SeatRank {
  int rank = 0;
  Standing standing = Standing::village;
};

/// The kind's word for a standing; its last one where it has fewer.
const std::string& standing_label(const LandmarkRow& kind, Standing standing);

/// The standing of every point with a rank, in the order of the points; the others have none.
struct PointStanding {
  size_t point = 0;
  Standing standing{};
};
std::vector<PointStanding> point_standings(const World& world);

}  // namespace fw
