#include "app/gui/preview/preview.h"

#include <sys/resource.h>

#include <QMetaObject>
#include <string_view>
#include <utility>

namespace fw {
namespace {

constexpr std::string_view kSketch = "sketch ";
/// The window's thread comes first: what a hand does shows at once, however busy the cores are.
constexpr int kPreviewNiceness = 5;

}  // namespace

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

void Preview::request(std::shared_ptr<const Template> tmpl, const PictureFiles& files,
                      const std::string& digest) {
  std::string world = world_key(*tmpl, digest);
  std::string key = world + " " + std::to_string(resolution_) + " " + files_key(*tmpl, files);
  files_ = files;
  asked_ = tmpl;
  if (key == asked_key_) return;
  auto wish =
      std::make_unique<Wish>(Wish{std::move(tmpl), std::move(world), std::move(key), resolution_, files});
  if (std::exchange(sketching_, false)) wish->coarse = resolution_;
  ask(std::move(wish));
}

void Preview::sketch(std::shared_ptr<const Template> tmpl, const PictureFiles& files) {
  auto wish = std::make_unique<Wish>(
      Wish{std::move(tmpl), {}, std::string(kSketch) + std::to_string(++sketches_), resolution_, files});
  wish->whole = false;
  sketching_ = true;
  ask(std::move(wish));
}

void Preview::ask(std::unique_ptr<Wish> wish) {
  asked_key_ = wish->key;
  cancelled_ = false;
  const bool working = asked_key_ != shown_key_;
  {
    const std::lock_guard lock(mutex_);
    give_up_full_ = true;  // the running generation is for another world
    waiting_.reset();
    if (working) waiting_ = std::move(wish);
  }
  wake_.notify_all();
  set_busy(working);
}

void Preview::set_busy(bool working) {
  busy_ = working;
  const bool tell = busy_ && !sketching_;
  if (tell != std::exchange(told_busy_, tell)) emit busy(tell);
}

void Preview::set_resolution(int resolution) {
  resolution_ = resolution;
  if (asked_) request(asked_, files_);
}

void Preview::cancel() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    give_up_full_ = give_up_all_ = true;
  }
  cancelled_ = busy_;
  asked_key_.clear();
  sketching_ = false;
  set_busy(false);
}

void Preview::forget() {
  cancel();
  cancelled_ = false;
  asked_.reset();
  picture_.reset();
  world_.clear();
  shown_key_.clear();
  emit forgotten();
}

void Preview::work() {
  // Linux: of this thread only, and of those that its loops start.
  setpriority(PRIO_PROCESS, 0, kPreviewNiceness);
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
  const std::string layers = layers_key(*wish.tmpl);
  const bool on_show = wish.coarse == kCoarseResolution && layers == made_layers_;
  const bool first = !wish.whole || (!on_show && wish.resolution > kCoarseResolution);
  if (first && !make_one(wish, true)) return;
  made_layers_ = layers;
  if (wish.whole) make_one(wish, false);
}

bool Preview::make_one(const Wish& wish, bool coarse) {
  Progress progress;
  const int resolution = coarse ? wish.coarse : wish.resolution;
  const bool quick = resolution <= kCoarseResolution;
  progress.cancel = coarse && quick ? &give_up_all_ : &give_up_full_;
  if (!coarse)
    progress.report = [this](std::string_view stage, double fraction) {
      QString name = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
      QMetaObject::invokeMethod(
          this, [this, name = std::move(name), fraction] { emit progressed(name, fraction); },
          Qt::QueuedConnection);
    };
  std::shared_ptr<const Picture>& last = quick ? made_quick_ : made_fine_;
  auto made = make_picture(wish.tmpl, resolution, coarse, coarse && quick ? &coarse_cache_ : &full_cache_,
                           progress, wish.files, last.get(), made_full_.get());
  if (made) {
    last = std::move(made).value();
    if (!coarse) made_full_ = last;
    QMetaObject::invokeMethod(
        this, [this, picture = last, world = wish.world, key = wish.key] { show(picture, world, key); },
        Qt::QueuedConnection);
    return true;
  }
  if (made.error().kind != ErrorKind::cancelled)
    QMetaObject::invokeMethod(
        this, [this, message = made.error().message, key = wish.key] { give_up(message, key); },
        Qt::QueuedConnection);
  return false;
}

void Preview::show(const std::shared_ptr<const Picture>& picture, const std::string& world,
                   const std::string& key) {
  const bool newest = key == asked_key_;
  if (!newest && (!picture->coarse || !busy_)) return;  // superseded or cancelled meanwhile
  picture_ = picture;
  world_ = world;
  const bool done = !picture->coarse || key.starts_with(kSketch);
  shown_key_ = done ? key : std::string();
  emit shown(picture_);
  if (newest && done) set_busy(false);
}

void Preview::give_up(const std::string& message, const std::string& key) {
  if (key != asked_key_) return;
  emit failed(QString::fromStdString(message));
  set_busy(false);
}

}  // namespace fw
