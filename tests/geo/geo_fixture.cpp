#include "geo_fixture.h"
#include "core/model/world/world_layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

namespace geo_fixture {
namespace {

/// Rows of plain words, so many as the fixture's codes and shares have.
fw::Vocabulary small_rows() {
  fw::Vocabulary rows;
  const auto add = [](auto& table, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
      table.emplace_back().id = id;
      table.back().label = id;
    }
  };
  add(rows.factions, {"green", "purple", "yellow", "neutral"});
  add(rows.biomes, {"grassland", "forest", "wetland", "tropical", "highland", "snow", "arid", "enchanted"});
  add(rows.danger, {"green", "yellow", "red", "black"});
  add(rows.landmarks, {"settlement", "fort"});
  add(rows.rarities, {"ordinary", "elite", "named", "boss"});
  rows.danger[2].label = "Red alert";
  rows.danger[2].colour = fw::Rgb::hex(0xDE8A70);
  rows.factions.back().role = fw::FactionRole::neutral;
  return rows;
}

// . sea  1 2 3 regions  i islet
constexpr std::array<const char*, 16> kMap{"................",  //
                                           "..111111111.....",  //
                                           ".1111111111..ii.",  //
                                           ".1111111111..i..",  //
                                           ".111111111112...",  //
                                           ".122222222212...",  //
                                           ".1222222222222..",  //
                                           "1.222333322222..",  //
                                           "..222333322222..",  //
                                           "..223333332222..",  //
                                           "..222333322222..",  //
                                           "..222222222222..",  //
                                           "..22222..22222..",  //
                                           "..22222..2221...",  //
                                           "...2222222222...",  //
                                           "................"};

void paint_regions(fw::World& w) {
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 16; ++c) {
      const char sign = kMap[r][c];
      const size_t cell = w.grid.index(c, r);
      w.land[cell] = sign != '.';
      w.region[cell] = sign >= '1' && sign <= '9' ? static_cast<uint8_t>(sign - '0') : 0;
    }
}

void paint_layers(fw::World& w) {
  for (size_t i = 0; i < w.grid.cells(); ++i) {
    const auto k = static_cast<int>((i * 7919) % 101);
    if (w.on_island(i)) {
      w.faction[i] = static_cast<uint8_t>(1 + k % 4);
      w.biome[i] = static_cast<uint8_t>(1 + k % 8);
      w.danger[i] = static_cast<uint8_t>(1 + w.grid.row_of(i) / 4);
      w.type[i] = static_cast<uint8_t>(1 + k % 3);
    }
    float v = 0.013f * static_cast<float>(k);
    w.height_m[i] = w.land[i] != 0 ? 0.5f + 3.1f * static_cast<float>(k) : -2.0f * static_cast<float>(k);
    w.detail_m[i] = w.on_island(i) ? 0.25f * static_cast<float>(k % 9) : 0;
    for (auto* raster : {&w.feature, &w.type_field, &w.danger_field, &w.biome_field, &w.faction_field,
                         &w.intensity_resource, &w.intensity_wildlife, &w.intensity_enemy})
      (*raster)[i] = v += 0.1f;
  }
}

void add_points(fw::World& w) {
  using namespace fw;
  w.points.classes = {{Category::resource, "iron_vein", "Iron Vein", "ore", Tier::common, {}},
                      {Category::resource, "hemp", "Hemp", "fibres", Tier::rare, {}},
                      {Category::wildlife, "elk", "Elk", "", Tier::none, {}},
                      {Category::enemy, "corrupted", "Corrupted", "corrupted", Tier::none, {}},
                      {Category::landmark, "settlement", "Settlement", "", Tier::none, LandmarkKind{0}},
                      {Category::landmark, "fort", "Fort", "", Tier::none, LandmarkKind{1}}};
  int n = 0;
  for (int c = 0; c < 6; ++c)
    for (int number = 0; number < (c < 4 ? 3 : 2); ++number, ++n) {
      Point p;
      p.class_index = c;
      p.number = number;
      p.position_m = {200.001 + 41.007 * n, 850.999 - 33.013 * n};
      p.position_m = {std::round(p.position_m.x * 1000) / 1000, std::round(p.position_m.y * 1000) / 1000};
      p.region = static_cast<uint8_t>(1 + n % 3);
      p.faction = static_cast<Faction>(n % 4);
      p.biome = static_cast<Biome>(n % 8);
      p.danger = static_cast<Danger>(n % 4);
      p.intensity = 0.0123456 * (n + 1);
      p.height_m = 12.345 + n;
      const bool enemy = w.points.classes[c].category == Category::enemy;
      if (enemy) {
        p.rarity = static_cast<Rarity>(1 + number);
        p.hp_mult = 1.25 + 0.1 * number;
        p.dps_mult = 1.5 + 0.1 * number;
        p.level = 20 + number;
        p.loot = 0.4375;
        p.respawn_s = 90.5;
        if (number == 2) p.name = "Krov \"the Wall\" \xC3\x85sk";
      }
      if (c >= 4) p.name = c == 4 ? "Harbour" : "Fort's Edge";
      if (c == 4) {
        p.rank = 1 + number;
        p.standing = "Freie Reichsstadt \xC3\x9F";
      }
      w.points.points.push_back(p);
    }
}

}  // namespace

fw::World small_world() {
  fw::World w;
  w.template_name = "Small \"one\"";
  w.vocabulary = small_rows();
  w.seeds = {1, 2, fw::kMaxSeed};
  w.grid = fw::GridSpec::square(1000, 16);
  for (auto* r : {&w.land, &w.region, &w.faction, &w.biome, &w.danger, &w.type})
    *r = fw::Raster<uint8_t>(w.grid);
  for (auto* r :
       {&w.height_m, &w.detail_m, &w.coast_m, &w.sea_m, &w.feature, &w.type_field, &w.danger_field,
        &w.biome_field, &w.faction_field, &w.intensity_resource, &w.intensity_wildlife, &w.intensity_enemy})
    *r = fw::Raster<float>(w.grid);
  paint_regions(w);
  paint_layers(w);
  for (int r = 0; r < 3; ++r) {
    fw::Region region;
    region.name = std::array{"North", "L'\xC3\x8Ele \"Haute\" & <b>", "Mid"}[r];
    region.neutral = r == 0;
    region.owner = static_cast<fw::Faction>(r == 0 ? 3 : r);
    const auto cells = std::count(w.region.cells.begin(), w.region.cells.end(), static_cast<uint8_t>(r + 1));
    region.area_m2 = static_cast<double>(cells) * w.grid.cell_area_m2();
    region.tier = 0.25 * r;
    region.danger_target = {0.4, 0.3, 0.2, 0.1};
    region.danger_actual = {0.41, 0.29, 0.205, 0.095};
    region.biome_target = {0.2, 0.2, 0.1, 0.1, 0.15, 0.05, 0.1, 0.1};
    region.biome_actual = {0.21, 0.19, 0.11, 0.09, 0.16, 0.04, 0.12, 0.08};
    region.faction_actual = {0.1, 0.2, 0.3, 0.4};
    w.regions.push_back(region);
  }
  add_points(w);
  w.tracks = {{12, 14, {{300, 700}, {400.5, 650.25}, {500, 500}}}, {13, 15, {{100, 100}, {130, 140}}}};
  return w;
}

fw::Template small_template() {
  fw::Template t;
  t.name = "Small \"one\"";
  t.vocabulary = small_rows();
  t.anchor_lon_deg = -17.25;
  t.anchor_lat_deg = 52.5;
  return t;
}

fw::AuditReport small_audit() {
  fw::AuditReport a;
  a.mix = {{"danger", "", "green", 0.35, 0.351, 0.001, true},
           {"biome", "Mid", "snow", 0.05, 0.04, 0.01, false}};
  a.quota = {{"resource", "iron_vein", "", 3, 3, 0, 10, 20, 30},
             {"enemy", "corrupted", "North", 5, 3, 2, 1, 2, 3}};
  return a;
}

Dataset open(const std::filesystem::path& file) {
  GDALAllRegister();
  return Dataset(GDALDataset::Open(file.c_str(), GDAL_OF_READONLY, nullptr, nullptr, nullptr));
}

std::map<std::string, Value> expected_point(const fw::World& world, size_t index) {
  const fw::Point& p = world.points.points[index];
  const fw::PointClassInfo& c = world.points.classes[p.class_index];
  const auto text = [](std::string_view s) { return std::string(s); };
  return {{"id", c.slug + "-" + std::to_string(p.number)},
          {"category", text(fw::kCategorySlugs[int(c.category)])},
          {"class", c.slug},
          {"label", c.label},
          {"name", p.name},
          {"family", c.family},
          {"tier", text(fw::kTierSlugs[int(c.tier)])},
          {"rarity", world.vocabulary.id_of(p.rarity)},
          {"region", world.regions[p.region - 1].name},
          {"faction", world.vocabulary.id_of(p.faction)},
          {"biome", world.vocabulary.id_of(p.biome)},
          {"danger", world.vocabulary.id_of(p.danger)},
          {"intensity", std::round(p.intensity * 1e6) / 1e6},
          {"hp_mult", std::round(p.hp_mult * 1e4) / 1e4},
          {"dps_mult", std::round(p.dps_mult * 1e4) / 1e4},
          {"level", double(p.level)},
          {"loot", p.loot},
          {"respawn_s", p.respawn_s},
          {"height_m", std::round(told_height_m(world, p) * 1e3) / 1e3},
          {"x_m", p.position_m.x},
          {"y_m", p.position_m.y},
          {"rank", double(p.rank)},
          {"standing", p.standing},
          {"hand", p.hand}};
}

std::map<std::string, Value> expected_region(const fw::World& world, size_t index) {
  const fw::Region& r = world.regions[index];
  std::map<std::string, Value> out{{"id", "region-" + std::to_string(index + 1)},
                                   {"code", double(index + 1)},
                                   {"name", r.name},
                                   {"owner", world.vocabulary.id_of(r.owner)},
                                   {"neutral", double(r.neutral)},
                                   {"area_km2", std::round(r.area_m2) * 1e-6},
                                   {"tier", r.tier}};
  const auto shares = [&](const std::string& layer, const auto& rows, const auto& mix, const char* kind) {
    for (size_t i = 0; i < mix.size(); ++i) out[layer + rows[i].id + kind] = mix[i];
  };
  shares("danger_", world.vocabulary.danger, r.danger_target, "_target");
  shares("danger_", world.vocabulary.danger, r.danger_actual, "_actual");
  shares("biome_", world.vocabulary.biomes, r.biome_target, "_target");
  shares("biome_", world.vocabulary.biomes, r.biome_actual, "_actual");
  shares("faction_", world.vocabulary.factions, r.faction_actual, "_actual");
  return out;
}

std::string difference(const OGRFeature& feature, const std::map<std::string, Value>& expected,
                       const std::vector<std::string>& ignored) {
  std::ostringstream out;
  out.precision(17);
  size_t seen = 0;
  for (int i = 0; i < feature.GetFieldCount(); ++i) {
    const std::string name = feature.GetFieldDefnRef(i)->GetNameRef();
    if (std::find(ignored.begin(), ignored.end(), name) != ignored.end()) continue;
    const auto found = expected.find(name);
    if (found == expected.end()) return "unexpected field " + name;
    ++seen;
    if (!feature.IsFieldSetAndNotNull(i)) return name + " is null";
    if (const auto* text = std::get_if<std::string>(&found->second)) {
      if (*text != feature.GetFieldAsString(i)) out << name << ": " << feature.GetFieldAsString(i) << "; ";
    } else if (std::fabs(feature.GetFieldAsDouble(i) - std::get<double>(found->second)) > 1e-12) {
      out << name << ": " << feature.GetFieldAsDouble(i) << " for " << std::get<double>(found->second)
          << "; ";
    }
  }
  if (seen != expected.size()) out << seen << " fields for " << expected.size();
  return out.str();
}

std::string file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> files_below(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (!entry.is_directory()) out.push_back(std::filesystem::relative(entry.path(), folder).string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string ring_fault(const OGRGeometry& geometry) {
  if (geometry.IsValid() == FALSE) return "invalid";
  if (wkbFlatten(geometry.getGeometryType()) == wkbMultiPolygon) {
    for (const OGRPolygon* part : *geometry.toMultiPolygon())
      if (std::string fault = ring_fault(*part); !fault.empty()) return fault;
    return "";
  }
  const OGRPolygon& polygon = *geometry.toPolygon();
  if (polygon.getExteriorRing()->isClockwise()) return "clockwise outer ring";
  for (int i = 0; i < polygon.getNumInteriorRings(); ++i)
    if (!polygon.getInteriorRing(i)->isClockwise()) return "counter-clockwise hole";
  return "";
}

}  // namespace geo_fixture
