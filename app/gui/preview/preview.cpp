#include "app/gui/preview/preview.h"

#include <QMetaObject>
#include <string_view>
#include <utility>

namespace fw {

Preview::Preview(QObject* parent) : QObject(parent), thread_([this] { work(); }) {}

Preview::~Preview() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    give_up_full_ = give_up_all_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Preview::request(std::shared_ptr<const Template> tmpl, const std::filesystem::path& folder) {
  std::string key = world_key(*tmpl) + " " + std::to_string(resolution_) + " " + folder.string();
  folder_ = folder;
  asked_ = tmpl;
  if (key == asked_key_) return;
  asked_key_ = key;
  {
    const std::lock_guard lock(mutex_);
    give_up_full_ = true;  // the running generation is for another world
    waiting_.reset();
    if (key != shown_key_) waiting_ = std::make_unique<Wish>(Wish{std::move(tmpl), key, resolution_, folder});
  }
  wake_.notify_all();
  const bool working = key != shown_key_;
  if (working != std::exchange(busy_, working)) emit busy(working);
}

void Preview::set_resolution(int resolution) {
  resolution_ = resolution;
  if (asked_) request(asked_, folder_);
}

void Preview::cancel() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    give_up_full_ = give_up_all_ = true;
  }
  asked_key_.clear();
  if (std::exchange(busy_, false)) emit busy(false);
}

void Preview::forget() {
  cancel();
  asked_.reset();
  picture_.reset();
  shown_key_.clear();
  emit forgotten();
}

void Preview::work() {
  for (;;) {
    std::unique_ptr<Wish> wish;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ends_ || waiting_; });
      if (ends_) return;
      wish = std::move(waiting_);
      give_up_full_ = give_up_all_ = false;
    }
    make(*wish);
  }
}

void Preview::make(const Wish& wish) {
  if (wish.resolution > kCoarseResolution && !make_one(wish, true)) return;
  make_one(wish, false);
}

bool Preview::make_one(const Wish& wish, bool coarse) {
  Progress progress;
  progress.cancel = coarse ? &give_up_all_ : &give_up_full_;
  if (!coarse)
    progress.report = [this](std::string_view stage, double fraction) {
      QString name = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
      QMetaObject::invokeMethod(
          this, [this, name = std::move(name), fraction] { emit progressed(name, fraction); },
          Qt::QueuedConnection);
    };
  auto made = make_picture(wish.tmpl, coarse ? kCoarseResolution : wish.resolution, coarse,
                           coarse ? &coarse_cache_ : &full_cache_, progress, wish.folder);
  if (made) {
    QMetaObject::invokeMethod(
        this, [this, picture = std::move(made).value(), key = wish.key] { show(picture, key); },
        Qt::QueuedConnection);
    return true;
  }
  if (made.error().kind != ErrorKind::cancelled)
    QMetaObject::invokeMethod(
        this, [this, message = made.error().message, key = wish.key] { give_up(message, key); },
        Qt::QueuedConnection);
  return false;
}

void Preview::show(const std::shared_ptr<const Picture>& picture, const std::string& key) {
  const bool newest = key == asked_key_;
  if (!newest && (!picture->coarse || !busy_)) return;  // superseded or cancelled meanwhile
  picture_ = picture;
  shown_key_ = picture->coarse ? std::string() : key;
  emit shown(picture_);
  if (newest && !picture->coarse && std::exchange(busy_, false)) emit busy(false);
}

void Preview::give_up(const std::string& message, const std::string& key) {
  if (key != asked_key_) return;
  emit failed(QString::fromStdString(message));
  if (std::exchange(busy_, false)) emit busy(false);
}

}  // namespace fw
