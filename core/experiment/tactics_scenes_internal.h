#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "core/experiment/study_internal.h"
#include "core/experiment/walk_scene.h"
#include "core/tactics/mood.h"
#include "core/tactics/squad.h"

// The scenes of the tactics study beside walks (docs/studies.md): moods and alarms of a crowd, a squad
// round its target, a day. Private to this room.
namespace fw::tactics {

std::optional<RunResult> execute_walk(const RunKey& key, const WalkSetup& setup,
                                      const std::atomic<bool>* cancel);

/// 10,000 agents on a torus of 1 km.
struct MoodScene {
  MoodParams mood;
  bool alarm = false;  ///< an alarm runs through calm agents; else moods for as long
  size_t agents = 10'000;
  double seconds = 240;
};
std::optional<RunResult> execute_mood(const RunKey& key, const MoodScene& scene,
                                      const std::atomic<bool>* cancel);
Stepper start_mood(uint64_t seed, const MoodScene& scene);

/// One squad that rings one target; bodies go round each other.
struct RingScene {
  SquadParams squad;
  size_t members = 24;
  double seconds = 180, warm_up_s = 30;
};
std::optional<RunResult> execute_ring(const RunKey& key, const RingScene& scene,
                                      const std::atomic<bool>* cancel);
Stepper start_ring(uint64_t seed, const RingScene& scene);

/// How agents are dealt out to the settlements of a world: the least ways under equal counts; each to its
/// nearest; by lot.
enum class GoalDeal : uint8_t { balanced, nearest, lot };
/// Agents of WindswardLike that walk to its settlements.
struct GoalScene {
  GoalDeal deal = GoalDeal::balanced;
  size_t agents = 20'000;
};
std::optional<RunResult> execute_goals(const RunKey& key, const GoalScene& scene,
                                       const std::atomic<bool>* cancel);

/// 5,000 agents of a town of 4 km that wake and sleep.
struct DayScene {
  bool exact = true;  ///< else by fixed cuts of the same score
  size_t agents = 5'000;
  int days = 2;
};
std::optional<RunResult> execute_day(const RunKey& key, const DayScene& scene,
                                     const std::atomic<bool>* cancel);

}  // namespace fw::tactics
