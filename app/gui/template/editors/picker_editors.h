#pragma once

#include <QColor>

#include "app/gui/template/parameter_editor.h"

class QComboBox;
class QToolButton;

namespace fw {

/// A colour with a dialog to choose it, or none: a row's from the palette, others of the map style.
class ColourEditor : public ParameterEditor {
  Q_OBJECT

 public:
  ColourEditor(const Parameter& parameter, QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void choose();

  const Parameter& parameter_;
  QString usual_;  ///< what shows where none is stated
  QColor shown_;   ///< the stated colour, else the palette's
  QToolButton* button_ = nullptr;
};

/// A pictogram by name with its picture, an SVG file beside the template, or a free one ("").
class SymbolEditor : public ParameterEditor {
  Q_OBJECT

 public:
  explicit SymbolEditor(QWidget* parent);

  void follow(const Document& document, ParameterPlace at) override;
  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  void choose(int index);
  void choose_file();

  ParameterValue held_;
  QString folder_;  ///< of the template's file; empty: none yet
  QComboBox* combo_ = nullptr;
};

}  // namespace fw
