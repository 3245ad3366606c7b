#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "app/job/build/build.h"
#include "app/job/search/search_plan.h"
#include "app/job/search/search_results.h"
#include "core/base/parallel/progress.h"
#include "core/search/rate.h"

namespace fw {

/// Steers a running search from another thread.
class SearchControl {
 public:
  /// While held, no world is made: those in the making are dropped, and made when the search goes on.
  void hold(bool on);
  /// Ends the search, held or not; finished seeds stay.
  void stop();

  /// For Progress::cancel of the whole search: stopped.
  const std::atomic<bool>* stopped() const { return &stopped_; }
  /// For Progress::cancel of one world: held or stopped.
  const std::atomic<bool>* halted() const { return &halted_; }
  /// Blocks while held. False: stopped.
  bool may_go_on();

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  bool held_ = false;
  std::atomic<bool> stopped_{false}, halted_{false};
};

/// How a search stands, told about once a second.
struct SearchState {
  uint64_t done = 0, all = 0;      ///< worlds of this shard; those of earlier runs count
  uint64_t passed = 0;             ///< among all of them
  Rate rate{};                     ///< of passing
  double worlds_per_s = 0;         ///< over the last minute
  std::optional<double> left_s{};  ///< at that pace
  std::optional<double> best{};    ///< score
};

struct SearchJob {
  SearchPlan plan;
  std::filesystem::path folder;
  std::optional<Shard> shard{};                 ///< none: all seeds, and the results at the end
  double time_s = 0;                            ///< stop after so long; 0 = never
  bool give_up = false;                         ///< stop when it looks hopeless
  ResultFormats formats = kUsualResultFormats;  ///< of the tables of what passed; no part of the plan
  bool overwrite = false;                       ///< files of others in the place of results
  Limits limits{};
  int threads = 0;  ///< worlds at a time; 0 = as many as the process may use, else results on one thread
  SearchControl* control = nullptr;  ///< outlives the search; its stopped() goes into Progress::cancel
  std::function<void(const SearchState&)> report{};
  std::function<void(const std::string&)> say{};  ///< a line for a person: the hopeless report
  /// A world that passed, also of earlier runs; from several threads, one at a time.
  std::function<void(const Pass&)> passed{};
};

struct SearchDone {
  uint64_t made = 0;      ///< worlds of this run
  uint64_t reused = 0;    ///< rows of earlier runs
  SearchTally tally;      ///< of the whole folder
  SearchFiles files;      ///< none written while the shard is one of several
  bool complete = false;  ///< every seed of the plan is there, or the limit is reached
};

/// Makes and judges the seeds that have no row yet, on as many threads as the process may use; one thread per
/// world. Rows are on the disk as they come: a search that is cut off goes on where it stopped.
/// ErrorKind::usage where the folder belongs to another plan (naming the first member that differs) or the
/// shard to another process; ErrorKind::invalid_template, ErrorKind::limit as build(); ErrorKind::cancelled.
Result<SearchDone> run_search(const SearchJob& job, const Progress& progress);

/// The plan of a search's folder.
struct StoredPlan {
  SearchPlan plan;
  std::string text;
};
Result<StoredPlan> read_plan(const std::filesystem::path& folder);

/// Checks that nothing in the template keeps it from being searched: contradictions, cost, imported files.
Result<Done> check_searchable(const SearchPlan& plan, const Limits& limits);

}  // namespace fw
