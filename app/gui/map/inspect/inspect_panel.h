#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/map/map_view.h"
#include "core/world/explain/explain.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeWidget;

namespace fw {

/// Why the place that was clicked is what it is: the point there with all it carries, then fields, ranks,
/// thresholds, scores, and for every class the rule that allows or refuses it. A worker finds the reasons.
class InspectPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectPanel(QWidget* parent = nullptr);
  ~InspectPanel() override;

  QSize sizeHint() const override;
  const std::optional<MapPick>& pick() const { return pick_; }
  QTreeWidget* table() const { return table_; }
  bool settled() const { return !waiting_; }
  /// What is on show as plain text.
  QString text() const;

 public slots:
  /// Connect to Preview::shown. The place is explained again on the new world.
  void set_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// Connect to MapView::picked.
  void show_pick(const fw::MapPick& pick);
  /// There is no world and no place any more.
  void clear();

 signals:
  /// The map should go to the place on show.
  void centre_wanted(fw::Vec2 place_m);

 private:
  void show_nothing();
  void explain_again();
  void take(const std::vector<ExplainRow>& rows);
  void add_point_rows();
  void filter();
  void copy() const;

  std::shared_ptr<const Picture> picture_;
  std::optional<MapPick> pick_;
  uint64_t number_ = 0;
  bool waiting_ = false;

  QLabel* title_;
  QLabel* subtitle_;
  QLineEdit* filter_;
  QTreeWidget* table_;
  QToolButton* go_;
  QToolButton* copy_;
};

/// What a point carries, as rows of name and value in the reader's language.
std::vector<std::pair<QString, QString>> point_rows(const World& world, size_t point);

}  // namespace fw
