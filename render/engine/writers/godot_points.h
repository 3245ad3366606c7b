#pragma once

#include <string>
#include <vector>

#include "render/engine/export_sink.h"
#include "render/engine/export_source.h"
#include "render/engine/writers/godot_text.h"

namespace fw {

/// points_CATEGORY.tscn for every category that has things: a node each, above 20,000 in all one multimesh a
/// class with the properties in points_CATEGORY.json. Returns the scenes' names. Private to this room.
Result<std::vector<std::string>> put_godot_points(const ExportSource& source, const GodotText& text,
                                                  const std::vector<const ExportPoint*>& things,
                                                  const GroundSurface& ground, ExportSink& sink);

}  // namespace fw
