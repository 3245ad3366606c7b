#include "app/gui/hand/panel/tool_bar.h"

#include <QActionGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <map>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/template/row_look.h"
#include "app/gui/words/words.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

QString from(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void choose(QComboBox& combo, const QString& data) {
  combo.setCurrentIndex(combo.findData(data));
}

std::string chosen_in(const QComboBox& combo) {
  return combo.currentData().toString().toStdString();
}

/// Pins go by id and, where two have it, category.
QString pin_data(const std::string& id, const std::string& category) {
  return QString::fromStdString(id + "/" + category);
}

QString plain(QString title) {
  return title.remove(QLatin1Char('&'));
}

}  // namespace

HandToolBar::HandToolBar(HandCanvas& canvas, QWidget& keys, QWidget* parent) : QToolBar(parent) {
  setOrientation(Qt::Vertical);
  setIconSize({18, 18});
  setAccessibleName(tr("Tools of the hand"));
  auto* group = new QActionGroup(this);
  group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
  for (const HandToolRow& row : hand_tools()) {
    auto* action = new QAction(glyph_icon(row.glyph), tool_title(row.tool), group);
    action->setObjectName(QLatin1String(row.name));
    action->setCheckable(true);
    action->setShortcut(QKeySequence(QLatin1String(row.letter)));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setStatusTip(tool_help(row.tool));
    action->setToolTip(QStringLiteral("<p><b>%1</b> (%2)</p><p>%3</p>")
                           .arg(plain(tool_title(row.tool)), QLatin1String(row.letter), tool_help(row.tool)));
    const HandTool tool = row.tool;
    connect(action, &QAction::triggered, this, [&canvas, action, tool] {
      canvas.set_tool(tool);
      action->setChecked(true);  // a click on the tool in use has popped its button out
    });
    connect(&canvas, &HandCanvas::tool_changed, action,
            [&canvas, action, tool] { action->setChecked(canvas.tool() == tool); });
    keys.addAction(action);
    addAction(action);
    if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action))) {
      button->setFocusPolicy(Qt::TabFocus);
      button->setAccessibleName(plain(tool_title(row.tool)));
    }
    actions_[static_cast<size_t>(row.tool)] = action;
  }
}

HandOptionsBar::HandOptionsBar(HandCanvas& canvas, Document& document, QWidget* parent)
    : QToolBar(parent), canvas_(canvas), document_(document) {
  build();
  setMinimumHeight(list_->sizeHint().height() + 6);  // of one height with any tool
  connect(&canvas, &HandCanvas::tool_changed, this, &HandOptionsBar::refresh);
  connect(&canvas, &HandCanvas::options_changed, this, &HandOptionsBar::refresh);
  connect(&document, &Document::changed, this, &HandOptionsBar::refresh);
  refresh();
}

QComboBox* HandOptionsBar::add_combo(const QString& name) {
  auto* combo = new QComboBox;
  combo->setAccessibleName(name);
  combo->setToolTip(name);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  combo->setMaxVisibleItems(24);
  combo->installEventFilter(this);
  addWidget(combo);
  connect(combo, &QComboBox::activated, this, &HandOptionsBar::chosen);
  return combo;
}

QSpinBox* HandOptionsBar::add_spin(const QString& name, int least, int most, const QString& suffix) {
  auto* spin = new QSpinBox;
  spin->setRange(least, most);
  spin->setSuffix(suffix);
  spin->setPrefix(name + QLatin1Char(' '));
  spin->setAccessibleName(name);
  spin->setToolTip(name);
  spin->setKeyboardTracking(false);
  spin->installEventFilter(this);
  addWidget(spin);
  connect(spin, &QSpinBox::editingFinished, this, [this, spin] {
    if (spin->hasFocus()) emit chosen();  // by Enter, not because the focus leaves
  });
  return spin;
}

QDoubleSpinBox* HandOptionsBar::add_decimal(const QString& name, double least, double most,
                                            const QString& prefix) {
  auto* spin = new QDoubleSpinBox;
  spin->setRange(least, most);
  spin->setDecimals(2);
  spin->setSingleStep(0.25);
  spin->setPrefix(prefix);
  spin->setAccessibleName(name);
  spin->setToolTip(name);
  spin->setKeyboardTracking(false);
  spin->installEventFilter(this);
  addWidget(spin);
  connect(spin, &QDoubleSpinBox::editingFinished, this, [this, spin] {
    if (spin->hasFocus()) emit chosen();
  });
  return spin;
}

void HandOptionsBar::build() {
  setAccessibleName(tr("Options of the tool"));
  setMovable(false);
  title_ = new QLabel;
  title_->setTextFormat(Qt::PlainText);
  QFont strong = title_->font();
  strong.setBold(true);
  title_->setFont(strong);
  title_->setContentsMargins(6, 0, 8, 0);
  addWidget(title_);
  list_ = add_combo(tr("What is drawn"));
  class_ = add_combo(tr("Class to paint (1 to 9)"));
  pin_ = add_combo(tr("Class of the pin (1 to 9)"));
  words_ = add_combo(tr("Classes that are meant"));
  land_ = add_combo(tr("Land or sea"));
  terrain_ = add_combo(tr("What is done to the ground"));
  line_ = add_combo(tr("What the line is"));
  zone_ = add_combo(tr("A zone that tactics name, or a wall"));
  amount_ = add_spin(tr("By"), -9000, 9000, tr(" m"));
  level_ = add_spin(tr("To"), -9000, 9000, tr(" m"));
  density_ = add_decimal(tr("Density: 0 = never, 1 = as ever"), 0, 10, tr("Density "));
  radius_ = add_spin(tr("Radius"), 1, 20000, tr(" m"));
  feather_ = add_spin(tr("Feather"), 0, 1000, tr(" m"));
  falloff_ = add_spin(tr("Falloff"), 0, 1000, tr(" m"));
  falloff_->setSpecialValueText(tr("Falloff as the radius"));
  force_ = add_combo(tr("Hard: the class holds; bias: noise leans towards it"));
  strength_ = add_decimal(tr("Strength of the bias, in standard deviations"), -4, 4, tr("Strength "));
  falloff_->setToolTip(tr("Width over which it fades out (Shift with [ and ])"));
  radius_->setToolTip(tr("Radius ([ and ])"));
  feather_->setToolTip(tr("Width of the edge that noise decides (Shift with [ and ])"));
  connect(list_, &QComboBox::activated, this,
          [this] { take([this](HandOptions& o) { o.list = chosen_in(*list_); }); });
  connect(class_, &QComboBox::activated, this, [this] {
    take([this](HandOptions& o) { o.cls[o.list_of(*canvas_.tool())] = chosen_in(*class_); });
  });
  connect(pin_, &QComboBox::activated, this, [this] {
    const QStringList parts = pin_->currentData().toString().split(QLatin1Char('/'));
    take([&parts](HandOptions& o) {
      o.pin_class = parts.value(0).toStdString();
      o.pin_category = parts.value(1).toStdString();
    });
  });
  connect(words_, &QComboBox::activated, this,
          [this] { take([this](HandOptions& o) { o.words = chosen_in(*words_); }); });
  connect(land_, &QComboBox::activated, this,
          [this](int at) { take([at](HandOptions& o) { o.land = static_cast<LandIs>(at); }); });
  connect(terrain_, &QComboBox::activated, this,
          [this](int at) { take([at](HandOptions& o) { o.terrain = static_cast<TerrainDo>(at); }); });
  connect(line_, &QComboBox::activated, this,
          [this] { take([this](HandOptions& o) { o.line_kind = chosen_in(*line_); }); });
  connect(zone_, &QComboBox::activated, this,
          [this](int at) { take([at](HandOptions& o) { o.zone = static_cast<ZoneIs>(at); }); });
  connect(force_, &QComboBox::activated, this,
          [this](int at) { take([at](HandOptions& o) { o.force = static_cast<PaintForce>(at); }); });
  const auto number = [this](auto* spin, double HandOptions::*member) {
    using Spin = std::remove_pointer_t<decltype(spin)>;
    connect(spin, &Spin::valueChanged, this,
            [this, member](auto value) { take([=](HandOptions& o) { o.*member = value; }); });
  };
  number(radius_, &HandOptions::radius_m);
  number(feather_, &HandOptions::feather_m);
  number(falloff_, &HandOptions::falloff_m);
  number(amount_, &HandOptions::amount_m);
  number(level_, &HandOptions::level_m);
  number(density_, &HandOptions::density);
  number(strength_, &HandOptions::strength_sd);
}

bool HandOptionsBar::eventFilter(QObject* watched, QEvent* event) {
  const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
  if (key && (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0)
    for (const HandToolRow& row : hand_tools())
      if (QKeySequence(QLatin1String(row.letter)) == QKeySequence(key->key())) {
        canvas_.set_tool(row.tool);
        emit chosen();
        return true;
      }
  return QToolBar::eventFilter(watched, event);
}

void HandOptionsBar::take(const std::function<void(HandOptions&)>& change) {
  HandOptions next = canvas_.options();
  change(next);
  canvas_.set_options(next);
}

void HandOptionsBar::refresh() {
  const std::optional<HandTool> tool = canvas_.tool();
  setEnabled(tool.has_value());
  if (!tool) {
    for (QAction* action : actions()) action->setVisible(false);
    return;
  }
  fill();
  show_controls();
  show_values();
}

/// The combos' entries follow the tool and the template's rows.
void HandOptionsBar::fill() {
  const Template& t = document_.tmpl();
  const HandTool tool = *canvas_.tool();
  const std::string list = canvas_.options().list_of(tool);
  std::string wanted = std::to_string(static_cast<int>(tool)) + list;
  for (const char* table : {"biomes", "danger", "factions", "landmarks", "families"})
    wanted += rows_shown(t, table);
  for (const PinOffer& offer : pin_offers(t)) wanted += offer.id + offer.text.toStdString();
  if (wanted == filled_) return;
  filled_ = std::move(wanted);
  for (QComboBox* combo : {list_, class_, pin_, words_, land_, terrain_, line_, zone_, force_})
    combo->clear();
  for (const std::string_view one : tool == HandTool::fill ? painted_lists() : drawn_lists())
    list_->addItem(glyph_icon(hand_glyph(one)), hand_title(one), from(one));
  const std::string_view table = table_of(list);
  const std::vector<std::string> ids = table_ids(t, table);
  for (size_t k = 0; k < ids.size(); ++k)
    class_->addItem(swatch_icon(row_colour(t, table, k).value_or(Qt::gray)), row_label(t, table, k),
                    from(ids[k]));
  std::map<std::string, std::vector<QIcon>> icons;
  for (const char* looked : {"landmarks", "families"}) icons[looked] = row_icons(t, looked);
  words_->addItem(tr("all"), QStringLiteral("all"));
  for (const std::string_view category : kCategorySlugs)
    words_->addItem(slug_words(category), from(category));
  for (const PinOffer& offer : pin_offers(t)) {
    const std::vector<QIcon>& of = icons[offer.table];
    const QIcon icon = offer.row < of.size() ? of[offer.row] : QIcon();
    pin_->addItem(icon, offer.text, pin_data(offer.id, offer.category));
    words_->addItem(icon, offer.text, QString::fromStdString(offer.id));
  }
  for (const std::string_view word : kLandIsSlugs) land_->addItem(slug_title(word), from(word));
  for (const std::string_view word : kTerrainDoSlugs) terrain_->addItem(slug_title(word), from(word));
  for (const std::string_view word : kLineKinds) line_->addItem(slug_title(word), from(word));
  for (const std::string_view word : kZoneIsSlugs) zone_->addItem(slug_title(word), from(word));
  for (const std::string_view word : kPaintForceSlugs) force_->addItem(slug_title(word), from(word));
}

void HandOptionsBar::show_controls() {
  const HandTool tool = *canvas_.tool();
  const HandOptions& o = canvas_.options();
  const std::string list = o.list_of(tool);
  const bool arrow = tool == HandTool::select || tool == HandTool::pick;
  const bool lists = tool == HandTool::brush || tool == HandTool::polygon || tool == HandTool::lasso ||
                     tool == HandTool::fill || tool == HandTool::erase;
  const bool rubber = tool == HandTool::erase, paints = is_painted(list) && !rubber && !arrow;
  const bool stroke = row_of(tool).gesture == HandGesture::stroke;
  const bool ground = list == "terrain" && !rubber && !arrow;
  const bool areas = list == "areas" && !rubber && !arrow;
  const bool level = ground && o.terrain == TerrainDo::level;
  const bool still = o.terrain == TerrainDo::flatten || o.terrain == TerrainDo::smooth;
  const std::pair<QWidget*, bool> shown[] = {
      {list_, lists},
      {class_, paints},
      {pin_, tool == HandTool::pin},
      {words_, tool == HandTool::ban || areas},
      {land_, list == "land" && !rubber && !arrow},
      {terrain_, ground},
      {line_, tool == HandTool::line},
      {zone_, list == "zones" && !rubber && !arrow},
      {amount_, ground && !level && !still},
      {level_, level},
      {density_, areas},
      {radius_, stroke || ground || tool == HandTool::zone},
      {falloff_, ground},
      {feather_, (paints && tool != HandTool::fill) || (rubber && is_painted(list)) || areas},
      {force_, paints},
      {strength_, paints && o.force == PaintForce::bias}};
  for (QAction* action : actions())
    for (const auto& [widget, on] : shown)
      if (widgetForAction(action) == widget) action->setVisible(on);
  actions().front()->setVisible(true);
  title_->setText(plain(tool_title(tool)));
}

void HandOptionsBar::show_values() {
  const HandOptions& o = canvas_.options();
  const std::string list = o.list_of(*canvas_.tool());
  choose(*list_, QString::fromStdString(*canvas_.tool() == HandTool::fill ? list : o.list));
  if (is_painted(list)) choose(*class_, QString::fromStdString(o.cls.at(list)));
  choose(*pin_, pin_data(o.pin_class, o.pin_category));
  choose(*words_, QString::fromStdString(o.words));
  choose(*line_, QString::fromStdString(o.line_kind));
  land_->setCurrentIndex(static_cast<int>(o.land));
  terrain_->setCurrentIndex(static_cast<int>(o.terrain));
  zone_->setCurrentIndex(static_cast<int>(o.zone));
  force_->setCurrentIndex(static_cast<int>(o.force));
  const std::pair<QSpinBox*, double> numbers[] = {{radius_, o.radius_m},
                                                  {feather_, o.feather_m},
                                                  {falloff_, o.falloff_m},
                                                  {amount_, o.amount_m},
                                                  {level_, o.level_m}};
  for (const auto& [spin, value] : numbers) {
    const QSignalBlocker quiet(spin);
    spin->setValue(static_cast<int>(value));
  }
  const std::pair<QDoubleSpinBox*, double> decimals[] = {{density_, o.density}, {strength_, o.strength_sd}};
  for (const auto& [spin, value] : decimals) {
    const QSignalBlocker quiet(spin);
    spin->setValue(value);
  }
}

}  // namespace fw
