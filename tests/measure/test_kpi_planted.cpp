#include <QTest>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/field/simd_level.h"
#include "core/measure/kpi/kpi.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/measure/angles.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

// Worlds of which the figures are known before they are measured.

using namespace fw;
using namespace fw::test;

namespace {

constexpr double kSide_m = 8000;

std::shared_ptr<const World> tiny_world(int resolution) {
  Template tmpl = tiny();
  tmpl.seed = 1;
  return generate(tmpl, tmpl.seeds(), resolution).value();
}

double figure(const KpiFigures& figures, const char* name) {
  return find_kpi(name)->value(figures);
}

KpiFigures measured(const World& world) {
  return measure_kpi(world, play_of({}, world.vocabulary));
}

/// A world without ground, points or regions, in the words of Tiny.
World bare(int resolution) {
  World world;
  world.vocabulary = tiny_world(32)->vocabulary;
  world.grid = GridSpec::square(kSide_m, resolution);
  world.region = world.faction = world.biome = world.danger = Raster<uint8_t>(world.grid);
  world.height_m = world.danger_field = Raster<float>(world.grid);
  return world;
}

void add_region(World& world, size_t owner, bool neutral = false) {
  Region region;
  region.owner = static_cast<Faction>(owner);
  region.neutral = neutral;
  world.regions.push_back(region);
}

void set_ground(World& world, size_t cell, uint8_t region, uint8_t danger = 1) {
  world.region[cell] = region;
  world.faction[cell] = static_cast<uint8_t>(static_cast<size_t>(world.regions[region - 1U].owner) + 1);
  world.biome[cell] = 1;
  world.danger[cell] = danger;
}

int landmark_class(World& world, const char* kind) {
  const auto& rows = world.vocabulary.landmarks;
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].id == kind) {
      world.points.classes.push_back(
          {Category::landmark, kind, kind, "", Tier::none, static_cast<LandmarkKind>(k)});
      return static_cast<int>(world.points.classes.size()) - 1;
    }
  qFatal("no such kind");
}

int content_class(World& world, Category category, const char* family, Tier tier) {
  world.points.classes.push_back({category, family, family, family, tier, {}});
  return static_cast<int>(world.points.classes.size()) - 1;
}

void add_point(World& world, int class_index, Vec2 place, Rarity rarity = Rarity::none) {
  Point point;
  point.class_index = class_index;
  point.position_m = place;
  point.region = world.region[world.grid.cell_at(place)];
  point.rarity = rarity;
  world.points.points.push_back(point);
}

/// Three factions on a cone, alike but for a third of a turn.
World threefold_cone(double heading_deg) {
  constexpr double kRadius_m = 3200;
  World world = bare(512);
  for (size_t owner = 0; owner < 3; ++owner) add_region(world, owner);
  add_region(world, static_cast<size_t>(world.vocabulary.neutral().value_or(Faction{})), true);
  const Vec2 middle{kSide_m / 2, kSide_m / 2};
  const double heading = heading_deg * kPi / 180;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    const Vec2 d = world.grid.centre(cell) - middle;
    const double r = std::hypot(d.x, d.y);
    if (r > kRadius_m) continue;
    const double turn = std::fmod((std::atan2(d.y, d.x) - heading) / (2 * kPi) + 1.0 / 6 + 2, 1.0);
    const auto sector = static_cast<uint8_t>(1 + std::min(2, static_cast<int>(3 * turn)));
    set_ground(world, cell, r < 500 ? uint8_t{4} : sector, r < 900 ? 3 : 1);
    world.height_m[cell] = static_cast<float>(600 * (1 - r / kRadius_m));
  }
  const auto plant = [&](int class_index, double radius, double angle, Rarity rarity = Rarity::none) {
    for (int third = 0; third < 3; ++third) {
      const double at = heading + angle + 2 * kPi * third / 3;
      add_point(world, class_index, {middle.x + radius * std::cos(at), middle.y + radius * std::sin(at)},
                rarity);
    }
  };
  uint64_t state = 5;
  const auto draw = [&] { return static_cast<double>((state = splitmix64(state)) >> 11) * 0x1p-53; };
  plant(landmark_class(world, "settlement"), 2000, 0);
  const int shrine = landmark_class(world, "shrine"), expedition = landmark_class(world, "expedition");
  for (int k = 0; k < 4; ++k) plant(shrine, 1000 + 2000 * draw(), 2 * draw() - 1);
  plant(expedition, 1400, 0.7);
  const int common = content_class(world, Category::resource, "wood", Tier::common),
            rare = content_class(world, Category::resource, "ore", Tier::rare),
            foe = content_class(world, Category::enemy, "beast", Tier::none);
  for (int k = 0; k < 60; ++k) plant(common, 600 + 2500 * draw(), 2 * kPi * draw());
  for (int k = 0; k < 8; ++k) plant(rare, 600 + 2500 * draw(), 2 * kPi * draw());
  const auto boss = static_cast<Rarity>(world.vocabulary.rarities.size());
  for (int k = 0; k < 2; ++k) plant(foe, 1100 + 500 * draw(), 2 * draw() - 1, boss);
  return world;
}

using Complex = std::complex<double>;

/// In place, unscaled; a power of two values.
void transform(std::vector<Complex>& values, size_t first, size_t stride, size_t n) {
  std::vector<Complex> line(n);
  for (size_t i = 0, j = 0; i < n; ++i) {
    line[j] = values[first + i * stride];
    size_t bit = n >> 1;
    for (; bit > 0 && (j & bit) != 0; bit >>= 1) j ^= bit;
    j |= bit;
  }
  for (size_t half = 1; half < n; half *= 2) {
    const Complex step = std::polar(1.0, kPi / static_cast<double>(half));
    for (size_t block = 0; block < n; block += 2 * half) {
      Complex w = 1;
      for (size_t k = block; k < block + half; ++k, w *= step) {
        const Complex odd = line[k + half] * w;
        line[k + half] = line[k] - odd;
        line[k] += odd;
      }
    }
  }
  for (size_t i = 0; i < n; ++i) values[first + i * stride] = line[i];
}

/// Fractional Brownian heights of that Hurst exponent by spectral synthesis on 1,024 x 1,024 cells, of which
/// a quarter is taken, so that it does not repeat.
World brownian(double hurst, uint64_t seed) {
  constexpr size_t kCells = 1024;
  std::vector<Complex> field(kCells * kCells);
  uint64_t state = seed;
  const auto draw = [&] {
    state = splitmix64(state);
    return (static_cast<double>(state >> 11) + 0.5) * 0x1p-53;
  };
  for (size_t r = 0; r < kCells; ++r)
    for (size_t c = 0; c < kCells; ++c) {
      const double y = static_cast<double>(std::min(r, kCells - r)),
                   x = static_cast<double>(std::min(c, kCells - c));
      const double amplitude = std::sqrt(-2 * std::log(draw())), phase = 2 * kPi * draw();
      if (r + c > 0)
        field[r * kCells + c] = std::polar(amplitude * std::pow(std::hypot(x, y), -(hurst + 1)), phase);
    }
  for (size_t k = 0; k < kCells; ++k) transform(field, k * kCells, 1, kCells);
  for (size_t k = 0; k < kCells; ++k) transform(field, k, kCells, kCells);
  World world = bare(512);
  add_region(world, 0);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    set_ground(world, cell, 1);
    const auto column = static_cast<size_t>(world.grid.column_of(cell)),
               row = static_cast<size_t>(world.grid.row_of(cell));
    world.height_m[cell] = static_cast<float>(100 * field[row * kCells + column].real());
  }
  return world;
}

/// Two factions on both sides of a strait; with a wall there is one gap in it.
World two_sides(bool wall) {
  World world = bare(512);
  add_region(world, 0);
  add_region(world, 1);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    const Vec2 p = world.grid.centre(cell);
    if (p.x < 1000 || p.x > 7000 || p.y < 1000 || p.y > 7000) continue;
    const bool in_wall = std::abs(p.x - 4000) < 80, in_gap = std::abs(p.y - 4375) < 60;
    if (!wall || !in_wall || in_gap) set_ground(world, cell, p.x < 4000 ? 1 : 2);
  }
  const int seat = landmark_class(world, "settlement");
  for (const double y : {1600.0, 3900.0, 6300.0})
    for (const double x : {2000.0, 6000.0}) add_point(world, seat, {x, y});
  return world;
}

/// Square islands with a seat of another faction each; the last, of 1 km, has none.
World three_islands() {
  World world = bare(512);
  add_region(world, 0);
  add_region(world, 1);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    const Vec2 p = world.grid.centre(cell);
    const auto inside = [&](double x, double y, double side) {
      return p.x > x && p.x < x + side && p.y > y && p.y < y + side;
    };
    if (inside(500, 500, 4000))
      set_ground(world, cell, 1);
    else if (inside(5500, 500, 2000))
      set_ground(world, cell, 2);
    else if (inside(5500, 5500, 1000))
      set_ground(world, cell, 1);
  }
  const int seat = landmark_class(world, "settlement");
  add_point(world, seat, {2500, 2500});
  add_point(world, seat, {6500, 1500});
  return world;
}

std::vector<uint64_t> bits_of(const KpiFigures& figures) {
  std::vector<uint64_t> out;
  for (const Kpi& row : kpi_table()) {
    const double value = row.value(figures);
    out.push_back(std::isnan(value) ? ~uint64_t{0} : std::bit_cast<uint64_t>(value));
  }
  return out;
}

}  // namespace

class TestKpiPlanted : public QObject {
  Q_OBJECT

 private slots:
  void whatIsFairIsMeasuredAsFairAtAnyHeading() {
    for (const double heading : {0.0, 11.0, 23.0, 37.0, 52.0}) {
      const KpiFigures figures = measured(threefold_cone(heading));
      QCOMPARE(figures.seats.size(), size_t{3});
      int spreads = 0;
      for (const Kpi& row : kpi_table()) {
        if (!row.name.starts_with("fairness.") || row.name == "fairness.advantage") continue;
        const double spread = row.value(figures);
        const double most = row.name == "fairness.resources" ? 0.01 : 0.035;
        QVERIFY2(spread <= most, qPrintable(QString("%1 at %2: %3")
                                                .arg(QString::fromStdString(std::string(row.name)))
                                                .arg(heading)
                                                .arg(spread)));
        ++spreads;
      }
      QCOMPARE(spreads, 12);
    }
  }

  void reliefOfAKnownExponentIsMeasuredAsThat() {
    for (const double hurst : {0.3, 0.5, 0.7}) {
      double sum = 0;
      for (uint64_t seed = 1; seed <= 5; ++seed) {
        const World world = brownian(hurst, 100 * seed + static_cast<uint64_t>(10 * hurst));
        sum += figure(measure_kpi(world, play_of({}, world.vocabulary), KpiStage::ground),
                      "nature.relief_hurst");
      }
      QVERIFY2(std::abs(sum / 5 - hurst) <= 0.07, qPrintable(QString("%1 as %2").arg(hurst).arg(sum / 5)));
    }
  }

  void everyWayThroughOneGapIsAChokeOfOne() {
    QCOMPARE(figure(measured(two_sides(true)), "travel.choke"), 1.0);
    QVERIFY(figure(measured(two_sides(false)), "travel.choke") < 0.8);
  }

  void everyIslandWithASeatIsTravelledAndNoWayLeadsAcrossTheSea() {
    const World world = three_islands();
    const PlayParams play = play_of({}, world.vocabulary);
    const TravelMap travel = fairness_report(world, play).travel;
    const auto node_at = [&](double x, double y) {
      return static_cast<size_t>((travel.top_m - y) / travel.spacing_m) * 256 +
             static_cast<size_t>(x / travel.spacing_m);
    };
    const size_t first = node_at(1000, 1000), second = node_at(7000, 2000),
                 without_seat = node_at(6000, 6000);
    QCOMPARE(int{travel.first[first]}, 1);
    QCOMPARE(int{travel.first[second]}, 2);
    QVERIFY(std::isinf(travel.second_s[first]) && std::isinf(travel.second_s[second]));
    QVERIFY(travel.reach_s[second] < 200);  // half a kilometre of diagonal at 4.5 m/s
    QVERIFY(std::isinf(travel.reach_s[without_seat]));
    const KpiFigures figures = measured(world);
    QCOMPARE(figure(figures, "travel.rival_least_s"), play.unreachable_s);
    QCOMPARE(figure(figures, "frontier.contested"), 0.0);
    QCOMPARE(figure(figures, "travel.choke"), 0.0);
    // 16 km2 and 4 km2, and all that counts as ground is one of the two.
    QVERIFY(std::abs(figures.travel.control[0] / figures.travel.control[1] - 4) < 0.1);
    QVERIFY(figure(figures, "travel.remote_p95_s") < play.unreachable_s);
  }

  /// Those that tests/measure/reference/kpi_of_render.py prints.
  void tinyHasTheFiguresOfAnotherProgram() {
    const KpiFigures figures = measured(*tiny_world(512));
    const std::pair<const char*, double> expected[]{{"fairness.resources", 1.06714},
                                                    {"fairness.room", 1.12847},
                                                    {"nature.coast_index", 1.51384},
                                                    {"variety.local", 2.59203}};
    for (const auto& [name, value] : expected) {
      const double got = figure(figures, name);
      QVERIFY2(std::abs(got - value) <= 1e-4 * value + 5e-6,
               qPrintable(QString("%1 %2").arg(name).arg(got, 0, 'g', 9)));
    }
  }

  void threadsAndVectorWidthsChangeNoBit() {
    const std::vector<uint64_t> expected = bits_of(measured(*tiny_world(128)));
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      QVERIFY(bits_of(measured(*tiny_world(128))) == expected);
    }
    const std::vector<std::string> levels = simd_levels();
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      QVERIFY2(bits_of(measured(*tiny_world(128))) == expected, level.c_str());
    }
    QVERIFY(set_simd_level(levels.front()));
  }

  void aFactionThatArrivesFirstIsOnTheTravelMap() {
    const World world = two_sides(false);
    const FairnessReport report = fairness_report(world, play_of({}, world.vocabulary));
    const TravelMap& travel = report.travel;
    int first = 0, second = 0, contested = 0, sea = 0;
    for (size_t node = 0; node < travel.first.size(); ++node) {
      first += travel.first[node] == 1;
      second += travel.first[node] == 2;
      sea += std::isnan(travel.reach_s[node]);
      if (travel.first[node] > 0 && static_cast<double>(travel.contest(node)) < kContested) ++contested;
    }
    QVERIFY(std::abs(first - second) < 300 && first > 15000);
    const KpiFigures figures = measured(world);
    QCOMPARE(double(contested) / (first + second), figure(figures, "frontier.contested"));
    QCOMPARE(first + second + sea, 256 * 256);
    QCOMPARE(report.aspects.size(), size_t{11});
    for (const FairnessReport::Aspect& aspect : report.aspects) {
      const double spread = figure(figures, aspect.name.c_str());
      QVERIFY(aspect.spread == spread || (std::isnan(aspect.spread) && std::isnan(spread)));
      QCOMPARE(aspect.by_faction.size(), world.vocabulary.factions.size());
    }
  }
};

FW_TEST(TestKpiPlanted)
#include "test_kpi_planted.moc"
