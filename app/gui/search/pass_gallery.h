#pragma once

#include <QElapsedTimer>
#include <QListView>
#include <memory>

#include "app/gui/search/pass_list.h"
#include "app/gui/seeds/seed_thumbnails.h"

namespace fw {

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
