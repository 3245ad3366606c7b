#pragma once

#include <any>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/experiment/study.h"

namespace fw {

/// One planned run: its key and all its parameters.
struct PlannedRun {
  RunKey key;
  std::any setup;  ///< of the study's own type: CrowdSetup, ActionSetup, SpawnSetup
};

/// A run's setup; null if it is another study's.
template <typename Setup>
const Setup* setup_of(const PlannedRun& run) {
  return std::any_cast<Setup>(&run.setup);
}

/// The most seeds of a study: every finished run is a file.
inline constexpr uint64_t kMostSeeds = 1000;

/// Every run of a study in the order scale, variant, method, seed. Usage errors: unknown or foreign methods,
/// a sweep or scenes the study does not have, settings that name no parameter or leave its range, no or too
/// many seeds.
Result<std::vector<PlannedRun>> plan_study(const StudyRequest& request);

/// Every method of a study, in the order of its row; `preset` narrows them.
std::vector<std::string> study_methods(Study study, Preset preset);
/// "published" or "better".
std::string_view method_preset(Study study, std::string_view method);

/// Every number that decides a run's figures, one "name=value" a line in a fixed order: key, scale,
/// parameters.
std::string run_parameters(const PlannedRun& run);
/// SHA-256 of run_parameters and the program's version: the key of a stored run.
std::string run_digest(const PlannedRun& run, std::string_view version);

}  // namespace fw
