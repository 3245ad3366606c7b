#pragma once

#include <QAbstractSpinBox>
#include <optional>

#include "app/gui/template/number/number_scale.h"

class QLabel;

namespace fw {

/// A field for one number that keeps the model's number: what it shows may be rounded, what it gives back is
/// either untouched or what the user entered. Text that is no number of the range is never given on: it
/// stays, marked, until it is corrected or Escape is pressed.
class NumberSpin : public QAbstractSpinBox {
  Q_OBJECT

 public:
  explicit NumberSpin(const NumberScale& scale, QWidget* parent = nullptr);

  void set_unit(const QString& unit);
  /// An empty field means "not stated", shown as the placeholder.
  void set_optional(const QString& placeholder);
  /// The model's value; gives no signal and leaves text alone that stands for the same value.
  void show_value(std::optional<double> value);
  std::optional<double> value() const { return value_; }
  /// Whether the field holds text that is no number of the range.
  bool refuses() const { return refuses_; }
  /// Shows the model's value again, as Escape does.
  void drop_typed();
  /// Takes what is typed, as Enter does.
  void commit();

  void stepBy(int steps) override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void edited(std::optional<double> value);  ///< by the user
  void judged(bool good);                    ///< whether what is being typed could be taken

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
  QString shown_;  ///< the text that stands for value_
  QLabel* unit_ = nullptr;
  bool optional_ = false;
  bool refuses_ = false;
};

}  // namespace fw
