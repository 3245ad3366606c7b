#include "app/gui/export/export_page.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMetaObject>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/icons/icons.h"
#include "app/gui/icons/whole_scroll.h"
#include "core/base/file_name.h"

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

ExportJob::ExportJob(QObject* parent) : QObject(parent) {}

ExportJob::~ExportJob() {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
}

void ExportJob::start(Work work) {
  Q_ASSERT(!running_);
  if (thread_.joinable()) thread_.join();
  running_ = true;
  cancel_ = false;
  thread_ = std::thread([this, work = std::move(work)] {
    Progress progress;
    progress.cancel = &cancel_;
    progress.report = [this](std::string_view stage, double fraction) {
      QString name = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
      QMetaObject::invokeMethod(
          this,
          [this, name = std::move(name), fraction] {
            if (running_ && !cancel_) emit progressed(name, fraction);
          },
          Qt::QueuedConnection);
    };
    Result<QString> result = work(progress);
    QMetaObject::invokeMethod(
        this, [this, result = std::move(result)] { finish(result); }, Qt::QueuedConnection);
  });
}

void ExportJob::cancel() {
  cancel_ = true;
}

void ExportJob::finish(const Result<QString>& result) {
  thread_.join();
  running_ = false;
  if (result)
    emit done(result.value());
  else if (result.error().kind == ErrorKind::cancelled)
    emit cancelled();
  else
    emit failed(QString::fromStdString(result.error().message));
}

QString beside_template(const Document& document, const QString& name) {
  const QString parent =
      document.path().isEmpty() ? QDir::homePath() : QFileInfo(document.path()).absolutePath();
  // A template may be called what no system holds as a file.
  return QDir(parent).filePath(QString::fromStdString(portable_file_name(name.toStdString())));
}

FolderRow add_folder_row(QFormLayout& form, const QString& tip) {
  const FolderRow out{new QLineEdit, new QToolButton};
  out.path->setAccessibleName(ExportPage::tr("Folder to write"));
  out.path->setToolTip(tip);
  out.browse->setIcon(glyph_icon(Glyph::folder));
  out.browse->setToolTip(ExportPage::tr("Choose the folder"));
  out.browse->setAccessibleName(out.browse->toolTip());
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(out.path, 1);
  row->addWidget(out.browse);
  auto* label = new QLabel(ExportPage::tr("&Folder"));
  label->setBuddy(out.path);
  form.addRow(label, row);
  return out;
}

ExportPage::ExportPage(const QString& verb, QWidget* parent) : QWidget(parent) {
  choices_ = new QWidget;
  form_ = new QVBoxLayout(choices_);
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setSpacing(10);
  state_ = new QLabel;
  state_->setTextFormat(Qt::PlainText);
  state_->setWordWrap(true);
  state_->setMinimumHeight(2 * fontMetrics().lineSpacing() + 2);
  state_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  bar_ = new QProgressBar;
  bar_->setRange(0, 100);
  bar_->setTextVisible(false);
  bar_->setMaximumHeight(8);
  bar_->setAccessibleName(tr("Progress of the export"));
  begin_ = new QPushButton(verb);
  cancel_ = new QPushButton(tr("&Cancel"));
  open_ = new QPushButton(glyph_icon(Glyph::folder), tr("&Open folder"));
  again_ = new QCheckBox(tr("E&xport again on save"));
  again_->setToolTip(
      tr("Whenever the template is saved, as it is chosen here; what did not change is left alone"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(again_);
  buttons->addWidget(open_);
  buttons->addStretch();
  buttons->addWidget(cancel_);
  buttons->addWidget(begin_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 14, 14, 12);
  column->setSpacing(8);
  auto* above = new QWidget;
  auto* upper = new QVBoxLayout(above);
  upper->setContentsMargins(0, 0, 0, 0);
  upper->addWidget(choices_);
  upper->addStretch(1);
  column->addWidget(new WholeScroll(above), 1);
  column->addWidget(state_);
  column->addWidget(bar_);
  column->addLayout(buttons);

  connect(begin_, &QPushButton::clicked, this, &ExportPage::begin);
  connect(cancel_, &QPushButton::clicked, this, &ExportPage::cancel);
  connect(open_, &QPushButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(last_folder_)); });
  connect(&job_, &ExportJob::progressed, this, [this](const QString& stage, double fraction) {
    state_->setText(tr("Working: %1").arg(stage));
    bar_->setValue(static_cast<int>(std::lround(100 * fraction)));
  });
  connect(&job_, &ExportJob::done, this, [this](const QString& text) {
    end(text, true);
    emit said(text);
    emit ended(true);
  });
  connect(&job_, &ExportJob::failed, this, [this](const QString& why) {
    end(why, false);
    emit failed(why);
    emit ended(false);
  });
  connect(&job_, &ExportJob::cancelled, this, [this] {
    const QString text = tr("Cancelled; nothing was written.");
    end(text, false);
    emit said(text);
    emit ended(false);
  });
  show_state(false);
  open_->hide();
}

ExportPage::~ExportPage() = default;

void ExportPage::show_state(bool working) {
  choices_->setEnabled(!working);
  bar_->setVisible(working);
  bar_->setValue(0);
  cancel_->setVisible(working);
  cancel_->setEnabled(true);
  begin_->setVisible(!working);
  begin_->setEnabled(problem_.isEmpty());
}

void ExportPage::set_problem(const QString& problem) {
  problem_ = problem;
  if (job_.running()) return;
  QPalette palette = this->palette();
  if (!problem.isEmpty()) palette.setColor(QPalette::WindowText, signal_colour(palette, Signal::error));
  state_->setPalette(palette);
  state_->setText(problem);
  begin_->setEnabled(problem.isEmpty());
}

void ExportPage::begin() {
  if (job_.running()) return;
  refresh();
  if (!problem_.isEmpty()) return;
  last_folder_ = result_folder();
  open_->hide();
  show_state(true);
  state_->setPalette(palette());
  state_->setText(tr("Beginning…"));
  job_.start(work());
}

bool ExportPage::again_on_save() const {
  return again_->isChecked();
}

void ExportPage::set_again_on_save(bool again) {
  again_->setChecked(again);
}

void ExportPage::begin_on_save() {
  if (!again_on_save()) return;
  due_ = running();
  if (due_) return;
  begin();
  if (!running()) emit failed(tr("Not exported again: %1").arg(problem_));
}

void ExportPage::cancel() {
  if (!job_.running()) return;
  due_ = false;
  job_.cancel();
  cancel_->setEnabled(false);
  state_->setText(tr("Cancelling…"));
}

void ExportPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  begin_->setDefault(true);  // the dialog's: of its pages' buttons Enter presses the one on show
  refresh();
}

void ExportPage::end(const QString& text, bool well) {
  show_state(false);
  state_->setText(text);
  open_->setVisible(well);
  if (std::exchange(due_, false))
    QMetaObject::invokeMethod(this, &ExportPage::begin_on_save, Qt::QueuedConnection);
}

}  // namespace fw
