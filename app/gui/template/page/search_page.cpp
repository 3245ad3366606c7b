#include <QCommandLinkButton>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/editors/parameter_field.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page/template_page.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

constexpr size_t kMostFields = 40;

bool matches(const Place& place, const Template& tmpl, const QStringList& words) {
  const Parameter& p = *place.parameter;
  const QString text = title_of(place, tmpl) + QLatin1Char(' ') + QString::fromStdString(p.path) +
                       QLatin1Char(' ') + table_text(p.help) + QLatin1Char(' ') +
                       page_title(page_key(p.path), tmpl);
  for (const QString& word : words)
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

/// All scalars outside lists and one place for each column of a list.
std::vector<Place> all_places(const Template& tmpl) {
  std::vector<Place> places;
  for (const Parameter& p : parameters()) {
    if (is_row_of_hand(p)) continue;
    const size_t keys = p.keys.empty() ? 1 : table_ids(tmpl, p.keys).size();
    for (size_t k = 0; k < keys; ++k) places.push_back({&p, {0, 0, k}});
  }
  return places;
}

/// "Resources > Biomes > ", "Landmarks > Site > Require > ".
QString way_to(const Parameter& p, const Template& tmpl) {
  QString way = page_title(page_key(p.path), tmpl) + QStringLiteral(" \u203A ");
  const size_t row = p.path.find("[].");
  if (row == std::string::npos) return way;
  std::vector<std::string> steps = path_steps(p.path.substr(row + 3));
  steps.pop_back();
  for (const std::string& step : steps)
    if (!step.empty()) way += title_of_member(step) + QStringLiteral(" \u203A ");
  return way;
}

QPushButton* make_link(const QString& text, QWidget* parent) {
  auto* link = new QPushButton(text, parent);
  link->setFlat(true);
  link->setStyleSheet(QStringLiteral("text-align: left; padding: 3px 9px;"));
  return link;
}

}  // namespace

SearchPage::SearchPage(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  scroll_ = make_scroll(new QWidget, this);
  column->addWidget(scroll_);
}

void SearchPage::find(const QString& text) {
  if (text == text_) return refresh();
  text_ = text;
  form_ = nullptr;
  first_link_ = nullptr;
  found_ = 0;
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  std::vector<Place> fields;
  std::vector<Place> columns;
  const Template& tmpl = document_.tmpl();
  for (const Place& place : all_places(tmpl)) {
    if (!matches(place, tmpl, words)) continue;
    ++found_;
    if (list_of(*place.parameter))
      columns.push_back(place);
    else if (fields.size() < kMostFields)
      fields.push_back(place);
  }
  auto* content = new QWidget;
  auto* inside = new QVBoxLayout(content);
  inside->setContentsMargins(8, 0, 8, 8);
  inside->setSpacing(0);
  auto* count = new QLabel(found_ == 0   ? tr("No parameter matches.")
                           : found_ == 1 ? tr("1 parameter")
                                         : tr("%1 parameters").arg(found_),
                           content);
  count->setFont(small_font(font()));
  count->setForegroundRole(QPalette::PlaceholderText);
  inside->addWidget(count);
  if (!fields.empty()) {
    form_ = new FieldForm(document_, fields, FieldForm::Headings::full, content);
    inside->addWidget(form_);
  }
  if (!columns.empty()) inside->addWidget(make_heading(tr("In tables and mixes"), std::nullopt, content));
  for (const Place& place : columns) {
    const QString path = QString::fromStdString(path_of(place, tmpl));
    QPushButton* link = make_link(way_to(*place.parameter, tmpl) + title_of(place, tmpl), content);
    link->setToolTip(table_text(place.parameter->help));
    connect(link, &QPushButton::clicked, this, [this, path] { emit asked_for(path); });
    if (!first_link_) first_link_ = link;
    inside->addWidget(link);
  }
  inside->addStretch(1);
  scroll_->setWidget(content);
}

void SearchPage::refresh() {
  if (form_) form_->refresh();
}

QWidget* SearchPage::first_entry() const {
  QWidget* field = form_ ? form_->findChild<ParameterField*>()->entry() : nullptr;
  return field ? field : first_link_;
}

}  // namespace fw
