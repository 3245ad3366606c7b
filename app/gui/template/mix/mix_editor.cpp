#include "app/gui/template/mix/mix_editor.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/edit_text.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/mix/mix_bar.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

/// A share in per cent, rounded to remove floating-point residue.
double percent_of(double share) {
  return std::round(share * 1e11) / 1e9;
}

const Parameter* share_of(const std::string& group) {
  for (const Parameter& p : parameters()) {
    const std::string own = group_of(p.path);
    if ((is_share(p) && own == group) || (is_share_column(p) && own == group + "[]")) return &p;
  }
  return nullptr;
}

}  // namespace

MixEditor::MixEditor(Document& document, const std::string& group, Extent extent, QWidget* parent)
    : PagePart(parent), document_(document), group_(group), extent_(extent), parameter_(share_of(group)) {
  keyed_ = is_share(*parameter_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 4);
  column->setSpacing(2);
  build_head();
  body_ = new QWidget(this);
  column->addWidget(body_);
  auto* body = new QVBoxLayout(body_);
  body->setContentsMargins(0, 0, 0, 0);
  body->setSpacing(2);
  bar_ = new MixBar({}, body_);
  bar_->setAccessibleName(tr("%1, borders between shares").arg(title_of_member(member_of(group))));
  body->addWidget(bar_);
  room_note_ = make_note(body_);
  room_note_->setObjectName(QStringLiteral("room"));
  body->addWidget(room_note_);
  rows_ = new QGridLayout;
  rows_->setHorizontalSpacing(6);
  rows_->setVerticalSpacing(1);
  rows_->setContentsMargins(0, 2, 22, 0);
  rows_->setColumnStretch(0, 1);
  body->addLayout(rows_);
  connect(bar_, &MixBar::moved, this,
          [this](const Shares& shares) { apply(shares, QString::number(bar_->border())); });
  connect(bar_, &MixBar::released, &document_, &Document::end_gesture);
  refresh();
}

void MixEditor::build_head() {
  const QString title = title_of_member(member_of(group_));
  auto* column = static_cast<QVBoxLayout*>(layout());
  if (extent_ == Extent::whole) {
    auto* head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(make_heading(title, std::nullopt, this), 1);
    if (keyed_) {
      fixed_ = new QCheckBox(tr("Fixed"), this);
      fixed_->setAccessibleName(tr("%1 fixed for this region").arg(title));
      fixed_->setToolTip(table_text(parameter_->help));
      connect(fixed_, &QCheckBox::clicked, this, &MixEditor::fix);
      head->addWidget(fixed_, 0, Qt::AlignBottom);
    }
    column->addLayout(head);
  }
  message_ = make_note(this);
  column->addWidget(message_);
  setWhatsThis(table_text(parameter_->help));
}

/// Makes the parts again once rows have come, gone or changed their names or colours.
void MixEditor::follow_rows() {
  const Template& t = document_.tmpl();
  std::vector<Part> wanted;
  for (const Place& place : places())
    wanted.push_back({keyed_ ? title_of(place, t) : row_label(t, group_, place.at.row),
                      place_colour(place, t).value_or(QColor(Qt::gray)), nullptr, nullptr, nullptr});
  const auto same = [](const Part& a, const Part& b) { return a.name == b.name && a.colour == b.colour; };
  if (std::equal(wanted.begin(), wanted.end(), parts_.begin(), parts_.end(), same)) return;
  for (const Part& part : parts_)
    for (QWidget* widget : {static_cast<QWidget*>(part.label), static_cast<QWidget*>(part.lock),
                            static_cast<QWidget*>(part.spin)})
      if (widget) widget->hide(), widget->deleteLater();
  parts_ = std::move(wanted);
  locks_.assign(parts_.size(), false);
  std::vector<MixPart> bar_parts;
  for (const Part& part : parts_) bar_parts.push_back({part.name, part.colour});
  bar_->set_parts(std::move(bar_parts));
  for (size_t k = 0; extent_ == Extent::whole && k < parts_.size(); ++k) build_part(k);
}

void MixEditor::build_part(size_t k) {
  Part& part = parts_[k];
  const QString& title = part.name;
  part.label = new FieldLabel(title, body_);
  part.label->set_swatch(part.colour);
  part.lock = new QToolButton(body_);
  part.lock->setCheckable(true);
  dress_button(*part.lock, Glyph::lock, tr("Lock %1").arg(lower_first(title)),
               tr("Keep this share while others change"));
  part.lock->setFixedSize(20, 20);
  connect(part.lock, &QToolButton::toggled, this, [this, k](bool locked) {
    locks_[k] = locked;
    bar_->set_locks(locks_);
  });
  part.spin = new NumberSpin(NumberScale::linear(0, 100), body_);
  part.spin->set_unit(QStringLiteral("%"));
  part.spin->setFixedWidth(part.spin->sizeHint().width());
  part.spin->setAccessibleName(tr("%1, share in per cent").arg(title));
  part.spin->setAccessibleDescription(table_text(parameter_->help));
  part.spin->setToolTip(
      tr("%1 The other shares keep their proportions; locked ones stay.").arg(table_text(parameter_->help)));
  part.label->setBuddy(part.spin);
  connect(part.spin, &NumberSpin::edited, this, [this, k](std::optional<double> value) {
    if (!value) return;
    apply(with_share(shares(), locks_, k, *value / 100), QStringLiteral("part %1").arg(k));
    refresh();  // locks may have limited the change
  });
  connect(part.spin, &QAbstractSpinBox::editingFinished, &document_, &Document::end_gesture);
  const int at = static_cast<int>(k);
  rows_->addWidget(part.label, at, 0);
  rows_->addWidget(part.lock, at, 1);
  rows_->addWidget(part.spin, at, 2);
}

std::string MixEditor::path() const {
  return with_row(group_, row_);
}

std::vector<Place> MixEditor::places() const {
  return shares_of(document_.tmpl(), group_, row_);
}

bool MixEditor::there() const {
  return !keyed_ || row_ < list_of(*parameter_)->size(document_.tmpl(), {});
}

Shares MixEditor::shares() const {
  Shares shares;
  for (const Place& place : places()) {
    const ParameterValue value = place.parameter->get(document_.tmpl(), place.at);
    if (const double* share = std::get_if<double>(&value)) shares.push_back(*share);
  }
  return shares;
}

/// The mix shown for a derived row, and its start value when fixed: the world's.
Shares MixEditor::fallback() const {
  Shares shares;
  for (const Place& place : shares_of(document_.tmpl(), parameter_->keys))
    shares.push_back(std::get<double>(place.parameter->get(document_.tmpl(), place.at)));
  return normalised(shares.size() == parts_.size() ? shares : Shares(parts_.size(), 0.0));
}

void MixEditor::apply(const Shares& next, const QString& merge_with) {
  document_.edit(
      mix_text(group_, row_),
      [all = places(), next](Template& t) {
        for (size_t k = 0; k < all.size() && k < next.size(); ++k)
          all[k].parameter->set(t, all[k].at, next[k]);
      },
      QString::fromStdString(path()) + QLatin1Char('/') + merge_with);
}

void MixEditor::fix(bool fixed) {
  document_.end_gesture();
  if (fixed)
    apply(fallback(), QStringLiteral("fix"));
  else
    document_.edit(tr("Derive %1 mix").arg(lower_first(title_of_member(member_of(group_)))),
                   [p = parameter_, row = row_](Template& t) { p->set(t, row, ParameterValue()); });
  document_.end_gesture();
}

void MixEditor::set_row(size_t row) {
  if (row != row_)
    for (const Part& part : parts_)
      if (part.lock) part.lock->setChecked(false);
  row_ = row;
  refresh();
}

void MixEditor::refresh() {
  setEnabled(there());
  if (!there()) return;
  follow_rows();
  const Shares held = shares();
  const bool derived = held.empty() && keyed_;
  const Shares shown = derived ? fallback() : held;
  bar_->show_shares(shown);
  body_->setEnabled(!derived);
  if (fixed_) fixed_->setChecked(!derived);
  for (size_t k = 0; k < parts_.size(); ++k)
    if (parts_[k].spin) parts_[k].spin->show_value(percent_of(shown[k]));
  show_messages();
  tell_room();
}

void MixEditor::show_room(const RoomOfBiomes& room) {
  room_ = room;
  tell_room();
}

void MixEditor::tell_room() {
  QStringList parts;
  bool short_of = false;
  if (group_ == "biomes")
    for (const BiomeRow& row : document_.tmpl().vocabulary.biomes) {
      const auto at = room_.find(row.id);
      if (at == room_.end() || row.share <= 0) continue;
      const bool less = at->second < row.share;
      short_of = short_of || less;
      const auto percent = [](double share) { return QLocale().toString(100 * share, 'f', 1); };
      const QString label = QString::fromStdString(row.label);
      parts << (less ? tr("%1 %2 % of %3 %").arg(label, percent(at->second), percent(row.share))
                     : tr("%1 %2 %").arg(label, percent(at->second)));
    }
  show_note(*room_note_,
            parts.isEmpty() ? QString() : tr("Room within limits: %1").arg(parts.join(QStringLiteral(", "))),
            short_of);
}

void MixEditor::show_messages() {
  QString text;
  bool error = false;
  for (const Finding& f : document_.findings()) {
    if (!covers(f.where)) continue;
    error |= f.severity == Severity::error;
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + plain_words(f.message, document_.tmpl());
  }
  show_note(*message_, text, error);
}

bool MixEditor::covers(const std::string& where) const {
  return where == path() || (keyed_ && where.starts_with(path() + "."));
}

QWidget* MixEditor::reveal(const std::string& wanted) {
  const std::vector<Place> all = places();
  for (size_t k = 0; keyed_ && k < all.size() && k < parts_.size(); ++k)
    if (path_of(all[k], document_.tmpl()) == wanted)
      return body_->isEnabled() ? parts_[k].spin : static_cast<QWidget*>(fixed_);
  if (wanted != path()) return nullptr;
  return body_->isEnabled() ? static_cast<QWidget*>(bar_) : fixed_;
}

}  // namespace fw
