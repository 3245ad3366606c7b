#pragma once

#include <QToolBar>
#include <array>

#include "app/gui/hand/tools.h"

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace fw {

class Document;
class HandCanvas;

/// The tools of the hand beside the map, one button and one letter each. Letters work while `keys` has the
/// focus.
class HandToolBar : public QToolBar {
  Q_OBJECT

 public:
  HandToolBar(HandCanvas& canvas, QWidget& keys, QWidget* parent = nullptr);

  /// In the order of hand_tools().
  const std::array<QAction*, kHandTools>& tool_actions() const { return actions_; }

 private:
  std::array<QAction*, kHandTools> actions_{};
};

/// What the tool in use makes: list, class, radius, feather, force. Empty while the map has a tool of its
/// own.
class HandOptionsBar : public QToolBar {
  Q_OBJECT

 public:
  HandOptionsBar(HandCanvas& canvas, Document& document, QWidget* parent = nullptr);

 signals:
  /// A choice was made: the map may have the focus again.
  void chosen();

 protected:
  /// The letter of a tool chooses it in any of the bar's controls that takes no letters.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  QComboBox* add_combo(const QString& name);
  QSpinBox* add_spin(const QString& name, int least, int most, const QString& suffix);
  QDoubleSpinBox* add_decimal(const QString& name, double least, double most, const QString& prefix);
  void refresh();
  void fill();
  void show_controls();
  void show_values();
  void take(const std::function<void(HandOptions&)>& change);

  HandCanvas& canvas_;
  Document& document_;
  QLabel* title_ = nullptr;
  QComboBox *list_ = nullptr, *class_ = nullptr, *pin_ = nullptr, *words_ = nullptr, *land_ = nullptr,
            *terrain_ = nullptr, *line_ = nullptr, *zone_ = nullptr, *force_ = nullptr;
  QSpinBox *radius_ = nullptr, *feather_ = nullptr, *amount_ = nullptr, *level_ = nullptr,
           *falloff_ = nullptr;
  QDoubleSpinBox *strength_ = nullptr, *density_ = nullptr;
  std::string filled_;  ///< what the combos were filled from
};

}  // namespace fw
