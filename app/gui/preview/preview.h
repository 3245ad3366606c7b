#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/gui/preview/picture.h"
#include "core/world/plan/stage_cache.h"

namespace fw {

/// Makes pictures on its own thread. The newest request wins: a waiting one is replaced, and a running full
/// picture of an older one is cancelled. A coarse picture comes first and is never cancelled, so that the map
/// repaints during a continuous drag; it is left out where the layers on show are those of the request. The
/// last picture stays until the next is ready.
class Preview : public QObject {
  Q_OBJECT

 public:
  explicit Preview(QObject* parent = nullptr);
  ~Preview() override;

  /// Requests a picture of a valid template; no effect if its world is already shown or being made.
  void request(std::shared_ptr<const Template> tmpl, const PictureFiles& files = {},
               const std::string& digest = {});
  /// Shows a passing state of a gesture: its layers alone, at kCoarseResolution. At most one is being made
  /// and one more waits, the newest. The next request() ends the gesture: layers at the full resolution, then
  /// everything.
  void sketch(std::shared_ptr<const Template> tmpl, const PictureFiles& files = {});
  /// Sets the cells along the longer side of the full picture (512) and requests the newest template again.
  void set_resolution(int resolution);
  int resolution() const { return resolution_; }
  /// Cancels all requests; the last picture stays.
  void cancel();
  /// Cancels all requests and removes the last picture: it belongs to no open document.
  void forget();

  /// The newest picture, coarse or full; null before the first.
  const std::shared_ptr<const Picture>& picture() const { return picture_; }
  /// world_key() of the newest picture; "" for a sketch, and before the first picture.
  const std::string& world() const { return world_; }
  /// Whether every request is shown in full, or the newest sketch.
  bool settled() const { return !busy_; }
  /// Whether cancel() took back the newest request.
  bool cancelled() const { return cancelled_; }
  /// Whether the newest request was a sketch.
  bool sketching() const { return sketching_; }

 signals:
  void shown(const std::shared_ptr<const fw::Picture>& picture);
  void progressed(const QString& stage, double fraction);
  void failed(const QString& message);
  void busy(bool working);
  void forgotten();

 private:
  struct Wish {
    std::shared_ptr<const Template> tmpl;
    std::string world;  ///< world_key(); "" for a sketch
    std::string key;    ///< world, files and resolution
    int resolution = 0;
    PictureFiles files;
    int coarse = kCoarseResolution;  ///< resolution of the layers that come first
    bool whole = true;               ///< false: a sketch
  };
  void ask(std::unique_ptr<Wish> wish);
  void work();
  void make(const Wish& wish);
  bool make_one(const Wish& wish, bool coarse);
  void show(const std::shared_ptr<const Picture>& picture, const std::string& world, const std::string& key);
  void give_up(const std::string& message, const std::string& key);
  void set_busy(bool working);

  // Used by the window's thread only.
  std::shared_ptr<const Picture> picture_;
  std::string world_;       ///< of the picture
  std::string shown_key_;   ///< of the full picture shown, or the sketch
  std::string asked_key_;   ///< of the newest request
  bool sketching_ = false;  ///< the newest wish is a sketch
  uint64_t sketches_ = 0;
  std::shared_ptr<const Template> asked_;
  PictureFiles files_;
  int resolution_ = 512;
  bool busy_ = false;
  bool cancelled_ = false;
  bool told_busy_ = false;  ///< sketches are too short to be told of

  // Shared by both threads.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::unique_ptr<Wish> waiting_;
  bool ends_ = false;
  std::atomic<bool> give_up_full_{false};
  std::atomic<bool> give_up_all_{false};

  // Used by the worker thread only.
  StageCache coarse_cache_;
  StageCache full_cache_;
  std::string made_layers_;  ///< layers_key() of the last picture made
  /// The last one at kCoarseResolution or less, and the last finer one: what was drawn is used again.
  std::shared_ptr<const Picture> made_quick_, made_fine_;
  std::shared_ptr<const Picture> made_full_;  ///< the last whole one

  std::thread thread_;  ///< last member: it uses the others
};

}  // namespace fw
