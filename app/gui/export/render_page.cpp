#include "app/gui/export/render_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "app/gui/document/document.h"
#include "app/gui/export/command_box.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed_text.h"

namespace fw {
namespace {

/// "2812 x 2048 px, 23.8 x 17.3 cm"
QString page_text(const PlateStyle& style) {
  const auto size = page_size(style);
  if (!size) return {};
  const QLocale locale;
  const double cm_per_px = 2.54 / style.dpi;
  return RenderPage::tr("Each plate: %1 × %2 px, %3 × %4 cm")
      .arg(size.value().width_px)
      .arg(size.value().height_px)
      .arg(locale.toString(size.value().width_px * cm_per_px, 'f', 1),
           locale.toString(size.value().height_px * cm_per_px, 'f', 1));
}

}  // namespace

ExportChoices RenderPage::choices() const {
  ExportChoices chosen;
  chosen.folder = folder_->text();
  chosen.views.clear();
  chosen.formats.clear();
  for (size_t i = 0; i < views_.size(); ++i)
    if (views_[i]->isChecked()) chosen.views.push_back(static_cast<View>(i));
  for (size_t i = 0; i < formats_.size(); ++i)
    if (formats_[i]->isChecked()) chosen.formats.emplace(exporters()[i].word);
  chosen.resolution = resolution_->value();
  chosen.dpi = dpi_->value();
  chosen.map_px = map_px_->value();
  chosen.threads = threads_->value();
  chosen.max_memory_gib = memory_gib_->value();
  chosen.palette = palette_->currentData().toString();
  chosen.danger_patterns = patterns_->isChecked();
  return chosen;
}

void RenderPage::set_choices(const ExportChoices& chosen) {
  folder_->setText(chosen.folder);
  for (size_t i = 0; i < views_.size(); ++i)
    views_[i]->setChecked(std::find(chosen.views.begin(), chosen.views.end(), static_cast<View>(i)) !=
                          chosen.views.end());
  for (size_t i = 0; i < formats_.size(); ++i)
    formats_[i]->setChecked(chosen.formats.contains(exporters()[i].word));
  resolution_->setValue(chosen.resolution);
  dpi_->setValue(chosen.dpi);
  map_px_->setValue(chosen.map_px);
  threads_->setValue(chosen.threads);
  memory_gib_->setValue(chosen.max_memory_gib);
  palette_->setCurrentIndex(palette_->findData(chosen.palette));
  patterns_->setChecked(chosen.danger_patterns);
  refresh();
}

Result<QString> RenderPage::command() const {
  const Result<QStringList> words = render_arguments(choices(), document_.tmpl(), document_.path());
  if (!words) return words.error();
  return shell_line(words.value());
}

void RenderPage::refresh_soon() {
  if (isVisible()) rest_.start();
}

void RenderPage::refresh() {
  rest_.stop();
  const Template& tmpl = document_.tmpl();
  seed_->setText(QString::fromStdString(seed_text(tmpl.seeds())));
  const ExportChoices chosen = choices();
  page_->setText(page_text(render_request(chosen, tmpl).style));
  command_->show_line(command());
  QStringList problems;
  if (!document_.valid()) problems << tr("The template has errors; the messages say where.");
  if (document_.modified() && !document_.imports().empty())
    problems << tr("Save first: the files of what the hand imported are written with the template.");
  for (const ChoiceProblem& problem : check_choices(chosen, tmpl)) problems << problem.message;
  set_problem(problems.isEmpty() ? QString() : problems.front());
}

void RenderPage::copy_command() {
  if (const Result<QString> line = command()) QGuiApplication::clipboard()->setText(line.value());
}

void RenderPage::browse() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder to write"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(QDir::toNativeSeparators(folder));
}

QString RenderPage::result_folder() const {
  return folder_->text().trimmed();
}

ExportJob::Work RenderPage::work() {
  return [request = render_request(choices(), document_.tmpl(), document_.files()),
          threads = choices().threads](const Progress& progress) -> Result<QString> {
    const ThreadLimit limit(threads);
    const Result<Rendered> rendered = fw::render(request, progress);
    if (!rendered) return rendered.error();
    return tr("%1 files written to %2.")
        .arg(rendered.value().files.size())
        .arg(QString::fromStdString(request.folder.string()));
  };
}

}  // namespace fw
