#include "app/gui/map/search/map_area.h"

#include <QAction>
#include <QActionGroup>
#include <QVBoxLayout>

#include "app/gui/icons/icons.h"

namespace fw {

MapArea::MapArea(QWidget* parent)
    : QWidget(parent), view_(new MapView), find_bar_(new FindBar(*view_)), tilt_bar_(new TiltBar(*view_)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(find_bar_);
  row_ = new QHBoxLayout;
  row_->addWidget(view_, 1);
  column->addLayout(row_, 1);
  column->addWidget(tilt_bar_);
  find_bar_->hide();
  connect(view_, &MapView::failed, this, &MapArea::failed);
  setFocusProxy(view_);
  make_actions();
  make_tools();
}

MapArea::~MapArea() = default;

void MapArea::set_picture(const std::shared_ptr<const Picture>& picture) {
  view_->set_picture(picture);
  find_bar_->set_picture(picture);
}

void MapArea::make_actions() {
  const auto make = [this](const char* name, const QString& text, const QList<QKeySequence>& keys,
                           const QString& help, auto&& does) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WindowShortcut);
    action->setStatusTip(help);
    connect(action, &QAction::triggered, this, does);
    addAction(action);
    return action;
  };
  const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
  actions_.fit = make("map_fit", tr("&Fit the map"), {key("Ctrl+0")}, tr("Show the whole frame"),
                      [this] { view_->fit(); });
  actions_.actual = make("map_actual", tr("&100 %"), {key("Ctrl+1")},
                         tr("One cell of the raster on one pixel"), [this] { view_->zoom_to_actual(); });
  actions_.zoom_in = make("map_zoom_in", tr("Zoom &in"), {key("Ctrl++"), key("Ctrl+=")},
                          tr("Look closer at the middle of the map"), [this] { view_->zoom_in(); });
  actions_.zoom_out = make("map_zoom_out", tr("Zoom &out"), {key("Ctrl+-")}, tr("See more of the map"),
                           [this] { view_->zoom_out(); });
  actions_.find =
      make("map_find", tr("&Find on the map\u2026"), {QKeySequence::Find},
           tr("Find points, classes, names, regions and positions"), [this] { find_bar_->open(); });
  actions_.find_next = make("map_find_next", tr("Find &next"), {key("F3")}, tr("Go to the next place found"),
                            [this] { find_bar_->next(); });
  actions_.find_previous = make("map_find_previous", tr("Find &previous"), {key("Shift+F3")},
                                tr("Go to the place found before"), [this] { find_bar_->previous(); });
  actions_.clear = make("map_clear", tr("&Clear marks"), {key("Ctrl+Shift+X")},
                        tr("Remove measures, highlights and the selection from the map"), [this] {
                          view_->clear_measure();
                          view_->clear_highlight();
                          view_->select(std::nullopt);
                        });
  actions_.overview = make("map_overview", tr("Corner &map"), {key("Ctrl+Shift+O")},
                           tr("Show the whole frame in a corner of the map"),
                           [this] { view_->show_overview(actions_.overview->isChecked()); });
  actions_.overview->setCheckable(true);
  actions_.overview->setChecked(true);
  connect(view_, &MapView::overview_shown, actions_.overview, &QAction::setChecked);
  actions_.tilt =
      make("map_tilt", tr("&3-D"), {key("Ctrl+3")},
           tr("The map from the side; drag with the right button to turn it"), [this] {
             const bool on = !view_->tilt();
             view_->set_tilt(on ? std::optional(MapTilt{.view = tilt_bar_->start()}) : std::nullopt);
           });
  actions_.tilt->setCheckable(true);
  connect(view_, &MapView::tilt_changed, actions_.tilt,
          [this](const std::optional<MapTilt>& tilt) { actions_.tilt->setChecked(tilt.has_value()); });
  actions_.find->setIcon(glyph_icon(Glyph::find));
  actions_.fit->setIcon(glyph_icon(Glyph::fit));
}

void MapArea::make_tools() {
  auto* tools = new QActionGroup(this);
  const auto make = [&](const char* name, const QString& text, const char* keys, const QString& help,
                        MapTool tool) {
    auto* action = new QAction(text, tools);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    action->setChecked(tool == view_->tool());
    action->setShortcut(QKeySequence(QString::fromLatin1(keys)));
    action->setStatusTip(help);
    connect(action, &QAction::triggered, this, [this, tool] { view_->set_tool(tool); });
    connect(view_, &MapView::tool_changed, action,
            [action, tool](MapTool now) { action->setChecked(now == tool); });
    addAction(action);
    return action;
  };
  actions_.inspect = make("map_inspect", tr("&Look at places"), "Ctrl+Shift+L",
                          tr("Click a point or a cell to learn why it is what it is"), MapTool::inspect);
  actions_.distance = make("map_distance", tr("Measure a &distance"), "Ctrl+Shift+D",
                           tr("Click from place to place; a double click ends the line"), MapTool::distance);
  actions_.area = make("map_area", tr("Measure an &area"), "Ctrl+Shift+A",
                       tr("Click around an area; a double click ends the outline"), MapTool::area);
  actions_.inspect->setIcon(glyph_icon(Glyph::place));
  actions_.distance->setIcon(glyph_icon(Glyph::distance));
  actions_.area->setIcon(glyph_icon(Glyph::area));
}

}  // namespace fw
