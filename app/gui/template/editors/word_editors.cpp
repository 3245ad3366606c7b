#include "app/gui/template/editors/word_editors.h"

#include <QCheckBox>
#include <QComboBox>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/picker_editors.h"
#include "app/gui/template/editors/place_editor.h"
#include "app/gui/template/editors/texts_editor.h"
#include "app/gui/template/fresh_row.h"
#include "app/gui/template/look.h"
#include "app/gui/template/number/number_editor.h"
#include "app/gui/template/row_look.h"
#include "core/model/template/site_measures.h"

namespace fw {
namespace {

/// Stands for a row that is not there yet; no slug.
const QString kNewRow = QStringLiteral("+");

class CalmCombo : public QComboBox {
 public:
  explicit CalmCombo(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
  }

  /// Whether what is activated was come to by a key or the wheel of the closed box, not chosen in its list.
  bool stepping() const { return stepping_; }

 protected:
  void wheelEvent(QWheelEvent* event) override {
    const QScopedValueRollback step(stepping_, true);
    if (hasFocus())
      QComboBox::wheelEvent(event);
    else
      event->ignore();
  }
  void keyPressEvent(QKeyEvent* event) override {
    const QScopedValueRollback step(stepping_, true);
    QComboBox::keyPressEvent(event);
  }

 private:
  bool stepping_ = false;
};

QStringList split_words(const QString& text) {
  QStringList words;
  for (const std::string& word : split_texts(text)) words.push_back(QString::fromStdString(word));
  return words;
}

/// Whether a row of `families` may stand where the parameter stands.
bool fits(const Parameter& parameter, const Template& tmpl, const std::string& table, size_t row) {
  if (table != "families") return true;
  const bool enemy = parameter.path.starts_with("enemies");
  return (tmpl.vocabulary.families[row].of == FamilyOf::enemy) == enemy;
}

}  // namespace

std::vector<Offer> offers_of(const Parameter& p, const Template& tmpl, ParameterPlace at) {
  std::vector<Offer> offers;
  const auto none = [&](const QString& text) { offers.push_back({"", text}); };
  if (p.type == ParameterType::choice && p.omit_default && !p.optional && !p.choices.empty() &&
      std::get<std::string>(default_value(p)).empty() && !p.choices.front().empty())
    none(ChoiceEditor::tr("none"));
  for (const std::string_view word : p.choices) {
    const bool row_or_none = word.empty() && p.type == ParameterType::reference;
    offers.push_back(
        {std::string(word), row_or_none ? QString(QChar(0x2013)) : word_shown(std::string(word))});
  }
  const std::string table = referred_table(p, tmpl, at);
  const std::vector<std::string> ids = table_ids(tmpl, table);
  for (size_t k = 0; k < ids.size(); ++k) {
    if (!fits(p, tmpl, table, k)) continue;
    const QString label = row_label(tmpl, table, k);
    if (p.type == ParameterType::choice)
      offers.push_back({"to." + ids[k] + "_m", ChoiceEditor::tr("distance to %1").arg(label)});
    else
      offers.push_back({ids[k], label});
  }
  return offers;
}

QComboBox* make_combo(QWidget* parent) {
  return new CalmCombo(parent);
}

void fill_combo(QComboBox& combo, const std::vector<Offer>& offers) {
  combo.clear();
  for (const Offer& offer : offers) combo.addItem(offer.text, QString::fromStdString(offer.word));
}

ChoiceEditor::ChoiceEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), parameter_(parameter) {
  combo_ = make_combo(this);
  fill_with(this, combo_);
  connect(combo_, &QComboBox::activated, this, [this](int index) {
    const QVariant word = combo_->itemData(index);
    if (word == kNewRow)
      return static_cast<CalmCombo*>(combo_)->stepping() ? show_value(held_) : ask_for_row();
    emit edited(word.isValid() ? ParameterValue(word.toString().toStdString()) : ParameterValue());
    emit released();
  });
}

void ChoiceEditor::follow(const Document& document, ParameterPlace at) {
  std::vector<Offer> offers = offers_of(parameter_, document.tmpl(), at);
  if (offers == offers_ && combo_->count() > 0) return;
  offers_ = std::move(offers);
  fill_combo(*combo_, offers_);
  if (parameter_.optional) combo_->insertItem(0, tr("not stated"));
  const ParameterList* table = parameter_.type == ParameterType::reference && !is_row_of_hand(parameter_)
                                   ? find_list(parameter_.refers_to)
                                   : nullptr;
  if (table != nullptr && !table->is_table()) table = nullptr;
  fresh_ = table ? QString::fromStdString(fresh_label(document.tmpl(), {table})) : QString();
  if (fresh_.isEmpty() || table->size(document.tmpl(), {}) >= table->max_rows) return;
  const QString kind = lower_first(fresh_.section(QLatin1Char(' '), 0, -2));
  combo_->addItem(tr("New %1\u2026").arg(kind), kNewRow);
}

void ChoiceEditor::ask_for_row() {
  show_value(held_);
  bool taken = false;
  const QString label =
      QInputDialog::getText(this, combo_->accessibleName(), tr("Name"), QLineEdit::Normal, fresh_, &taken)
          .trimmed();
  if (taken && !label.isEmpty()) emit row_wanted(label);
}

void ChoiceEditor::show_value(const ParameterValue& value) {
  held_ = value;
  const std::string* word = std::get_if<std::string>(&value);
  if (!word) return combo_->setCurrentIndex(0);
  const QString shown = QString::fromStdString(*word);
  if (combo_->findData(shown) < 0) combo_->addItem(shown, shown);  // a word that its row refuses
  combo_->setCurrentIndex(combo_->findData(shown));
}

QWidget* ChoiceEditor::entry() const {
  return combo_;
}

void ChoiceEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  combo_->setAccessibleDescription(help);
}

TextEditor::TextEditor(const Parameter& parameter, QWidget* parent) : ParameterEditor(parent) {
  optional_ = parameter.optional;
  line_ = new QLineEdit(this);
  line_->installEventFilter(this);
  fill_with(this, line_);
  connect(line_, &QLineEdit::textEdited, this, &TextEditor::typing);
  connect(line_, &QLineEdit::editingFinished, this, &TextEditor::commit);
}

ParameterValue TextEditor::value_of(const QString& text) const {
  return text.toStdString();
}

QString TextEditor::text_of(const ParameterValue& value) const {
  const std::string* text = std::get_if<std::string>(&value);
  return text ? QString::fromStdString(*text) : QLatin1String("");
}

void TextEditor::commit() {
  if (line_->text() == shown_) return;
  const bool unstated = optional_ && line_->text().isEmpty();
  const ParameterValue value = unstated ? ParameterValue() : value_of(line_->text());
  if (!unstated && std::holds_alternative<std::monostate>(value)) return emit judged(false);
  emit judged(true);
  shown_ = line_->text();
  emit edited(value);
  emit released();
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
  const bool typed = line_->text() != shown_;
  if (gives_key_away(*event, typed)) return true;
  const bool takes_back =
      typed && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (!takes_back) return ParameterEditor::eventFilter(watched, event);
  line_->setText(shown_);
  line_->selectAll();
  emit judged(true);
  emit typing(shown_);
  return true;
}

void TextEditor::show_value(const ParameterValue& value) {
  const QString shown = text_of(value);
  if (shown == shown_ && !shown_.isNull()) return;
  shown_ = shown;
  line_->setText(shown);
  if (!line_->hasFocus()) line_->setCursorPosition(0);
}

QWidget* TextEditor::entry() const {
  return line_;
}

void TextEditor::name_controls(const QString& name, const QString& help) {
  line_->setAccessibleName(name);
  line_->setAccessibleDescription(help);
}

WordsEditor::WordsEditor(const Parameter& parameter, QWidget* parent)
    : TextEditor(parameter, parent), parameter_(parameter) {
  disconnect(line(), &QLineEdit::textEdited, this, nullptr);  // a list is judged as a whole, when it is done
  pick_ = new QToolButton(this);
  pick_->setPopupMode(QToolButton::InstantPopup);
  pick_->setMenu(new QMenu(pick_));
  pick_->setText(QChar(0x2026));
  pick_->setFocusPolicy(Qt::TabFocus);
  pick_->hide();
  layout()->addWidget(pick_);
  connect(pick_->menu(), &QMenu::aboutToShow, this, &WordsEditor::fill_menu);
}

void WordsEditor::follow(const Document& document, ParameterPlace at) {
  std::vector<Offer> offers = offers_of(parameter_, document.tmpl(), at);
  if (offers == offers_) return;
  offers_ = std::move(offers);
  pick_->setVisible(!offers_.empty());
}

void WordsEditor::fill_menu() {
  pick_->menu()->clear();
  const QStringList held = split_words(line()->text());
  for (const Offer& offer : offers_) {
    QAction* action = pick_->menu()->addAction(offer.text);
    action->setCheckable(true);
    action->setChecked(held.contains(QString::fromStdString(offer.word)));
    connect(action, &QAction::triggered, this, [this, word = offer.word](bool on) { toggle(word, on); });
  }
}

void WordsEditor::toggle(const std::string& word, bool on) {
  QStringList held = split_words(line()->text());
  held.removeAll(QString::fromStdString(word));
  if (on) held.push_back(QString::fromStdString(word));
  emit edited(value_of(held.join(QLatin1Char(','))));
  emit released();
}

ParameterValue WordsEditor::value_of(const QString& text) const {
  const QStringList parts = split_words(text);
  if (parameter_.type == ParameterType::words) {
    std::vector<std::string> words;
    for (const QString& word : parts) words.push_back(word.toStdString());
    return words;
  }
  std::vector<double> numbers;
  for (const QString& part : parts) {
    const auto number = typed_number(part);
    if (!number || *number < parameter_.min || *number > parameter_.max) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

QString WordsEditor::text_of(const ParameterValue& value) const {
  QStringList parts;
  if (const auto* words = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& word : *words) parts.push_back(QString::fromStdString(word));
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    for (const double number : *numbers) parts.push_back(QString::number(number, 'g', 12));
  return parts.join(QStringLiteral(", "));
}

void WordsEditor::name_controls(const QString& name, const QString& help) {
  TextEditor::name_controls(name, help);
  pick_->setAccessibleName(tr("Choose for %1").arg(lower_first(name)));
  pick_->setToolTip(pick_->accessibleName());
}

YesNoEditor::YesNoEditor(QWidget* parent) : ParameterEditor(parent) {
  box_ = new QCheckBox(this);
  fill_with(this, box_);
  connect(box_, &QCheckBox::clicked, this, [this](bool on) {
    emit edited(on);
    emit released();
  });
}

void YesNoEditor::show_value(const ParameterValue& value) {
  const bool* on = std::get_if<bool>(&value);
  box_->setChecked(on && *on);
}

QWidget* YesNoEditor::entry() const {
  return box_;
}

void YesNoEditor::name_controls(const QString& name, const QString& help) {
  box_->setAccessibleName(name);
  box_->setAccessibleDescription(help);
}

ParameterEditor* make_editor(const Parameter& parameter, QWidget* parent) {
  switch (parameter.type) {
    case ParameterType::integer:
    case ParameterType::number:
      return new NumberEditor(parameter, parent);
    case ParameterType::range:
      return new RangeEditor(parameter, parent);
    case ParameterType::choice:
    case ParameterType::reference:
      return new ChoiceEditor(parameter, parent);
    case ParameterType::yes_no:
      return new YesNoEditor(parent);
    case ParameterType::colour:
      return new ColourEditor(parameter, parent);
    case ParameterType::words:
    case ParameterType::runs:
    case ParameterType::numbers:
      return new WordsEditor(parameter, parent);
    case ParameterType::texts:
      return new TextsEditor(parent);
    case ParameterType::direction:
      return new DirectionEditor(parameter, parent);
    case ParameterType::place:
      return new PlaceEditor(parameter, parent);
    case ParameterType::text:
      if (member_of(parameter.path) == "symbol") return new SymbolEditor(parent);
      break;
    case ParameterType::name:
    case ParameterType::slug:
    case ParameterType::shape:
    case ParameterType::class_key:
    case ParameterType::class_words:
      break;
  }
  return new TextEditor(parameter, parent);
}

}  // namespace fw
