#include "app/gui/search/search_runner.h"

#include <sys/resource.h>
#include <QCoreApplication>
#include <QLocale>
#include <QMetaObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/search/condition_row.h"
#include "core/base/parallel/parallel.h"
#include "core/search/rate.h"

namespace fw {

SearchRunner::SearchRunner(SearchEffort effort, QObject* parent) : QObject(parent), effort_(effort) {}

SearchRunner::~SearchRunner() {
  if (control_) control_->stop();
  if (thread_.joinable()) thread_.join();
}

void SearchRunner::run(Work work) {
  ++number_;
  running_ = true;
  paused_ = false;
  if (!thread_.joinable()) return begin(work);
  next_ = std::move(work);
  control_->stop();
}

void SearchRunner::begin(const Work& work) {
  control_ = std::make_unique<SearchControl>();
  fresh_.clear();
  hold();
  thread_ = std::thread([this, work, number = number_] {
    // Linux: of this thread only, and of those that it starts.
    if (effort_.niceness > 0) setpriority(PRIO_PROCESS, 0, effort_.niceness);
    work(number);
    QMetaObject::invokeMethod(
        this, [this] { end_thread(); }, Qt::QueuedConnection);
  });
}

void SearchRunner::end_thread() {
  thread_.join();
  if (next_) begin(std::exchange(next_, {}));
}

void SearchRunner::start(SearchJob job) {
  run([this, job = std::move(job)](uint64_t number) { search(job, number); });
}

void SearchRunner::read(const std::filesystem::path& folder) {
  run([this, folder](uint64_t number) { read_now(folder, number); });
}

void SearchRunner::stop() {
  if (control_) control_->stop();
  if (!next_) return;
  next_ = {};
  finish(number_, {});
}

void SearchRunner::set_paused(bool paused) {
  paused_ = paused;
  hold();
}

void SearchRunner::set_busy(bool busy) {
  busy_ = busy;
  hold();
}

void SearchRunner::hold() {
  if (control_) control_->hold(paused_ || busy_);
}

void SearchRunner::post(uint64_t number, std::function<void()> tell) {
  QMetaObject::invokeMethod(
      this,
      [this, number, tell = std::move(tell)] {
        if (number == number_) tell();
      },
      Qt::QueuedConnection);
}

void SearchRunner::finish(uint64_t number, const QString& problem) {
  post(number, [this, problem] {
    running_ = false;
    emit ended(problem);
  });
}

void SearchRunner::take_fresh() {
  std::vector<Pass> passes;
  {
    const std::lock_guard lock(guard_);
    passes = std::exchange(fresh_, {});
  }
  if (!passes.empty()) emit found(passes);
}

void SearchRunner::search(SearchJob job, uint64_t number) {
  job.threads = effort_.threads > 0 ? effort_.threads : std::max(1, worker_threads() - 1);
  job.control = control_.get();
  job.report = [this, number](const SearchState& state) {
    post(number, [this, state] { emit told(state); });
  };
  job.say = [this, number](const std::string& line) {
    post(number, [this, text = QString::fromStdString(line)] { emit said(text); });
  };
  job.passed = [this, number](const Pass& pass) {
    const std::lock_guard lock(guard_);
    fresh_.push_back(pass);
    if (fresh_.size() == 1) post(number, [this] { take_fresh(); });  // takes those that follow, too
  };
  Progress progress;
  progress.cancel = control_->stopped();
  Result<SearchDone> done = run_search(job, progress);
  if (!done && done.error().kind == ErrorKind::cancelled) return finish(number, {});
  if (!done) return finish(number, QString::fromStdString(done.error().message));
  auto all = std::make_shared<FoundSearch>();
  all->plan = std::move(job.plan);
  all->folder = job.folder;
  all->tally = std::move(done.value().tally);
  all->kept = std::move(done.value().files.kept);
  post(number, [this, all, complete = done.value().complete] { emit gathered(all, complete); });
  finish(number, {});
}

void SearchRunner::read_now(const std::filesystem::path& folder, uint64_t number) {
  const auto problem = [&](const Error& error) { finish(number, QString::fromStdString(error.message)); };
  Result<StoredPlan> stored = read_plan(folder);
  if (!stored) return problem(stored.error());
  Progress progress;
  progress.cancel = control_->stopped();
  const Result<SearchRules> rules = read_rules(stored.value().plan, {}, progress);
  if (!rules) return problem(rules.error());
  auto all = std::make_shared<FoundSearch>();
  Result<SearchTally> tally =
      tally_rows(stored.value().plan, rules.value(), rows_digest(stored.value().plan), {folder});
  if (!tally) return problem(tally.error());
  all->plan = std::move(stored.value().plan);
  all->folder = folder;
  all->tally = std::move(tally).value();
  const bool complete = all->tally.missing.spans.empty();
  if (complete)
    for (const size_t k : choose_kept(all->plan, rules.value(), all->tally))
      all->kept.push_back(all->tally.passes[k].seed);
  post(number, [this, all, complete] { emit gathered(all, complete); });
  finish(number, {});
}

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(fw::SearchPanel)
};

QString count(uint64_t n) {
  return QLocale().toString(static_cast<qulonglong>(n));
}

/// "12 passed (5 to 17 %)"
QString passed_text(uint64_t passed, const Rate& rate) {
  return Words::tr("%1 passed (%2 to %3)").arg(count(passed), share_text(rate.low), share_text(rate.high));
}

QString time_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  if (seconds < 2 * kMinute) return Words::tr("%1 s left").arg(std::lround(seconds));
  if (seconds < 2 * kHour) return Words::tr("%1 min left").arg(std::lround(seconds / kMinute));
  return Words::tr("%1 h left").arg(QLocale().toString(seconds / kHour, 'f', 1));
}

}  // namespace

int done_permille(uint64_t done, uint64_t all) {
  return all > 0 ? static_cast<int>(1000 * static_cast<double>(done) / static_cast<double>(all)) : 0;
}

QString state_text(const SearchState& state) {
  QStringList parts{Words::tr("%1 of %2 seeds").arg(count(state.done), count(state.all))};
  if (state.worlds_per_s > 0)
    parts << Words::tr("%1 per second").arg(QLocale().toString(state.worlds_per_s, 'f', 1));
  parts << passed_text(state.passed, state.rate);
  if (state.left_s) parts << time_text(*state.left_s);
  if (state.best) parts << Words::tr("best %1").arg(figure_text(state.best));
  return parts.join(QStringLiteral(", "));
}

QString result_text(const SearchTally& tally, const SearchPlan& plan, bool complete) {
  const uint64_t passed = tally.passes.size();
  QStringList parts{Words::tr("%1 of %2 seeds").arg(count(tally.seeds()), count(plan.seeds.size())),
                    passed_text(passed, pass_rate(passed, tally.seeds()))};
  if (complete) parts << Words::tr("finished");
  return parts.join(QStringLiteral(", "));
}

}  // namespace fw
