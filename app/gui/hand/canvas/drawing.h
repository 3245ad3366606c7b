#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/gui/hand/rows.h"
#include "app/gui/hand/tools.h"

namespace fw {

/// What a gesture has drawn so far, in metres.
struct Drawing {
  std::vector<Vec2> path_m;        ///< corners that were put, or the way of a drag
  std::optional<Vec2> cursor_m{};  ///< where the next corner would come
  bool dragged = false;            ///< the way of a drag
  Qt::KeyboardModifiers keys{};    ///< held when it ended

  /// The path with the place under the cursor.
  std::vector<Vec2> with_cursor() const;
};

/// A change of the document that a gesture stands for.
struct HandChange {
  QString text;  ///< of the undo step: "Paint forest"
  /// Changes the template; returns the ids of the rows to select.
  std::function<std::set<std::string>(Template&)> apply;
};

/// The change that a drawing makes with a tool; nothing while it is no shape yet. `world`: the one on show,
/// for fill and for lines between landmarks; may be null.
std::optional<HandChange> change_of(HandTool tool, const HandOptions& options, const Drawing& drawing,
                                    const Template& tmpl, const std::shared_ptr<const World>& world);

/// The options with the class that stands at a place: the pin's class where a point is given, else the
/// painted class of the list. Nothing where there is none.
std::optional<HandOptions> picked_options(HandOptions options, const Template& tmpl, const World& world,
                                          Vec2 place_m, std::optional<size_t> point);

/// The patch of one class round a place, as runs of the letter a on the plan's grid; no rows off the ground.
HandCells patch_cells(const Template& tmpl, const World& world, std::string_view list, Vec2 place_m);

/// The raster of a painted list: biome, danger, faction.
const Raster<uint8_t>& raster_of(const World& world, std::string_view list);

}  // namespace fw
