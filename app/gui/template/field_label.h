#pragma once

#include <QColor>
#include <QLabel>
#include <optional>

namespace fw {

/// A field's name: with an ellipsis if it does not fit, a dot before it while the value differs from the
/// default, and a swatch if the value belongs to a class with a colour.
class FieldLabel : public QLabel {
  Q_OBJECT

 public:
  explicit FieldLabel(const QString& title, QWidget* parent = nullptr);

  void set_swatch(std::optional<QColor> colour);
  void set_changed(bool changed);
  int wanted_width() const;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int lead() const;

  std::optional<QColor> swatch_;
  bool changed_ = false;
};

/// A heading inside a page: small, bold, with a line.
QWidget* make_heading(const QString& title, const std::optional<QColor>& swatch, QWidget* parent);
/// A label for finding texts: small, selectable, hidden while empty.
QLabel* make_note(QWidget* parent);
/// Texts of findings below a field or above a group or page, in the colour of their severity.
void show_note(QLabel& label, const QString& text, bool error);

}  // namespace fw
