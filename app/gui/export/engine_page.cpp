#include "app/gui/export/engine_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/document/document.h"
#include "app/gui/export/export_choices.h"
#include "app/gui/export/export_page.h"
#include "app/gui/icons/icons.h"
#include "app/gui/preview/picture.h"
#include "app/gui/words/words.h"
#include "render/engine/targets.h"

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

// How the page is put together; what it does is in engine_page.cpp.

namespace {

constexpr int kMostTiles = 16;

/// "<template>-engines" beside the template's file, or at home.
QString first_engine_folder(const Document& document) {
  return beside_template(document, document.title() + QStringLiteral("-engines"));
}

QString word(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

EnginePage::EnginePage(Document& document, QWidget* parent)
    : ExportPage(tr("&Export"), parent), document_(document) {
  form()->addWidget(build_folder());
  form()->addWidget(build_targets());
  form()->addWidget(build_assets(), 1);
  command_ = new CommandBox;
  form()->addWidget(command_);
  EngineChoices first;
  first.folder = first_engine_folder(document);
  first.targets = document.tmpl().exports.targets;
  set_choices(first);

  rest_.setSingleShot(true);
  rest_.setInterval(kExportRest_ms);
  connect(&rest_, &QTimer::timeout, this, &EnginePage::refresh);
  connect(command_, &CommandBox::copy_asked, this, &EnginePage::copy_command);
  connect(folder_, &QLineEdit::textChanged, this, &EnginePage::refresh_soon);
  // Enter presses the dialog's button next, which must know the folder that was just typed.
  connect(folder_, &QLineEdit::returnPressed, this, &EnginePage::refresh);
  for (QCheckBox* box : targets_) connect(box, &QCheckBox::toggled, this, &EnginePage::refresh_soon);
  connect(resolution_, &QSpinBox::valueChanged, this, &EnginePage::refresh_soon);
  for (QComboBox* box : {vertices_, tiles_})
    connect(box, &QComboBox::currentIndexChanged, this, &EnginePage::refresh_soon);
  connect(assets_of_, &QComboBox::currentIndexChanged, this, &EnginePage::fill_table);
  connect(table_, &QTableWidget::cellChanged, this, &EnginePage::take_cell);
  connect(&document, &Document::changed, this, &EnginePage::refresh_soon);
  connect(&document, &Document::file_changed, this, &EnginePage::refresh_soon);
  connect(&document, &Document::replaced, this, [this] { folder_->setText(first_engine_folder(document_)); });
}

QWidget* EnginePage::build_folder() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  const FolderRow row =
      add_folder_row(*form, tr("Gets a folder of its own for every target; files that are not ours stay."));
  folder_ = row.path;
  connect(row.browse, &QToolButton::clicked, this, &EnginePage::browse);
  return box;
}

QWidget* EnginePage::build_targets() {
  auto* box = new QWidget;
  auto* columns = new QHBoxLayout(box);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(24);
  auto* left = new QGridLayout;
  left->setVerticalSpacing(3);
  left->addWidget(new QLabel(tr("Targets")), 0, 0, 1, 3);
  for (size_t i = 0; i < targets_.size(); ++i) {
    targets_[i] = new QCheckBox(table_text(kEngineTargets[i].title));
    left->addWidget(targets_[i], 1 + static_cast<int>(i) / 3, static_cast<int>(i) % 3);
  }
  left->setRowStretch(1 + (static_cast<int>(targets_.size()) + 2) / 3, 1);
  auto* right = new QFormLayout;
  resolution_ = new QSpinBox;
  resolution_->setRange(kMinResolution, kMaxResolution);
  resolution_->setSingleStep(128);
  resolution_->setSuffix(tr(" cells"));
  resolution_->setAccessibleName(tr("Raster cells along the frame's longer side"));
  vertices_ = new QComboBox;
  vertices_->setAccessibleName(tr("Vertices along the frame's longer side"));
  vertices_->setToolTip(tr("The sizes that every chosen target takes"));
  tiles_ = new QComboBox;
  tiles_->setAccessibleName(tr("Tiles per side"));
  tiles_->addItem(tr("as few as possible"), 0);
  for (int tiles = 1; tiles <= kMostTiles; tiles *= 2) tiles_->addItem(QString::number(tiles), tiles);
  const auto add = [right](const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    right->addRow(label, field);
  };
  add(tr("Re&solution"), resolution_);
  add(tr("&Vertices"), vertices_);
  add(tr("&Tiles"), tiles_);
  columns->addLayout(left, 1);
  columns->addLayout(right);
  return box;
}

QWidget* EnginePage::build_assets() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  assets_of_ = new QComboBox;
  assets_of_->addItem(tr("any target"), word(kExportRowTargets[0]));
  for (const EngineTarget& target : kEngineTargets)
    if (std::find(kExportRowTargets.begin(), kExportRowTargets.end(), target.slug) != kExportRowTargets.end())
      assets_of_->addItem(table_text(target.title), word(target.slug));
  assets_of_->setAccessibleName(tr("Target of the assets"));
  auto* paste = new QPushButton(tr("&Paste"));
  paste->setAutoDefault(false);
  paste->setToolTip(tr("Rows of a spreadsheet: class and asset, or assets from the current row on"));
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&Assets for"));
  label->setBuddy(assets_of_);
  row->addWidget(label);
  row->addWidget(assets_of_);
  row->addStretch();
  row->addWidget(paste);
  table_ = new QTableWidget(0, 3);
  table_->setHorizontalHeaderLabels({tr("Class"), tr("Points"), tr("Asset")});
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 6);
  table_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
  table_->verticalHeader()->hide();
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setAccessibleName(tr("What stands for each class"));
  table_->setMinimumHeight(160);
  column->addLayout(row);
  column->addWidget(table_, 1);
  connect(paste, &QPushButton::clicked, this, &EnginePage::paste_assets);
  auto* keys = new QShortcut(QKeySequence::Paste, table_);
  keys->setContext(Qt::WidgetShortcut);
  connect(keys, &QShortcut::activated, this, &EnginePage::paste_assets);
  return box;
}

}  // namespace fw
