#include "app/gui/export/command_box.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/gui/icons/icons.h"

namespace fw {

CommandBox::CommandBox(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  text_ = new QPlainTextEdit;
  text_->setReadOnly(true);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  text_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  text_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  text_->setFixedHeight(3 * QFontMetrics(text_->font()).lineSpacing() + 12);
  text_->setTabChangesFocus(true);
  text_->setAccessibleName(tr("The same as a command"));
  copy_ = new QPushButton(glyph_icon(Glyph::copy), tr("Copy &command"));
  copy_->setAutoDefault(false);
  copy_->setToolTip(tr("Copy the fieldwright call that writes the same folder"));
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("The same as a command")), 1, Qt::AlignBottom);
  row->addWidget(copy_);
  column->addLayout(row);
  column->addWidget(text_);
  connect(copy_, &QPushButton::clicked, this, &CommandBox::copy_asked);
}

void CommandBox::show_line(const Result<QString>& line) {
  text_->setPlainText(line ? line.value() : QString::fromStdString(line.error().message));
  copy_->setEnabled(bool(line));
}

}  // namespace fw
