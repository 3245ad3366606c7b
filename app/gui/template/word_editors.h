#pragma once

#include "app/gui/template/parameter_editor.h"

class QComboBox;
class QLineEdit;

namespace fw {

/// One word of a closed list.
class ChoiceEditor : public ParameterEditor {
  Q_OBJECT

 public:
  ChoiceEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 private:
  QComboBox* combo_ = nullptr;
};

/// Free text, a name or a slug: accepted on Enter or when the focus leaves; Escape reverts it.
class TextEditor : public ParameterEditor {
  Q_OBJECT

 public:
  TextEditor(const Parameter& parameter, QWidget* parent);

  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void commit();

  bool optional_ = false;
  QString shown_;
  QLineEdit* line_ = nullptr;
};

/// A combo box whose wheel works only while it has the focus.
QComboBox* make_combo(const Parameter& parameter, QWidget* parent);

}  // namespace fw
