#include "app/gui/hand/panel/import_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QThreadPool>
#include <QVBoxLayout>
#include <utility>

#include "app/gui/document/document.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/words/plain_words.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr double kByFile_m = -9001;  ///< a spin box at its least: as the file says
constexpr int kWidth = 560;

enum class Kind : uint8_t { raster, shapes, raw };
Kind kind_of(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("raw") || ending == QLatin1String("r16") || ending == QLatin1String("bin"))
    return Kind::raw;
  static const QStringList shapes =
      QStringLiteral("geojson json geojsonl geojsons gpkg csv tsv txt shp zip gpx kml kmz fgb").split(' ');
  return shapes.contains(ending) ? Kind::shapes : Kind::raster;
}

QSpinBox* metres(int least, int most, int value) {
  auto* spin = new QSpinBox;
  spin->setRange(least, most);
  spin->setValue(value);
  spin->setSuffix(ImportDialog::tr(" m"));
  return spin;
}

QDoubleSpinBox* decimal_metres(double least, double most, double value) {
  auto* spin = new QDoubleSpinBox;
  spin->setRange(least, most);
  spin->setDecimals(1);
  spin->setValue(value);
  spin->setSuffix(ImportDialog::tr(" m"));
  return spin;
}

QDoubleSpinBox* height_of(const QString& name) {
  auto* spin = decimal_metres(kByFile_m, 9000, kByFile_m);
  spin->setSpecialValueText(ImportDialog::tr("by the file"));
  spin->setAccessibleName(name);
  return spin;
}

/// Several fields in one row of the form.
QWidget* side_by_side(std::initializer_list<QWidget*> parts) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  for (QWidget* part : parts) layout->addWidget(part, 1);
  row->setFocusProxy(*parts.begin());
  return row;
}

bool has_words(std::string_view what) {
  return what != "height";
}

bool is_class(std::string_view what) {
  return what == "biome" || what == "danger" || what == "faction";
}

}  // namespace

ImportDialog::ImportDialog(Document& document, QWidget* parent) : QDialog(parent), document_(document) {
  setWindowTitle(tr("Import into the hand"));
  auto* column = new QVBoxLayout(this);
  form_ = new QFormLayout;
  build_file(*form_);
  build_raster(*form_);
  build_shapes(*form_);
  build_name(*form_);
  column->addLayout(form_);
  report_ = new QPlainTextEdit;
  report_->setReadOnly(true);
  report_->setTabChangesFocus(true);
  report_->setAccessibleName(tr("What was found"));
  report_->setPlaceholderText(tr("\"Try\" reads the file and says what would come of it."));
  report_->setMinimumHeight(7 * (fontMetrics().height() + 3));
  column->addWidget(report_, 1);
  column->addWidget(build_buttons());
  connect(file_, &QLineEdit::textChanged, this, &ImportDialog::guess);
  connect(file_, &QLineEdit::textChanged, this, &ImportDialog::show_fields);
  connect(what_, &QComboBox::activated, this, [this] { chosen_ = true; });
  connect(what_, &QComboBox::currentIndexChanged, this, &ImportDialog::show_fields);
  connect(mode_, &QComboBox::currentIndexChanged, this, &ImportDialog::show_fields);
  connect(force_, &QComboBox::currentIndexChanged, this, &ImportDialog::show_fields);
  connect(placed_, &QCheckBox::toggled, this, &ImportDialog::show_fields);
  connect(row_, &QComboBox::activated, this, &ImportDialog::show_fields);
  import_->setDefault(true);  // now that it is one of the dialog's buttons
  show_fields();
  file_->setFocus();
  layout()->activate();
  resize(kWidth, minimumSizeHint().height());
}

void ImportDialog::build_file(QFormLayout& form) {
  file_ = new QLineEdit;
  file_->setPlaceholderText(tr("GeoTIFF, PNG, JPEG, raw samples; GeoJSON, GeoPackage, CSV, Shapefile, GPX"));
  auto* browse = new QPushButton(tr("&Browse\u2026"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, &ImportDialog::browse);
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(file_, 1);
  layout->addWidget(browse);
  row->setFocusProxy(file_);
  form.addRow(tr("&File"), row);
  what_ = new QComboBox;
  const std::pair<QString, const char*> rasters[] = {
      {tr("Land and sea"), "land"},   {tr("Heights"), "height"},   {tr("Biomes"), "biome"},
      {tr("Danger bands"), "danger"}, {tr("Factions"), "faction"}, {tr("Regions of a raster"), "region"}};
  for (const auto& [title, word] : rasters) what_->addItem(title, QLatin1String(word));
  what_->insertSeparator(what_->count());
  for (const RowKind& kind : kRowKinds)
    if (const QLatin1String word(kind.word.data(), static_cast<int>(kind.word.size()));
        what_->findData(word) < 0)
      what_->addItem(hand_title(kind.list), word);
  what_->addItem(tr("All rows of an export"),
                 QLatin1String(kAllRows.data(), static_cast<int>(kAllRows.size())));
  what_->setMaxVisibleItems(24);
  form.addRow(tr("&Holds"), what_);
  row_ = new QComboBox;
  form.addRow(tr("&Goes into"), row_);
}

void ImportDialog::build_raster(QFormLayout& form) {
  map_ = new QLineEdit;
  map_->setPlaceholderText(tr("1 forest, 2 snow; empty: what the file says"));
  form.addRow(tr("&Values"), map_);
  band_ = new QLineEdit;
  band_->setPlaceholderText(tr("number or name; empty: the only one"));
  form.addRow(tr("Ba&nd"), band_);
  low_ = height_of(tr("What 0 stands for"));
  high_ = height_of(tr("What the largest value stands for"));
  form.addRow(tr("Lo&west and highest"), side_by_side({low_, high_}));
  mode_ = new QComboBox;
  mode_->addItems({tr("instead of the natural heights"), tr("added to the natural heights"),
                   tr("blended with them at the edge")});
  form.addRow(tr("Co&unts"), mode_);
  blend_ = metres(0, 100000, 200);
  form.addRow(tr("Blend &over"), blend_);
  force_ = new QComboBox;
  force_->addItems({tr("hard: the classes hold"), tr("bias: noise leans towards them")});
  form.addRow(tr("&Paint"), force_);
  strength_ = new QDoubleSpinBox;
  strength_->setRange(-4, 4);
  strength_->setValue(1.5);
  strength_->setSingleStep(0.25);
  form.addRow(tr("&Strength"), strength_);
  feather_ = metres(0, 1000, 0);
  form.addRow(tr("F&eather"), feather_);
  columns_ = new QSpinBox;
  rows_ = new QSpinBox;
  for (QSpinBox* side : {columns_, rows_}) {
    side->setRange(1, kMostSourceSide);
    side->setValue(1024);
  }
  columns_->setAccessibleName(tr("Samples from west to east"));
  rows_->setAccessibleName(tr("Samples from north to south"));
  order_ = new QComboBox;
  order_->addItems({tr("little-endian"), tr("big-endian")});
  order_->setAccessibleName(tr("Order of the bytes"));
  south_first_ = new QCheckBox(tr("south first"));
  raw_ = side_by_side({columns_, rows_, order_, south_first_});
  form.addRow(tr("Sa&mples"), raw_);
  placed_ = new QCheckBox(tr("at a place of my own"));
  form.addRow(tr("P&lace"), placed_);
  x_ = decimal_metres(-1e6, 1e6, 0);
  y_ = decimal_metres(-1e6, 1e6, 0);
  width_ = decimal_metres(1, 1e6, document_.tmpl().frame.width_m);
  x_->setAccessibleName(tr("West edge"));
  y_->setAccessibleName(tr("South edge"));
  width_->setAccessibleName(tr("Width"));
  x_->setPrefix(QStringLiteral("x "));
  y_->setPrefix(QStringLiteral("y "));
  width_->setPrefix(tr("width "));
  place_ = side_by_side({x_, y_, width_});
  form.addRow(QString(), place_);
}

void ImportDialog::build_shapes(QFormLayout& form) {
  layer_ = new QLineEdit;
  layer_->setPlaceholderText(tr("empty: the one named like the list, or the only one"));
  form.addRow(tr("La&yer"), layer_);
  fields_ = new QLineEdit;
  fields_->setPlaceholderText(tr("class=type, name=title, radius_m:=50"));
  form.addRow(tr("Fiel&ds"), fields_);
}

void ImportDialog::build_name(QFormLayout& form) {
  name_ = new QLineEdit;
  name_->setToolTip(tr("By its name an import knows the rows that it made before, and changes them"));
  form.addRow(tr("Na&me of the import"), name_);
  add_ = new QCheckBox(tr("&Add rows, whatever it made before"));
  add_->setToolTip(tr("Rows that are added belong to no import"));
  form.addRow(QString(), add_);
  connect(add_, &QCheckBox::toggled, this, &ImportDialog::show_fields);
}

QWidget* ImportDialog::build_buttons() {
  auto* box = new QDialogButtonBox;
  try_ = box->addButton(tr("&Try"), QDialogButtonBox::ActionRole);
  import_ = box->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
  box->addButton(QDialogButtonBox::Cancel)->setAutoDefault(false);
  try_->setAutoDefault(false);
  connect(try_, &QPushButton::clicked, this, [this] { start(true); });
  connect(import_, &QPushButton::clicked, this, [this] { start(false); });
  connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
  return box;
}

void ImportDialog::set_file(const QString& path) {
  file_->setText(path);
}

/// What the file holds, by its name, until a person says it.
void ImportDialog::guess() {
  if (chosen_) return;
  const QString path = file_->text();
  const QString name = QFileInfo(path).completeBaseName().toLower();
  const Kind kind = kind_of(path);
  QString guess = kind == Kind::shapes ? QStringLiteral("points") : QStringLiteral("height");
  for (int k = 0; k < what_->count(); ++k)
    if (const QString word = what_->itemData(k).toString(); !word.isEmpty() && name.contains(word))
      guess = word;
  what_->setCurrentIndex(what_->findData(guess));
}

void ImportDialog::browse() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("File to import"), QFileInfo(file_->text()).path(),
      tr("Rasters and shapes (*.tif *.tiff *.png *.jpg *.jpeg *.asc *.hgt *.raw *.r16 *.bin *.geojson *.json "
         "*.geojsonl *.gpkg *.csv *.tsv *.txt *.shp *.zip *.gpx *.kml *.kmz *.fgb);;"
         "All files (*)"));
  if (!path.isEmpty()) set_file(path);
}

std::string ImportDialog::what() const {
  return what_->currentData().toString().toStdString();
}

/// Only the fields that count for the file.
void ImportDialog::show_fields() {
  const Kind kind = kind_of(file_->text());
  const std::string held = what();
  const bool raster_word = held == "height" || held == "region";
  const bool raster = raster_word || (kind != Kind::shapes && (held == "land" || is_class(held)));
  const bool heights = held == "height", classes = raster && is_class(held);
  const std::pair<QWidget*, bool> shown[] = {{row_, raster},
                                             {map_, raster && has_words(held)},
                                             {band_, raster && kind == Kind::raster},
                                             {low_->parentWidget(), heights},
                                             {mode_, heights},
                                             {blend_, heights && mode_->currentIndex() == 2},
                                             {force_, classes},
                                             {strength_, classes && force_->currentIndex() == 1},
                                             {feather_, classes},
                                             {raw_, raster && kind == Kind::raw},
                                             {placed_, raster},
                                             {place_, raster && placed_->isChecked()},
                                             {layer_, !raster},
                                             {fields_, !raster && held != kAllRows}};
  for (const auto& [field, visible] : shown) form_->setRowVisible(field, visible);
  const QString before = row_->currentData().toString();
  row_->clear();
  row_->addItem(tr("a new row"), QString());
  for (const ImportRow& row : document_.tmpl().hand.imports)
    if (row.what == held)
      row_->addItem(tr("in the place of %1").arg(QString::fromStdString(row.id)),
                    QString::fromStdString(row.id));
  row_->setCurrentIndex(std::max(0, row_->findData(before)));
  form_->setRowVisible(row_, raster && row_->count() > 1);
  const bool replaces = raster && !row_->currentData().toString().isEmpty();
  add_->setEnabled(!replaces);
  name_->setEnabled(replaces || !add_->isChecked());
  name_->setPlaceholderText(QFileInfo(file_->text()).fileName());
  import_->setEnabled(!busy_ && !file_->text().isEmpty());
  try_->setEnabled(import_->isEnabled());
}

HandImport ImportDialog::request() const {
  HandImport request;
  const Kind kind = kind_of(file_->text());
  request.what = what();
  request.id = row_->currentData().toString().toStdString();
  request.raster.file = file_->text().toStdString();
  request.raster.map = map_->text().toStdString();
  request.raster.band = band_->text().toStdString();
  if (placed_->isChecked()) request.raster.place = StatedPlace{x_->value(), y_->value(), width_->value()};
  if (kind == Kind::raw)
    request.raster.raw =
        Raw16{columns_->value(), rows_->value(), order_->currentIndex() == 1, south_first_->isChecked()};
  if (low_->value() > kByFile_m) request.raster.low_m = low_->value();
  if (high_->value() > kByFile_m) request.raster.high_m = high_->value();
  request.rows.layer = layer_->text().toStdString();
  request.add = add_->isEnabled() && add_->isChecked();
  if (!request.add) request.as = name_->text().trimmed().toStdString();
  request.row.mode = static_cast<ImportMode>(mode_->currentIndex());
  request.row.blend_m = request.row.mode == ImportMode::blend ? blend_->value() : 0;
  request.row.force = static_cast<PaintForce>(force_->currentIndex());
  request.row.strength_sd = strength_->value();
  request.row.feather_m = feather_->value();
  return request;
}

void ImportDialog::start(bool only_try) {
  if (busy_) return;
  HandImport asked = request();
  auto fields = read_field_choices(fields_->text().toStdString());
  if (!fields) return report_->setPlainText(plain_words(fields.error().message, document_.tmpl()));
  asked.rows.fields = std::move(fields).value();
  BuildRequest into;
  into.tmpl = document_.tmpl();
  into.seeds = document_.tmpl().seeds();
  into.resolution = kPlanResolution;
  into.folder = document_.files().folder;
  into.stem = document_.files().stem;
  set_busy(true);
  const QPointer<ImportDialog> self(this);
  QThreadPool::globalInstance()->start([self, asked, into = std::move(into), only_try] {
    auto answer = std::make_shared<Answer>(Answer{import_into(asked, into.tmpl), {}});
    if (only_try && answer->made) answer->tried = try_import(answer->made.value(), into, {});
    QMetaObject::invokeMethod(
        qApp,
        [self, answer, only_try] {
          if (self) self->take(*answer, only_try);
        },
        Qt::QueuedConnection);
  });
}

void ImportDialog::take(const Answer& answer, bool only_try) {
  set_busy(false);
  if (!answer.made) {
    report_->setPlainText(plain_words(answer.made.error().message, document_.tmpl()));
    return file_->setFocus();
  }
  const HandImported& made = answer.made.value();
  QStringList notes{plain_words(made.placed_by, made.tmpl),
                    tr("%1 rows added, %2 replaced, %3 taken away, %4 unchanged.")
                        .arg(made.added.size())
                        .arg(made.replaced.size())
                        .arg(made.removed.size())
                        .arg(made.unchanged)};
  for (const auto* some : {&made.notes, &answer.tried})
    for (const ImportNote& note : *some) notes << plain_words(note.text, made.tmpl);
  report_->setPlainText(notes.join(QLatin1Char('\n')));
  if (only_try) return;
  document_.take_imports(made.fresh);
  document_.end_gesture();
  document_.edit(tr("Import %1").arg(QFileInfo(file_->text()).fileName()),
                 [&made](Template& t) { t = made.tmpl; });
  std::vector<std::string> rows = made.added;
  rows.insert(rows.end(), made.replaced.begin(), made.replaced.end());
  emit imported(rows, notes);
  accept();
}

void ImportDialog::set_busy(bool busy) {
  busy_ = busy;
  if (busy) report_->setPlainText(tr("Reading\u2026"));
  setCursor(busy ? Qt::BusyCursor : Qt::ArrowCursor);
  show_fields();
}

}  // namespace fw
