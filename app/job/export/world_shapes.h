#pragma once

#include <filesystem>
#include <vector>

#include "app/job/render/stored.h"
#include "core/model/world/world.h"
#include "render/geo/geo_export.h"

namespace fw {

/// Tracks, rivers, lakes, waterfalls, shore, roads, crossings and ground plans of what the template asks for,
/// of a world that was made. Waterfalls are read off the reaches, which a render's files have, so both
/// functions give the same.
Result<std::vector<ShapeLayer>> made_shapes(const World& world, const Template& tmpl);

/// The same from a render's GeoJSON files, each checked against the manifest: ErrorKind::mismatch where one
/// was altered, ErrorKind::io where one is not as a render writes it.
Result<std::vector<ShapeLayer>> read_shapes(const std::filesystem::path& folder, const Stored& stored);

}  // namespace fw
