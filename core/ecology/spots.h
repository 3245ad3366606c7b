#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ecology/blocks.h"
#include "core/ecology/players.h"

// Resource nodes over time (docs/ecology.md). A spot is a place where a node can stand: the world's own
// points, then its spare spots. A harvested node closes and its spot rests; held is the number that stand,
// not where. The state is arrays: a step is a function of state, part and players alone, classes are
// independent, and random numbers are addressed by spot and use.
namespace fw {

/// The spots of one class of resources; constant.
struct SpotClass {
  int class_index = 0;  ///< into World::points.classes
  std::string slug;
  ClassDates dates;
  int64_t quota = 0;       ///< nodes asked for: the template's, less what bans took
  int64_t rest_parts = 1;  ///< rest of a used spot, whole parts of the day rounded up
  double wear = 0;         ///< what soil a harvest takes where a plot has one spot, before the limit of 1/2
  double recovery = 0;     ///< share of the missing soil that comes back in a part
  double front = 0;        ///< how far the front field decides which spots open
  size_t own = 0;          ///< the first so many spots are the world's points
  std::vector<Vec2> at_m;
  std::vector<double> x_m, y_m;      ///< the same
  std::vector<uint8_t> stays;        ///< 1: opens where it is and nowhere else: pins, classes that are fixed
  std::vector<uint32_t> plot;        ///< the plot of every spot
  std::vector<uint32_t> block;       ///< of every plot: the spots of a class in one block share its soil
  std::vector<uint32_t> plot_spots;  ///< how many spots a plot has
  uint64_t substream = 0;            ///< of the numbers that order spots
  YearField front_field;

  size_t size() const { return at_m.size(); }
};

/// A spot of a class.
struct SpotRef {
  uint32_t cls = 0;  ///< into Spots::classes
  uint32_t spot = 0;
  friend bool operator==(const SpotRef&, const SpotRef&) = default;
};

/// Spots of all classes of resources with a quota, in the template's order.
struct Spots {
  std::vector<SpotClass> classes;
};

/// A template without a row for resources that move has them all stay where they are. `world` = whole.
Spots bind_spots(const Template& tmpl, const World& world, const Blocks& blocks);

/// What the spots of a class do over time.
struct SpotState {
  std::vector<uint8_t> open;    ///< 1: a node stands there
  std::vector<int64_t> rested;  ///< of a closed spot: the part from which it may open
  std::vector<uint32_t> uses;   ///< how often it was used
  std::vector<double> clock;    ///< the number that orders it until its next use: an exponential clock
  std::vector<double> soil;     ///< by plot, (0, 1]
  double bias = 0;              ///< nodes asked for beyond the quota, so that the mean holds it
  int64_t standing = 0;
  int64_t standing_after = 0;  ///< after the last step's openings
};
/// The world's own nodes stand, spare spots have rested, the soil is whole.
std::vector<SpotState> start_spots(const Spots& spots);

/// Weights of the spots by the front field: e^(front n), n its value, -1..1. By class; read
/// again every kFieldDays days, equal for all parts of one field_part().
using SpotFronts = std::vector<std::vector<double>>;
SpotFronts read_fronts(const Spots& spots, const Calendar& calendar, int64_t part);

/// Fills what follows from the other arrays after they were read: `clock`.
void restore_spots(const Spots& spots, std::vector<SpotState>& state);

/// What a class's step did.
struct SpotStep {
  double target = 0;               ///< quota of the moment
  double standing = 0;             ///< mean of the interval since the step before
  int64_t opened = 0, closed = 0;  ///< closed: above the quota, which fell
  int64_t rest_short = 0;          ///< nodes missing because every free spot rests
  int64_t player_short = 0;        ///< missing because players stand beside the free spots
  bool over_cap = false;           ///< more of those that move stand than spot_cap()
};
/// Most nodes that may stand at a target.
int64_t spot_cap(double target);

/// One part of the day for every class: soil comes back, then spots open until the target stands, none within
/// kSightOfPlayer_m of a player. Classes in
/// parallel; the same bits at any number of threads.
std::vector<SpotStep> step_spots(const Spots& spots, const Calendar& calendar, const SpotFronts& fronts,
                                 std::span<const Vec2> players_m, int64_t part,
                                 std::vector<SpotState>& state);

/// Where nodes stand, by class and spot.
struct Nodes {
  std::vector<SpotRef> refs;
  Takeables places;
};
Nodes standing_nodes(const Spots& spots, const std::vector<SpotState>& state);

/// Takes a node. False if none stands there.
bool harvest(const Spots& spots, std::vector<SpotState>& state, SpotRef node, int64_t part);

/// Removes a share of the standing nodes that `inside` names, the first of them in a drawn order; they rest.
/// Returns how many.
int64_t wipe_spots(const SpotClass& cls, SpotState& state, std::span<const uint8_t> inside, double share,
                   int64_t part);

/// Mean over the class's spots of what is missing of the soil.
double worn_soil(const SpotClass& cls, const SpotState& state);
/// By block of the frame: the soil (0 where the class has no spot), and how often its spots were used.
std::vector<double> soil_by_block(const SpotClass& cls, const SpotState& state, size_t blocks);
std::vector<double> uses_by_block(const SpotClass& cls, const SpotState& state, size_t blocks);

/// The number asked for at a moment: quota over the day and the year.
double quota_at(const SpotClass& cls, const Calendar& calendar, int64_t part);

}  // namespace fw
