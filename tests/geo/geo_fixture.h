#pragma once

#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "render/geo/geo.h"

/// A world small enough to check by hand: 16 x 16 cells of 62.5 m; three regions, one with a hole that
/// another fills, one in pieces of which two touch at a corner; a lake, an islet, sixteen points of every
/// category, two tracks.
namespace geo_fixture {

fw::World small_world();
fw::Template small_template();
fw::AuditReport small_audit();

/// A fixture and a folder to write into.
struct Render {
  fw::World world = small_world();
  fw::Template tmpl = small_template();
  fw::AuditAttributes audit = fw::audit_attributes(small_audit());
  QTemporaryDir folder;

  std::filesystem::path path(const std::string& name = "") const {
    return std::filesystem::path(folder.path().toStdString()) / name;
  }
  fw::GeoRequest request() const { return {world, tmpl, audit, path()}; }
};

struct Closer {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, Closer>;
/// Opened read-only with whatever driver GDAL finds, as other programs do.
Dataset open(const std::filesystem::path& file);

using Value = std::variant<std::string, double>;
/// What docs/formats.md, 3 says a point's properties are, computed here from the world.
std::map<std::string, Value> expected_point(const fw::World& world, size_t index);
std::map<std::string, Value> expected_region(const fw::World& world, size_t index);
/// Empty if the feature holds exactly these values, else what differs.
std::string difference(const OGRFeature& feature, const std::map<std::string, Value>& expected,
                       const std::vector<std::string>& ignored = {});

std::string file_text(const std::filesystem::path& file);
/// Every file below a folder, relative, sorted.
std::vector<std::string> files_below(const std::filesystem::path& folder);

/// Empty if the polygon or every part is valid, outer rings counter-clockwise and holes clockwise.
std::string ring_fault(const OGRGeometry& geometry);

}  // namespace geo_fixture
