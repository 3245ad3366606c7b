#pragma once

#include <QFrame>
#include <set>
#include <string>

#include "core/search/figures.h"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace fw {

/// A list of all figures in groups, with a field that finds them by name or meaning; shown as a popup.
class FigureChooser : public QFrame {
  Q_OBJECT

 public:
  explicit FigureChooser(QWidget* parent = nullptr);

  /// `taken`: names that cannot be chosen.
  void set_figures(const FigureTable& table, const std::set<std::string>& taken);
  /// Opens below a widget.
  void open_below(const QWidget& widget);

 signals:
  void chosen(const std::string& figure);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void find(const QString& words);
  void choose(const QTreeWidgetItem* item);

  QLineEdit* search_ = nullptr;
  QTreeWidget* list_ = nullptr;
};

}  // namespace fw
