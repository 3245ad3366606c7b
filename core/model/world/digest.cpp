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

constexpr const char* kWeights = "region_weights";

struct Part {
  std::string name;
  std::function<void(Canonical&)> add;
};

std::vector<Part> parts_of(const World& world) {
  std::vector<Part> parts;
  for (const WorldLayer& layer : kWorldLayers)
    parts.push_back({std::string(layer.slug), [&world, &layer](Canonical& out) {
                       layer.codes != nullptr ? out.cells(world.*layer.codes)
                                              : out.cells(world.*layer.values);
                     }});
  parts.push_back({kWeights, [&world](Canonical& out) {
                     RegionWeightReader(world.region_weights, world.region)
                         .each_raster([&out](const Raster<float>& weight) { out.cells(weight); });
                   }});
  parts.push_back({"regions", [&world](Canonical& out) { add_regions(out, world); }});
  for (size_t c = 0; c < kCategorySlugs.size(); ++c)
    parts.push_back({"points." + std::string(kCategorySlugs[c]),
                     [&world, c](Canonical& out) { add_points(out, world, static_cast<Category>(c)); }});
  parts.push_back({"tracks", [&world](Canonical& out) { add_tracks(out, world); }});
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
  return digests;
}

}  // namespace fw
