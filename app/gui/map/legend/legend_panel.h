#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <set>

#include "app/gui/map/map_paint.h"
#include "render/plate/legend.h"

class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fw {

class MapView;

/// What a map shows now, beside it: the symbols of the plates, by section; sections fold, and so does the
/// whole. A click on a row dims everything else on the map; another takes that back.
class LegendPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LegendPanel(MapView& view, QWidget* parent = nullptr);

  bool folded() const;
  void set_folded(bool folded);
  QTreeWidget* rows() const { return rows_; }
  /// Whether the rows are those of the map on show.
  bool settled() const { return !due_.isActive(); }

 signals:
  void folded_changed(bool folded);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void choose(QTreeWidgetItem* item);
  MapHighlight things_of(const LegendEntry& entry) const;

  MapView& view_;
  QTreeWidget* rows_ = nullptr;
  QToolButton* fold_ = nullptr;
  QTimer due_;
  std::vector<LegendSection> sections_;
  std::set<QString> closed_;  ///< headings of sections that are folded
  QString chosen_;            ///< key of the row that is pointed at; "" = none
};

}  // namespace fw
