#include "core/model/world/seat_standing.h"

#include <algorithm>
#include <numeric>

namespace fw {

std::vector<Standing> standings_of(std::span<const RankedSeat> seats) {
  std::vector<size_t> order(seats.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return seats[a].rank < seats[b].rank; });
  std::vector<Standing> out(seats.size(), Standing::village);
  std::array<bool, kMaxFactions> has_capital{};
  size_t cities = (seats.size() + 4) / 8;  // rounded
  for (size_t k = 0; k < order.size(); ++k) {
    const RankedSeat& seat = seats[order[k]];
    Standing& standing = out[order[k]];
    bool& capital = has_capital[static_cast<size_t>(seat.owner)];
    if (seat.has_owner && !capital) {
      capital = true;
      standing = Standing::capital;
    } else if (cities > 0) {
      --cities;
      standing = Standing::city;
    } else if (2 * k < seats.size()) {
      standing = Standing::town;
    }
  }
  return out;
}

const std::string& standing_label(const LandmarkRow& kind, Standing standing) {
  const std::vector<std::string>& words = kind.standing_labels;
  return words[std::min(static_cast<size_t>(standing), words.size() - 1)];
}

std::vector<PointStanding> point_standings(const World& world) {
  std::vector<PointStanding> out;
  std::vector<RankedSeat> seats;
  for (size_t i = 0; i < world.points.points.size(); ++i) {
    const Point& point = world.points.points[i];
    if (point.rank <= 0 || point.region == 0) continue;
    const Region& region = world.regions[point.region - 1u];
    seats.push_back({point.rank, !region.neutral, region.owner});
    out.push_back({i, {}});
  }
  const std::vector<Standing> standings = standings_of(seats);
  for (size_t k = 0; k < out.size(); ++k) out[k].standing = standings[k];
  return out;
}

}  // namespace fw
