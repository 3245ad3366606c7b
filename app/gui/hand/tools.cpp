#include "app/gui/hand/tools.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/gui/words/words.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

using G = HandGesture;
using T = HandTool;

constexpr HandToolRow kTools[] = {
    {T::select, "hand_select", "V", Glyph::select, G::arrow, QT_TRANSLATE_NOOP("fw::HandTools", "&Select"),
     QT_TRANSLATE_NOOP("fw::HandTools",
                       "Click or draw a rectangle; drag to move, Delete to take away, arrows to nudge")},
    {T::pin, "hand_pin", "P", Glyph::pin, G::click, QT_TRANSLATE_NOOP("fw::HandTools", "&Pin"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Click where a point or landmark should stand")},
    {T::ban, "hand_ban", "X", Glyph::ban, G::disc, QT_TRANSLATE_NOOP("fw::HandTools", "B&an"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Click where nothing of a class should stand; drag for the radius")},
    {T::brush, "hand_brush", "B", Glyph::brush, G::stroke, QT_TRANSLATE_NOOP("fw::HandTools", "&Brush"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Drag to paint; [ and ] change the radius, with Shift the feather")},
    {T::polygon, "hand_polygon", "G", Glyph::polygon, G::outline,
     QT_TRANSLATE_NOOP("fw::HandTools", "Poly&gon"),
     QT_TRANSLATE_NOOP("fw::HandTools",
                       "Click the corners; Backspace takes one back, Enter ends, Escape drops")},
    {T::lasso, "hand_lasso", "L", Glyph::lasso, G::freehand, QT_TRANSLATE_NOOP("fw::HandTools", "&Lasso"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Drag round an area")},
    {T::fill, "hand_fill", "F", Glyph::fill, G::click, QT_TRANSLATE_NOOP("fw::HandTools", "&Fill"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Click a patch of one class to give it another")},
    {T::erase, "hand_erase", "E", Glyph::erase, G::stroke, QT_TRANSLATE_NOOP("fw::HandTools", "&Erase"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Drag to take paint away, or what is drawn of the chosen list")},
    {T::pick, "hand_pick", "I", Glyph::pick, G::click, QT_TRANSLATE_NOOP("fw::HandTools", "P&ick"),
     QT_TRANSLATE_NOOP("fw::HandTools",
                       "Click to take the class that stands there; Alt does so in any tool")},
    {T::terrain, "hand_terrain", "T", Glyph::terrain, G::stroke,
     QT_TRANSLATE_NOOP("fw::HandTools", "&Terrain"),
     QT_TRANSLATE_NOOP(
         "fw::HandTools",
         "Drag to raise, lower, level or smooth the ground; [ and ] change the radius, with Shift the "
         "falloff")},
    {T::line, "hand_line", "N", Glyph::track, G::path, QT_TRANSLATE_NOOP("fw::HandTools", "Li&ne"),
     QT_TRANSLATE_NOOP("fw::HandTools",
                       "Click along a track, a road or a river from its source on; Enter ends")},
    {T::area, "hand_area", "K", Glyph::zone, G::outline, QT_TRANSLATE_NOOP("fw::HandTools", "Area of &many"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Click or drag round an area where points are denser, or never")},
    {T::view, "hand_view", "W", Glyph::sight, G::pair, QT_TRANSLATE_NOOP("fw::HandTools", "Vie&w"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Drag from an eye to what it should see")},
    {T::zone, "hand_zone", "M", Glyph::fence, G::outline, QT_TRANSLATE_NOOP("fw::HandTools", "&Zone or wall"),
     QT_TRANSLATE_NOOP("fw::HandTools",
                       "Click or drag round a zone that tactics name, or a wall; two corners are a line, one "
                       "is a disc of the radius")},
    {T::note, "hand_note", "J", Glyph::flag, G::click, QT_TRANSLATE_NOOP("fw::HandTools", "N&ote"),
     QT_TRANSLATE_NOOP("fw::HandTools", "Click where a flag should stand, and type its text; Enter ends")},
};
static_assert(std::size(kTools) == kHandTools);

constexpr std::array<std::string_view, 10> kDrawn{"biome",   "danger", "faction", "areas",   "land",
                                                  "terrain", "waters", "regions", "rerolls", "zones"};
constexpr double kMostRadius_m = 20000, kMostFeather_m = 1000;

QString tool_text(const char* text) {
  return QCoreApplication::translate("fw::HandTools", text);
}

}  // namespace

std::span<const HandToolRow> hand_tools() {
  return kTools;
}

const HandToolRow& row_of(HandTool tool) {
  return kTools[static_cast<size_t>(tool)];
}

QString tool_title(HandTool tool) {
  return tool_text(row_of(tool).title);
}

QString tool_help(HandTool tool) {
  return tool_text(row_of(tool).help);
}

std::string HandOptions::list_of(HandTool tool) const {
  switch (tool) {
    case HandTool::pin:
      return "pins";
    case HandTool::ban:
      return "bans";
    case HandTool::terrain:
      return "terrain";
    case HandTool::line:
      return "lines";
    case HandTool::area:
      return "areas";
    case HandTool::view:
      return "views";
    case HandTool::zone:
      return "zones";
    case HandTool::note:
      return "notes";
    case HandTool::fill:
      return is_painted(list) ? list : std::string(kDrawn[0]);
    default:
      return list;
  }
}

std::span<const std::string_view> drawn_lists() {
  return kDrawn;
}

std::span<const std::string_view> painted_lists() {
  return std::span(kDrawn).first(3);
}

bool is_painted(std::string_view list) {
  const auto painted = painted_lists();
  return std::find(painted.begin(), painted.end(), list) != painted.end();
}

std::string_view table_of(std::string_view list) {
  return list == "biome" ? "biomes" : list == "faction" ? "factions" : list == "danger" ? "danger" : "";
}

HandOptions fitting_options(HandOptions options, const Template& tmpl) {
  for (const std::string_view list : painted_lists()) {
    const std::vector<std::string> ids = table_ids(tmpl, table_of(list));
    std::string& cls = options.cls[std::string(list)];
    const bool known = cls == kPaintNone || std::find(ids.begin(), ids.end(), cls) != ids.end();
    if (!known) cls = ids.empty() ? std::string(kPaintNone) : ids.front();
  }
  const std::vector<PinOffer> offers = pin_offers(tmpl);
  const bool known = std::any_of(offers.begin(), offers.end(), [&](const PinOffer& offer) {
    return offer.id == options.pin_class && offer.category == options.pin_category;
  });
  if (!known) {
    options.pin_class = offers.empty() ? std::string() : offers.front().id;
    options.pin_category = offers.empty() ? std::string() : offers.front().category;
  }
  return options;
}

HandOptions first_options(const Template& tmpl) {
  HandOptions options;
  const double wish = tmpl.frame.shorter_m() / 64;
  while (options.radius_m < wish) options.radius_m = stepped_radius_m(options.radius_m, 1);
  while (options.radius_m > wish && options.radius_m > 1)
    options.radius_m = stepped_radius_m(options.radius_m, -1);
  return fitting_options(options, tmpl);
}

double stepped_radius_m(double radius_m, int by) {
  const double wish = radius_m * std::pow(1.25, by);
  const double round = wish >= 1000 ? 50 : wish >= 100 ? 10 : wish >= 20 ? 5 : 1;
  double next = std::round(wish / round) * round;
  if (next == radius_m) next += by;
  return std::clamp(next, 1.0, kMostRadius_m);
}

double falloff_of(const HandOptions& options) {
  return options.falloff_m > 0 ? options.falloff_m : options.radius_m;
}

double stepped_feather_m(double feather_m, int by) {
  const double step = feather_m + 0.5 * by >= 200 ? 50 : feather_m + 0.5 * by >= 40 ? 20 : 10;
  return std::clamp(feather_m + by * step, 0.0, kMostFeather_m);
}

std::vector<PinOffer> pin_offers(const Template& tmpl) {
  std::vector<PinOffer> offers;
  std::map<std::string, int> uses;
  const auto& kinds = tmpl.vocabulary.landmarks;
  for (size_t k = 0; k < kinds.size(); ++k) {
    offers.push_back({kinds[k].id, "landmark", row_label(kinds[k]), "landmarks", k});
    ++uses[kinds[k].id];
  }
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category)) {
      const auto family = find_row(tmpl.vocabulary.families, cls.family);
      const QString text = cls.label.empty() ? slug_title(cls.slug) : QString::fromStdString(cls.label);
      offers.push_back({cls.slug, std::string(kCategorySlugs[static_cast<size_t>(category)]), text,
                        family ? "families" : "", family.value_or(0)});
      ++uses[cls.slug];
    }
  for (PinOffer& offer : offers)
    if (uses[offer.id] == 1) offer.category.clear();
  return offers;
}

}  // namespace fw
