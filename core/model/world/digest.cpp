#include "core/model/world/digest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/model/world/world_layers.h"

namespace fw {
namespace {

static_assert(std::endian::native == std::endian::little, "canonical bytes are written without swapping");

/// Feeds values to SHA-256 in their canonical form.
class Canonical {
 public:
  void integer(int64_t value) { sha_.update(&value, sizeof value); }
  void number(double value) {
    const double positive_zero = value + 0.0;  // -0 + 0 is +0
    sha_.update(&positive_zero, sizeof positive_zero);
  }
  void millimetres(double metres) { integer(std::llround(metres * 1000.0)); }
  void position(Vec2 p_m) {
    millimetres(p_m.x);
    millimetres(p_m.y);
  }
  void text(std::string_view s) {
    integer(static_cast<int64_t>(s.size()));
    sha_.update(s);
  }
  void numbers(const std::vector<double>& values) {
    for (const double v : values) number(v);
  }
  void cells(const Raster<uint8_t>& raster) { sha_.update(raster.cells.data(), raster.cells.size()); }
  void cells(const Raster<float>& raster) {
    std::array<float, 4096> piece;
    for (size_t begin = 0; begin < raster.size(); begin += piece.size()) {
      const size_t count = std::min(piece.size(), raster.size() - begin);
      for (size_t i = 0; i < count; ++i) piece[i] = raster[begin + i] + 0.0f;
      sha_.update(piece.data(), count * sizeof(float));
    }
  }
  std::string hex() { return sha_.hex(); }

 private:
  Sha256 sha_;
};

void add_regions(Canonical& out, const World& world) {
  out.integer(static_cast<int64_t>(world.regions.size()));
  for (const Region& r : world.regions) {
    out.text(r.name);
    out.integer(r.neutral);
    out.integer(static_cast<int64_t>(r.owner));
    out.number(r.area_m2);
    out.position(r.centre_m);
    out.number(r.tier);
    out.numbers(r.danger_target);
    out.numbers(r.danger_actual);
    out.numbers(r.biome_target);
    out.numbers(r.biome_actual);
    out.numbers(r.faction_actual);
    out.integer(r.danger_asked);
    out.integer(r.biome_asked);
  }
}

void add_point(Canonical& out, const PointClassInfo& cls, const Point& p) {
  out.text(cls.slug);
  out.text(p.label.empty() ? cls.label : p.label);
  out.text(cls.family);
  out.integer(static_cast<int64_t>(cls.tier));
  out.integer(p.number);
  out.position(p.position_m);
  out.integer(p.region);
  out.integer(static_cast<int64_t>(p.faction));
  out.integer(static_cast<int64_t>(p.biome));
  out.integer(static_cast<int64_t>(p.danger));
  out.integer(static_cast<int64_t>(p.rarity));
  for (const double v : {p.intensity, p.hp_mult, p.dps_mult, p.loot, p.respawn_s, p.height_m}) out.number(v);
  out.integer(p.level);
  out.text(p.name);
  out.integer(p.rank);
  out.text(p.standing);
}

void add_points(Canonical& out, const World& world, Category category) {
  for (const Point& p : world.points.points) {
    const PointClassInfo& cls = world.points.class_of(p);
    if (cls.category == category) add_point(out, cls, p);
  }
}

void add_tracks(Canonical& out, const World& world) {
  out.integer(static_cast<int64_t>(world.tracks.size()));
  for (const Track& track : world.tracks) {
    out.integer(track.from_point);
    out.integer(track.to_point);
    out.integer(static_cast<int64_t>(track.vertices_m.size()));
    for (const Vec2 v : track.vertices_m) out.position(v);
  }
  out.integer(static_cast<int64_t>(world.junctions_m.size()));
  for (const Vec2 v : world.junctions_m) out.position(v);
}

void add_line(Canonical& out, const std::vector<Vec2>& line) {
  out.integer(static_cast<int64_t>(line.size()));
  for (const Vec2 v : line) out.position(v);
}

void add_rivers(Canonical& out, const Water& water) {
  out.integer(static_cast<int64_t>(water.rivers.size()));
  for (const River& river : water.rivers) {
    out.text(river.name);
    out.integer(river.mouth_cell);
    for (const double v : {river.length_m, river.discharge_m3_s, river.catchment_m2}) out.number(v);
    for (const int reach : river.reaches) out.integer(reach);
  }
  for (const Reach& reach : water.reaches) {
    for (const int64_t v : {int64_t{reach.river}, int64_t{reach.order}, static_cast<int64_t>(reach.form),
                            static_cast<int64_t>(reach.into), int64_t{reach.into_index}})
      out.integer(v);
    for (const double v : {reach.discharge_m3_s, reach.depth_m, reach.length_m, reach.slope}) out.number(v);
    add_line(out, reach.vertices_m);
    for (const float v : reach.bed_m) out.number(static_cast<double>(v));
    for (const float v : reach.width_m) out.number(static_cast<double>(v));
  }
  for (const Waterfall& fall : water.falls) {
    out.position(fall.position_m);
    out.integer(fall.reach);
    out.integer(fall.vertex);
    out.number(fall.fall_m);
  }
}

void add_lakes(Canonical& out, const Water& water) {
  out.integer(static_cast<int64_t>(water.lakes.size()));
  for (const Lake& lake : water.lakes) {
    out.text(lake.name);
    out.integer(lake.outlet_cell);
    out.position(lake.outlet_m);
    for (const double v : {lake.level_m, lake.area_m2, lake.depth_max_m, lake.volume_m3}) out.number(v);
    for (const auto& ring : lake.rings_m) add_line(out, ring);
  }
}

void add_coast(Canonical& out, const Coast& coast) {
  out.integer(static_cast<int64_t>(coast.stretches.size()));
  for (const ShoreStretch& stretch : coast.stretches) {
    out.integer(static_cast<int64_t>(stretch.type));
    out.number(stretch.length_m);
    add_line(out, stretch.vertices_m);
  }
  for (const HarbourSite& site : coast.harbour_sites) {
    out.position(site.position_m);
    out.integer(site.cell);
    out.number(site.utility);
  }
}

/// A point's place among the landmarks, which no other point changes; -1 = none.
int64_t landmark_number(const World& world, int point) {
  if (point < 0) return -1;
  int64_t first = 0;
  while (world.points.class_of(world.points.points[static_cast<size_t>(first)]).category !=
         Category::landmark)
    ++first;
  return point - first;
}

void add_roads(Canonical& out, const World& world) {
  const Roads& roads = world.roads;
  out.integer(static_cast<int64_t>(roads.nodes.size()));
  for (const RoadNode& node : roads.nodes) {
    out.position(node.position_m);
    out.integer(landmark_number(world, node.point));
    out.integer(node.degree);
  }
  out.integer(static_cast<int64_t>(roads.pieces.size()));
  for (const RoadPiece& piece : roads.pieces) {
    for (const int64_t v : {static_cast<int64_t>(piece.type), int64_t{piece.traffic}, int64_t{piece.nodes[0]},
                            int64_t{piece.nodes[1]}})
      out.integer(v);
    out.number(piece.length_m);
    out.number(piece.grade_max);
    add_line(out, piece.vertices_m);
  }
  out.integer(static_cast<int64_t>(roads.crossings.size()));
  for (const Crossing& crossing : roads.crossings) {
    for (const int64_t v :
         {static_cast<int64_t>(crossing.type), int64_t{crossing.piece}, int64_t{crossing.reach}})
      out.integer(v);
    out.position(crossing.position_m);
    for (const double v :
         {crossing.span_m, crossing.width_m, crossing.angle_deg, crossing.direction.x, crossing.direction.y})
      out.number(v);
  }
}

void add_places(Canonical& out, const World& world) {
  out.integer(static_cast<int64_t>(world.places.size()));
  for (const NamedPlace& place : world.places) {
    out.text(kPlaceKindSlugs[static_cast<size_t>(place.kind)]);
    out.text(place.name);
    out.text(place.culture);
    out.position(place.at_m);
    out.number(place.size_m);
    out.number(place.height_m);
    add_line(out, place.line_m);
    out.integer(place.number);
  }
}

void add_footprints(Canonical& out, const World& world) {
  out.integer(static_cast<int64_t>(world.footprints.size()));
  for (const Footprint& plan : world.footprints) {
    out.integer(landmark_number(world, plan.point));
    for (const double v : {plan.area_m2, plan.grade, plan.walls_m}) out.number(v);
    add_line(out, plan.outline_m);
    out.integer(static_cast<int64_t>(plan.gates.size()));
    for (const Gate& gate : plan.gates) {
      out.position(gate.position_m);
      out.integer(gate.piece);
    }
  }
}

void add_spots(Canonical& out, const World& world) {
  for (const SpareSpots& spare : world.spare_spots) {
    out.text(world.points.classes[static_cast<size_t>(spare.class_index)].slug);
    add_line(out, spare.spots_m);
  }
}

constexpr const char* kWeights = "region_weights";

struct Part {
  std::string name;
  std::function<void(Canonical&)> add;
};

std::vector<Part> parts_of(const World& world) {
  std::vector<Part> parts;
  for (const WorldLayer& layer : kWorldLayers) {
    if (!has_layer(layer, world)) continue;
    parts.push_back({std::string(layer.slug), [&world, &layer](Canonical& out) {
                       layer.codes != nullptr ? out.cells(world.*layer.codes)
                                              : out.cells(world.*layer.values);
                     }});
  }
  parts.push_back({kWeights, [&world](Canonical& out) {
                     RegionWeightReader(world.region_weights, world.region)
                         .each_raster([&out](const Raster<float>& weight) { out.cells(weight); });
                   }});
  parts.push_back({"regions", [&world](Canonical& out) { add_regions(out, world); }});
  for (size_t c = 0; c < kCategorySlugs.size(); ++c)
    parts.push_back({"points." + std::string(kCategorySlugs[c]),
                     [&world, c](Canonical& out) { add_points(out, world, static_cast<Category>(c)); }});
  parts.push_back({"tracks", [&world](Canonical& out) { add_tracks(out, world); }});
  if (world.water.size() > 0) {
    parts.push_back({"rivers", [&world](Canonical& out) { add_rivers(out, world.water_network); }});
    parts.push_back({"lakes", [&world](Canonical& out) { add_lakes(out, world.water_network); }});
  }
  if (world.shore.size() > 0)
    parts.push_back({"coast", [&world](Canonical& out) { add_coast(out, world.coast); }});
  if (!world.roads.empty()) parts.push_back({"roads", [&world](Canonical& out) { add_roads(out, world); }});
  if (!world.places.empty())
    parts.push_back({"places", [&world](Canonical& out) { add_places(out, world); }});
  if (!world.footprints.empty())
    parts.push_back({"footprints", [&world](Canonical& out) { add_footprints(out, world); }});
  return parts;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> world_digests(const World& world) {
  const std::vector<Part> parts = parts_of(world);
  std::vector<std::pair<std::string, std::string>> digests(parts.size());
  std::vector<std::function<void()>> tasks;
  for (size_t i = 0; i < parts.size(); ++i)
    tasks.push_back([&, i] {
      Canonical bytes;
      parts[i].add(bytes);
      digests[i] = {parts[i].name, bytes.hex()};
    });
  // The weights take longest: the calling thread's, with whose loops the others help in the end.
  const auto weights =
      std::find_if(parts.begin(), parts.end(), [](const Part& part) { return part.name == kWeights; });
  std::swap(tasks[static_cast<size_t>(weights - parts.begin())], tasks.back());
  parallel_invoke(tasks);
  Canonical whole;
  whole.integer(world.grid.columns);
  whole.integer(world.grid.rows);
  whole.number(world.grid.cell_m);
  for (const auto& [name, digest] : digests) {
    whole.text(name);
    whole.text(digest);
  }
  digests.emplace_back("world", whole.hex());
  if (!world.spare_spots.empty()) {
    Canonical spots;
    add_spots(spots, world);
    digests.emplace_back("spare_spots", spots.hex());
  }
  return digests;
}

}  // namespace fw
