#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ecology/ecology.h"
#include "core/ecology/history.h"

// A run of the world over time, day by day, with what was asked of it, beside the same run without that
// (docs/ecology.md, 5).
namespace fw {

/// The paths of a template that its ecology reads besides the world's own values, for template_part().
std::vector<std::string> ecology_paths();

/// A RunEvent on a world.
struct BoundEvent {
  RunEvent event;
  int region = 0;                   ///< code; 0 = everywhere
  Vec2 at_m;                        ///< the region's centre, or the frame's
  Mask inside;                      ///< wipe: cells
  std::vector<double> block_share;  ///< ... share of every block's cells
  std::vector<uint32_t> animals;    ///< wipe: into Stocks::classes
  std::vector<uint32_t> nodes;      ///< wipe: into Spots::classes
};
/// ErrorKind::usage for a region that is not there, with the names of those that are, and for unknown words
/// of classes.
Result<std::vector<BoundEvent>> bind_events(const Template& tmpl, const World& world, const Ecology& ecology,
                                            std::span<const RunEvent> events);

/// What a run is of; constant.
struct RunPlan {
  EcologyPtr ecology;
  std::vector<BoundEvent> events;
  std::vector<RunEvent> asked;      ///< of the same
  double players = 0;               ///< on line on average
  std::vector<int> animal_classes;  ///< by Stocks::classes: into World::points.classes

  /// The day of the first event; the largest number where there is none.
  int64_t first_event() const;
};
RunPlan plan_run(const World& world, EcologyPtr ecology, std::vector<BoundEvent> events, double players);

struct RunState {
  int64_t day = 0;  ///< that comes next
  EcologyState with;
  std::optional<EcologyState> without;  ///< from the first event on
};
RunState start_run(const RunPlan& plan);

/// A day of one run under way; a value, to be copied with its state.
struct RunDay {
  int64_t day = 0;
  std::vector<DayRow> animals;  ///< by Stocks::classes
  std::vector<DayRow> nodes;    ///< by Spots::classes
  std::vector<double> stocks_before;
  std::vector<double> raw_born;
};
/// Begins a day: its events happen, and are added to `happenings` unless it is null. `with_events`: false =
/// the run beside it, without them.
RunDay begin_run_day(const RunPlan& plan, int64_t day, bool with_events, EcologyState& state,
                     std::vector<Happening>* happenings);
/// Players on line on a day.
double players_on(const RunPlan& plan, int64_t day);
/// Adds a quarter of the day, and what happened in it to `happenings` unless it is null.
void add_quarter(const RunPlan& plan, const EcologyStep& step, RunDay& day,
                 std::vector<Happening>* happenings);
/// After the last quarter.
void end_run_day(const RunPlan& plan, const EcologyState& state, RunDay& day);

/// Runs a day. Its rows, happenings and what is watched are added to the history, which holds those of the
/// day before.
void run_day(const RunPlan& plan, RunState& state, History& history);

}  // namespace fw
