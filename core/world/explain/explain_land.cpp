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

}  // namespace

std::vector<ExplainRow> explain_land(const ExplainInputs& inputs, size_t cell) {
  std::vector<ExplainRow> rows;
  const World& world = inputs.world;
  const Template& tmpl = inputs.tmpl;
  const SeedBundle seeds = inputs.seeds.of(SeedPart::land);
  if (world.on_island(cell) && tmpl.relief.erosion == Erosion::fluvial) {
    Island lifted = inputs.island;
    lift_ground(tmpl, seeds, lifted);
    const auto rank = static_cast<double>(find_uplift(tmpl, lifted.main, lifted.height_m).rank[cell]);
    rows.push_back({kGroundTopic, "uplift rank", decimal_text(rank, 2)});
    const double kept = plain_uplift(rank, tmpl.relief.plains);
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
