#pragma once

#include <QAbstractSpinBox>
#include <optional>

#include "app/gui/template/number/number_scale.h"

class QLabel;

namespace fw {

/// A field for one number. It may show a rounded number, but returns either the untouched model value or the
/// user's entry. Invalid text is never passed on: it stays, marked, until it is corrected or Escape is
/// pressed.
class NumberSpin : public QAbstractSpinBox {
  Q_OBJECT

 public:
  explicit NumberSpin(const NumberScale& scale, QWidget* parent = nullptr);

  void set_unit(const QString& unit);
  /// An empty field means "not stated", shown as the placeholder.
  void set_optional(const QString& placeholder);
  /// Sets the model's value without a signal; text that stands for the same value is kept.
  void show_value(std::optional<double> value);
  std::optional<double> value() const { return value_; }
  /// Whether the field holds invalid text.
  bool refuses() const { return refuses_; }
  /// Restores the model's value, as Escape does.
  void drop_typed();
  /// Accepts the typed text, as Enter does.
  void commit();

  void stepBy(int steps) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void edited(std::optional<double> value);  ///< by the user
  void judged(bool good);                    ///< whether the typed text is valid

 protected:
  bool event(QEvent* event) override;
  StepEnabled stepEnabled() const override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString text_of(std::optional<double> value) const;
  bool reads(const QString& text, std::optional<double>& value) const;
  void rewrite();
  void judge();
  void place_unit();

  NumberScale scale_;
  std::optional<double> value_;
  QString shown_;  ///< the text of value_
  QLabel* unit_ = nullptr;
  bool optional_ = false;
  bool refuses_ = false;
};

}  // namespace fw
