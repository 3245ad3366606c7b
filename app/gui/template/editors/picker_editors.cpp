#include "app/gui/template/editors/picker_editors.h"

#include <QColorDialog>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>

#include "app/gui/document/document.h"
#include "app/gui/template/editors/word_editors.h"
#include "app/gui/template/look.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

ColourEditor::ColourEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), parameter_(parameter) {
  button_ = new QToolButton(this);
  button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button_->setFocusPolicy(Qt::StrongFocus);
  auto* menu = new QMenu(button_);
  connect(menu->addAction(tr("Choose\u2026")), &QAction::triggered, this, &ColourEditor::choose);
  const bool of_row = list_of(parameter) != nullptr;
  usual_ = of_row ? tr("from the palette") : tr("of the map style");
  connect(menu->addAction(of_row ? tr("From the palette") : tr("Of the map style")), &QAction::triggered,
          this, [this] {
            emit edited(ParameterValue());
            emit released();
          });
  button_->setMenu(menu);
  button_->setPopupMode(QToolButton::MenuButtonPopup);
  fill_with(this, button_);
  connect(button_, &QToolButton::clicked, this, &ColourEditor::choose);
}

void ColourEditor::choose() {
  QColorDialog dialog(shown_, this);
  dialog.setWindowTitle(button_->accessibleName());
  dialog.setOption(QColorDialog::DontUseNativeDialog);
  if (dialog.exec() != QDialog::Accepted) return;
  emit edited(dialog.selectedColor().name().toUpper().toStdString());
  emit released();
}

void ColourEditor::follow(const Document& document, ParameterPlace at) {
  const ParameterList* list = list_of(parameter_);
  const auto from_palette = list && member_of(parameter_.path) == "colour"
                                ? row_colour(document.tmpl(), list->path, at.row)
                                : std::nullopt;
  shown_ = from_palette.value_or(QColor(Qt::gray));
}

void ColourEditor::show_value(const ParameterValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  if (text) shown_ = QColor(QString::fromStdString(*text));
  button_->setText(text ? QString::fromStdString(*text) : usual_);
  button_->setIcon(swatch_icon(shown_));
}

QWidget* ColourEditor::entry() const {
  return button_;
}

void ColourEditor::name_controls(const QString& name, const QString& help) {
  button_->setAccessibleName(name);
  button_->setAccessibleDescription(help);
}

SymbolEditor::SymbolEditor(QWidget* parent) : ParameterEditor(parent) {
  combo_ = make_combo(this);
  combo_->setIconSize({18, 18});
  combo_->setMaxVisibleItems(16);
  combo_->addItem(tr("a free one"), QString());
  const QColor ink = palette().color(QPalette::Text);
  for (const std::string_view name : pictogram_names())
    combo_->addItem(pictogram_icon(name, ink), slug_words(name),
                    QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  combo_->addItem(tr("SVG file\u2026"));
  fill_with(this, combo_);
  connect(combo_, &QComboBox::activated, this, &SymbolEditor::choose);
}

void SymbolEditor::follow(const Document& document, ParameterPlace) {
  folder_ = document.path().isEmpty() ? QString() : QFileInfo(document.path()).absolutePath();
}

void SymbolEditor::choose(int index) {
  const QVariant name = combo_->itemData(index);
  if (!name.isValid()) return choose_file();
  emit edited(name.toString().toStdString());
  emit released();
}

void SymbolEditor::choose_file() {
  show_value(ParameterValue(held_));
  if (folder_.isEmpty()) {
    QMessageBox::information(this, tr("SVG file"),
                             tr("Save the template first: its SVG files stand in its folder."));
    return;
  }
  const QFileInfo file(QFileDialog::getOpenFileName(this, tr("SVG file"), folder_, tr("SVG (*.svg)")));
  if (file.fileName().isEmpty()) return;
  if (file.absolutePath() != folder_) {
    QMessageBox::information(this, tr("SVG file"),
                             tr("%1 does not stand beside the template. Copy it to %2 first.")
                                 .arg(file.absoluteFilePath(), folder_));
    return;
  }
  emit edited(file.fileName().toStdString());
  emit released();
}

void SymbolEditor::show_value(const ParameterValue& value) {
  held_ = value;
  const std::string* text = std::get_if<std::string>(&value);
  const QString name = text ? QString::fromStdString(*text) : QString();
  if (combo_->findData(name) < 0) combo_->insertItem(combo_->count() - 1, name, name);
  combo_->setCurrentIndex(combo_->findData(name));
}

QWidget* SymbolEditor::entry() const {
  return combo_;
}

void SymbolEditor::name_controls(const QString& name, const QString& help) {
  combo_->setAccessibleName(name);
  combo_->setAccessibleDescription(help);
}

}  // namespace fw
