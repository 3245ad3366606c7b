#include "core/world/points/pin_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/world/hand_told.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

struct NearestCell {
  Vec2 position_m;
  double distance_m = std::numeric_limits<double>::infinity();
};

/// The centre of the ground's cell that is nearest to a place, ties to the north and west.
NearestCell nearest_ground(const Island& island, Vec2 p) {
  const GridSpec& grid = island.main.grid;
  const Vec2 inside{std::clamp(p.x, 0.0, grid.width_m()), std::clamp(p.y, 0.0, grid.height_m())};
  const double off_m = std::sqrt(squared_distance(p, inside));
  const double sea_m =
      std::min(static_cast<double>(island.sea_m[grid.cell_at(inside)]), grid.width_m() + grid.height_m());
  // It lies no farther than the one that is nearest to where the frame begins, and of a place in the frame
  // about as far as the raster says.
  const double reach_m = off_m + sea_m + 2 * grid.cell_m;
  const double least_m = off_m > 0 ? 0 : std::max(0.0, sea_m - 2 * grid.cell_m);
  NearestCell best;
  double best2 = std::numeric_limits<double>::infinity();
  for (int row = grid.row_at(p.y + reach_m); row <= grid.row_at(p.y - reach_m); ++row) {
    const double dy = grid.y_of(row) - p.y;
    const double skip_m = std::sqrt(std::max(0.0, least_m * least_m - dy * dy));
    const int skip_from = grid.column_at(p.x - skip_m) + 1, skip_to = grid.column_at(p.x + skip_m);
    for (int column = grid.column_at(p.x - reach_m); column <= grid.column_at(p.x + reach_m); ++column) {
      if (column == skip_from && skip_to > column) column = skip_to;
      if (island.main.at(column, row) == 0) continue;
      const Vec2 centre = grid.centre(column, row);
      const double d2 = squared_distance(centre, p);
      if (d2 < best2) best2 = d2, best.position_m = {to_millimetres(centre.x), to_millimetres(centre.y)};
    }
  }
  best.distance_m = std::sqrt(best2);
  return best;
}

}  // namespace

Cure freed_pin(const PinRow& pin, const PinPlace& place) {
  if (pin.where == PinWhere::anywhere || place.cell == kNoCell) return {};
  return {set_to(hand_path("pins", pin.id) + ".where", "anywhere")};
}

bool is_kept(const PinRow& pin) {
  return pin.number && !pin.from_x_m && !pin.from_y_m;
}

std::string place_text(Vec2 position_m) {
  return decimal_text(position_m.x, 3) + ", " + decimal_text(position_m.y, 3);
}

PinPlace settle_pin(const PinRow& pin, const Island& island, const Raster<uint8_t>& region) {
  PinPlace place;
  const GridSpec& grid = region.grid;
  place.position_m = {to_millimetres(pin.x_m), to_millimetres(pin.y_m)};
  if (grid.contains(place.position_m)) {
    place.cell = static_cast<uint32_t>(grid.cell_at(place.position_m));
    place.region = region[place.cell];
    place.stands = island.main[place.cell] != 0;
  }
  if (pin.where == PinWhere::anywhere) place.stands = true;
  if (place.stands) return place;
  place.reason = place.cell == kNoCell            ? "off the frame"
                 : island.islets[place.cell] != 0 ? "on an islet"
                                                  : "at sea";
  const NearestCell ground = nearest_ground(island, place.position_m);
  if (std::isfinite(ground.distance_m))
    place.reason += "; the nearest ground is " + decimal_text(ground.distance_m, 1) + " m away at " +
                    place_text(ground.position_m);
  return place;
}

}  // namespace fw
