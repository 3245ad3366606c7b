#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/job/render/stored.h"
#include "core/model/world/world.h"
#include "render/geo/geo_export.h"

namespace fw {

/// The bytes of a file of a render: ErrorKind::mismatch, naming it, where the manifest does not list it so.
Result<std::string> read_checked(const std::filesystem::path& folder, const Manifest& manifest,
                                 const std::string& name);

/// Whether a render wrote the files that a world is read back from: rasters and GeoJSON.
bool holds_world(const Manifest& manifest);

/// A world without its heights, and these, with their detail, by rows from their file.
struct FolderWorld {
  std::shared_ptr<const World> world;
  std::shared_ptr<FieldRows> heights, detail_m;
};

/// The world of a render's folder as its files have it: rasters that go out, regions, points;
/// nothing is generated, lines are read by read_shapes(). Each file is checked against the manifest first:
/// ErrorKind::mismatch, naming it, where it was altered; ErrorKind::io where it is missing or damaged.
/// Numbers are as rounded as the files have them.
Result<FolderWorld> read_world(const std::filesystem::path& folder, const Stored& stored);

/// Tracks, rivers, lakes, waterfalls, shore, roads, crossings and ground plans of what the template asks for,
/// of a world that was made. Waterfalls are read off the reaches, which a render's files have, so both
/// functions give the same.
Result<std::vector<ShapeLayer>> made_shapes(const World& world, const Template& tmpl);

/// The same from a render's GeoJSON files, each checked against the manifest: ErrorKind::mismatch where one
/// was altered, ErrorKind::io where one is not as a render writes it.
Result<std::vector<ShapeLayer>> read_shapes(const std::filesystem::path& folder, const Stored& stored);

}  // namespace fw
