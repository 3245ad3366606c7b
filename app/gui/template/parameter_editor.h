#pragma once

#include <QWidget>

#include "core/template/parameters.h"

namespace fw {

/// Shows and takes one value of the parameter table. It holds no value of its own that the model does not
/// have: show_value() brings the model's, edited() carries what the user gave.
class ParameterEditor : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The model's value; gives no signal. What the user is just typing stays unless the value is another.
  virtual void show_value(const ParameterValue& value) = 0;
  /// Drops what is typed and cannot be taken: the place it was meant for is no longer on show.
  virtual void drop_typed() {}
  /// Where the keyboard goes, and the label's buddy.
  virtual QWidget* entry() const = 0;
  /// The name of every control for screen readers.
  virtual void name_controls(const QString& name, const QString& help) = 0;

 signals:
  /// By the user; `passing` while a slider is being dragged.
  void edited(const fw::ParameterValue& value);
  /// A drag is over: the next edit is a step of its own.
  void released();
  /// What is being typed is text (empty: nothing that is not in the model) that may not be good.
  void typing(const QString& text);
  /// Whether the numbers being typed could be taken.
  void judged(bool good);
};

/// The editor that a row's type asks for.
ParameterEditor* make_editor(const Parameter& parameter, QWidget* parent);

}  // namespace fw
