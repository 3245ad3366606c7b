#include <cmath>
#include <cstring>
#include <limits>

#include "app/lib/ground_internal.h"
#include "core/base/suggest.h"
#include "core/model/world/world_layers.h"

// A world's rasters, points and regions, as views of its own memory.

using namespace fw;
using namespace fw::lib;

namespace {

/// Index of a raster that the world has; kWorldLayers.size() for none.
size_t raster_of(const fw_world& world, const char* name) {
  size_t i = 0;
  while (i < kWorldLayers.size() &&
         (name == nullptr || kWorldLayers[i].slug != name || !has_layer(kWorldLayers[i], *world.world)))
    ++i;
  return i;
}

Error no_raster(const fw_world& world, const char* name) {
  std::vector<std::string> known;
  for (const WorldLayer& layer : kWorldLayers)
    if (has_layer(layer, *world.world)) known.emplace_back(layer.slug);
  const std::string word = name == nullptr ? "NULL" : name;
  return usage("this world has no raster " + word + did_you_mean(word, known));
}

fw_point point_at(const fw_world& w, size_t index) {
  const Point& p = w.world->points.points[index];
  const PointClassInfo& info = w.world->points.class_of(p);
  const bool on_ground = p.region > 0;
  const auto code = [on_ground](auto row) {
    return static_cast<uint8_t>(on_ground ? static_cast<int>(row) + 1 : 0);
  };
  return {sizeof(fw_point),
          static_cast<uint32_t>(p.class_index),
          static_cast<uint32_t>(p.number),
          static_cast<uint32_t>(p.level),
          p.position_m.x,
          p.position_m.y,
          told_height_m(*w.world, p),
          p.intensity,
          p.hp_mult,
          p.dps_mult,
          p.loot,
          p.respawn_s,
          w.point_ids[index].c_str(),
          kCategorySlugs[static_cast<size_t>(info.category)].data(),
          info.slug.c_str(),
          w.world->points.label_of(p).c_str(),
          p.name.c_str(),
          info.family.c_str(),
          kTierSlugs[static_cast<size_t>(info.tier)].data(),
          w.rarities[index].c_str(),
          p.standing.c_str(),
          static_cast<uint32_t>(p.rank),
          p.region,
          code(p.faction),
          code(p.biome),
          code(p.danger)};
}

struct Property {
  const char* name;
  double (*get)(const fw_point&);
};
#define FW_PROPERTY(member)                                                  \
  {                                                                          \
#member, [](const fw_point& p) { return static_cast<double>(p.member); } \
  }
constexpr Property kProperties[] = {
    FW_PROPERTY(x_m),         FW_PROPERTY(y_m),      FW_PROPERTY(height_m), FW_PROPERTY(intensity),
    FW_PROPERTY(hp_mult),     FW_PROPERTY(dps_mult), FW_PROPERTY(loot),     FW_PROPERTY(respawn_s),
    FW_PROPERTY(class_index), FW_PROPERTY(number),   FW_PROPERTY(level),    FW_PROPERTY(region),
    FW_PROPERTY(faction),     FW_PROPERTY(biome),    FW_PROPERTY(danger),   FW_PROPERTY(rank)};
#undef FW_PROPERTY

template <typename T>
void put(char* to, double value) {
  const auto stored = static_cast<T>(value);
  std::memcpy(to, &stored, sizeof stored);
}
void put_as(fw_type type, char* to, double value) {
  switch (type) {
    case FW_F32:
      return put<float>(to, value);
    case FW_F64:
      return put<double>(to, value);
    case FW_U8:
      return put<uint8_t>(to, value);
    case FW_U16:
      return put<uint16_t>(to, value);
    case FW_U32:
      return put<uint32_t>(to, value);
    case FW_I32:
      return put<int32_t>(to, value);
    default:
      return put<int64_t>(to, value);
  }
}

/// The largest number that a type holds exactly as a whole one.
double most_of(fw_type type) {
  constexpr double kMost[] = {0, 0x1p24, 0x1p53, 255, 65535, 4294967295.0, 2147483647.0, 0x1p53};
  return kMost[type];
}

}  // namespace

fw_status fw_world_raster(const fw_world* world, const char* name, fw_raster* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (world == nullptr) return null_argument("fw_world_raster", "world");
    if (out == nullptr) return null_argument("fw_world_raster", "out");
    const size_t index = raster_of(*world, name);
    if (index == kWorldLayers.size()) return no_raster(*world, name);
    const World& w = *world->world;
    const WorldLayer& layer = kWorldLayers[index];
    const Raster<float>& heights = world->heights[index];
    const void* cells = layer.codes != nullptr ? static_cast<const void*>((w.*layer.codes).cells.data())
                        : heights.size() != 0  ? heights.cells.data()
                                               : (w.*layer.values).cells.data();
    *out = {cells, layer.codes != nullptr ? fw_type{FW_U8} : fw_type{FW_F32},
            static_cast<uint32_t>(w.grid.columns), static_cast<uint32_t>(w.grid.rows), w.grid.cell_m};
    return Done{};
  });
}

const char* fw_world_raster_name(const fw_world* world, uint32_t index) {
  if (world == nullptr) return nullptr;
  uint32_t seen = 0;
  for (const WorldLayer& layer : kWorldLayers)
    if (has_layer(layer, *world->world) && seen++ == index) return layer.slug.data();
  return nullptr;
}

const char* fw_world_code(const fw_world* world, const char* raster, uint32_t code) {
  if (world == nullptr) return nullptr;
  const size_t index = raster_of(*world, raster);
  if (index == kWorldLayers.size() || code >= world->code_words[index].size()) return nullptr;
  return world->code_words[index][code].c_str();
}

size_t fw_world_points(const fw_world* world) {
  return world == nullptr ? 0 : world->world->points.points.size();
}

fw_status fw_world_point(const fw_world* world, size_t index, fw_point* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (world == nullptr) return null_argument("fw_world_point", "world");
    if (out == nullptr) return null_argument("fw_world_point", "out");
    if (index >= world->point_ids.size())
      return usage("point " + std::to_string(index) + ": expected less than the " +
                   std::to_string(world->point_ids.size()) + " points there are");
    return hand_out(point_at(*world, index), sizeof(fw_point), out, "fw_point");
  });
}

fw_status fw_world_point_column(const fw_world* world, const char* property, const fw_column* out,
                                fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (world == nullptr) return null_argument("fw_world_point_column", "world");
    if (property == nullptr) return null_argument("fw_world_point_column", "property");
    std::vector<std::string> known;
    const Property* found = nullptr;
    for (const Property& p : kProperties) {
      known.emplace_back(p.name);
      if (std::strcmp(p.name, property) == 0) found = &p;
    }
    if (found == nullptr)
      return usage("points have no number " + std::string(property) + did_you_mean(property, known));
    static constexpr fw_type kTypes[] = {FW_F64, FW_F32, FW_U8, FW_U16, FW_U32, FW_I32, FW_I64};
    const size_t points = world->point_ids.size();
    const auto column = column_of(out, "out", points, kTypes);
    if (!column) return column.error();
    const fw_type type = column.value().type;
    const bool whole = type != FW_F32 && type != FW_F64;
    std::vector<double> values(points);
    for (size_t i = 0; i < points; ++i) {
      const double v = values[i] = found->get(point_at(*world, i));
      if (whole && !(v == std::floor(v) && std::abs(v) <= most_of(type) && (v >= 0 || type >= FW_I32)))
        return usage(std::string(property) + " of point " + std::to_string(i) +
                     " does not fit the column's type; FW_F64 holds all of them");
    }
    for (size_t i = 0; i < points; ++i) put_as(type, column.value().at(i), values[i]);
    return Done{};
  });
}

uint32_t fw_world_regions(const fw_world* world) {
  return world == nullptr ? 0 : static_cast<uint32_t>(world->world->regions.size());
}

fw_status fw_world_region(const fw_world* world, uint32_t index, fw_region* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (world == nullptr) return null_argument("fw_world_region", "world");
    if (out == nullptr) return null_argument("fw_world_region", "out");
    const World& w = *world->world;
    if (index >= w.regions.size())
      return usage("region " + std::to_string(index) + ": expected less than the " +
                   std::to_string(w.regions.size()) + " regions there are");
    const Region& r = w.regions[index];
    const Point* const seat = world->first_seats[index];
    const fw_region value{sizeof(fw_region),
                          r.neutral ? 1u : 0u,
                          r.name.c_str(),
                          w.vocabulary.id_of(r.owner).c_str(),
                          r.area_m2,
                          r.centre_m.x,
                          r.centre_m.y,
                          r.tier,
                          seat != nullptr ? seat->standing.c_str() : "",
                          seat != nullptr ? static_cast<uint32_t>(seat->rank) : 0u,
                          0};
    return hand_out(value, sizeof(fw_region), out, "fw_region");
  });
}

size_t fw_world_places(const fw_world* world) {
  return world == nullptr ? 0 : world->world->places.size();
}

fw_status fw_world_place(const fw_world* world, size_t index, fw_place* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (world == nullptr) return null_argument("fw_world_place", "world");
    if (out == nullptr) return null_argument("fw_world_place", "out");
    const std::vector<NamedPlace>& places = world->world->places;
    if (index >= places.size())
      return usage("place " + std::to_string(index) + ": expected less than the " +
                   std::to_string(places.size()) + " places there are");
    const NamedPlace& place = places[index];
    fw_place made{};
    made.kind = kPlaceKindSlugs[static_cast<size_t>(place.kind)].data();
    made.name = place.name.c_str();
    made.x_m = place.at_m.x, made.y_m = place.at_m.y;
    made.size_m = place.size_m, made.height_m = place.height_m;
    return hand_out(made, sizeof(fw_place), out, "fw_place");
  });
}

double fw_world_share(const fw_world* world, uint32_t region, const char* raster, uint32_t code) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (world == nullptr || raster == nullptr || region >= world->world->regions.size() || code == 0)
    return kNone;
  const Region& r = world->world->regions[region];
  const std::string_view name(raster);
  const std::vector<double>* shares = name == "danger"    ? &r.danger_actual
                                      : name == "biome"   ? &r.biome_actual
                                      : name == "faction" ? &r.faction_actual
                                                          : nullptr;
  return shares == nullptr || code > shares->size() ? kNone : (*shares)[code - 1];
}
