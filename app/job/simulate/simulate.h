#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job/build/build.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/ecology/history.h"

namespace fw {

/// A world over time, and where its files go.
struct SimulateJob {
  BuildRequest build;  ///< its resolution is not looked at: the plan grid decides
  int64_t days = 0;
  std::optional<double> players{};  ///< on line on average; nothing: ecology.players
  double load = 1;                  ///< times the players
  std::vector<RunEvent> events{};
  bool fresh = false;  ///< takes no notice of an earlier run in the folder, which goes
  std::filesystem::path folder;
  bool overwrite = false;  ///< files of others in the way
};
/// The key of a manifest that says it is a run's.
inline constexpr std::string_view kRunKey = "simulation";
inline constexpr int64_t kMostRunDays = 100000;
inline constexpr size_t kMostRunEvents = 64;
inline constexpr double kMostPlayers = 100000;     ///< on line, with the loads of a day
inline constexpr int64_t kMostRunRows = 20000000;  ///< of days and classes, which stay in memory

struct SimulateDone {
  TimeAudit audit;
  Findings findings;               ///< of the template, the world's ecology, and `nothing_renews`
  std::vector<std::string> files;  ///< relative to the folder, the manifest last
  std::string state_digest;
  int64_t reused_days = 0, made_days = 0;
};

/// Runs a template's world over time and writes its folder: series.csv, events.csv, audit_time.json and .csv,
/// maps, charts, state.bin, manifest.json last (docs/formats.md). Finished parts of ten days are kept under
/// `parts`, the state every few seconds in checkpoint.bin: a run that was cancelled or killed goes on there,
/// and one of fewer days goes on from its end. The bytes of every file depend on the request and the version
/// alone. Errors: ErrorKind::usage where the folder holds another run, or more days, for an event that
/// names no region and for more players than kMostPlayers; ErrorKind::limit for more than kMostRunRows
/// and where the rows do not fit into the memory allowed;
/// ErrorKind::io, invalid_template, cancelled.
Result<SimulateDone> run_simulate(const SimulateJob& job, const Progress& progress = {});

}  // namespace fw
