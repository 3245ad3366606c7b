#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/job/search/search.h"

namespace fw {

/// How many worlds a search in the window makes at a time, and the priority of its threads (Linux niceness).
struct SearchEffort {
  int threads = 0;  ///< 0: every core but one
  int niceness = 15;
};

/// What stands in the folder of a search.
struct FoundSearch {
  SearchPlan plan;
  std::filesystem::path folder;
  SearchTally tally;
  std::vector<uint64_t> kept;  ///< seeds; empty before the end
};

/// Runs the command's search, or reads the folder of one, on threads of low priority. One at a time: a newer
/// one ends the older, whose signals come no more. The window's thread never blocks.
class SearchRunner : public QObject {
  Q_OBJECT

 public:
  explicit SearchRunner(SearchEffort effort = {}, QObject* parent = nullptr);
  /// Ends the search; finished seeds are on the disk.
  ~SearchRunner() override;

  /// Begins or goes on with the search of a folder. `effort` takes the place of the job's threads.
  void start(SearchJob job);
  /// Reads a folder without going on.
  void read(const std::filesystem::path& folder);
  /// Ends the search; ended() follows.
  void stop();
  /// Paused by the user.
  void set_paused(bool paused);
  /// Connect to Preview::busy: the search gives way while the map is being made.
  void set_busy(bool busy);
  bool running() const { return running_; }
  bool paused() const { return paused_; }

 signals:
  void told(const fw::SearchState& state);
  void found(const std::vector<fw::Pass>& passes);  ///< further ones, in no order
  /// Of start() and read(): all that there is. `complete`: every seed is finished.
  void gathered(const std::shared_ptr<const fw::FoundSearch>& search, bool complete);
  void said(const QString& line);  ///< a remark of the search
  /// The end of start() or read(). `problem`: why there are no results; "" if there are, or it was stopped.
  void ended(const QString& problem);

 private:
  using Work = std::function<void(uint64_t number)>;
  /// Ends what goes on and begins something else as soon as that has ended.
  void run(Work work);
  void begin(const Work& work);
  void end_thread();
  void search(SearchJob job, uint64_t number);
  void read_now(const std::filesystem::path& folder, uint64_t number);
  void hold();
  void take_fresh();
  /// Runs `tell` in the window's thread, unless a newer search has begun by then.
  void post(uint64_t number, std::function<void()> tell);
  void finish(uint64_t number, const QString& problem);

  const SearchEffort effort_;
  bool running_ = false, paused_ = false, busy_ = false;
  uint64_t number_ = 0;  ///< of the newest search
  Work next_;            ///< begins when the thread has ended
  std::unique_ptr<SearchControl> control_;
  std::mutex guard_;
  std::vector<Pass> fresh_;  ///< not handed on yet
  std::thread thread_;       ///< last member: it uses the others
};

/// "120 of 10,000 seeds, 2.1 per second, 12 passed (5 to 17 %), 78 min left, best 0.03"
QString state_text(const SearchState& state);
/// What became of the seeds of a search that is not going on.
QString result_text(const SearchTally& tally, const SearchPlan& plan, bool complete);
/// Finished seeds in thousandths.
int done_permille(uint64_t done, uint64_t all);

}  // namespace fw
