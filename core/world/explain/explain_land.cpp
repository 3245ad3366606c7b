#include "core/world/explain/explain_land.h"

#include <string>

#include "core/base/number_text.h"
#include "core/field/filter.h"
#include "core/water/erosion.h"
#include "core/world/land/island.h"
#include "core/world/land/valley_field.h"

namespace fw {
namespace {

constexpr const char* kGroundTopic = "ground";
constexpr double kPlain = 0.5;  // of its uplift: who keeps less lies on a plain

/// The land's noise relief, on the world's grid.
Island lifted(const World& world, const Template& tmpl, const SeedBundle& seeds) {
  Island island;
  island.main = Mask(world.grid);
  for (size_t i = 0; i < island.main.size(); ++i) island.main[i] = world.on_island(i) ? 1 : 0;
  island.coast_m = world.coast_m;
  island.sea_m = world.sea_m;
  lift_ground(tmpl, seeds, island);
  return island;
}

}  // namespace

std::vector<ExplainRow> explain_land(const World& world, const Template& tmpl, size_t cell) {
  std::vector<ExplainRow> rows;
  const SeedBundle seeds = salted_seeds(world.seeds, tmpl).of(SeedPart::land);
  if (world.on_island(cell) && tmpl.relief.erosion == Erosion::fluvial) {
    const Island island = lifted(world, tmpl, seeds);
    const Uplift uplift = find_uplift(tmpl, island.main, island.height_m);
    Template without = tmpl;
    without.relief.plains = 0;
    const auto whole = static_cast<double>(find_uplift(without, island.main, island.height_m).share[cell]);
    const auto left = static_cast<double>(uplift.share[cell]);
    rows.push_back({kGroundTopic, "uplift rank", decimal_text(static_cast<double>(uplift.rank[cell]), 2)});
    const double kept = whole > 0 ? left / whole : 1;
    rows.push_back({kGroundTopic, "plain",
                    std::string(kept < kPlain ? "yes" : "no") + ", " + decimal_text(100 * kept, 0) +
                        " % of the uplift is left"});
  }
  const Vec2 at = world.grid.centre(cell);
  const auto depth = static_cast<double>(bilinear(make_valley_field(tmpl, seeds).depth, at));
  if (depth != 0)
    rows.push_back({kGroundTopic, "valley",
                    decimal_text(depth, 2) + " standard deviations below places as near the rim" +
                        (!world.land[cell] && depth > 0 && tmpl.land.drowned > 0 ? ", drowned" : "")});
  return rows;
}

}  // namespace fw
