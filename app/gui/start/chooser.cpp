#include "app/gui/start/chooser.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <array>

#include "app/gui/icons/icons.h"
#include "app/gui/start/own_world.h"
#include "app/gui/template/look.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

constexpr int kPicture_px = 84, kOwnPicture_px = 220;
constexpr QSize kSize(640, 560);
constexpr QSize kFrame(12, 48);  ///< what a desktop's title bar and borders take
const QString kOwn = QStringLiteral("own");

QPixmap framed(const QImage& image, qreal ratio) {
  QPixmap pixmap = QPixmap::fromImage(image);
  pixmap.setDevicePixelRatio(ratio);
  return pixmap;
}

}  // namespace

TemplateChooser::TemplateChooser(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("New template"));
  resize(kSize.boundedTo(screen()->availableSize() - kFrame));
  for (const BuiltinTemplate& one : builtin_templates())
    builtins_.push_back(std::make_shared<const Template>(parse_template(one.text, one.name).value()));
  auto* column = new QVBoxLayout(this);
  pages_ = new QStackedWidget;
  pages_->addWidget(make_list());
  pages_->addWidget(make_questions());
  column->addWidget(pages_, 1);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  QPushButton* back = buttons_->addButton(tr("&Back"), QDialogButtonBox::ResetRole);
  connect(back, &QPushButton::clicked, this, [this] { ask(false); });
  connect(buttons_, &QDialogButtonBox::accepted, this, &TemplateChooser::take);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons_);
  connect(&thumbnails_, &SeedThumbnails::made, this, &TemplateChooser::show_picture);
  ask(false);
}

QWidget* TemplateChooser::make_list() {
  list_ = new QListWidget;
  list_->setIconSize({kPicture_px, kPicture_px});
  list_->setWordWrap(true);
  list_->setSpacing(2);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setAccessibleName(tr("Templates"));
  QPixmap blank(kPicture_px, kPicture_px);
  blank.fill(Qt::transparent);
  const auto add = [&](const QString& name, const QString& line) {
    auto* item = new QListWidgetItem(QIcon(blank), name + QLatin1Char('\n') + line, list_);
    item->setSizeHint({0, kPicture_px + 10});
    return item;
  };
  add(tr("Begin your own"), tr("Three questions give a valid template to go on from."))
      ->setIcon(glyph_icon(Glyph::plus));
  for (const auto& tmpl : builtins_)
    add(QString::fromStdString(tmpl->name), QString::fromStdString(tmpl->description));
  list_->setCurrentRow(0);
  connect(list_, &QListWidget::itemDoubleClicked, this, &TemplateChooser::take);  // Enter is the button's
  return list_;
}

QWidget* TemplateChooser::make_questions() {
  auto* page = new QWidget;
  auto* row = new QHBoxLayout(page);
  auto* form = new QFormLayout;
  size_ = new QComboBox;
  for (const auto& [text, side_m] : {std::pair{tr("Small: 4 km by 4 km"), 4000.0},
                                     {tr("Middle: 8 km by 8 km"), 8000.0},
                                     {tr("Large: 16 km by 16 km"), 16000.0}})
    size_->addItem(text, side_m);
  size_->setCurrentIndex(1);
  land_ = new QComboBox;
  const std::array<QString, kLandShapeSlugs.size()> lands{tr("An island"), tr("Several islands"),
                                                          tr("A coast"), tr("Inland, without a sea")};
  for (const QString& land : lands) land_->addItem(land);
  factions_ = new QSpinBox;
  factions_->setRange(1, 6);
  factions_->setValue(3);
  cultures_ = new QSpinBox;
  cultures_->setRange(1, 3);
  cultures_->setValue(2);
  form->addRow(tr("How &large is it?"), size_);
  form->addRow(tr("What &kind of land?"), land_);
  form->addRow(tr("Who lives there? &Factions"), factions_);
  form->addRow(tr("&Cultures, for their names"), cultures_);
  auto* note = new QLabel(
      tr("The template begins with five biomes, four danger bands and four families of resources. Everything "
         "can be changed later."));
  note->setWordWrap(true);
  note->setFont(small_font(note->font()));
  form->addRow(note);
  row->addLayout(form, 1);
  picture_ = new QLabel;
  picture_->setFixedSize(kOwnPicture_px, kOwnPicture_px);
  picture_->setAccessibleName(tr("Such a world"));
  row->addWidget(picture_, 0, Qt::AlignTop);
  connect(factions_, &QSpinBox::valueChanged, cultures_,
          [this](int factions) { cultures_->setMaximum(std::min(3, factions)); });
  for (QComboBox* box : {size_, land_})
    connect(box, &QComboBox::currentIndexChanged, this, &TemplateChooser::want_pictures);
  for (QSpinBox* box : {factions_, cultures_})
    connect(box, &QSpinBox::valueChanged, this, &TemplateChooser::want_pictures);
  return page;
}

void TemplateChooser::ask(bool own) {
  pages_->setCurrentIndex(own ? 1 : 0);
  buttons_->button(QDialogButtonBox::Ok)->setText(own ? tr("&Create") : tr("C&hoose"));
  for (QAbstractButton* button : buttons_->buttons())
    if (buttons_->buttonRole(button) == QDialogButtonBox::ResetRole) button->setVisible(own);
  (own ? static_cast<QWidget*>(size_) : list_)->setFocus();
  want_pictures();
}

Template TemplateChooser::own() const {
  return own_world({size_->currentData().toDouble(), static_cast<LandShape>(land_->currentIndex()),
                    factions_->value(), cultures_->value()});
}

void TemplateChooser::take() {
  const int row = list_->currentRow();
  const bool questions = pages_->currentIndex() == 1;
  if (!questions && row <= 0) return ask(true);
  const Template tmpl = questions ? own() : *builtins_[static_cast<size_t>(row) - 1];
  accept();
  emit chosen(tmpl);
}

void TemplateChooser::want_pictures() {
  const qreal ratio = devicePixelRatioF();
  if (pages_->currentIndex() == 1)
    return thumbnails_.request({{kOwn, std::make_shared<const Template>(own()), {}}},
                               static_cast<int>(kOwnPicture_px * ratio));
  std::vector<SeedThumbnails::Wish> wishes;
  for (size_t k = 0; k < builtins_.size(); ++k)
    if (list_->item(static_cast<int>(k) + 1)->data(Qt::UserRole).isNull())
      wishes.push_back({QString::number(k), builtins_[k], {}});
  thumbnails_.request(std::move(wishes), static_cast<int>(kPicture_px * ratio));
}

void TemplateChooser::show_picture(const QString& key, const QImage& image) {
  const QPixmap pixmap = framed(image, devicePixelRatioF());
  if (key == kOwn) return picture_->setPixmap(pixmap);
  QListWidgetItem* item = list_->item(key.toInt() + 1);
  item->setIcon(QIcon(pixmap));
  item->setData(Qt::UserRole, true);
}

}  // namespace fw
