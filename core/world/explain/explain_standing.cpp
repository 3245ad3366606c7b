#include "core/world/explain/explain_standing.h"

#include <cmath>
#include <string>

#include "core/world/explain/explain_text_internal.h"

namespace fw {

std::vector<ExplainRow> explain_standing(const World& world, Vec2 position_m) {
  const uint8_t region = world.region[world.grid.cell_at(position_m)];
  const Point* first = nullptr;
  int seats = 0;
  for (const Point& point : world.points.points) {
    if (point.rank == 0) continue;
    ++seats;
    if (point.region == region && (first == nullptr || point.rank < first->rank)) first = &point;
  }
  if (region == 0 || first == nullptr) return {};
  return {{"standing", first->name.empty() ? world.points.id_of(*first) : first->name,
           first->standing + ", rank " + std::to_string(first->rank) + " of " + std::to_string(seats) + ", " +
               whole_metres(std::sqrt(squared_distance(first->position_m, position_m))) + " away"}};
}

}  // namespace fw
