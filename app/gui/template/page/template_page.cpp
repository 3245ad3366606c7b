#include "app/gui/template/page/template_page.h"

#include <QCommandLinkButton>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/look.h"
#include "app/gui/template/mix/mix_editor.h"
#include "app/gui/template/noise/noise_view.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"

namespace fw {
namespace {

constexpr int kMargin = 8;

std::vector<Place> places_of(const PageSpec& spec) {
  std::vector<Place> places;
  for (const Parameter* p : spec.fields) places.push_back({p, {}});
  return places;
}

}  // namespace

QScrollArea* make_scroll(QWidget* content, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(content);
  return scroll;
}

TemplatePage::TemplatePage(Document& document, const PageSpec& spec, QWidget* parent)
    : QWidget(parent), document_(document), key_(spec.key) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  banner_ = make_note(this);
  banner_->setMargin(kMargin);
  column->addWidget(banner_);
  const bool table_alone = spec.fields.empty() && spec.mixes.empty() && spec.lists.size() == 1;
  if (table_alone) {
    const ParameterList& list = *spec.lists.front();
    if (list.main_column == "share") {
      auto* mix = new MixEditor(document, list.path, MixEditor::Extent::bar, this);
      mix->setContentsMargins(kMargin, 0, kMargin, 0);
      parts_.push_back(mix);
      column->addWidget(mix);
    }
    auto* table = new ListEditor(document, {&list}, ListEditor::Room::page, this);
    table->setContentsMargins(kMargin, 0, kMargin / 2, 0);
    parts_.push_back(table);
    column->addWidget(table, 1);
    refresh();
    return;
  }
  auto* content = new QWidget;
  auto* inside = new QVBoxLayout(content);
  inside->setContentsMargins(kMargin, 0, kMargin, kMargin);
  inside->setSpacing(2);
  const bool overview = spec.stacks.size() > 1;
  if (spec.stacks.size() == 1) parts_.push_back(new NoiseView(document, spec.stacks.front(), content));
  if (!spec.fields.empty())
    parts_.push_back(new FieldForm(document, places_of(spec), FieldForm::Headings::groups, content));
  for (const std::string& mix : spec.mixes)
    parts_.push_back(new MixEditor(document, mix, MixEditor::Extent::whole, content));
  for (PagePart* part : parts_) inside->addWidget(part);
  for (size_t k = 0; overview && k < spec.stacks.size(); ++k) {
    inside->addWidget(make_heading(title_of_member(spec.stacks[k]), std::nullopt, content));
    parts_.push_back(new NoiseView(document, spec.stacks[k], content));
    inside->addWidget(parts_.back());
  }
  for (const ParameterList* list : spec.lists) {
    inside->addWidget(make_heading(title_of_member(member_of(list->path)), std::nullopt, content));
    parts_.push_back(new ListEditor(document, {list}, ListEditor::Room::part, content));
    inside->addWidget(parts_.back());
  }
  inside->addStretch(1);
  scroll_ = make_scroll(content, this);
  column->addWidget(scroll_, 1);
  refresh();
}

void TemplatePage::refresh() {
  for (PagePart* part : parts_) part->refresh();
  show_banner();
}

void TemplatePage::show_room(const RoomOfBiomes& room) {
  for (PagePart* part : parts_) part->show_room(room);
}

void TemplatePage::look_elsewhere(const Findings& known) {
  const auto id = [](const Finding& f) { return std::pair(f.code, f.where); };
  for (const Finding& f : document_.findings()) {
    const bool old =
        std::any_of(known.begin(), known.end(), [&](const Finding& k) { return id(k) == id(f); });
    if (!old && f.severity == Severity::error && page_key(f.where) != key_) broke_.push_back(id(f));
  }
  std::erase_if(broke_, [&](const auto& one) {
    const Findings& now = document_.findings();
    return std::none_of(now.begin(), now.end(), [&](const Finding& f) { return id(f) == one; });
  });
}

void TemplatePage::forget() {
  broke_.clear();
}

bool TemplatePage::broke_another() const {
  return !broken().empty();
}

/// The findings that still exist.
Findings TemplatePage::broken() const {
  Findings still;
  for (const Finding& f : document_.findings())
    if (std::find(broke_.begin(), broke_.end(), std::pair(f.code, f.where)) != broke_.end())
      still.push_back(f);
  return still;
}

void TemplatePage::show_banner() {
  QString text;
  bool error = false;
  for (const Finding& f : document_.findings()) {
    const bool elsewhere =
        page_key(f.where) != key_ || std::any_of(parts_.begin(), parts_.end(),
                                                 [&](const PagePart* part) { return part->covers(f.where); });
    if (elsewhere) continue;
    error |= f.severity == Severity::error;
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + plain_words(f.message, document_.tmpl());
  }
  const Findings others = broken();
  if (!others.empty()) {
    error = true;
    const Finding& first = others.front();
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
            tr("On the page %1: %2")
                .arg(page_title(page_key(first.where), document_.tmpl()),
                     plain_words(first.message, document_.tmpl()));
    if (others.size() > 1) text += QLatin1Char('\n') + tr("Errors on other pages: %1.").arg(others.size());
  }
  show_note(*banner_, text, error);
}

bool TemplatePage::reveal(const std::string& path) {
  for (PagePart* part : parts_) {
    QWidget* entry = part->reveal(path);
    if (!entry) continue;
    // Nested scroll areas too: a table's details scroll on their own.
    for (QWidget* above = entry->parentWidget(); above; above = above->parentWidget())
      if (auto* area = qobject_cast<QScrollArea*>(above)) {
        if (area->widget() && area->widget()->layout()) area->widget()->layout()->activate();
        area->ensureWidgetVisible(entry, 20, 40);
      }
    entry->setFocus(Qt::OtherFocusReason);
    return true;
  }
  return false;
}

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
  for (const PageSpec& page : page_specs()) {
    const QString title = page_title(page.key, tmpl);
    if (!std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return title.contains(word, Qt::CaseInsensitive); }))
      continue;
    QPushButton* link = make_link(tr("Page %1").arg(title), content);
    const QString key = QString::fromStdString(page.key);
    connect(link, &QPushButton::clicked, this, [this, key] { emit asked_for(key); });
    inside->addWidget(link);
    if (!first_link_) first_link_ = link;
  }
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
