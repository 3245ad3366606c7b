#include "app/gui/export/engine_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QSpinBox>
#include <QTableWidget>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/export/command_box.h"
#include "app/gui/export/export_choices.h"
#include "app/gui/preview/picture.h"

namespace fw {

EngineChoices EnginePage::choices() const {
  EngineChoices chosen;
  chosen.folder = folder_->text();
  for (size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i]->isChecked()) chosen.targets.emplace_back(kExportTargetSlugs[i]);
  chosen.resolution = resolution_->value();
  chosen.vertices = vertices_->currentData().toInt();
  chosen.tiles = tiles_->currentData().toInt();
  return chosen;
}

void EnginePage::set_choices(const EngineChoices& chosen) {
  folder_->setText(chosen.folder);
  for (size_t i = 0; i < targets_.size(); ++i)
    targets_[i]->setChecked(std::find(chosen.targets.begin(), chosen.targets.end(), kExportTargetSlugs[i]) !=
                            chosen.targets.end());
  resolution_->setValue(chosen.resolution);
  fill_sides();
  vertices_->setCurrentIndex(std::max(0, vertices_->findData(chosen.vertices)));
  tiles_->setCurrentIndex(std::max(0, tiles_->findData(chosen.tiles)));
  refresh();
}

Result<QString> EnginePage::command() const {
  const Result<QStringList> words = engine_arguments(choices(), document_.tmpl(), document_.path());
  if (!words) return words.error();
  return shell_line(words.value());
}

void EnginePage::set_picture(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  if (picture_ && !picture_->coarse) resolution_->setValue(picture_->resolution());
  refresh_soon();
}

void EnginePage::show_assets_of(const QString& target) {
  assets_of_->setCurrentIndex(std::max(0, assets_of_->findData(target)));
}

std::string EnginePage::shown_target() const {
  return assets_of_->currentData().toString().toStdString();
}

void EnginePage::refresh_soon() {
  if (isVisible()) rest_.start();
}

void EnginePage::refresh() {
  rest_.stop();
  fill_sides();
  fill_table();
  command_->show_line(command());
  set_problem(!document_.valid() ? tr("The template has errors; the messages say where.")
                                 : engine_problem(choices()));
}

void EnginePage::fill_sides() {
  const int chosen = vertices_->currentData().toInt();
  const QSignalBlocker quiet(vertices_);
  vertices_->clear();
  vertices_->addItem(tr("by itself"), 0);
  std::vector<int> sides = common_sides(choices().targets);
  // A choice stays in sight when a target is added that does not take it.
  if (chosen != 0 && std::find(sides.begin(), sides.end(), chosen) == sides.end()) sides.push_back(chosen);
  std::sort(sides.begin(), sides.end());
  for (const int side : sides) vertices_->addItem(QString::number(side), side);
  vertices_->setCurrentIndex(std::max(0, vertices_->findData(chosen)));
}

void EnginePage::fill_table() {
  filling_ = true;
  rows_ = asset_rows(document_.tmpl(), picture_ ? picture_->world.get() : nullptr, shown_target());
  table_->setRowCount(static_cast<int>(rows_.size()));
  for (int r = 0; r < table_->rowCount(); ++r) {
    const AssetRow& row = rows_[static_cast<size_t>(r)];
    const auto put = [&](int column, const QString& text, bool editable) {
      auto* cell = new QTableWidgetItem(text);
      cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable |
                     (editable ? Qt::ItemIsEditable : Qt::NoItemFlags));
      table_->setItem(r, column, cell);
      return cell;
    };
    put(0, row.label, false)->setToolTip(QString::fromStdString(row.cls));
    put(1, QString::number(row.count), false)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* asset = put(2, QString::fromStdString(row.asset), true);
    if (row.asset.empty() && !row.used.empty())
      asset->setToolTip(
          tr("Takes %1 from a row for its category or any target").arg(QString::fromStdString(row.used)));
  }
  filling_ = false;
}

void EnginePage::take_cell(int r, int column) {
  if (filling_ || column != 2) return;
  const AssetRow row = rows_[static_cast<size_t>(r)];
  const std::string asset = table_->item(r, column)->text().trimmed().toStdString();
  if (asset == row.asset) return;
  document_.edit(tr("Asset of %1").arg(row.label),
                 [&](Template& tmpl) { set_asset(tmpl, row.cls, shown_target(), asset); });
}

void EnginePage::paste_assets() {
  const std::vector<PastedAsset> pasted = pasted_assets(
      QGuiApplication::clipboard()->text(), rows_, static_cast<size_t>(std::max(0, table_->currentRow())));
  if (pasted.empty()) return;
  document_.edit(tr("Paste %1 assets").arg(pasted.size()), [&](Template& tmpl) {
    for (const PastedAsset& row : pasted) set_asset(tmpl, row.cls, shown_target(), row.asset);
  });
}

void EnginePage::copy_command() {
  if (const Result<QString> line = command()) QGuiApplication::clipboard()->setText(line.value());
}

void EnginePage::browse() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder to write"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(QDir::toNativeSeparators(folder));
}

QString EnginePage::result_folder() const {
  return folder_->text().trimmed();
}

ExportJob::Work EnginePage::work() {
  return [request = engine_request(choices(), document_.tmpl(), document_.files())](
             const Progress& progress) -> Result<QString> {
    const Result<std::vector<ExportedTarget>> done = export_world(request, progress);
    if (!done) return done.error();
    QStringList lines;
    for (const ExportedTarget& target : done.value())
      lines << tr("%1: %2 written, %3 unchanged, %4 removed")
                   .arg(QString::fromStdString(target.target))
                   .arg(target.counts.written)
                   .arg(target.counts.unchanged)
                   .arg(target.counts.removed);
    return lines.join(QStringLiteral("; "));
  };
}

}  // namespace fw
