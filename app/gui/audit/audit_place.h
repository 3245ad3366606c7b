#pragma once

#include <QMetaType>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/finding.h"
#include "core/model/template/classes.h"
#include "core/model/template/template.h"
#include "core/model/template/view.h"
#include "core/model/world/world.h"

namespace fw {

/// The place that a row of the audit or a finding refers to, to be shown on the map. Unused members are
/// empty.
struct AuditPlace {
  int region = 0;                 ///< code in World::region; 0: the whole island
  std::optional<MapLayer> layer;  ///< biome, danger or faction
  int class_code = 0;             ///< code in that layer's raster; 0: all
  std::optional<Category> category;
  std::string class_slug;        ///< class of points in that category; "": all
  std::optional<Rarity> rarity;  ///< enemies of this rarity
  QString text;                  ///< description for the user

  bool empty() const { return region == 0 && !layer && !category && !rarity; }
  friend bool operator==(const AuditPlace&, const AuditPlace&) = default;
};

/// The place as geometry to mark on the map.
struct PlaceMarks {
  std::vector<Vec2> points_m;
  std::vector<int> regions;   ///< codes
  std::vector<size_t> cells;  ///< of the world's rasters
};
PlaceMarks marks_of(const AuditPlace& place, const World& world);

/// The place of a finding, derived from its `where`: "resources[3].quota", "factions[2].share",
/// "landmarks.<id>", "rarities.<id>", "danger.<region>", a region's or a class's name.
AuditPlace place_of(const Finding& finding, const Template& tmpl, const World& world);

/// biome, danger or faction and a class's code in it; empty for another layer.
AuditPlace layer_place(const Vocabulary& vocabulary, const std::string& layer, const std::string& cls);
/// The rarity of that id.
std::optional<Rarity> rarity_of(const Vocabulary& vocabulary, const std::string& id);
/// The code of a region by its name, 0 if there is none ("" too).
int region_code(const World& world, const std::string& name);

}  // namespace fw

Q_DECLARE_METATYPE(fw::AuditPlace)
