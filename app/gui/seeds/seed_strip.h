#pragma once

#include <QCache>
#include <QListView>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/gui/seeds/seed_choice.h"
#include "app/gui/seeds/seed_thumbnails.h"

class QStandardItemModel;

namespace fw {

class Document;

/// Thumbnails of neighbouring seeds and of a few random ones, made in the background while visible. While
/// hidden it does not follow the document.
class SeedStrip : public QListView {
  Q_OBJECT

 public:
  explicit SeedStrip(Document& document, ThumbnailEffort effort = {}, QWidget* parent = nullptr);
  ~SeedStrip() override;

  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

  /// The shown seeds, in the order of the list.
  const std::vector<SeedChoice>& choices() const { return choices_; }
  /// Whether every shown thumbnail is of the current template.
  bool settled() const;
  QImage image(int row) const;

 public slots:
  /// Chooses other random seeds.
  void reroll();
  /// Connect to Preview::busy: thumbnails wait while the map is being made.
  void set_paused(bool paused);

 signals:
  void chosen(const fw::SeedChoice& choice);
  void menu_wanted(const fw::SeedChoice& choice, const QPoint& at);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void list_choices();
  /// The template changed, its seeds did not: lists again once the document has been left alone.
  void wait();
  void ask();
  void take(const QString& key, const QImage& image);
  /// The common part of the thumbnails' keys: the template without its seeds, the view, the size.
  QString key_of_all() const;
  int side_px() const;

  Document& document_;
  std::vector<SeedChoice> choices_;
  SeedChoice now_;      ///< the document's, as listed
  bool stale_ = false;  ///< the list is of an older template
  std::vector<uint64_t> random_;
  std::unique_ptr<QStandardItemModel> items_;
  QCache<QString, QImage> images_;
  QTimer rest_;  ///< debounces changes of the document
  std::unique_ptr<SeedThumbnails> thumbnails_;
};

}  // namespace fw
