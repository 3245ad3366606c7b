#pragma once

#include "app/gui/template/parameter_editor.h"

class QPlainTextEdit;

namespace fw {

/// A list of free texts with commas between, over several lines (text_list.h). Accepted on Enter or when the
/// focus leaves; Escape reverts it.
class TextsEditor : public ParameterEditor {
  Q_OBJECT

 public:
  explicit TextsEditor(QWidget* parent);

  void show_value(const ParameterValue& value) override;
  QWidget* entry() const override;
  void name_controls(const QString& name, const QString& help) override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void commit();

  QString shown_;
  QPlainTextEdit* edit_ = nullptr;
};

}  // namespace fw
