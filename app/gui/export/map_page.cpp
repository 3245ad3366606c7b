#include "app/gui/export/map_page.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRadioButton>
#include <QSaveFile>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/export/export_page.h"
#include "app/gui/icons/icons.h"
#include "app/gui/preview/picture.h"

namespace fw {
namespace {

constexpr double kPxPerUnit = 1000;  // a whole map of this side has strokes and letters of their plain size
constexpr int kWidestPx = 16384;

/// "<template>-map.png" beside the template's file, or at home.
QString first_file(const Document& document) {
  return beside_template(document, document.title() + QStringLiteral("-map.png"));
}

Result<QString> write_png(const MapImage& map, const QString& path, const Progress& progress) {
  const QImage image(reinterpret_cast<const uchar*>(map.argb.data()), map.width_px, map.height_px,
                     4 * map.width_px, QImage::Format_RGB32);
  QSaveFile file(path);
  const bool written = file.open(QIODevice::WriteOnly) && image.save(&file, "PNG");
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  if (!written || !file.commit())
    return Error{ErrorKind::io, (path + QStringLiteral(": ") + file.errorString()).toStdString()};
  return MapPage::tr("Map of %1 × %2 px written to %3.").arg(map.width_px).arg(map.height_px).arg(path);
}

}  // namespace

MapPage::MapPage(Document& document, QWidget* parent)
    : ExportPage(tr("&Save picture"), parent), document_(document) {
  auto* box = new QWidget;
  auto* rows = new QFormLayout(box);
  rows->setContentsMargins(0, 0, 0, 0);
  file_ = new QLineEdit;
  file_->setAccessibleName(tr("File to write"));
  auto* browse = new QToolButton;
  browse->setIcon(glyph_icon(Glyph::folder));
  browse->setToolTip(tr("Choose the file"));
  browse->setAccessibleName(browse->toolTip());
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(file_, 1);
  row->addWidget(browse);
  auto* file_label = new QLabel(tr("&File"));
  file_label->setBuddy(file_);
  rows->addRow(file_label, row);
  whole_ = new QRadioButton(tr("The &whole map"));
  window_ = new QRadioButton(tr("What the window s&hows"));
  whole_->setChecked(true);
  rows->addRow(tr("Part"), whole_);
  rows->addRow(QString(), window_);
  width_ = new QSpinBox;
  width_->setRange(64, kWidestPx);
  width_->setSingleStep(256);
  width_->setValue(2048);
  width_->setSuffix(tr(" px"));
  width_->setAccessibleName(tr("Width of the picture"));
  auto* width_label = new QLabel(tr("Wi&dth"));
  width_label->setBuddy(width_);
  rows->addRow(width_label, width_);
  size_ = new QLabel;
  size_->setForegroundRole(QPalette::PlaceholderText);
  rows->addRow(QString(), size_);
  form()->addWidget(box);

  file_->setText(first_file(document));
  connect(&document, &Document::replaced, this, [this] { file_->setText(first_file(document_)); });
  connect(&document, &Document::changed, this, &MapPage::refresh);
  connect(file_, &QLineEdit::textChanged, this, &MapPage::refresh);
  connect(whole_, &QRadioButton::toggled, this, &MapPage::refresh);
  connect(width_, &QSpinBox::valueChanged, this, &MapPage::refresh);
  connect(browse, &QToolButton::clicked, this, [this] {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Picture of the map"), file_->text(), tr("PNG images (*.png)"));
    if (!path.isEmpty()) file_->setText(path);
  });
  refresh();
}

void MapPage::set_map(std::shared_ptr<const Picture> picture, const MapWindow& window) {
  picture_ = std::move(picture);
  shown_ = window;
  window_->setEnabled(window.width_px > 0 && window.height_px > 0);
  if (!window_->isEnabled()) whole_->setChecked(true);
  refresh();
}

void MapPage::set_file(const QString& path) {
  file_->setText(path);
}

void MapPage::set_side(int px) {
  width_->setValue(px);
}

MapWindow MapPage::wanted() const {
  const int px = width_->value();
  if (whole_->isChecked()) {
    const Vec2 frame = picture_->atlas->frame_m();
    const int height = std::max(1, static_cast<int>(std::lround(px * frame.y / frame.x)));
    return fit_window(frame, px, height, std::max(1.0, px / kPxPerUnit), 0);
  }
  MapWindow window = shown_;
  const double grown = px / static_cast<double>(shown_.width_px);
  window.width_px = px;
  window.height_px = std::max(1, static_cast<int>(std::lround(shown_.height_px * grown)));
  window.metres_per_px = shown_.metres_per_px / grown;
  window.device_scale = shown_.device_scale * grown;
  return window;
}

void MapPage::refresh() {
  size_->clear();
  if (!picture_) return set_problem(tr("There is no map yet."));
  if (!document_.valid())
    return set_problem(tr("There is no map of this template: it has errors. They stand in Messages."));
  if (picture_->coarse || world_key(*picture_->tmpl) != world_key(document_.tmpl()))
    return set_problem(tr("The map of this template is not finished yet."));
  const MapWindow window = wanted();
  size_->setText(tr("%1 × %2 px, %3 m a pixel")
                     .arg(window.width_px)
                     .arg(window.height_px)
                     .arg(QLocale().toString(window.metres_per_px, 'f', 2)));
  const QFileInfo info(file_->text().trimmed());
  const bool named = !file_->text().trimmed().isEmpty() && !info.isDir();
  set_problem(!named                         ? tr("Choose a file.")
              : !info.isAbsolute()           ? tr("The file's path must be absolute.")
              : !info.absoluteDir().exists() ? tr("The file's folder does not exist.")
              : window.height_px > kWidestPx ? tr("The picture would be too high.")
                                             : QString());
}

QString MapPage::result_folder() const {
  return QFileInfo(file_->text().trimmed()).absolutePath();
}

ExportJob::Work MapPage::work() {
  MapLook look = map_look(document_.tmpl().view);
  look.danger_patterns = danger_patterns_;
  return [picture = picture_, look, window = wanted(),
          path = file_->text().trimmed()](const Progress& progress) -> Result<QString> {
    progress.at("map", 0.1);
    const auto map = draw_map(*picture->atlas, look, window, MapDetail::full, progress);
    if (!map) return map.error();
    progress.at("file", 0.7);
    return write_png(map.value(), path, progress);
  };
}

}  // namespace fw
