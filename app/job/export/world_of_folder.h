#pragma once

#include <filesystem>
#include <memory>

#include "app/job/render/stored.h"
#include "core/model/world/world.h"

namespace fw {

/// Whether a render wrote the files that a world is read back from: rasters and GeoJSON.
bool holds_world(const Manifest& manifest);

/// The world of a render's folder as its files have it: rasters that go out, regions, points, tracks;
/// nothing is generated. Each file is checked against the manifest first: ErrorKind::mismatch, naming it,
/// where it was altered; ErrorKind::io where it is missing or damaged. Numbers are as rounded as the files
/// have them.
Result<std::shared_ptr<const World>> read_world(const std::filesystem::path& folder, const Stored& stored);

}  // namespace fw
