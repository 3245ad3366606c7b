#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/action/action.h"
#include "core/base/result.h"
#include "core/crowd/crowd.h"
#include "core/experiment/study.h"
#include "core/model/agents.h"
#include "core/spawn/spawn.h"

namespace fw {

/// Numbers of the crowd study's scales (docs/coordinators.md, 2.3): agents on a torus, ticks of 1 s, a
/// snapshot after ticks 0, snapshot_ticks, 2 snapshot_ticks, ...
struct CrowdScale {
  size_t agents = 1200;
  int ticks = 720;
  int snapshot_ticks = 10;
  double side_m = 1000;
};

/// The action study's scales (docs/coordinators.md, 3.1): static agents on a torus; figures leave out the
/// warm-up.
struct ActionScale {
  size_t agents = 2000;
  int ticks = 1800;
  double side_m = 1000;
  int warmup_ticks = 60;
  int snapshot_ticks = 5;
};

/// The spawn study's scales (docs/coordinators.md, 4.1): a square with walls.
struct SpawnScale {
  int ticks = 3600;
  double side_m = 120;
  int target = 128;  ///< most living monsters at any time
  int quota = 96;    ///< spawns per cycle, and the cooldown count
  int players = 8;
  int coverage_samples = 2048;
};

CrowdScale crowd_scale(Scale scale);
ActionScale action_scale(Scale scale);
SpawnScale spawn_scale(Scale scale);

struct CrowdSetup {
  CrowdScale scale;
  CrowdParams params;
};
struct ActionSetup {
  ActionScale scale;
  ActionParams params;
};
struct SpawnSetup {
  SpawnScale scale;
  SpawnParams params;
};

/// One planned run: its key and all its parameters.
struct PlannedRun {
  RunKey key;
  std::variant<CrowdSetup, ActionSetup, SpawnSetup> setup;
};

/// The most seeds of a study: every finished run is a file.
inline constexpr uint64_t kMostSeeds = 1000;

/// Every run of a study in the order scale, variant, method, seed. Usage errors: unknown or foreign methods,
/// a sweep the study does not have, settings that name no parameter or leave its range, no or too many seeds.
Result<std::vector<PlannedRun>> plan_study(const StudyRequest& request);

/// Every method of a study, the paper's first; `preset` narrows them.
std::vector<std::string> study_methods(Study study, Preset preset);
/// "published" or "better".
std::string_view method_preset(Study study, std::string_view method);

/// Every number that decides a run's figures, one "name=value" a line in a fixed order: key, scale,
/// parameters.
std::string run_parameters(const PlannedRun& run);
/// SHA-256 of run_parameters and the program's version: the key of a stored run.
std::string run_digest(const PlannedRun& run, std::string_view version);

}  // namespace fw
