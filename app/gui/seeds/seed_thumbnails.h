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

#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/world/plan/stage_cache.h"

namespace fw {

/// Resolution of thumbnails (cells per side) and priority of their thread (Linux niceness).
struct ThumbnailEffort {
  int resolution = 96;
  int niceness = 10;
};

/// Makes small maps of templates in sequence on one low-priority thread with one core. A new list of requests
/// replaces all unfinished ones.
class SeedThumbnails : public QObject {
  Q_OBJECT

 public:
  struct Wish {
    QString key;                           ///< identifies the image
    std::shared_ptr<const Template> tmpl;  ///< valid; drawn with its own view
    ImportSet imports{};                   ///< pixels of its rows of imports
  };

  explicit SeedThumbnails(ThumbnailEffort effort = {}, QObject* parent = nullptr);
  ~SeedThumbnails() override;

  /// Replaces all requests; images have `side_px` device pixels.
  void request(std::vector<Wish> wishes, int side_px);
  /// Pauses work; an interrupted thumbnail starts again afterwards.
  void set_paused(bool paused);

 signals:
  void made(const QString& key, const QImage& image);

 private:
  void work();
  QImage make(const Wish& wish, int side_px);

  const ThumbnailEffort effort_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Wish> waiting_;  ///< in order
  int side_px_ = 96;
  bool paused_ = false;
  bool ends_ = false;
  std::atomic<bool> give_up_{false};

  StageCache cache_;  ///< used by the worker thread only

  std::thread thread_;  ///< last member: it uses the others
};

}  // namespace fw
