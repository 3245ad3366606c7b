#pragma once

#include <QString>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/icons/icons.h"
#include "core/model/template/template.h"

namespace fw {

enum class HandTool : uint8_t {
  select,
  pin,
  ban,
  brush,
  polygon,
  lasso,
  fill,
  erase,
  pick,
  terrain,
  line,
  area,
  view,
  zone,
  note
};
inline constexpr size_t kHandTools = 15;

/// What the pointer does with a tool.
enum class HandGesture : uint8_t {
  arrow,     ///< selects and moves
  click,     ///< one place
  disc,      ///< one place; a drag sets the radius
  stroke,    ///< the way of a drag, as wide as the brush
  outline,   ///< corners one by one, or the way of a drag
  freehand,  ///< the way of a drag, closed
  path,      ///< corners one by one, open
  pair       ///< from a place to another
};

/// One row per tool: the tool bar, the menu, the keys and the gestures follow from it.
struct HandToolRow {
  HandTool tool;
  const char* name;  ///< object name of its action: "hand_brush"
  const char* letter;
  Glyph glyph;
  HandGesture gesture;
  const char* title;  ///< of the context "fw::HandTools", like `help`
  const char* help;
};
std::span<const HandToolRow> hand_tools();
const HandToolRow& row_of(HandTool tool);
QString tool_title(HandTool tool);
QString tool_help(HandTool tool);

/// What tools make, as the user set it last.
struct HandOptions {
  std::string list = "biome";                ///< that brush, polygon, lasso, fill and erase work on
  std::map<std::string, std::string> cls{};  ///< class painted, by list: biome, danger, faction
  std::string pin_class, pin_category;       ///< category: only where two share the id
  std::string words = "all";                 ///< of bans, areas and rerolls
  double radius_m = 120;
  double feather_m = kUsualFeather_m;
  PaintForce force = PaintForce::hard;
  double strength_sd = 1.5;
  double density = 0;
  LandIs land = LandIs::land;
  TerrainDo terrain = TerrainDo::raise;
  double amount_m = 40, level_m = 20;
  double falloff_m = 0;             ///< of terrain; 0: as wide as the radius
  std::string line_kind = "track";  ///< or "road", "river"
  ZoneIs zone = ZoneIs::zone;

  /// The list that a tool works on: its own, or `list`.
  std::string list_of(HandTool tool) const;
  bool operator==(const HandOptions&) const = default;
};

/// What the line tool draws, as HandOptions::line_kind.
inline constexpr std::array<std::string_view, 3> kLineKinds{"track", "road", "river"};

/// The lists that brush, polygon and lasso can draw into, and those that fill can.
std::span<const std::string_view> drawn_lists();
std::span<const std::string_view> painted_lists();
bool is_painted(std::string_view list);
/// The table of a painted list's classes: "biomes", "danger", "factions"; "" for others.
std::string_view table_of(std::string_view list);

/// Options in which every word is one of the template's: what it lost is replaced by its first.
HandOptions fitting_options(HandOptions options, const Template& tmpl);
/// Options to begin with: a brush of a good size for the template's frame.
HandOptions first_options(const Template& tmpl);
/// The next radius of the brush, a quarter larger or smaller, on round metres.
double stepped_radius_m(double radius_m, int by);
/// How far outside its radius a stroke of terrain reaches.
double falloff_of(const HandOptions& options);
/// The next feather: round steps from 0 to 1000.
double stepped_feather_m(double feather_m, int by);

/// A class that a pin may name.
struct PinOffer {
  std::string id, category;  ///< category: only where two share the id
  QString text;
  std::string table;  ///< whose row's look it has: "families", "landmarks"; "" = none
  size_t row = 0;
};
/// Landmark kinds first, then the classes in the template's order.
std::vector<PinOffer> pin_offers(const Template& tmpl);

}  // namespace fw
