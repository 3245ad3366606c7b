#pragma once

#include <QWidget>

#include "core/template/parameters/parameters.h"

namespace fw {

class Document;

/// Editor of one value of the parameter table. It stores no value of its own: show_value() sets the model's
/// value, edited() reports the user's.
class ParameterEditor : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Before show_value(): what is offered beside the value (rows of tables, the palette's colour).
  virtual void follow(const Document&, ParameterPlace) {}
  /// Sets the model's value without a signal. Text being typed is kept unless the value changes.
  virtual void show_value(const ParameterValue& value) = 0;
  /// Discards invalid typed text: its place is no longer shown.
  virtual void drop_typed() {}
  /// The widget to focus, also the label's buddy.
  virtual QWidget* entry() const = 0;
  /// Accessible name of every control.
  virtual void name_controls(const QString& name, const QString& help) = 0;

 signals:
  /// By the user; `passing` during a slider's drag.
  void edited(const fw::ParameterValue& value);
  /// End of a drag: the next edit is a new undo step.
  void released();
  /// The typed text (empty if it equals the model's), which may be invalid.
  void typing(const QString& text);
  /// The value is a new row, which the user called so, of the table that it names rows of.
  void row_wanted(const QString& label);
  /// Whether the typed numbers are valid.
  void judged(bool good);
};

/// The editor for a row's type.
ParameterEditor* make_editor(const Parameter& parameter, QWidget* parent);

}  // namespace fw

/// Before any signal that carries one.
Q_DECLARE_METATYPE(fw::ParameterValue)
