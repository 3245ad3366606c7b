#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/gui/template/parameter_editor.h"

class QPlainTextEdit;

namespace fw {

/// Texts with a separator between. One that is empty, holds a comma or a quote, or has blanks at its ends
/// stands in quotes, with quotes inside it doubled.
QString join_texts(const std::vector<std::string>& texts, const QString& separator);

/// The texts of a typed or pasted list: between commas, tabs or line ends, without blanks at their ends
/// unless they stand in quotes. Empty ones count only in quotes.
std::vector<std::string> split_texts(const QString& typed);

/// A list of free texts with commas between, over several lines. Accepted on Enter or when the
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
