#include "app/gui/layers/layers_panel.h"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "app/gui/document/document.h"
#include "app/gui/icons/buttons.h"
#include "app/gui/icons/icons.h"
#include "app/gui/layers/layer_list.h"
#include "app/gui/layers/layer_view.h"
#include "app/gui/words/words.h"
#include "core/model/colour/palette.h"
#include "render/map/map_picture.h"

namespace fw {
namespace {

QString palette_label(std::string_view name) {
  if (name == "atlas") return LayersPanel::tr("Atlas");
  if (name == "colour_blind_safe") return LayersPanel::tr("Colour-blind safe");
  return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

constexpr int kLeastList_px = 44;  // the first window fits a small screen

}  // namespace

LayersPanel::LayersPanel(Document& document, QWidget* parent)
    : QWidget(parent), document_(document), layers_(std::make_unique<LayerList>(document)) {
  list_ = new LayerView(*layers_);
  list_->setWhatsThis(tr(
      "Top of the list is the top of the map. Click an eye to show or hide, Alt-click to show alone, drag a "
      "bar to change the opacity, drag a row or press Alt+Up and Alt+Down to reorder."));
  list_->setMinimumHeight(kLeastList_px);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_presets());
  column->addWidget(build_switches());
  column->addWidget(list_, 1);
  column->addWidget(build_current());
  column->addWidget(build_looks());
  setFocusProxy(list_);

  connect(&document, &Document::changed, this, &LayersPanel::refresh);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &LayersPanel::refresh);
  refresh();
}

LayersPanel::~LayersPanel() {
  delete list_;  // before the model it looks at
}

QSize LayersPanel::sizeHint() const {
  return {320, 560};
}

void LayersPanel::add_marks(QAction& shown) {
  auto* box = new QCheckBox(tr("Marks of the hand"));
  box->setToolTip(shown.toolTip());
  box->setChecked(shown.isChecked());
  connect(box, &QCheckBox::clicked, &shown, &QAction::trigger);
  connect(&shown, &QAction::toggled, box, &QCheckBox::setChecked);
  switches_->insertWidget(0, box);
}

QWidget* LayersPanel::build_presets() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(6, 6, 6, 6);
  row->setSpacing(2);
  presets_ = new QButtonGroup(bar);
  const QString labels[] = {tr("Overview"), tr("Resources"), tr("Danger"),
                            tr("Factions"), tr("All"),       tr("Fair")};  // short: six fit a small screen
  for (int view = 0; view < static_cast<int>(std::size(labels)); ++view) {
    auto* button = new QToolButton;
    button->setText(labels[view]);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setToolTip(tr("View: %1").arg(LayerList::name_of_view(view)));
    button->setAccessibleName(button->toolTip());
    presets_->addButton(button, view);
    row->addWidget(button);
  }
  presets_->setExclusive(false);
  connect(presets_, &QButtonGroup::idClicked, this, &LayersPanel::apply_preset);
  return bar;
}

QWidget* LayersPanel::build_current() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 6, 6, 2);
  row->setSpacing(4);
  opacity_label_ = new QLabel(tr("&Opacity"));
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setRange(0, 100);
  slider_->setPageStep(10);
  slider_->setAccessibleName(tr("Opacity of the current layer"));
  percent_ = new QSpinBox;
  percent_->setRange(0, 100);
  percent_->setSuffix(tr(" %"));
  percent_->setAccessibleName(tr("Opacity of the current layer in percent"));
  percent_->setKeyboardTracking(false);
  opacity_label_->setBuddy(percent_);
  solo_ = flat_button(Glyph::solo, tr("Show this layer alone, or what was shown before (Shift+Space)"));
  solo_->setCheckable(true);
  up_ = flat_button(Glyph::up, tr("Move the layer up (Alt+Up)"));
  down_ = flat_button(Glyph::down, tr("Move the layer down (Alt+Down)"));
  row->addWidget(opacity_label_);
  row->addWidget(slider_, 1);
  row->addWidget(percent_);
  row->addWidget(solo_);
  row->addWidget(up_);
  row->addWidget(down_);
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    if (current() >= 0) layers_->set_opacity(current(), value / 100.0);
    if (!slider_->isSliderDown()) layers_->end_drag();
  });
  connect(slider_, &QSlider::sliderPressed, layers_.get(), &LayerList::end_drag);
  connect(slider_, &QSlider::sliderReleased, layers_.get(), &LayerList::end_drag);
  connect(percent_, &QSpinBox::valueChanged, this, [this](int value) {
    if (current() >= 0) layers_->set_opacity(current(), value / 100.0);
  });
  connect(percent_, &QSpinBox::editingFinished, layers_.get(), &LayerList::end_drag);
  connect(solo_, &QToolButton::clicked, this, &LayersPanel::solo_current);
  connect(up_, &QToolButton::clicked, this, [this] { move_current(-1); });
  connect(down_, &QToolButton::clicked, this, [this] { move_current(1); });
  return bar;
}

QWidget* LayersPanel::build_switches() {
  auto* bar = new QWidget;
  auto* row = switches_ = new QHBoxLayout(bar);
  row->setContentsMargins(8, 0, 6, 0);
  row->setSpacing(12);
  patterns_ = new QCheckBox(tr("&Hatch danger"));
  patterns_->setToolTip(tr("Pattern as well as colour for danger bands, on every map of this window"));
  row->addWidget(patterns_);
  row->addStretch();
  connect(patterns_, &QCheckBox::toggled, this, &LayersPanel::danger_patterns_changed);
  return bar;
}

QWidget* LayersPanel::build_looks() {
  constexpr int kLeastLetters = 6;  // of a palette's name: the panel is narrow
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 2, 6, 6);
  row->setSpacing(4);
  palette_ = new QComboBox;
  for (const std::string_view slug : kPaletteSlugs)
    palette_->addItem(palette_label(slug), QString::fromUtf8(slug.data(), qsizetype(slug.size())));
  palette_->setAccessibleName(tr("Palette of the map and the plates"));
  style_ = new QComboBox;
  for (const std::string_view slug : kMapStyleSlugs)
    style_->addItem(table_text(map_style(slug).title),
                    QString::fromUtf8(slug.data(), qsizetype(slug.size())));
  style_->setAccessibleName(tr("Colours and lines of the map and the plates"));
  const auto add = [&](const QString& text, QComboBox* box, int stretch) {
    auto* label = new QLabel(text);
    label->setBuddy(box);
    box->setToolTip(box->accessibleName());
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastLetters);
    row->addWidget(label);
    row->addWidget(box, stretch);
  };
  add(tr("&Palette"), palette_, 3);
  add(tr("St&yle"), style_, 2);
  reset_ = flat_button(Glyph::reset, tr("Back to the overview and the program's palette and style"));
  row->addWidget(reset_);
  connect(palette_, &QComboBox::activated, this, &LayersPanel::choose_palette);
  connect(style_, &QComboBox::activated, this, &LayersPanel::choose_style);
  connect(reset_, &QToolButton::clicked, this, &LayersPanel::reset);
  return bar;
}

bool LayersPanel::danger_patterns() const {
  return patterns_->isChecked();
}

void LayersPanel::set_danger_patterns(bool on) {
  patterns_->setChecked(on);
}

int LayersPanel::current() const {
  return list_->currentIndex().row();
}

void LayersPanel::refresh() {
  const MapLook look = map_look(document_.tmpl().view);
  const std::optional<int> preset = layers_->preset();
  for (QAbstractButton* button : presets_->buttons()) button->setChecked(preset == presets_->id(button));
  palette_->setCurrentIndex(palette_->findData(QString::fromStdString(look.palette)));
  style_->setCurrentIndex(style_->findData(QString::fromStdString(look.style)));
  const ViewParams& view = document_.tmpl().view;
  reset_->setEnabled(!view.layers.empty() || view.palette || view.style);

  const int row = current();
  for (QWidget* control : std::initializer_list<QWidget*>{opacity_label_, slider_, percent_, solo_})
    control->setEnabled(row >= 0);
  up_->setEnabled(row > 0);
  down_->setEnabled(row >= 0 && row + 1 < layers_->rowCount());
  if (row < 0) return;
  const int percent = static_cast<int>(std::lround(100 * layers_->at(row).opacity));
  const QSignalBlocker quiet_slider(slider_);
  const QSignalBlocker quiet_percent(percent_);
  slider_->setValue(percent);
  percent_->setValue(percent);
  solo_->setChecked(layers_->is_alone(row));
}

void LayersPanel::choose_palette(int at) {
  choose(tr("Palette: %1"), *palette_, at, &ViewParams::palette, MapLook{}.palette);
}

void LayersPanel::choose_style(int at) {
  choose(tr("Map style: %1"), *style_, at, &ViewParams::style, MapLook{}.style);
}

void LayersPanel::choose(const QString& what, const QComboBox& box, int at,
                         std::optional<std::string> ViewParams::*word, const std::string& usual) {
  const std::string name = box.itemData(at).toString().toStdString();
  document_.end_gesture();
  document_.edit(what.arg(box.itemText(at)),
                 [&](Template& t) { t.view.*word = name == usual ? std::nullopt : std::optional(name); });
  refresh();
}

void LayersPanel::move_current(int by) {
  if (current() >= 0) layers_->move(current(), current() + by);
}

void LayersPanel::toggle_current() {
  if (current() >= 0) layers_->set_shown(current(), !layers_->at(current()).shown);
}

void LayersPanel::solo_current() {
  if (current() >= 0) layers_->solo(current());
  refresh();
}

void LayersPanel::apply_preset(int view) {
  layers_->apply_preset(view);
  refresh();  // a button that was pressed stays pressed only if its view is shown
}

void LayersPanel::reset() {
  document_.end_gesture();
  document_.edit(tr("Reset the map's view"), [](Template& t) {
    t.view.layers.clear();
    t.view.palette.reset();
    t.view.style.reset();
  });
}

}  // namespace fw
