#pragma once

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QImage>
#include <QListView>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "app/gui/seeds/seed_thumbnails.h"
#include "app/job/search/search_results.h"

namespace fw {

/// In what order a gallery shows the worlds of a search.
struct PassOrder {
  enum class By { score, kept, seed, figure };
  By by = By::score;
  size_t figure = 0;  ///< its number, for By::figure
  bool rising = true;

  friend bool operator==(const PassOrder&, const PassOrder&) = default;
};

/// The worlds that passed a search, ordered; the first of them.
class PassList : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kSeed = Qt::UserRole, kImage, kScore, kFavourite, kKept };
  static constexpr size_t kShown = 300;
  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  /// Begins with the worlds of another search.
  void set_plan(std::shared_ptr<const SearchPlan> plan);
  const std::shared_ptr<const SearchPlan>& plan() const { return plan_; }
  /// Adds worlds; those that are there already count once.
  void add(const std::vector<Pass>& passes);
  /// The seeds that the search chose, in its order.
  void set_kept(const std::vector<uint64_t>& seeds);
  void set_order(const PassOrder& order);
  void set_favourites(std::set<uint64_t> seeds);
  void set_image(uint64_t seed, const QImage& image);
  /// While held, what comes stands at the end, and nothing moves: someone points at it.
  void set_held(bool held) { held_ = held; }
  bool sorted() const { return sorted_; }

  size_t passed() const { return passes_.size(); }
  const Pass& at(int row) const { return passes_[shown_[static_cast<size_t>(row)]]; }
  bool has_image(uint64_t seed) const { return images_.count(seed) > 0; }
  bool is_favourite(uint64_t seed) const { return favourites_.count(seed) > 0; }
  /// The row of a seed; -1: not shown.
  int row_of(uint64_t seed) const;

 public slots:
  void sort();

 signals:
  void sorted_changed(bool sorted);

 private:
  void set_sorted(bool sorted);
  /// Sorts, unless it is held; then shows the newest worlds at the end.
  void place();
  void tell(uint64_t seed);
  /// The place of a seed among the chosen ones; their number if it is none.
  size_t choice_of(uint64_t seed) const;

  std::shared_ptr<const SearchPlan> plan_;
  PassOrder order_;
  bool held_ = false, sorted_ = true;
  std::vector<Pass> passes_;  ///< best first
  std::set<uint64_t> seeds_;
  std::vector<size_t> shown_;
  std::vector<uint64_t> kept_;
  std::set<uint64_t> favourites_;
  std::map<uint64_t, QImage> images_;
};

/// Small maps of the worlds that passed. A double click or Enter takes a world, the star or Space makes it a
/// favourite.
class PassGallery : public QListView {
  Q_OBJECT

 public:
  explicit PassGallery(ThumbnailEffort effort = {}, QWidget* parent = nullptr);
  ~PassGallery() override;

  PassList& passes() { return *passes_; }
  /// Whether every world in sight has its map.
  bool settled() const;
  /// Connect to Preview::busy: maps are not made while that of the window is.
  void set_paused(bool paused);

 signals:
  void taken(uint64_t seed);
  void favourite_asked(uint64_t seed, bool on);
  void compare_asked(uint64_t seed);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Asks for the next maps, unless some are being made.
  void ask();
  void show_menu(const QPoint& at);
  uint64_t seed_at(const QModelIndex& index) const;
  /// The world whose star is there; invalid: none.
  QModelIndex star_at(const QPoint& at) const;

  PassList* passes_ = nullptr;
  std::unique_ptr<SeedThumbnails> thumbnails_;
  std::set<uint64_t> asked_;  ///< whose maps are being made
  QElapsedTimer since_;
};

}  // namespace fw
