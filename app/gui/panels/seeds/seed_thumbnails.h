#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/model/template.h"
#include "core/world/stage_cache.h"

namespace fw {

/// How thumbnails are made: cells per side of a world, and how far their thread stands back (Linux niceness).
struct ThumbnailEffort {
  int resolution = 96;
  int niceness = 10;
};

/// Small maps of templates, made one after another on a thread of low priority that uses one core. The newest
/// list wins: whatever of an older one is not made yet never is.
class SeedThumbnails : public QObject {
  Q_OBJECT

 public:
  struct Wish {
    QString key;                           ///< comes back with the image
    std::shared_ptr<const Template> tmpl;  ///< valid; drawn as its own view asks
  };

  explicit SeedThumbnails(ThumbnailEffort effort = {}, QObject* parent = nullptr);
  ~SeedThumbnails() override;

  /// Replaces everything asked before; `side_px` device pixels.
  void request(std::vector<Wish> wishes, int side_px);
  /// While paused nothing is made; what was being made begins anew afterwards.
  void set_paused(bool paused);

 signals:
  void made(const QString& key, const QImage& image);

 private:
  void work();
  QImage make(const Wish& wish, int side_px);

  const ThumbnailEffort effort_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Wish> waiting_;  ///< next one first
  int side_px_ = 96;
  bool paused_ = false;
  bool ends_ = false;
  std::atomic<bool> give_up_{false};

  StageCache cache_;  ///< the worker's alone

  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace fw
