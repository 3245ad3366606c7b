#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/gui/hand/rows.h"
#include "app/gui/icons/icons.h"

namespace fw {

/// "Biome paint"; the list itself for one that is unknown.
QString hand_title(std::string_view list);
/// "Pin", for a row.
QString hand_word(std::string_view list);
Glyph hand_glyph(std::string_view list);

/// What a row is about: a class and a name, a class, "wolves × 0", "raise 40 m".
QString row_what(const HandEntry& entry, const Template& tmpl);
/// Where it stands: "3,310 · 1,204", with the size of a shape: "... , 640 m"; empty for rows without a place.
QString row_where(const HandEntry& entry, const Template& tmpl);
/// The step of the history that adds it: "Paint" or "Pin" and the class.
QString row_step(const HandEntry& entry, const Template& tmpl);

/// The label of a class or kind that pins and bans name, else the id in words.
QString class_label(const Template& tmpl, std::string_view id);
/// The label of a class of a painted list; "none" for paint that takes away.
QString paint_label(const Template& tmpl, std::string_view list, std::string_view cls);
/// "held", "part", "suspended", "off".
QString state_word(HandState state);

/// The middle of a row's place and half its longer side; nothing for a row without one.
struct HandExtent {
  Vec2 low, high;
  Vec2 centre() const { return (low + high) * 0.5; }
};
std::optional<HandExtent> row_extent(const HandEntry& entry, const Template& tmpl);

}  // namespace fw
