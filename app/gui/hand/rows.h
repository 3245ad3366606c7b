#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// Edits of the rows of a template's hand. Rows go by their ids, which are unique over all lists; ids that no
// row has are passed over.
namespace fw {

using AnyHandRow = std::variant<PinRow, BanRow, AreaRow, PaintRow, RegionRow, LandRow, TerrainRow, WaterRow,
                                LineRow, PlaceRow, ViewRow, RerollRow, ImportRow, ZoneRow, NoteRow>;

/// A row and the list that it belongs to ("pins", "biome").
struct HandEntry {
  std::string list;
  AnyHandRow row;
};

/// Where a row stands.
struct HandSpot {
  std::string list;
  size_t row = 0;
};

std::optional<HandSpot> find_hand_row(const Hand& hand, std::string_view id);
std::optional<HandEntry> hand_entry(const Hand& hand, std::string_view id);
/// The row at a spot that exists, and what all rows have of it.
HandEntry entry_at(const Hand& hand, const HandSpot& spot);
const HandRow& row_at(const Hand& hand, const HandSpot& spot);
size_t hand_size(const Hand& hand, std::string_view list);

/// Everything that the row says besides its id, group and note, as one text.
std::string hand_row_text(const Template& tmpl, const HandSpot& spot);

/// Adds a row at the end of its list, under an id of its own if it has none. Returns the id.
std::string add_hand_row(Template& tmpl, const HandEntry& entry);
/// Lines that began or ended at a pin that goes have a free end there.
void remove_hand_rows(Template& tmpl, const std::set<std::string>& ids);
void switch_hand_rows(Template& tmpl, const std::set<std::string>& ids, bool on);
void group_hand_rows(Template& tmpl, const std::set<std::string>& ids, const std::string& group);
/// Moves places and shapes; cells and imports stay.
void move_hand_rows(Template& tmpl, const std::set<std::string>& ids, Vec2 by_m);
/// Copies behind the originals, moved; returns their ids.
std::set<std::string> duplicate_hand_rows(Template& tmpl, const std::set<std::string>& ids, Vec2 by_m);
/// Moves rows of one list before its row `before` (size = the end), in their present order.
void arrange_hand_rows(Template& tmpl, std::string_view list, const std::set<std::string>& ids,
                       size_t before);

/// A pin that keeps a generated point where it stands, under its number.
PinRow pin_of_point(const Template& tmpl, const World& world, size_t point);
/// A ban that takes a generated point away: of its class, over half of the class's spacing.
BanRow ban_of_point(const World& world, size_t point);
/// The point that a pin put there; nothing if the world has none.
std::optional<size_t> point_of_pin(const World& world, std::string_view id);

}  // namespace fw
