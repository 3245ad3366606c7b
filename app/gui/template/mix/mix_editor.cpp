#include "app/gui/template/mix/mix_editor.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/template/edit_text.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/look.h"
#include "app/gui/template/mix/mix_bar.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

/// A share in per cent, rounded to remove floating-point residue.
double percent_of(double share) {
  return std::round(share * 1e11) / 1e9;
}

QColor part_colour(const Template& tmpl, const Parameter& p) {
  return class_colour(tmpl, group_of(p.path), member_of(p.path)).value_or(QColor(Qt::gray));
}

}  // namespace

MixEditor::MixEditor(Document& document, const std::string& group, QWidget* parent)
    : PagePart(parent), document_(document), group_(group) {
  std::vector<MixPart> bar_parts;
  for (const Parameter* p : shares_of(group)) {
    parts_.push_back({p, nullptr, nullptr, nullptr});
    bar_parts.push_back({title_of(*p), part_colour(document.tmpl(), *p)});
  }
  list_ = list_of(*parts_.front().parameter);
  locks_.assign(parts_.size(), false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 4);
  column->setSpacing(2);
  build_head();
  body_ = new QWidget(this);
  column->addWidget(body_);
  auto* body = new QVBoxLayout(body_);
  body->setContentsMargins(0, 0, 0, 0);
  body->setSpacing(2);
  bar_ = new MixBar(std::move(bar_parts), body_);
  bar_->setAccessibleName(tr("%1, borders between shares").arg(title_of_member(member_of(group))));
  body->addWidget(bar_);
  auto* rows = new QGridLayout;
  rows->setHorizontalSpacing(6);
  rows->setVerticalSpacing(1);
  rows->setContentsMargins(0, 2, 22, 0);
  rows->setColumnStretch(0, 1);
  body->addLayout(rows);
  for (size_t k = 0; k < parts_.size(); ++k) {
    build_part(k);
    const int at = static_cast<int>(k);
    rows->addWidget(parts_[k].label, at, 0);
    rows->addWidget(parts_[k].lock, at, 1);
    rows->addWidget(parts_[k].spin, at, 2);
  }
  connect(bar_, &MixBar::moved, this,
          [this](const Shares& shares) { apply(shares, QString::number(bar_->border())); });
  connect(bar_, &MixBar::released, &document_, &Document::end_gesture);
  refresh();
}

void MixEditor::build_head() {
  const QString title = title_of_member(member_of(group_));
  auto* column = static_cast<QVBoxLayout*>(layout());
  auto* head = new QHBoxLayout;
  head->setSpacing(4);
  head->addWidget(make_heading(title, std::nullopt, this), 1);
  if (list_) {
    fixed_ = new QCheckBox(tr("Fixed"), this);
    fixed_->setAccessibleName(tr("%1 fixed for this region").arg(title));
    fixed_->setToolTip(table_text(parts_.front().parameter->help));
    connect(fixed_, &QCheckBox::clicked, this, &MixEditor::fix);
    head->addWidget(fixed_, 0, Qt::AlignBottom);
  } else {
    reset_ = new QToolButton(this);
    dress_button(*reset_, Glyph::reset, tr("Reset %1").arg(lower_first(title)), tr("Reset to default"));
    reset_->setFixedSize(18, 18);
    QSizePolicy kept = reset_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(kept);
    connect(reset_, &QToolButton::clicked, this, &MixEditor::reset);
    head->addWidget(reset_, 0, Qt::AlignBottom);
  }
  column->addLayout(head);
  message_ = make_note(this);
  column->addWidget(message_);
  setWhatsThis(table_text(parts_.front().parameter->help));
}

void MixEditor::build_part(size_t k) {
  Part& part = parts_[k];
  const Parameter& p = *part.parameter;
  const QString title = title_of(p);
  part.label = new FieldLabel(title, body_);
  part.label->set_swatch(part_colour(document_.tmpl(), p));
  part.lock = new QToolButton(body_);
  part.lock->setCheckable(true);
  dress_button(*part.lock, Glyph::lock, tr("Lock %1").arg(lower_first(title)),
               tr("Keep this share while others change"));
  part.lock->setFixedSize(20, 20);
  connect(part.lock, &QToolButton::toggled, this, [this, k](bool locked) {
    locks_[k] = locked;
    bar_->set_locks(locks_);
  });
  part.spin = new NumberSpin(NumberScale::linear(p.min * 100, p.max * 100), body_);
  part.spin->set_unit(QStringLiteral("%"));
  part.spin->setFixedWidth(part.spin->sizeHint().width());
  part.spin->setAccessibleName(tr("%1, share in per cent").arg(title));
  part.spin->setAccessibleDescription(table_text(p.help));
  part.spin->setToolTip(
      tr("%1 The other shares keep their proportions; locked ones stay.").arg(table_text(p.help)));
  part.label->setBuddy(part.spin);
  connect(part.spin, &NumberSpin::edited, this, [this, k](std::optional<double> value) {
    if (!value) return;
    apply(with_share(shares(), locks_, k, *value / 100), QStringLiteral("part %1").arg(k));
    refresh();  // locks may have limited the change
  });
  connect(part.spin, &QAbstractSpinBox::editingFinished, &document_, &Document::end_gesture);
}

std::string MixEditor::path() const {
  std::string path = group_;
  if (const size_t at = path.find("[]"); at != std::string::npos) path.insert(at + 1, std::to_string(row_));
  return path;
}

bool MixEditor::there() const {
  return !list_ || row_ < list_->size(document_.tmpl());
}

Shares MixEditor::shares() const {
  Shares shares;
  for (const Part& part : parts_) {
    const ParameterValue value = part.parameter->get(document_.tmpl(), row_);
    if (const double* share = std::get_if<double>(&value)) shares.push_back(*share);
  }
  return shares;
}

/// The mix shown for a derived row, and its start value when fixed: the island's.
Shares MixEditor::fallback() const {
  Shares shares;
  for (const Parameter* p : shares_of(member_of(group_)))
    shares.push_back(std::get<double>(p->get(document_.tmpl(), 0)));
  return normalised(shares.size() == parts_.size() ? shares : Shares(parts_.size(), 0.0));
}

void MixEditor::apply(const Shares& next, const QString& merge_with) {
  std::vector<const Parameter*> rows;
  for (const Part& part : parts_) rows.push_back(part.parameter);
  const size_t row = row_;
  document_.edit(
      mix_text(group_, row_),
      [rows, row, next](Template& t) {
        for (size_t k = 0; k < rows.size(); ++k) rows[k]->set(t, row, next[k]);
      },
      QString::fromStdString(path()) + QLatin1Char('/') + merge_with);
}

void MixEditor::fix(bool fixed) {
  document_.end_gesture();
  if (fixed) {
    apply(fallback(), QStringLiteral("fix"));
  } else {
    const ParameterList& list = *list_;
    const size_t row = row_;
    const std::string group = group_;
    document_.edit(tr("Derive %1 mix").arg(lower_first(title_of_member(member_of(group_)))),
                   [&list, row, group](Template& t) { unstate_group(t, list, row, group); });
  }
  document_.end_gesture();
}

void MixEditor::reset() {
  Shares plain;
  for (const Part& part : parts_) {
    const auto value = reset_value({part.parameter, row_}, document_.tmpl());
    plain.push_back(std::get<double>(*value));
  }
  document_.end_gesture();
  apply(plain, QStringLiteral("reset"));
  document_.end_gesture();
}

void MixEditor::set_row(size_t row) {
  if (row != row_)
    for (const Part& part : parts_) part.lock->setChecked(false);
  row_ = row;
  refresh();
}

void MixEditor::refresh() {
  setEnabled(there());
  if (!there()) return;
  const Shares held = shares();
  const bool derived = held.empty();
  const Shares shown = derived ? fallback() : held;
  bar_->show_shares(shown);
  body_->setEnabled(!derived);
  if (fixed_) fixed_->setChecked(!derived);
  bool changed = false;
  for (size_t k = 0; k < parts_.size(); ++k) {
    parts_[k].spin->show_value(percent_of(shown[k]));
    const auto plain = list_ ? std::nullopt : reset_value({parts_[k].parameter, row_}, document_.tmpl());
    const bool differs = plain && std::get<double>(*plain) != shown[k];
    parts_[k].label->set_changed(differs);
    changed |= differs;
  }
  if (reset_) reset_->setVisible(changed);
  show_messages();
}

void MixEditor::show_messages() {
  QString text;
  bool error = false;
  for (const Finding& f : document_.findings()) {
    if (!covers(f.where)) continue;
    error |= f.severity == Severity::error;
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(f.message);
  }
  show_note(*message_, text, error);
}

bool MixEditor::covers(const std::string& where) const {
  return where == path() || where.starts_with(path() + ".");
}

QWidget* MixEditor::reveal(const std::string& wanted) {
  for (const Part& part : parts_)
    if (path_of({part.parameter, row_}) == wanted)
      return body_->isEnabled() ? part.spin : static_cast<QWidget*>(fixed_);
  if (wanted != path()) return nullptr;
  return body_->isEnabled() ? static_cast<QWidget*>(bar_) : fixed_;
}

}  // namespace fw
