#include "app/gui/search/usual_worlds.h"

#include <sys/resource.h>

#include <QMetaObject>
#include <algorithm>
#include <utility>

#include "app/job/search/search.h"
#include "app/job/search/search_look.h"
#include "core/base/parallel/parallel.h"
#include "core/world/plan/stage_cache.h"

namespace fw {
namespace {

constexpr int kNiceness = 19;

}  // namespace

UsualWorlds::UsualWorlds(size_t most, QObject* parent)
    : QObject(parent), most_(most), thread_([this] { work(); }) {}

UsualWorlds::~UsualWorlds() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    give_up_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void UsualWorlds::request(std::shared_ptr<const Template> tmpl, int resolution, const std::string& digest) {
  std::string key = usual_key(*tmpl, resolution, digest);
  if (key == asked_) {
    if (told_ && told_->key == key) emit found(told_);
    return;
  }
  asked_ = std::move(key);
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::make_unique<Wish>(Wish{std::move(tmpl), resolution});
    give_up_ = true;
  }
  wake_.notify_all();
}

void UsualWorlds::set_paused(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    if (paused) give_up_ = true;
  }
  wake_.notify_all();
}

void UsualWorlds::work() {
  setpriority(PRIO_PROCESS, 0, kNiceness);  // Linux: of this thread only
  for (;;) {
    std::unique_ptr<Wish> wish;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ends_ || waiting_; });
      if (ends_) return;
      wish = std::exchange(waiting_, nullptr);
    }
    make(*wish);
  }
}

bool UsualWorlds::replaced() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return ends_ || waiting_ || !paused_; });
  give_up_ = false;
  return ends_ || waiting_;
}

void UsualWorlds::tell(UsualFigures usual) {
  QMetaObject::invokeMethod(
      this,
      [this, all = std::make_shared<const UsualFigures>(std::move(usual))] {
        told_ = all;
        emit found(told_);
      },
      Qt::QueuedConnection);
}

void UsualWorlds::make(const Wish& wish) {
  SearchPlan plan;
  plan.tmpl = *wish.tmpl;
  plan.resolution = wish.resolution;
  plan.record_all = true;
  SearchRules rules;
  rules.table = search_figures(plan.tmpl, plan.resolution);
  UsualFigures usual{usual_key(plan.tmpl, plan.resolution), rules.table,
                     known_usual_values(plan.tmpl, plan.resolution, rules.table), 0};
  for (const std::vector<double>& column : usual.worlds) usual.count = std::max(usual.count, column.size());
  usual.table.usual = ascending_values(usual.worlds);
  tell(usual);
  if (usual.count > 0 || !check_searchable(plan, {})) return;
  StageCache cache(1);
  Progress progress;
  progress.cancel = &give_up_;
  while (usual.count < most_) {
    if (replaced()) return;
    std::optional<SearchRow> row;
    on_one_thread([&] { row = look_at(plan, rules, usual.count + 1, cache, progress); });
    if (!row) continue;  // paused or replaced
    for (size_t k = 0; k < usual.worlds.size(); ++k) usual.worlds[k].push_back(row->values[k]);
    ++usual.count;
    usual.table.usual = ascending_values(usual.worlds);
    tell(usual);
  }
  if (usual.complete()) cache_usual_values(plan.tmpl, plan.resolution, rules.table, usual.worlds);
}

}  // namespace fw
