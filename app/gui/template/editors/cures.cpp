#include "app/gui/template/editors/cures.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/icons/icons.h"
#include "app/gui/template/editors/edit_text.h"
#include "app/gui/template/look.h"
#include "app/gui/template/place.h"

namespace fw {
namespace {

QString cure_words(const char* text) {
  return QCoreApplication::translate("fw::Cures", text);
}

/// An edit that the template can take.
struct Change {
  Place place;
  ParameterValue value;
};

std::optional<Change> change_of(const PathEdit& edit, const Template& tmpl) {
  std::optional<Place> place = find_place(tmpl, edit.path);
  if (!place) place = find_place(tmpl, edit.path + ".share");  // of a row of a table
  if (!place) return std::nullopt;
  const ParameterType type = place->parameter->type;
  if (type != ParameterType::number && type != ParameterType::integer) return Change{*place, edit.value};
  const std::optional<double> number = read_number(edit.value);
  return number ? std::optional(Change{*place, *number}) : std::nullopt;
}

ParameterValue value_at(const Place& place, const Template& tmpl) {
  return place.parameter->get(tmpl, place.at);
}

QString value_words(const Place& place, const ParameterValue& value, const Template& tmpl) {
  const QString text = value_text(place, value, tmpl), unit = unit_sign(*place.parameter);
  return unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

QString edit_text(const PathEdit& edit, const Template& tmpl) {
  const auto change = change_of(edit, tmpl);
  const QString what = change ? place_text(change->place, tmpl) : QString::fromStdString(edit.path);
  const QString to =
      change ? value_words(change->place, change->value, tmpl) : QString::fromStdString(edit.value);
  switch (edit.verb) {
    case PathEdit::Verb::raise:
      return cure_words("Raise %1 to %2").arg(what, to);
    case PathEdit::Verb::lower:
      return cure_words("Lower %1 to %2").arg(what, to);
    case PathEdit::Verb::set:
      break;
  }
  return cure_words("Set %1 to %2").arg(what, to);
}

}  // namespace

bool is_of(const Cure& cure, const Template& tmpl) {
  return std::ranges::all_of(cure, [&](const PathEdit& edit) { return change_of(edit, tmpl).has_value(); });
}

QString cure_text(const Cure& cure, const Template& tmpl) {
  QStringList texts;
  for (const PathEdit& edit : cure) texts << edit_text(edit, tmpl);
  for (qsizetype k = 1; k < texts.size(); ++k) texts[k][0] = texts[k][0].toLower();
  return texts.join(QStringLiteral(", "));
}

QString cure_obstacle(const Cure& cure, const Template& then, const Template& now) {
  for (const PathEdit& edit : cure) {
    const auto change = change_of(edit, now), before = change_of(edit, then);
    if (!change || !before)
      return cure_words("%1 is no longer in the template.").arg(QString::fromStdString(edit.path));
    const ParameterValue is = value_at(change->place, now), was = value_at(before->place, then);
    if (is == was) continue;
    return cure_words("%1 is %2 now; this was found when it was %3. Generate again to see what is left.")
        .arg(place_text(change->place, now), value_words(change->place, is, now),
             value_words(before->place, was, then));
  }
  return {};
}

void apply_cure(const Cure& cure, Template& tmpl) {
  const Template before = tmpl;
  for (const PathEdit& edit : cure) {
    const auto change = change_of(edit, before);
    if (!change) continue;
    if (cure.size() == 1)
      set_place(tmpl, change->place, change->value, before);
    else
      change->place.parameter->set(tmpl, change->place.at, change->value);
  }
}

CureButtons::CureButtons(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(6, 4, 6, 4);
  column_->setSpacing(4);
  connect(&document, &Document::changed, this, &CureButtons::refresh);
  hide();
}

void CureButtons::set_cures(const std::vector<Cure>& cures, const std::shared_ptr<const Template>& then) {
  cures_ = cures;
  then_ = then;
  refresh();
}

void CureButtons::refresh() {
  while (QLayoutItem* item = column_->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->hide();
      old->setObjectName(QString());
      old->deleteLater();  // it may be the one that is clicked
    }
    delete item;
  }
  for (const Cure& cure : cures_) {
    const Template& found_for = then_ ? *then_ : document_.tmpl();
    if (!is_of(cure, found_for)) continue;
    const QString text = cure_text(cure, document_.tmpl());
    const QString why = cure_obstacle(cure, found_for, document_.tmpl());
    auto* button = new QPushButton(glyph_icon(Glyph::edit), QString(text).replace('&', "&&"), this);
    button->setObjectName(QStringLiteral("cure"));
    button->setStyleSheet(QStringLiteral("text-align: left; padding: 3px 8px;"));
    button->setSizePolicy(QSizePolicy::Ignored,
                          QSizePolicy::Fixed);  // a long text is no wider than the panel
    button->setEnabled(why.isEmpty());
    button->setToolTip(QStringLiteral("<p>%1</p>").arg((why.isEmpty() ? text : why).toHtmlEscaped()));
    connect(button, &QPushButton::clicked, this, [this, cure, text] {
      document_.end_gesture();
      document_.edit(text, [&](Template& t) { apply_cure(cure, t); });
    });
    column_->addWidget(button);
  }
  setVisible(column_->count() > 0);
}

}  // namespace fw
