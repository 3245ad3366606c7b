#pragma once

#include "core/field/arrival.h"
#include "core/field/raster.h"
#include "core/model/template/hand/hand.h"
#include "core/model/world/pace.h"

// Ways to a goal for many agents: down an arrival field, with a sway that noise gives to groups
// (docs/coordinators.md, 7).
namespace fw {

/// The largest pace of a raster, never less than 64: what is left to a place that is d metres off in a
/// straight line over open ground is at most so often d.
float dearest_pace(const Raster<float>& pace);

/// What every guide of a ground shares.
struct GuideGround {
  Raster<float> pace;  ///< level metres per metre; 0 = closed
  Raster<float> sway;  ///< how much of the sway a cell takes, [0, 1]: 0 on roads, beside closed ground and
                       ///< where one wades; 1 from kSwayClear_cells off
  float dearest = 64;  ///< dearest_pace(pace)
};
inline constexpr double kSwayClear_cells = 4;

/// A world's; the sway fades to 0 on its roads and tracks, and towards closed ground and what is waded.
GuideGround guide_ground(const FootPaces& foot);
/// Of paces alone, 0 = closed.
GuideGround guide_ground(Raster<float> pace);
/// A world's, with the walls of hand.zones closed: what simulations and the library walk on.
GuideGround guide_ground(const World& world, const PlayParams& play, const Hand& hand);

/// The last stretch of a way, on which the sway fades, m.
inline constexpr double kSwayEnd_m = 200;

/// The wanted direction at a place.
struct GuideReading {
  float x = 0, y = 0;  ///< unit vector; (0, 0): at the goal, or no way leads there
  float left_m = 0;    ///< level metres to the goal; infinite where no way leads
};
/// unit(d + sway n): d = the descent of the arrival field, n = d turned left, `sway` faded as the ground says
/// and over the last kSwayEnd_m. Where a step of step_m would end in a cell that no way reaches, the
/// direction is to the centre of the lowest cell beside: so nobody stands at a corner of closed ground.
GuideReading read_guide(const GuideGround& ground, const Raster<float>& arrival, double sway, double step_m,
                        Vec2 place);

/// The pace at a place; of closed ground 1.
float pace_at(const GuideGround& ground, Vec2 place);

/// The way that the descent leads from a place, without sway: its points half a cell apart, the place first;
/// it ends where the field is lowest. Empty where no way leads.
std::vector<Vec2> way_down(const Raster<float>& arrival, Vec2 from);

}  // namespace fw
