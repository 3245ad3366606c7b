// Detail below the plan grid: its function against a plain definition, bit for bit, and what it may change.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/digest.h"
#include "core/model/world/world_layers.h"
#include "core/world/detail/ground_detail.h"
#include "core/world/detail/spline_slopes.h"
#include "core/world/detail/world_detail.h"
#include "core/world/generate.h"
#include "core/world/roads/outline.h"
#include "core/world/solid/solid_ground.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

namespace {

using namespace fw;
using namespace fw::test;

std::shared_ptr<const World> whole_world(const Template& tmpl, uint64_t seed, int resolution) {
  return generate(tmpl, SeedBundle::from_master(seed), resolution).value();
}

uint32_t mixed(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7FEB352Du;
  x = (x ^ (x >> 15)) * 0x846CA68Bu;
  return x ^ (x >> 16);
}

/// A place and the ground about it.
struct DetailPlace {
  double x, y;
  float east, north, share, away;
};

/// The detail of one place, octave by octave and pivot by pivot.
float definition(const GroundDetail& detail, OctaveRange octaves, DetailPlace p) {
  const float slope = std::sqrt(p.east * p.east + p.north * p.north);
  const float amplitude =
      static_cast<float>(0.13 * detail.strength * detail.longest_m) * (slope / (1 + slope * 0.5F)) * p.share;
  float sum = 0;
  double height = 1;
  for (int k = 0; k < octaves.end; ++k, height *= 0.42044820762685725) {
    if (k < octaves.first) continue;
    const double per_m = 1 / octave_wavelength_m(detail, k), cx = std::floor(p.x * per_m),
                 cy = std::floor(p.y * per_m);
    const auto fx = static_cast<float>(p.x * per_m - cx), fy = static_cast<float>(p.y * per_m - cy);
    const float length = std::sqrt(p.east * p.east + p.north * p.north) + 1e-6F;
    const float along_x = -p.north / length, along_y = p.east / length;
    const auto salt = static_cast<uint32_t>(splitmix64(detail.seed + static_cast<uint64_t>(k)));
    float weights = 0, heights = 0, slopes = 0;
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const auto column = static_cast<uint32_t>(static_cast<int32_t>(cx) + i + 1);
        const auto row = static_cast<uint32_t>(static_cast<int32_t>(cy) + j + 1);
        const uint32_t word = mixed((column * 0x9E3779B1u) ^ mixed((row * 0x85EBCA77u) ^ salt));
        const float from_x =
            fx - (static_cast<float>(i) + 0.25F) - static_cast<float>(word & 0xFFFFu) * (0.5F / 65536);
        const float from_y =
            fy - (static_cast<float>(j) + 0.25F) - static_cast<float>(word >> 16) * (0.5F / 65536);
        const float near = std::max(1 - (from_x * from_x + from_y * from_y) * (1 / 1.5625F), 0.0F);
        const float weight = near * near * near;
        float u = from_x * along_x + from_y * along_y;
        u -= std::nearbyint(u);
        const float a = std::fabs(u);
        heights += weight * (1 + u * u * (32 * a - 24));
        slopes += weight * (u * (96 * a - 48));
        weights += weight;
      }
    const float near_ways = std::min(p.away * static_cast<float>(1 / octave_fade_m(detail, k)), 1.0F);
    const float most = amplitude * (near_ways * near_ways * (3 - 2 * near_ways));
    sum += most * static_cast<float>(height) * (heights / weights);
    const float rise = most * static_cast<float>(height * per_m) * (slopes / weights);
    p.east += rise * along_x;
    p.north += rise * along_y;
  }
  return sum;
}

/// A row of places on uneven ground.
struct DetailRow {
  std::vector<double> x_m;
  double y_m;
  std::vector<float> east, north, share, away;

  DetailRow(size_t count, double y) : y_m(y) {
    for (size_t i = 0; i < count; ++i) {
      const double t = static_cast<double>(i);
      x_m.push_back(3.7 * t + 0.31);
      east.push_back(static_cast<float>(0.6 * std::sin(0.037 * t)));
      north.push_back(static_cast<float>(0.4 * std::cos(0.061 * t) * (i % 97 == 0 ? 0 : 1)));
      share.push_back(i % 50 < 5 ? 0.0F : 0.2F + 0.016F * static_cast<float>(i % 50));
      away.push_back(static_cast<float>(i % 160));
    }
  }
  DetailPlaces places(size_t first, size_t count) const {
    return {std::span(x_m).subspan(first, count),   y_m,
            std::span(east).subspan(first, count),  std::span(north).subspan(first, count),
            std::span(share).subspan(first, count), std::span(away).subspan(first, count)};
  }
};

constexpr GroundDetail kDetail{250, 1, 0x1234567890ABCDEFu};

/// In place, for a power of two.
void fourier(std::vector<std::complex<double>>& a) {
  const size_t n = a.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (size_t len = 2; len <= n; len <<= 1)
    for (size_t i = 0; i < n; i += len)
      for (size_t k = 0; k < len / 2; ++k) {
        const double angle = -2 * 3.141592653589793 * static_cast<double>(k) / static_cast<double>(len);
        const std::complex<double> v = a[i + k + len / 2] * std::polar(1.0, angle);
        a[i + k + len / 2] = a[i + k] - v;
        a[i + k] += v;
      }
}

/// A square window of heights.
struct DetailWindow {
  size_t side;
  double cell_m;
  std::vector<double> height;
};

/// Hann windows along both sides.
double hann(size_t i, size_t n) {
  return 0.5 - 0.5 * std::cos(2 * 3.141592653589793 * static_cast<double>(i) / static_cast<double>(n - 1));
}

/// The power of profiles along rows falls as wavelength^beta between these wavelengths.
double beta_of(const DetailWindow& w, double low_m, double high_m) {
  std::vector<double> power(w.side / 2, 0.0);
  for (size_t row = 0; row < w.side; row += 4) {
    std::vector<std::complex<double>> line(w.side);
    const double first = w.height[row * w.side], last = w.height[row * w.side + w.side - 1];
    for (size_t i = 0; i < w.side; ++i)
      line[i] = (w.height[row * w.side + i] -
                 (first + (last - first) * static_cast<double>(i) / static_cast<double>(w.side - 1))) *
                hann(i, w.side);
    fourier(line);
    for (size_t k = 1; k < power.size(); ++k) power[k] += std::norm(line[k]);
  }
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t k = 1; k < power.size(); ++k) {
    const double wave_m = static_cast<double>(w.side) * w.cell_m / static_cast<double>(k);
    if (wave_m < low_m || wave_m > high_m) continue;
    const double x = std::log(wave_m), y = std::log(power[k]);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/// Root mean square of the waves between two wavelengths.
double rms_of(const DetailWindow& w, double low_m, double high_m) {
  const size_t n = w.side;
  std::vector<std::complex<double>> a(n * n), line(n);
  double weights = 0;
  for (size_t r = 0; r < n; ++r)
    for (size_t c = 0; c < n; ++c) {
      const double weight = hann(r, n) * hann(c, n);
      weights += weight * weight;
      a[r * n + c] = w.height[r * n + c] * weight;
    }
  for (size_t r = 0; r < n; ++r) {
    std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(r * n), n, line.begin());
    fourier(line);
    std::copy_n(line.begin(), n, a.begin() + static_cast<std::ptrdiff_t>(r * n));
  }
  double power = 0;
  for (size_t c = 0; c < n; ++c) {
    for (size_t r = 0; r < n; ++r) line[r] = a[r * n + c];
    fourier(line);
    for (size_t r = 0; r < n; ++r) {
      const auto waves = [n](size_t k) { return static_cast<double>(std::min(k, n - k)); };
      const double k =
          std::sqrt(waves(r) * waves(r) + waves(c) * waves(c)) / (static_cast<double>(n) * w.cell_m);
      if (k >= 1 / high_m && k < 1 / low_m) power += std::norm(line[r]);
    }
  }
  return std::sqrt(power / (static_cast<double>(n) * static_cast<double>(n)) / weights);
}

}  // namespace

class TestDetail : public QObject {
  Q_OBJECT

 private slots:
  void everyPlaceHasTheBitsOfTheDefinition() {
    for (const OctaveRange octaves : {OctaveRange{0, 7}, OctaveRange{3, 6}, OctaveRange{0, 1}})
      for (const double y_m : {0.0, 1234.5, 7999.9}) {
        const DetailRow row(1000, y_m);
        std::vector<float> made(1000);
        detail_row(kDetail, octaves, row.places(0, 1000), made);
        for (size_t i = 0; i < made.size(); ++i)
          QCOMPARE(made[i],
                   definition(kDetail, octaves,
                              {row.x_m[i], y_m, row.east[i], row.north[i], row.share[i], row.away[i]}));
      }
  }

  void aWindowIsThatPartOfTheWhole() {
    const DetailRow row(1000, 321.5);
    std::vector<float> whole(1000), part(377);
    detail_row(kDetail, {0, 6}, row.places(0, 1000), whole);
    detail_row(kDetail, {0, 6}, row.places(201, 377), part);
    QVERIFY(std::equal(part.begin(), part.end(), whole.begin() + 201));
  }

  void aGridHoldsWavesOfTwoSpacingsAndOfTwoMetres() {
    QCOMPARE(octaves_at(kDetail, 8000.0 / 512).end, 4);
    QCOMPARE(octaves_at(kDetail, 8000.0 / 128).end, 2);
    QCOMPARE(octaves_at(kDetail, 8000.0 / 16).end, 0);
    QCOMPARE(octaves_at(kDetail, 0.25).end, 7);  // of 3.9 m; the next would have 1.95 m
  }

  void slopesAreThoseOfAPlane() {
    const GridSpec grid{40, 30, 10};
    std::vector<double> plane(grid.cells());
    for (size_t cell = 0; cell < plane.size(); ++cell)
      plane[cell] = 5 + 0.3 * grid.centre(cell).x - 0.2 * grid.centre(cell).y;
    const std::vector<double> x_m{100, 123.4, 250};
    std::vector<float> east(3), north(3);
    SplineSlopes(grid, x_m).at(
        151.7, [&](int row) { return &plane[grid.index(0, row)]; }, east, north);
    for (size_t i = 0; i < 3; ++i) {
      QVERIFY(std::fabs(east[i] - 0.3F) < 1e-6F);
      QVERIFY(std::fabs(north[i] + 0.2F) < 1e-6F);
    }
  }

  void onlyDetailAndTheWholeChangeWithItsStrength() {
    const auto with = whole_world(builtin("WindswardLike"), 42, 256);
    const auto without = whole_world(builtin("WindswardLike", {"relief.detail=0"}), 42, 256);
    QString differing;
    const auto one = world_digests(*with), other = world_digests(*without);
    for (size_t k = 0; k < one.size(); ++k)
      if (one[k] != other[k]) differing += QString::fromStdString(one[k].first) + " ";
    QCOMPARE(differing, QString("detail_m world "));
    QVERIFY(std::all_of(without->detail_m.cells.begin(), without->detail_m.cells.end(),
                        [](float d) { return d == 0; }));
  }

  void theGroundKeepsItsHeightByWaterWaysAndPlans() {
    const auto world = whole_world(builtin("ShatteredMountainLike"), 7, 512);
    const World& w = *world;
    size_t detailed = 0;
    for (size_t cell = 0; cell < w.land.size(); ++cell) {
      const Vec2 at = w.grid.centre(cell);
      detailed += w.detail_m[cell] != 0;
      if (w.region[cell] == 0 || w.water[cell] != static_cast<uint8_t>(WaterCode::dry))
        QCOMPARE(w.detail_m[cell], 0.0F);
      for (const Footprint& plan : w.footprints)
        if (ring_holds(plan.outline_m, at)) QCOMPARE(w.detail_m[cell], 0.0F);
    }
    QVERIFY(detailed > w.land.size() / 8);
    for (const RoadPiece& piece : w.roads.pieces)
      for (const Vec2 v : piece.vertices_m)
        if (squared_distance(w.grid.centre(w.grid.cell_at(v)), v) < 1.5 * 1.5)
          QCOMPARE(w.detail_m[w.grid.cell_at(v)], 0.0F);
  }

  void heightsStayWithinTheTemplates() {
    for (const char* strength : {"1", "2"}) {
      const Template tmpl = builtin("ShatteredMountainLike",
                                    {std::string("relief.detail=") + strength, "relief.height_max_m=3000"});
      const auto world = whole_world(tmpl, 7, 256);
      float highest = 0;
      for (size_t cell = 0; cell < world->land.size(); ++cell) {
        if (!world->on_island(cell)) continue;
        const float sum = told_value(layer_of(&World::height_m), *world, cell);
        QVERIFY(sum >= std::min(world->height_m[cell], 0.3F) - 1e-5F);
        highest = std::max(highest, sum);
      }
      QCOMPARE(highest, 3000.0F);
    }
  }

  void theNumberOfThreadsChangesNothing() {
    const Template tmpl = builtin("ArchipelagoLike");
    const auto world =
        generate(tmpl, SeedBundle::from_master(3), 256, {}, nullptr, GenerateScope::ground).value();
    const auto made = [&] {
      return make_detail(tmpl, world->seeds, world->height_m, {world->region, world->water, {}}, {}, {});
    };
    const Raster<float> all = made();
    const ThreadLimit one(1);
    QVERIFY(made().cells == all.cells);
  }

  void mountainsHaveTheSpectrumOfMeasuredOnes() {
    const Template tmpl = builtin("ShatteredMountainLike");
    const auto world =
        generate(tmpl, SeedBundle::from_master(7), 2048, {}, nullptr, GenerateScope::ground).value();
    const GridSpec& g = world->grid;
    const Raster<float> detail =
        make_detail(tmpl, world->seeds, world->height_m, {world->region, world->water, {}}, {}, {});
    constexpr int kSide = 512;  // 2 km
    int best_column = 0, best_row = 0;
    double steepest = 0;
    for (int row = 0; row + kSide < g.rows; row += 64)
      for (int column = 0; column + kSide < g.columns; column += 64) {
        double sum = 0;
        for (int r = row; r < row + kSide; r += 8)
          for (int c = column; c < column + kSide; c += 8) {
            const auto rise = [&](int dc, int dr) {
              return static_cast<double>(world->height_m.at(c + dc, r + dr) - world->height_m.at(c, r)) /
                     g.cell_m;
            };
            sum += world->region.at(c, r) == 0 ? 0
                                               : std::sqrt(rise(1, 0) * rise(1, 0) + rise(0, 1) * rise(0, 1));
          }
        if (sum > steepest) steepest = sum, best_column = column, best_row = row;
      }
    QVERIFY(steepest / (64 * 64) > 0.5);
    DetailWindow window{kSide, g.cell_m, {}};
    for (int r = best_row; r < best_row + kSide; ++r)
      for (int c = best_column; c < best_column + kSide; ++c)
        window.height.push_back(
            static_cast<double>(std::max(world->height_m.at(c, r), 0.0F) + detail.at(c, r)));
    const double beta = beta_of(window, 16, 1000), rms_m = rms_of(window, 16, 31);
    QVERIFY2(beta >= 3.0 && beta <= 4.2, qPrintable(QString::number(beta)));
    QVERIFY2(rms_m >= 0.4 && rms_m <= 1.2, qPrintable(QString::number(rms_m)));
  }

  void strideOfStripsChangesNoVertex() {
    const Template tmpl = builtin("WindswardLike");
    const auto world =
        generate(tmpl, SeedBundle::from_master(42), 256, {}, nullptr, GenerateScope::whole).value();
    FeatureShape ways, pads;
    for (const RoadPiece& piece : world->roads.pieces) add_way(piece.vertices_m, ways);
    for (const Footprint& plan : world->footprints) add_pad(plan.outline_m, pads);
    const auto fine =
        std::make_shared<const VertexDetail>(tmpl, salted_seeds(world->seeds, tmpl), world->region,
                                             world->water, height_rows(world->detail_m), ways, pads);
    const Raster<float> sum = told_values(layer_of(&World::height_m), *world);
    const SolidGround with(world->land, world->region, height_rows(sum), fine);
    const SolidGround without(world->land, world->region, height_rows(sum));
    const VertexGrid grid = vertices_over(world->grid, 1025);
    QCOMPARE(fine->octaves(grid).first, 3);
    QCOMPARE(fine->octaves(grid).end, 5);
    const double q = 1.0 / 64;
    const GroundSurface whole = make_surface(with, grid, q);
    QVERIFY(whole.level != make_surface(without, grid, q).level);
    for (const auto& [first, end] : {std::pair{0, 1}, {100, 107}, {500, 900}, {1024, 1025}}) {
      const std::vector<int16_t> rows = surface_rows(with, grid, q, first, end);
      QVERIFY(std::equal(rows.begin(), rows.end(), whole.level.begin() + first * grid.columns));
    }
    // Vertices as far apart as the cells add nothing.
    const VertexGrid coarse = vertices_over(world->grid, 257);
    QVERIFY(make_surface(with, coarse, q).level == make_surface(without, coarse, q).level);
  }
};

FW_TEST(TestDetail)
#include "test_detail.moc"
