#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/gui/map/search/map_search.h"

class QCompleter;
class QLabel;
class QLineEdit;
class QStringListModel;
class QToolButton;

namespace fw {

class MapView;
struct Picture;

/// Finds points, classes, names, regions and positions on a map, jumps there and highlights them. Enter shows
/// everything that was found, then one place after the other; Escape closes.
class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(MapView& map, QWidget* parent = nullptr);
  ~FindBar() override;

  QLineEdit* field() const { return field_; }
  const std::optional<MapFound>& found() const { return found_; }
  /// Which place is on show, from 0; -1 = all.
  int at() const { return at_; }

 public slots:
  /// Shows itself with the cursor in the field.
  void open();
  void close_bar();
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  void search(const QString& text);
  void next();
  void previous();

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void find_words();
  void step(int by);
  void show_found();
  void say();

  MapView& map_;
  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const Picture> words_of_;  ///< whose words the field offers, or will
  std::optional<MapFound> found_;
  QString searched_;
  int at_ = -1;

  QLineEdit* field_;
  QLabel* count_;
  QToolButton* previous_;
  QToolButton* next_;
  QStringListModel* words_;
  QCompleter* completer_;
};

}  // namespace fw
