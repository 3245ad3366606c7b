#include "app/job/search/search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "app/job/folder/file_io.h"
#include "app/job/search/search_folder.h"
#include "app/job/search/search_look.h"
#include "app/job/search/search_results.h"
#include "core/base/parallel/parallel.h"
#include "core/template/check/feasibility.h"
#include "render/page/little_memory.h"

namespace fw {

void SearchControl::hold(bool on) {
  {
    const std::lock_guard lock(guard_);
    held_ = on;
    halted_ = held_ || stopped_;
  }
  changed_.notify_all();
}

void SearchControl::stop() {
  {
    const std::lock_guard lock(guard_);
    stopped_ = true;
    halted_ = true;
  }
  changed_.notify_all();
}

bool SearchControl::may_go_on() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [this] { return !held_ || stopped_; });
  return !stopped_;
}

namespace fs = std::filesystem;
namespace {

constexpr double kPace_s = 60;

double now_s() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// What the threads of a search share.
class Run {
 public:
  Run(const SearchJob& job, const SearchRules& rules, RowsFile& rows, const std::atomic<bool>* cancel)
      : job_(job), rules_(rules), rows_(rows), cancel_(cancel), hopeless_(rules) {
    shard_ = job.shard.value_or(Shard{});
    state_.all = shard_.places_of(job.plan.seeds.size());
  }

  /// Before anything is made: a row of an earlier run.
  void add_earlier(const SearchRow& row) {
    if (!shard_.holds(job_.plan.seeds.place_of(row.seed)) || !finished_.insert(row.seed).second) return;
    ++reused_;
    count(row);
  }

  Result<Done> make_all(const Progress& progress) {
    begun_s_ = now_s();
    marks_.push_back({begun_s_, 0});
    std::vector<std::thread> threads;
    const int workers = job_.threads > 0 ? job_.threads : std::max(1, worker_threads());
    running_ = workers;
    for (int k = 0; k < workers; ++k) threads.emplace_back([this, &progress] { work(progress); });
    {
      std::unique_lock lock(guard_);
      while (running_ > 0) {
        changed_.wait_for(lock, std::chrono::seconds(1));
        tell(lock);
      }
      tell(lock);
    }
    for (std::thread& thread : threads) thread.join();
    if (problem_) return *problem_;
    return Done{};
  }

  uint64_t made() const { return made_; }
  uint64_t reused() const { return reused_; }
  const SearchState& state() const { return state_; }

 private:
  void work(const Progress& progress) {
    StageCache cache(1);
    Progress of_world;
    of_world.cancel = job_.control != nullptr ? job_.control->halted() : progress.cancel;
    while (const std::optional<uint64_t> seed = next()) {
      std::optional<SearchRow> row;
      while (may_go_on() && !(row = look_at(job_.plan, rules_, *seed, cache, of_world)))
        if (job_.control == nullptr) break;
      if (!row) break;
      Result<Done> kept = rows_.append(*row);
      const std::lock_guard lock(guard_);
      if (!kept) {
        if (!problem_) problem_ = kept.error();
        break;
      }
      ++made_;
      count(*row);
    }
    const std::lock_guard lock(guard_);
    --running_;
    changed_.notify_all();
  }

  bool may_go_on() { return job_.control == nullptr || job_.control->may_go_on(); }

  /// The next seed of the shard without a row, ascending.
  std::optional<uint64_t> next() {
    const std::lock_guard lock(guard_);
    if (problem_ || ends_ || (cancel_ != nullptr && cancel_->load())) return std::nullopt;
    if (job_.plan.limit > 0 && state_.passed >= job_.plan.limit) return std::nullopt;
    if (job_.time_s > 0 && now_s() - begun_s_ >= job_.time_s) return std::nullopt;
    const uint64_t all = job_.plan.seeds.size();
    for (place_ = shard_.next(place_); place_ < all; place_ = shard_.next(place_ + 1)) {
      const uint64_t seed = job_.plan.seeds.at(place_);
      if (finished_.contains(seed)) continue;
      ++place_;
      return seed;
    }
    return std::nullopt;
  }

  void count(const SearchRow& row) {
    ++state_.done;
    hopeless_.add(row);
    if (row.fate != RowFate::passed) return;
    ++state_.passed;
    const double score = rules_.score ? value_of(*rules_.score, row.values, rules_.table) : std::nan("");
    if (job_.passed) job_.passed({row.seed, score, row.values});
    if (std::isnan(score)) return;
    if (!state_.best || (job_.plan.maximise ? score > *state_.best : score < *state_.best))
      state_.best = score;
  }

  void tell(std::unique_lock<std::mutex>& lock) {
    const double now = now_s();
    marks_.push_back({now, made_});
    while (marks_.size() > 2 && now - marks_.front().at_s > kPace_s) marks_.pop_front();
    const double took_s = now - marks_.front().at_s;
    state_.worlds_per_s = took_s > 0 ? static_cast<double>(made_ - marks_.front().made) / took_s : 0;
    state_.left_s.reset();
    if (state_.worlds_per_s > 0)
      state_.left_s = static_cast<double>(state_.all - state_.done) / state_.worlds_per_s;
    state_.rate = pass_rate(state_.passed, state_.done);
    std::string report;
    if (!told_hopeless_ && hopeless_.is_hopeless()) {
      told_hopeless_ = true;
      report = hopeless_.text();
      ends_ = job_.give_up;
    }
    const SearchState state = state_;
    lock.unlock();
    if (!report.empty() && job_.say) job_.say(report);
    if (job_.report) job_.report(state);
    lock.lock();
  }

  struct Mark {
    double at_s;
    uint64_t made;
  };

  const SearchJob& job_;
  const SearchRules& rules_;
  RowsFile& rows_;
  const std::atomic<bool>* cancel_;
  Shard shard_;
  std::mutex guard_;
  std::condition_variable changed_;
  Hopeless hopeless_;
  SearchState state_;
  std::set<uint64_t> finished_;
  std::deque<Mark> marks_;
  std::optional<Error> problem_;
  double begun_s_ = 0;
  uint64_t place_ = 0, made_ = 0, reused_ = 0;
  int running_ = 0;
  bool ends_ = false, told_hopeless_ = false;
};

}  // namespace

Result<Done> check_searchable(const SearchPlan& plan, const Limits& limits) {
  for (const Finding& finding : check_feasibility(plan.tmpl))
    if (finding.severity == Severity::error)
      return Error{ErrorKind::invalid_template,
                   plan.tmpl.name + ": " + finding.where + ": " + finding.message};
  if (Result<Done> affordable = check_cost(plan.tmpl, plan.resolution, limits); !affordable)
    return affordable;
  for (const ImportRow& row : plan.tmpl.hand.imports)
    if (row.on)
      return Error{ErrorKind::usage, plan.tmpl.name +
                                         ": hand.imports: a search takes no imported files; freeze "
                                         "them into the template first (fieldwright hand freeze)"};
  return Done{};
}

Result<StoredPlan> read_plan(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / kPlanName, ignored))
    return Error{ErrorKind::io, folder.string() + ": no plan.json, so this is not the folder of a search"};
  Result<std::string> text = read_file(folder / kPlanName, kMaxPlanBytes);
  if (!text) return text.error();
  Result<SearchPlan> plan = parse_plan(text.value(), (folder / kPlanName).string());
  if (!plan) return plan.error();
  return StoredPlan{std::move(plan).value(), std::move(text).value()};
}

Result<SearchDone> run_search(const SearchJob& job, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  if (Result<Done> fits = check_searchable(job.plan, job.limits); !fits) return fits.error();
  const Result<SearchRules> rules = read_rules(job.plan, job.limits, progress);
  if (!rules) return rules.error();
  const std::string plan = plan_json(job.plan);
  const auto more_seeds = [&](std::string_view earlier) { return extends(job.plan, earlier); };
  if (Result<Done> claimed = claim_folder(job.folder, kSearchFolder, plan, more_seeds); !claimed)
    return claimed.error();
  const std::string digest = rows_digest(job.plan);
  Result<RowsFile> rows =
      RowsFile::open(job.folder, job.shard.value_or(Shard{}), digest, rules.value().table);
  if (!rows) return rows.error();

  Run run(job, rules.value(), rows.value(), progress.cancel);
  const Result<RowsCount> earlier = read_rows(job.folder, digest, rules.value().table.figures.size(),
                                              [&](const SearchRow& row, const FoundRow&) -> Result<Done> {
                                                if (job.plan.seeds.contains(row.seed)) run.add_earlier(row);
                                                return Done{};
                                              });
  if (!earlier) return earlier.error();
  Result<Done> made = run.make_all(progress);
  Result<Done> synced = rows.value().finish();
  if (!made) return made.error();
  if (!synced) return synced.error();
  if (progress.cancelled())
    return Error{ErrorKind::cancelled,
                 "stopped; " + std::to_string(run.state().done) + " of " + std::to_string(run.state().all) +
                     " seeds are finished; go on with 'fieldwright search " + job.folder.string() + "'"};
  SearchDone done;
  done.made = run.made(), done.reused = run.reused();
  Result<SearchTally> tally = tally_rows(job.plan, rules.value(), digest, {job.folder});
  if (!tally) return tally.error();
  done.tally = std::move(tally).value();
  done.complete = done.tally.missing.spans.empty();
  if (job.shard && job.shard->count > 1) return done;
  Result<SearchFiles> files = SearchFiles();
  const auto write = [&] {
    files = write_results(job.folder, job.plan, rules.value(), plan, done.tally, job.formats, job.overwrite,
                          progress);
  };
  if (job.threads > 0)
    on_one_thread(write);
  else
    write();
  if (!files) return files.error();
  done.files = std::move(files).value();
  return done;
}

}  // namespace fw
