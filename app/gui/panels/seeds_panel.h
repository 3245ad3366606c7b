#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "core/model/template.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QTabWidget;
class QToolButton;

namespace fw {

class Document;
class SeedStrip;

/// A world's seeds as a template states them: the common one and those that single streams keep.
struct SeedChoice {
  uint64_t seed = 0;
  StreamSeeds streams;

  SeedBundle bundle() const;
  /// "42", or "42, layout 7"
  QString text() const;
};
bool operator==(const SeedChoice& a, const SeedChoice& b);

/// Seeds: typed, next, previous, random; streams that keep a number of their own; seeds visited and favourite
/// ones; thumbnails of neighbours. Every choice is an edit of the document.
class SeedsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SeedsPanel(Document& document, QWidget* parent = nullptr);
  ~SeedsPanel() override;

  QSize sizeHint() const override;
  SeedStrip& strip() { return *strip_; }

 public slots:
  void take(const fw::SeedChoice& choice);
  void step(int by);  ///< next (+1), previous (-1)
  void take_random();
  void copy();
  void paste();
  /// Connect to Preview::busy: thumbnails wait while the map is being made.
  void set_busy(bool busy);
  void add_favourite();
  void remove_favourite();

 signals:
  /// The map should show this template beside the present one.
  void compare_requested(const std::shared_ptr<const fw::Template>& other);

 private:
  enum Stream { kLayout, kNoise, kPlace, kStreams };
  struct StreamRow {
    QToolButton* lock = nullptr;
    QLineEdit* number = nullptr;
  };
  QWidget* build_seed_row();
  QWidget* build_streams();
  QWidget* build_lists();
  void refresh();
  void refresh_favourites();
  void remember();
  void type_seed();
  void set_lock(int stream, bool locked);
  void type_stream(int stream);
  void show_menu(const SeedChoice& choice, const QPoint& at);
  SeedChoice now() const;

  Document& document_;
  QLineEdit* seed_ = nullptr;
  QLabel* problem_ = nullptr;
  std::array<StreamRow, kStreams> streams_;
  SeedStrip* strip_ = nullptr;
  QTabWidget* lists_ = nullptr;
  QListWidget* visited_ = nullptr;
  QListWidget* favourites_ = nullptr;
  std::vector<SeedChoice> history_;  ///< visited, newest first
};

/// Reads a seed as a person types or pastes it (spaces and digit groups allowed); nothing if it is no whole
/// number from 0 to kMaxSeed.
std::optional<uint64_t> read_seed(const QString& text);

}  // namespace fw

Q_DECLARE_METATYPE(fw::SeedChoice)
