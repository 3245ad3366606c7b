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
#include "core/world/stage_cache.h"

namespace fw {

/// Makes pictures on a thread of its own. The newest request wins: one that waits is replaced, a full picture
/// that is being made for an older one is given up. A coarse picture comes first and is always finished, so
/// that a slider that never rests still repaints. The last picture stays until the next is there.
class Preview : public QObject {
  Q_OBJECT

 public:
  explicit Preview(QObject* parent = nullptr);
  ~Preview() override;

  /// Asks for a picture of a valid template; nothing happens if its world is on show or being made already.
  void request(std::shared_ptr<const Template> tmpl);
  /// Cells per side of the full picture (512); asks again for the newest template.
  void set_resolution(int resolution);
  int resolution() const { return resolution_; }
  /// Gives up everything asked; the last picture stays.
  void cancel();
  /// Gives up everything, the last picture too: it is of no document that is open.
  void forget();

  /// The newest picture, coarse or full; null before the first.
  const std::shared_ptr<const Picture>& picture() const { return picture_; }
  /// Whether nothing is asked that is not on show in full.
  bool settled() const { return !busy_; }

 signals:
  void shown(const std::shared_ptr<const fw::Picture>& picture);
  void progressed(const QString& stage, double fraction);
  void failed(const QString& message);
  void busy(bool working);
  void forgotten();

 private:
  struct Wish {
    std::shared_ptr<const Template> tmpl;
    std::string key;  ///< world and resolution
    int resolution = 0;
  };
  void work();
  void make(const Wish& wish);
  bool make_one(const Wish& wish, bool coarse);
  void show(const std::shared_ptr<const Picture>& picture, const std::string& key);
  void give_up(const std::string& message, const std::string& key);

  // The window's thread alone.
  std::shared_ptr<const Picture> picture_;
  std::string shown_key_;  ///< of the full picture on show
  std::string asked_key_;  ///< of the newest request
  std::shared_ptr<const Template> asked_;
  int resolution_ = 512;
  bool busy_ = false;

  // Shared.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::unique_ptr<Wish> waiting_;
  bool ends_ = false;
  std::atomic<bool> give_up_full_{false};
  std::atomic<bool> give_up_all_{false};

  // The worker's thread alone.
  StageCache coarse_cache_;
  StageCache full_cache_;

  std::thread thread_;  ///< last: it uses the rest
};

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::Picture>)
