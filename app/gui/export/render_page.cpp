#include "app/gui/export/render_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/document/document.h"
#include "app/gui/export/export_page.h"
#include "app/gui/icons/icons.h"
#include "app/gui/words/words.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/model/colour/palette.h"
#include "render/map/map_picture.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

constexpr int kNoSheet = -1;

/// "2812 x 2048 px, 23.8 x 17.3 cm"
QString page_text(const RenderRequest& request) {
  const PlateStyle& style = request.style;
  const auto size = page_size(style, frame_of(request));
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
  if (const int sheet = sheet_->currentData().toInt(); sheet >= 0)
    chosen.sheet = static_cast<PaperSize>(sheet);
  chosen.scale = scale_->value();
  chosen.threads = threads_->value();
  chosen.max_memory_gib = memory_gib_->value();
  chosen.palette = palette_->currentData().toString();
  chosen.map_style = style_->currentData().toString();
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
  sheet_->setCurrentIndex(sheet_->findData(chosen.sheet ? static_cast<int>(*chosen.sheet) : kNoSheet));
  scale_->setValue(chosen.scale);
  threads_->setValue(chosen.threads);
  memory_gib_->setValue(chosen.max_memory_gib);
  palette_->setCurrentIndex(palette_->findData(chosen.palette));
  style_->setCurrentIndex(style_->findData(chosen.map_style));
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
  map_px_->setEnabled(!chosen.sheet && chosen.scale == 0);
  page_->setText(page_text(render_request(chosen, tmpl)));
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

// How the page is put together; what it does is in render_page.cpp.

namespace {

/// "<template>-<seed>" beside the template's file, or at home.
QString first_render_folder(const Document& document) {
  return beside_template(document, QStringLiteral("%1-%2").arg(document.title()).arg(document.tmpl().seed));
}

QSpinBox* number(int low, int high, int step, const QString& suffix, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(low, high);
  box->setSingleStep(step);
  box->setSuffix(suffix);
  box->setAccessibleName(name);
  box->setToolTip(name);
  return box;
}

}  // namespace

RenderPage::RenderPage(Document& document, QWidget* parent)
    : ExportPage(tr("&Export"), parent), document_(document) {
  form()->addWidget(build_folder());
  form()->addWidget(build_what());
  form()->addWidget(build_sizes());
  command_ = new CommandBox;
  connect(command_, &CommandBox::copy_asked, this, &RenderPage::copy_command);
  form()->addWidget(command_);
  ExportChoices first;
  first.folder = first_render_folder(document);
  const MapLook look = map_look(document.tmpl().view);
  first.palette = QString::fromStdString(look.palette);
  first.map_style = QString::fromStdString(look.style);
  set_choices(first);

  rest_.setSingleShot(true);
  rest_.setInterval(kExportRest_ms);
  connect(&rest_, &QTimer::timeout, this, &RenderPage::refresh);
  connect(folder_, &QLineEdit::textChanged, this, &RenderPage::refresh_soon);
  // Enter presses the dialog's button next, which must know the folder that was just typed.
  connect(folder_, &QLineEdit::returnPressed, this, &RenderPage::refresh);
  for (QCheckBox* box : views_) connect(box, &QCheckBox::toggled, this, &RenderPage::refresh_soon);
  for (QCheckBox* box : formats_) connect(box, &QCheckBox::toggled, this, &RenderPage::refresh_soon);
  for (QSpinBox* box : {resolution_, dpi_, map_px_, scale_, threads_, memory_gib_})
    connect(box, &QSpinBox::valueChanged, this, &RenderPage::refresh_soon);
  for (QComboBox* box : {palette_, style_, sheet_})
    connect(box, &QComboBox::currentIndexChanged, this, &RenderPage::refresh_soon);
  connect(patterns_, &QCheckBox::toggled, this, &RenderPage::refresh_soon);
  connect(&document, &Document::changed, this, &RenderPage::refresh_soon);
  connect(&document, &Document::file_changed, this, &RenderPage::refresh_soon);
  connect(&document, &Document::replaced, this, [this] { folder_->setText(first_render_folder(document_)); });
}

QWidget* RenderPage::build_folder() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  const FolderRow row =
      add_folder_row(*form, tr("An earlier render in it is replaced; files that are not ours stay."));
  folder_ = row.path;
  seed_ = new QLabel;
  seed_->setTextFormat(Qt::PlainText);
  seed_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  form->addRow(tr("Seed"), seed_);
  connect(row.browse, &QToolButton::clicked, this, &RenderPage::browse);
  return box;
}

QWidget* RenderPage::build_what() {
  const std::array<QString, kViewSlugs.size()> views{
      tr("O&verview"),           tr("Resources and &biomes"),
      tr("Enemies and &danger"), tr("&Landmarks and factions"),
      tr("&Zoom quadrants"),     tr("Fairness between facti&ons"),
      tr("Relief and s&ummits"), tr("Landscape vie&w")};
  auto* box = new QWidget;
  auto* columns = new QHBoxLayout(box);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(24);
  auto* left = new QVBoxLayout;
  auto* right = new QGridLayout;
  left->setSpacing(3);
  right->setVerticalSpacing(3);
  left->addWidget(new QLabel(tr("Views")));
  right->addWidget(new QLabel(tr("Formats")), 0, 0, 1, 2);
  for (size_t i = 0; i < views_.size(); ++i) {
    views_[i] = new QCheckBox(views[i]);
    left->addWidget(views_[i]);
  }
  for (const Exporter& exporter : exporters()) {
    const int i = static_cast<int>(formats_.size());
    formats_.push_back(new QCheckBox(table_text(exporter.title)));
    formats_.back()->setToolTip(table_text(exporter.help));
    right->addWidget(formats_.back(), 1 + i % 4, i / 4);
  }
  left->addStretch();
  right->setRowStretch(5, 1);
  columns->addLayout(left);
  columns->addLayout(right);
  columns->addStretch();
  return box;
}

QWidget* RenderPage::build_sizes() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  resolution_ = number(kMinResolution, kMaxResolution, 128, tr(" cells"),
                       tr("Raster cells along the frame's longer side"));
  map_px_ = number(kLeastMap_px, kMaxPageSide_px, 256, tr(" px"),
                   tr("Longer side of the map; the page adds its panel"));
  sheet_ = new QComboBox;
  sheet_->addItem(tr("as large as needed"), kNoSheet);
  for (size_t k = 0; k < kPaperSlugs.size(); ++k)
    sheet_->addItem(QString::fromUtf8(kPaperSlugs[k].data()), static_cast<int>(k));
  sheet_->setAccessibleName(tr("Sheet of paper"));
  sheet_->setToolTip(tr("Size of the page; the map takes the largest round scale that fits"));
  scale_ = number(0, kMostScale, 5000, QString(), tr("N of the map's scale 1:N"));
  scale_->setPrefix(QStringLiteral("1:"));
  scale_->setSpecialValueText(tr("as it comes"));
  dpi_ = number(kLeastDpi, kMostDpi, 50, tr(" dpi"), tr("Dots per inch"));
  threads_ = number(0, kMostThreads, 1, QString(), tr("Worker threads"));
  threads_->setSpecialValueText(tr("every core"));
  memory_gib_ = number(1, kMostMemoryGib, 1, tr(" GiB"), tr("Refuse an export that needs more memory"));
  palette_ = new QComboBox;
  for (const std::string_view slug : kPaletteSlugs)
    palette_->addItem(slug == "atlas"               ? tr("Atlas")
                      : slug == "colour_blind_safe" ? tr("Colour-blind safe")
                                                    : QString::fromUtf8(slug.data(), qsizetype(slug.size())),
                      QString::fromUtf8(slug.data(), qsizetype(slug.size())));
  palette_->setAccessibleName(tr("Palette"));
  style_ = new QComboBox;
  for (const std::string_view slug : kMapStyleSlugs)
    style_->addItem(table_text(map_style(slug).title),
                    QString::fromUtf8(slug.data(), qsizetype(slug.size())));
  style_->setAccessibleName(tr("Look of maps"));
  style_->setToolTip(tr("Colours and lines of the maps; what they show stays the same"));
  patterns_ = new QCheckBox(tr("Danger &patterns"));
  patterns_->setToolTip(tr("Pattern as well as colour for danger bands"));
  page_ = new QLabel;
  page_->setForegroundRole(QPalette::PlaceholderText);
  const auto add = [grid](int row, int column, const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    grid->addWidget(label, row, 2 * column);
    grid->addWidget(field, row, 2 * column + 1);
  };
  add(0, 0, tr("Re&solution"), resolution_);
  add(0, 1, tr("P&alette"), palette_);
  add(1, 0, tr("Map s&ide"), map_px_);
  add(1, 1, tr("Loo&k of maps"), style_);
  add(2, 0, tr("De&nsity"), dpi_);
  grid->addWidget(patterns_, 2, 3);
  add(3, 0, tr("Memor&y"), memory_gib_);
  add(3, 1, tr("S&heet"), sheet_);
  add(4, 0, tr("&Threads"), threads_);
  add(4, 1, tr("Scale"), scale_);
  grid->addWidget(page_, 5, 1, 1, 3);
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(3, 1);
  return box;
}

}  // namespace fw
