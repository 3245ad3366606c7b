#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/simulation/simulation_internal.h"
#include "core/tactics/mood.h"

// What moods and squads share on a world: places that rows name, stimuli over time, a player. Private to
// this room.
namespace fw {

/// The points of a world that words of classes name, in the world's order.
std::vector<Vec2> points_named(const Template& tmpl, const World& world, const std::string& of);
/// A zone by its id; null for one that is unknown or off.
const ZoneRow* zone_there(const Template& tmpl, const std::string& zone);
/// The middle of a zone: of its bounding box, or, where that lies outside, the middle of the longest
/// west-east line inside it (of points and lines: the place of theirs that is nearest). Nothing for one that
/// is unknown, off or broken.
std::optional<Vec2> middle_of_zone(const Template& tmpl, const std::string& zone);

/// Stimuli with the times at which they are there.
struct TimedStimulus {
  MoodStimulus stimulus;
  double at_s = 0, for_s = 1, every_s = 0;
  bool damage = false;

  /// Seconds since it began last; negative: not yet.
  double age_s(double time_s) const;
  /// Whether it is there at any moment of [from_s, to_s), or ended less than longer_s before.
  bool meets(double from_s, double to_s, double longer_s = 0) const;
};
TimedStimulus timed(const StimulusRow& row, Vec2 at_m);
/// The template's rows; a finding for one whose zone is off.
std::vector<TimedStimulus> stimuli_of(const Template& tmpl, Findings& findings);

/// Metres between two places.
double metres_between(Vec2 a, Vec2 b);

/// A player: stands at a place, or walks from stop to stop and never off the ground.
struct PlayerTour {
  bool roams = true;
  std::vector<Vec2> stops;
  double speed_mps = 3;
  double stay_s = 20;
  double near_m = 4;  ///< of a stop
};
struct TourPlace {
  Vec2 at_m;
  double heading_x = 1, heading_y = 0;
  size_t stop = 0;
  double waits_s = 0, stuck_s = 0;
};
/// Stops in the order of a walk from each to the nearest that is left, beginning with the first.
std::vector<Vec2> nearest_next(std::vector<Vec2> stops);
TourPlace start_tour(const PlayerTour& tour, Vec2 at_m);
/// One step of dt_s.
void step_tour(const PlayerTour& tour, const Shore& shore, double dt_s, TourPlace& place);

/// Settings that begin with "<coordinator>.", the others in `rest`.
std::vector<std::string> take_settings_of(std::string_view coordinator,
                                          const std::vector<std::string>& settings,
                                          std::vector<std::string>& rest);

}  // namespace fw
