#include "core/measure/kpi/travel.h"

#include <utility>
#include <vector>

#include "core/measure/kpi/kpi_parts_internal.h"
#include "core/model/world/pace.h"

namespace fw {

TravelGround travel_ground(const World& world, const PlayParams& play) {
  const NodeGrid nodes = node_grid(world.grid);
  std::vector<double> pace = node_paces(nodes, pace_ground(world), world.vocabulary, pace_rules(play));
  for (size_t node = 0; node < pace.size(); ++node) {
    if (pace[node] == 0) continue;
    const uint8_t band = world.danger[node_cell(nodes, world.grid, static_cast<int>(node))];
    const double risk = band > 0 && band <= play.risk.size() ? play.risk[band - 1u] : 1;
    pace[node] *= risk / play.speed_mps;
  }
  std::vector<Vec2> seats;
  for (const Point& point : world.points.points)
    if (is_seat(world, point)) seats.push_back(point.position_m);
  return travel_ground(nodes, std::move(pace), seats);
}

}  // namespace fw
