#include "app/gui/preview/figure_meter.h"

#include <sys/resource.h>

#include <QMetaObject>
#include <utility>

#include "app/job/search/search_plan.h"
#include "app/job/usual/usual_table.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/kpi/kpi.h"

namespace fw {
namespace {

constexpr int kMeterNiceness = 10;

}  // namespace

FigureMeter::FigureMeter(QObject* parent) : QObject(parent), thread_([this] { work(); }) {}

FigureMeter::~FigureMeter() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void FigureMeter::measure(const std::shared_ptr<const Picture>& picture) {
  if (!picture || picture->coarse) return;
  if (last_ && last_->picture == picture) return emit measured(last_);
  {
    const std::lock_guard lock(mutex_);
    if (picture == running_ && !waiting_) return;
    waiting_ = picture;
  }
  wake_.notify_all();
}

void FigureMeter::work() {
  setpriority(PRIO_PROCESS, 0, kMeterNiceness);  // Linux: of this thread only
  for (;;) {
    std::shared_ptr<const Picture> picture;
    {
      std::unique_lock lock(mutex_);
      running_ = nullptr;
      wake_.wait(lock, [this] { return ends_ || waiting_; });
      if (ends_) return;
      picture = running_ = std::exchange(waiting_, nullptr);
    }
    auto figures = std::make_shared<PictureFigures>();
    figures->picture = picture;
    const Template& tmpl = *picture->tmpl;
    figures->table = search_figures(tmpl, picture->resolution());
    figures->table.usual = ascending_values(known_usual_values(tmpl, picture->resolution(), figures->table));
    on_one_thread([&] { figures->kpi = kpi_rows(*picture->world, play_of(tmpl.play, tmpl.vocabulary)); });
    QMetaObject::invokeMethod(
        this,
        [this, figures] {
          last_ = figures;
          emit measured(last_);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace fw
