#include "app/gui/seeds/seed_thumbnails.h"

#include <sys/resource.h>

#include <QMetaObject>
#include <algorithm>
#include <utility>

#include "app/gui/preview/picture.h"
#include "core/base/parallel/parallel.h"
#include "render/map/map_picture.h"

namespace fw {

SeedThumbnails::SeedThumbnails(ThumbnailEffort effort, QObject* parent)
    : QObject(parent), effort_(effort), thread_([this] { work(); }) {}

SeedThumbnails::~SeedThumbnails() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    give_up_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void SeedThumbnails::request(std::vector<Wish> wishes, int side_px) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(wishes);
    side_px_ = side_px;
    give_up_ = true;  // the running thumbnail is obsolete
  }
  wake_.notify_all();
}

void SeedThumbnails::set_paused(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    if (paused) give_up_ = true;
  }
  wake_.notify_all();
}

void SeedThumbnails::work() {
  if (effort_.niceness > 0)
    setpriority(PRIO_PROCESS, 0, effort_.niceness);  // Linux: applies to this thread
                                                     // only
  for (;;) {
    Wish wish;
    int side_px = 0;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ends_ || (!paused_ && !waiting_.empty()); });
      if (ends_) return;
      wish = waiting_.front();
      side_px = side_px_;
      give_up_ = false;
    }
    const QImage image = make(wish, side_px);
    const std::lock_guard lock(mutex_);
    if (give_up_)
      continue;  // cancelled by a newer list or by a pause; after a pause the request is still
                 // first in the queue
    waiting_.erase(waiting_.begin());
    if (image.isNull()) continue;
    QMetaObject::invokeMethod(
        this, [this, key = wish.key, image] { emit made(key, image); }, Qt::QueuedConnection);
  }
}

QImage SeedThumbnails::make(const Wish& wish, int side_px) {
  Progress progress;
  progress.cancel = &give_up_;
  QImage image;
  on_one_thread([&] {
    const auto picture =
        make_picture(wish.tmpl, effort_.resolution, true, &cache_, progress, {{}, wish.imports});
    if (!picture) return;
    const MapWindow window = fit_window(picture.value()->atlas->frame_m(), side_px, side_px, 1, 0);
    const auto map =
        draw_map(*picture.value()->atlas, map_look(wish.tmpl->view), window, MapDetail::quick, progress);
    if (!map) return;
    const MapImage& pixels = map.value();
    image = QImage(reinterpret_cast<const uchar*>(pixels.argb.data()), pixels.width_px, pixels.height_px,
                   4 * pixels.width_px, QImage::Format_RGB32)
                .copy();
  });
  return image;
}

}  // namespace fw
