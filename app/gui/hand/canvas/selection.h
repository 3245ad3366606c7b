#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/gui/hand/canvas/figures.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// What is selected, and what one does with it: generated points are taken like pinned ones. Moving or keeping
// a generated point makes it a pin, taking it away makes a ban.
namespace fw {

struct HandSelection {
  std::set<std::string> rows;    ///< ids of rows of the hand
  std::set<std::string> points;  ///< ids of generated points

  bool empty() const { return rows.empty() && points.empty(); }
  size_t size() const { return rows.size() + points.size(); }
  /// Whether all of `other` is selected; false for nothing.
  bool has(const HandSelection& other) const;
  bool operator==(const HandSelection&) const = default;
  /// Adds what `other` has, or takes it out if all of it is here.
  void toggle(const HandSelection& other);
};

/// The generated points of a selection, as indices of the world's; ids that the world lacks are passed over.
std::vector<size_t> points_of(const HandSelection& selection, const World* world);
/// Without rows and points that are not there any more. A null world keeps the points.
HandSelection still_there(HandSelection selection, const Template& tmpl, const World* world);

/// Each returns what is selected afterwards.
HandSelection move_selected(Template& tmpl, const World* world, const HandSelection& selection, Vec2 by_m);
HandSelection keep_selected(Template& tmpl, const World* world, const HandSelection& selection);
HandSelection remove_selected(Template& tmpl, const World* world, const HandSelection& selection);

/// The point of that index: the row of its pin, or the generated point itself.
HandSelection selection_of_point(const World& world, size_t point);
/// Everything inside a polygon: rows of which all corners lie there, and those of `points` that do.
HandSelection selection_within(const std::vector<Vec2>& polygon_m, const HandFigures& figures,
                               const World* world, const std::vector<size_t>& points);
/// Within a rectangle: all pins and points of the class of what is selected, and of other rows those of the
/// same list that are about the same (paint of the class, bans of the words, ...).
HandSelection all_of_class(const HandSelection& selection, const Template& tmpl, const HandFigures& figures,
                           const World* world, Vec2 low_m, Vec2 high_m);
/// Where all of it lies; nothing for none.
std::optional<std::pair<Vec2, Vec2>> extent_of(const HandSelection& selection, const HandFigures& figures,
                                               const World* world);

/// Whether rows of the list change layers, not only what stands on them.
bool changes_layers(std::string_view list);

}  // namespace fw
