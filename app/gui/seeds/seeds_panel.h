#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "app/gui/seeds/seed_choice.h"
#include "app/gui/seeds/seed_thumbnails.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTabWidget;
class QToolButton;

namespace fw {

class Document;
class SeedStrip;

/// Seeds: typed, next, previous, random; streams with a seed of their own; visited and favourite seeds;
/// thumbnails of neighbours. Every choice is an edit of the document.
class SeedsPanel : public QWidget {
  Q_OBJECT

 public:
  /// Favourites are stored in `settings`.
  SeedsPanel(Document& document, QSettings& settings, ThumbnailEffort effort = {}, QWidget* parent = nullptr);
  ~SeedsPanel() override;

  QSize sizeHint() const override;
  SeedStrip& strip() { return *strip_; }
  /// Seeds that were shown in this document, newest first.
  const std::vector<SeedChoice>& visited() const { return history_; }

 public slots:
  void take(const fw::SeedChoice& choice);
  void step(int by);  ///< next (+1), previous (-1)
  void take_random();
  /// A locked stream (0 layout, 1 noise, 2 place) keeps its number; an unlocked one follows the seed.
  void set_lock(int stream, bool locked);
  void copy();
  void paste();
  /// Connect to Preview::busy: thumbnails wait while the map is being made.
  void set_busy(bool busy);
  void add_favourite();
  void remove_favourite();
  /// Makes any seed of the template a favourite, or no longer.
  void set_favourite(const fw::SeedChoice& choice, bool on);

 signals:
  void favourites_changed();  ///< in the settings
  /// Requests a comparison of this template with the present one.
  void compare_requested(const std::shared_ptr<const fw::Template>& other);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  static constexpr int kStreams = 3;
  struct StreamRow {
    QToolButton* lock = nullptr;
    QLineEdit* number = nullptr;
  };
  QWidget* build_seed_row();
  QWidget* build_streams();
  QWidget* build_strip(ThumbnailEffort effort);
  QWidget* build_lists();
  /// Adds the document's seed to the visited ones; updates the lists while the panel is visible.
  void refresh();
  void show_seeds();
  void refresh_lists();
  void read_favourites_again();
  void keep_favourites();
  void remember();
  void type_seed();
  void type_stream(int stream);
  void rename_favourite(QListWidgetItem* item);
  /// By value: the strip's list may change while the menu is open.
  void show_menu(SeedChoice choice, const QPoint& at);

  Document& document_;
  QSettings& settings_;
  QLineEdit* seed_ = nullptr;
  QLabel* problem_ = nullptr;
  QToolButton* star_ = nullptr;
  std::array<StreamRow, kStreams> streams_;
  SeedStrip* strip_ = nullptr;
  QTabWidget* lists_ = nullptr;
  QListWidget* visited_ = nullptr;
  QListWidget* favourites_list_ = nullptr;
  bool lists_are_old_ = true;  ///< visited or favourite seeds changed since the lists were made
  std::vector<SeedChoice> history_;
  std::vector<FavouriteSeed> favourites_;
  std::string favourites_of_;  ///< the template's name whose favourites these are
};

}  // namespace fw
