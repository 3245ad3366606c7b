#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/job/usual/usual_table.h"

namespace fw {

/// Figures of a template's usual worlds (docs/search.md, 3), or of the first of them.
struct UsualFigures {
  std::string key;  ///< usual_key(): what they are true for
  FigureTable table;
  UsualColumns worlds;  ///< of each figure, in the order of seeds; empty lists where none are known yet
  size_t count = 0;     ///< worlds so far
  bool complete() const { return count >= kUsualWorlds; }
};

/// Finds the figures of usual worlds: shipped, from the user's cache, or made here, one world after another
/// on one thread of low priority; all of them go into the cache. A newer request replaces the older.
class UsualWorlds : public QObject {
  Q_OBJECT

 public:
  /// `most`: how many worlds are made at most.
  explicit UsualWorlds(size_t most = kUsualWorlds, QObject* parent = nullptr);
  ~UsualWorlds() override;

  /// found() follows; if these were the last ones asked for, with what is known of them.
  void request(std::shared_ptr<const Template> tmpl, int resolution, const std::string& digest = {});
  /// While paused no world is made; known ones are found all the same.
  void set_paused(bool paused);

 signals:
  void found(const std::shared_ptr<const fw::UsualFigures>& usual);

 private:
  struct Wish {
    std::shared_ptr<const Template> tmpl;
    int resolution = 0;
  };
  void work();
  void make(const Wish& wish);
  void tell(UsualFigures usual);
  bool replaced();

  const size_t most_;
  std::string asked_;                         ///< key of the last request; the window's thread only
  std::shared_ptr<const UsualFigures> told_;  ///< last; the window's thread only
  std::mutex mutex_;
  std::condition_variable wake_;
  std::unique_ptr<Wish> waiting_;
  bool paused_ = false, ends_ = false;
  std::atomic<bool> give_up_{false};
  std::thread thread_;  ///< last member: it uses the others
};

}  // namespace fw
