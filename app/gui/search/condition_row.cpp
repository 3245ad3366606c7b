#include "app/gui/search/condition_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QVBoxLayout>
#include <cmath>

#include "app/gui/icons/buttons.h"
#include "app/gui/search/range_slider.h"
#include "app/gui/words/words.h"
#include "core/measure/kpi/kpi.h"

namespace fw {
namespace {

constexpr int kFigureDigits = 4;

QLabel* small_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

QString figure_text(std::optional<double> value, const std::string& unit) {
  if (!value || std::isnan(*value)) return QStringLiteral("\u2013");
  const QString number = QLocale().toString(*value, 'g', kFigureDigits);
  return unit.empty() ? number : QStringLiteral("%1\u00a0%2").arg(number, table_text(unit));
}

QString share_text(double share) {
  if (std::isnan(share)) return QStringLiteral("\u2013");
  const double percent = 100 * share;
  return QStringLiteral("%1\u00a0%")
      .arg(QLocale().toString(percent, 'f', percent > 0 && percent < 10 ? 1 : 0));
}

ConditionRow::ConditionRow(const SearchFigure& figure, const FigureRange& range, QWidget* parent)
    : QWidget(parent), figure_(figure), range_(range) {
  const QString name = QString::fromStdString(figure.name);
  setToolTip(QStringLiteral("<p>%1</p>").arg(table_text(figure.help).toHtmlEscaped()));
  auto* title = new QLabel(name);
  title->setTextFormat(Qt::PlainText);
  share_ = small_label();
  share_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* remove = flat_button(Glyph::remove, tr("Remove the condition on %1").arg(name));
  remove->setObjectName(QStringLiteral("remove_condition"));
  auto* head = new QHBoxLayout;
  head->addWidget(title, 1);
  head->addWidget(share_);
  head->addWidget(remove);
  slider_ = new RangeSlider;
  slider_->setAccessibleName(tr("Range of %1").arg(name));
  if (const Kpi* kpi = find_kpi(figure.name); kpi != nullptr && std::isfinite(kpi->high))
    slider_->set_limits(kpi->low, kpi->high);
  low_ = number_field(tr("Least %1").arg(name), tr("any"));
  low_->setObjectName(QStringLiteral("low"));
  high_ = number_field(tr("Greatest %1").arg(name), tr("any"));
  high_->setObjectName(QStringLiteral("high"));
  now_ = small_label();
  now_->setAlignment(Qt::AlignCenter);
  auto* foot = new QHBoxLayout;
  foot->addWidget(low_, 2);
  foot->addWidget(now_, 3);
  foot->addWidget(high_, 2);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 2, 0, 6);
  column->setSpacing(2);
  column->addLayout(head);
  column->addWidget(slider_);
  column->addLayout(foot);
  connect(remove, &QToolButton::clicked, this, &ConditionRow::removed);
  connect(slider_, &RangeSlider::edited, this, [this](bool ends) {
    range_.low = slider_->low();
    range_.high = slider_->high();
    show_range();
    emit edited(ends);
  });
  connect(low_, &QLineEdit::editingFinished, this, [this] { take_typed(*low_, range_.low); });
  connect(high_, &QLineEdit::editingFinished, this, [this] { take_typed(*high_, range_.high); });
  slider_->set_range(range_.low, range_.high);
  show_range();
  show_present({});
}

QLineEdit* ConditionRow::number_field(const QString& name, const QString& open) {
  auto* field = new QLineEdit;
  field->setAlignment(Qt::AlignHCenter);
  field->setAccessibleName(name);
  field->setToolTip(name);
  field->setPlaceholderText(open);
  field->setMinimumWidth(56);
  return field;
}

void ConditionRow::take_typed(QLineEdit& field, std::optional<double>& end) {
  const QString text = field.text().trimmed();
  std::optional<double> typed;
  bool read = text.isEmpty();
  if (!read) {
    double value = QLocale().toDouble(text, &read);
    if (!read) value = QLocale::c().toDouble(text, &read);
    read = read && std::isfinite(value);
    if (read) typed = value;
  }
  // What shows a rounded end and is typed unchanged is the end itself.
  const bool same =
      read && typed.has_value() == end.has_value() && (!typed || figure_text(typed) == figure_text(end));
  if (read && !same) end = typed;
  show_range();
  slider_->set_range(range_.low, range_.high);
  if (read && !same) emit edited(true);
}

void ConditionRow::show_usual(const std::vector<double>& ascending, size_t worlds) {
  usual_ = ascending;
  worlds_ = worlds;
  slider_->set_values(ascending);
  show_share();
}

void ConditionRow::show_present(std::optional<double> value) {
  present_ = value;
  slider_->set_tick(value);
  now_->setText(value ? tr("now %1").arg(figure_text(value, figure_.unit)) : QString());
}

void ConditionRow::show_range() {
  low_->setText(range_.low ? figure_text(range_.low) : QString());
  high_->setText(range_.high ? figure_text(range_.high) : QString());
  show_share();
}

void ConditionRow::show_share() {
  if (worlds_ == 0) return share_->setText(tr("usual values not known yet"));
  // Worlds in which the figure is not defined do not pass.
  const double share = usual_.empty() ? 0
                                      : share_within(range_, usual_) * static_cast<double>(usual_.size()) /
                                            static_cast<double>(worlds_);
  share_->setText(tr("%1 of usual worlds").arg(share_text(share)));
}

}  // namespace fw
