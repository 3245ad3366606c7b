#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/measure/region_pairs.h"
#include "core/template/parameters/parameters.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/worlds.h"

// A small change of a template makes a small difference in its worlds: one tick of a slider, a 500th of its
// range, moves regions, owners, factions, danger, biomes, landmarks and points no more than a table says.

using namespace fw;
using test::builtin;

namespace {

// What is compared, in % of the ground of both worlds, of the paired regions (owners), of the landmarks
// without one of their kind within 250 m, of the points without one of their class within 40 m, of the cells
// of rivers and lakes that are dry in the other world (wet) or have no water within two cells there (wet2),
// and of the ground that is other by more than 0.5 % of the summit (tall).
enum Figure : size_t { land, region, owners, faction, danger, biome, lm, pts, wet, wet2, tall, kFigures };
constexpr std::array<const char*, kFigures> kNames{"land", "region", "owners", "faction", "danger", "biome",
                                                   "lm",   "pts",    "wet",    "wet2",    "tall"};
using Figures = std::array<double, kFigures>;
constexpr double kAny = 1e9;  // no limit

double share_differing(const Raster<uint8_t>& a, const Raster<uint8_t>& b, const World& world,
                       const World& other) {
  int64_t differ = 0, both = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (world.region[i] == 0 || other.region[i] == 0) continue;
    ++both;
    differ += a[i] != b[i] ? 1 : 0;
  }
  return 100.0 * static_cast<double>(differ) / static_cast<double>(std::max<int64_t>(both, 1));
}

/// % of the places of all classes that have no partner of their own within reach in the other world.
double lone_share(const World& a, const World& b, bool landmarks, double reach_m) {
  const auto places = [&](const World& world) {
    std::map<std::string, std::vector<Vec2>> out;
    for (const Point& p : world.points.points) {
      const PointClassInfo& of = world.points.class_of(p);
      if ((of.category == Category::landmark) == landmarks) out[of.slug].push_back(p.position_m);
    }
    return out;
  };
  auto there = places(b);
  size_t lone = 0, all = 0;
  for (const auto& [slug, before] : places(a)) {
    std::vector<Vec2>& after = there[slug];
    for (const Vec2 place : before) {
      ++all;
      const auto near =
          std::ranges::min_element(after, {}, [&](Vec2 other) { return squared_distance(place, other); });
      if (near == after.end() || squared_distance(place, *near) > reach_m * reach_m)
        ++lone;
      else
        after.erase(near);
    }
  }
  return 100.0 * static_cast<double>(lone) / static_cast<double>(std::max<size_t>(all, 1));
}

/// Cells of rivers and lakes.
Mask waters(const World& world) {
  Mask out(world.grid);
  for (size_t i = 0; i < world.water.size(); ++i)
    out[i] = world.on_island(i) && world.water[i] > static_cast<uint8_t>(WaterCode::sea) ? 1 : 0;
  return out;
}

void compare_waters(const World& a, const World& b, Figures& out) {
  const Mask before = waters(a), after = waters(b), near = dilate(after, 2);
  const auto summit = [](const World& world) {
    return static_cast<double>(*std::ranges::max_element(world.height_m.cells));
  };
  const double high_a = summit(a), high_b = summit(b);
  double all = 0, dry = 0, far = 0, other = 0, ground = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    if (a.region[i] == 0 || b.region[i] == 0) continue;
    ++ground;
    const double over_a = static_cast<double>(a.height_m[i]) / high_a,
                 over_b = static_cast<double>(b.height_m[i]) / high_b;
    other += std::fabs(over_a - over_b) > 0.005 ? 1 : 0;
    if (before[i] == 0) continue;
    ++all;
    dry += after[i] == 0 ? 1 : 0;
    far += near[i] == 0 ? 1 : 0;
  }
  out[wet] = 100 * dry / std::max(all, 1.0);
  out[wet2] = 100 * far / std::max(all, 1.0);
  out[tall] = 100 * other / std::max(ground, 1.0);
}

Figures compare(const World& a, const World& b) {
  Figures out{};
  int64_t apart = 0, ground = 0;
  for (size_t i = 0; i < a.region.size(); ++i) {
    apart += (a.region[i] == 0) != (b.region[i] == 0) ? 1 : 0;
    ground += b.region[i] != 0 ? 1 : 0;
  }
  out[land] = 100.0 * static_cast<double>(apart) / static_cast<double>(std::max<int64_t>(ground, 1));
  const RegionPairs pairs = pair_regions(a, b);
  out[region] = 100 * pairs.other_share;
  for (size_t r = 0; r < pairs.of.size(); ++r)
    if (pairs.of[r] && a.regions[r].owner != b.regions[*pairs.of[r]].owner)
      out[owners] += 100.0 / static_cast<double>(a.regions.size());
  out[faction] = share_differing(a.faction, b.faction, a, b);
  out[danger] = share_differing(a.danger, b.danger, a, b);
  out[biome] = share_differing(a.biome, b.biome, a, b);
  out[lm] = lone_share(a, b, true, 250);
  out[pts] = lone_share(a, b, false, 40);
  compare_waters(a, b, out);
  return out;
}

/// One of the slider's 500 steps, upwards where there is room; whole numbers by one.
double tick_of(const Parameter& key, double value) {
  if (key.type == ParameterType::integer) return value < key.max ? value + 1 : value - 1;
  const double span = key.max - key.min;
  double step = span / 500;
  if (key.min > 0 && key.max > 1 && key.max / key.min > 100)
    step = value * (std::pow(key.max / key.min, 1.0 / 500) - 1);
  else if (key.min <= 0 && span > 100) {
    const double knee = span / (span > 1e5 ? 1e6 : 1e3);
    const double low = std::asinh(key.min / knee), high = std::asinh(key.max / knee);
    step = knee * std::sinh(std::asinh(value / knee) + (high - low) / 500) - value;
  }
  return value + step <= key.max ? value + step : value - step;
}

/// A key of a template at one of its rows.
struct Key {
  const Parameter* parameter;
  ParameterPlace place;
  std::string path;
};

/// The numbers of a template that a group of keys means. Of a column of rows: of every row.
std::vector<Key> keys_of(const Template& tmpl, const std::vector<std::string>& patterns) {
  std::vector<Key> out;
  for (const Parameter& p : parameters()) {
    if (p.type != ParameterType::number && p.type != ParameterType::integer) continue;
    if (std::ranges::none_of(patterns, [&](const std::string& pattern) {
          return pattern.ends_with('.') ? p.path.starts_with(pattern) : p.path == pattern;
        }))
      continue;
    const size_t rows = p.path.find("[]") == std::string::npos
                            ? 1
                            : find_list(p.path.substr(0, p.path.find("[]")))->size(tmpl, {});
    for (size_t row = 0; row < rows; ++row)
      if (std::holds_alternative<double>(p.get(tmpl, {row})))
        out.push_back({&p, {row}, concrete_path(p, tmpl, {row})});
  }
  return out;
}

/// The template after one tick; shares take theirs from another row.
Template ticked(Template tmpl, const Key& key) {
  const double value = std::get<double>(key.parameter->get(tmpl, key.place));
  if (key.parameter->path == "factions[].share") {
    std::vector<FactionRow>& rows = tmpl.vocabulary.factions;
    const size_t donor = std::ranges::max_element(rows, {}, &FactionRow::share) - rows.begin();
    rows[donor == key.place.row ? (donor + 1) % rows.size() : donor].share -= 0.002;
    rows[key.place.row].share += 0.002;
    return tmpl;
  }
  const double after = tick_of(*key.parameter, value);
  key.parameter->set(tmpl, key.place, after);
  if (key.parameter->path == "regions.controllable")  // one more seat and guard where there is one in each
    for (LandmarkRow& row : tmpl.vocabulary.landmarks)
      if (row.count && *row.count == static_cast<int>(value)) row.count = static_cast<int>(after);
  return tmpl;
}

/// Keys and how much a tick of theirs may change, in %: `usual` = nine of ten ticks (or the mean), `most` =
/// every one. `per_land`: of `region`, beside what the land changes.
struct Group {
  const char* name;
  std::vector<std::string> keys;
  std::vector<const char*> templates;
  bool mean = false;
  double per_land = 0;
  Figures usual{}, most{};
  bool as_shipped = false;  ///< on the template's own ground: with erosion, drowned valleys and rivers
};

const std::vector<const char*> kOneGround{"WindswardLike", "ShatteredMountainLike", "EdengroveLike",
                                          "ColonyLike",    "FrontierLike",          "Tiny"};

/// Most groups: on the ground of the seed alone, without erosion, drowned valleys and rivers.
const std::vector<Group>& groups() {
  static const std::vector<std::string> kLand{"land.fraction", "land.roughness", "land.detail",
                                              "land.superellipse", "regions.warp_m"};
  static const std::vector<const char*> kThree{"WindswardLike", "EdengroveLike", "ShatteredMountainLike"};
  static const std::vector<const char*> kWatered{"WindswardLike", "ShatteredMountainLike", "ArchipelagoLike",
                                                 "EdengroveLike", "ContinentLike"};
  static const Figures kNoLimit{0, kAny, kAny, kAny, kAny, kAny, kAny, kAny, kAny, kAny, kAny};
  static const std::vector<Group> all{
      {"land",
       kLand,
       kOneGround,
       false,
       1.5,
       // land region owners faction danger biome lm pts wet wet2 tall
       // A guard or an outpost with two places of nearly equal worth goes from one to the other, and the
       // kinds after it keep their distance from it.
       {kAny, 0.5, 0, 1, 1.5, 3, 34, 9, kAny, kAny, kAny},
       {kAny, 5, 50, 50, 5, 8, 60, 18, kAny, kAny, kAny}},
      {"land of archipelagos",
       kLand,
       {"ArchipelagoLike"},
       false,
       1.5,
       {kAny, 5, 35, 40, 5, 12, 35, 15, kAny, kAny, kAny},
       {kAny, 5, 35, 40, 5, 12, 35, 15, kAny, kAny, kAny}},
      {"shares of factions",
       {"factions[].share"},
       {"WindswardLike", "ArchipelagoLike", "EdengroveLike"},
       false,
       0,
       {0, 1.5, 16, 20, 2.5, 8, 20, 8, kAny, kAny, kAny},
       kNoLimit},
      {"controllable regions",
       {"regions.controllable"},
       kThree,
       true,
       0,
       {0, 18, 15, 18, 16, 17, 50, 27, kAny, kAny, kAny},
       {0, 24, 40, 45, 25, 22, 65, 35, kAny, kAny, kAny}},
      {"neutral regions",
       {"regions.neutral"},
       kThree,
       false,
       0,
       {0, 10, 0, 1, 6, 14, 32, 18, kAny, kAny, kAny},
       {0, 12, 8, 10, 8, 14, 40, 18, kAny, kAny, kAny}},
      {"neither land nor regions",
       {"relief.ridge", "relief.height_max_m", "biomes[].prior.height", "biomes[].prior.coast",
        "landmarks[].spacing_m", "landmarks[].others_m", "landmarks[].keep_enemies_m", "danger[].track_cost"},
       kOneGround,
       false,
       0,
       {0, 0, 0, 0, 0, 2, 15, 6, kAny, kAny, kAny},
       {0, 0, 0, 0, 0, 8, 35, 12, kAny, kAny, kAny}},
      {"many regions",
       kLand,
       {"ContinentLike"},
       true,
       0,
       {kAny, 7, 10, 13, 10, 9, kAny, kAny, kAny, kAny, kAny},
       // An owner that changes moves the frontier, and areas with it.
       {kAny, 15, 20, 25, 18, 20, kAny, kAny, kAny, kAny, kAny}},
      {"the land's share, with rivers",
       {"land.fraction"},
       kWatered,
       false,
       1.5,
       {0.8, 2, 35, 40, 5, kAny, 42, 16, 20, 3, 22},
       {1.0, 5, 50, 50, 8, kAny, 50, 20, 26, 7, 32},
       true},
      {"coasts, with rivers",
       {"land.roughness", "land.detail", "land.drowned"},
       kWatered,
       false,
       1.5,
       {0.25, 2, 35, 40, 5, kAny, 36, 11, 12, 4, 8},
       {0.7, 5, 50, 50, 8, kAny, 48, 16, 22, 8, 24},
       true},
      {"outlines, with rivers",
       {"land.superellipse", "land.stretch"},
       {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"},
       false,
       1.5,
       {0.9, 2, 35, 40, 5, kAny, 42, 16, 20, 4, 20},
       {2, 5, 50, 50, 8, kAny, 50, 20, 26, 8, 32},
       true},
      // Not the grain, and no wavelength: they move the noise itself.
      {"relief, with rivers",
       {"relief.height_max_m", "relief.ridge", "relief.massif.weight", "relief.plains", "relief.cliffs"},
       kWatered,
       false,
       0,
       {0, 0, 0, 0, kAny, kAny, 18, 5, 4, 0.5, 3},
       {0, 0, 0, 0, kAny, kAny, 30, 8, 10, 1.5, 8},
       true}};
  return all;
}

int setting(const char* name, int usual) {
  bool stated = false;
  const int value = qEnvironmentVariableIntValue(name, &stated);
  return stated ? value : usual;
}

}  // namespace

class TestTicks : public QObject {
  Q_OBJECT

  struct Base {
    Template tmpl;
    std::shared_ptr<StageCache> cache = std::make_shared<StageCache>();
    std::shared_ptr<const World> world;
    int resolution = 128;
  };

  /// A template, as it is shipped or on the ground of the seed alone, and its world under a seed.
  Base& base(const std::string& name, uint64_t seed, bool as_shipped) {
    Base& of = bases_[{name, seed, as_shipped}];
    if (of.world) return of;
    of.tmpl = builtin(name);
    if (!as_shipped) {
      of.tmpl = test::without_water(of.tmpl);
      of.tmpl.relief.erosion = Erosion::none;
      of.tmpl.land.drowned = 0;
    }
    of.resolution = as_shipped ? 256 : 128;
    of.tmpl.seed = seed;
    of.world = made(of, of.tmpl);
    return of;
  }
  static std::shared_ptr<const World> made(Base& of, const Template& tmpl) {
    return generate(tmpl, tmpl.seeds(), of.resolution, {}, of.cache.get()).value();
  }

  std::map<std::tuple<std::string, uint64_t, bool>, Base> bases_;

 private slots:
  void oneTickMovesLittle_data() {
    QTest::addColumn<size_t>("group");
    for (size_t g = 0; g < groups().size(); ++g) QTest::newRow(groups()[g].name) << g;
  }
  void oneTickMovesLittle() {
    QFETCH(size_t, group);
    const Group& of = groups()[group];
    const int ticks = setting("FIELDWRIGHT_TICKS", 12) / (of.as_shipped ? 4 : 1);
    const bool tell = qEnvironmentVariableIsSet("FIELDWRIGHT_TICKS_TOLD");
    constexpr std::array<uint64_t, 4> kSeeds{42, 7, 101, 102};
    const uint64_t stream = derive(setting("FIELDWRIGHT_TICKS_SAMPLE", 1), of.name);
    std::vector<Figures> all;
    QStringList told;
    for (int t = 0; t < ticks; ++t) {
      const size_t worlds = of.templates.size();
      const std::string name = of.templates[static_cast<size_t>(t) % worlds];
      Base& from = base(name, kSeeds[static_cast<size_t>(t) / worlds % kSeeds.size()], of.as_shipped);
      const std::vector<Key> keys = keys_of(from.tmpl, of.keys);
      if (keys.empty()) continue;
      const Key& key = keys[random_below(stream, static_cast<uint64_t>(t), keys.size())];
      const Template tmpl = ticked(from.tmpl, key);
      const auto world = made(from, tmpl);
      Figures figures = compare(*from.world, *world);
      QString line =
          QString::fromStdString(name + " " + std::to_string(from.tmpl.seed) + " " + key.path + ":");
      for (size_t f = 0; f < kFigures; ++f)
        line += QString(" %1 %2").arg(kNames[f]).arg(figures[f], 0, 'f', 2);
      if (tell) qInfo().noquote() << line;
      figures[region] = std::max(0.0, figures[region] - of.per_land * figures[land]);
      for (size_t f = 0; f < kFigures; ++f)
        if (figures[f] > of.most[f])
          told << line + QString(" (%1 at most %2)").arg(kNames[f]).arg(of.most[f]);
      all.push_back(figures);
    }
    QVERIFY(!all.empty());
    for (size_t f = 0; f < kFigures; ++f) {
      std::vector<double> values;
      double sum = 0;
      for (const Figures& figures : all) {
        values.push_back(figures[f]);
        sum += figures[f];
      }
      std::ranges::sort(values);
      const double usual =
          of.mean ? sum / static_cast<double>(values.size()) : values[(values.size() - 1) * 9 / 10];
      if (usual > of.usual[f])
        told << QString("%1: %2, usually at most %3").arg(kNames[f]).arg(usual).arg(of.usual[f]);
    }
    QVERIFY2(told.isEmpty(), qPrintable(told.join("\n")));
  }
};

FW_TEST(TestTicks)
#include "test_ticks.moc"
