// The one ground that other tools get: heights at vertices, against the formulas written out here once more.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/class_shares.h"
#include "core/world/solid/solid_ground.h"
#include "tests/support/test_main.h"

namespace {

using namespace fw;

/// A small country without symmetry: ground in the west, an islet in the north-east, sea elsewhere.
struct Country {
  Raster<uint8_t> land, region;
  Raster<float> height_m;

  explicit Country(const GridSpec& g) : land(g), region(g), height_m(g) {
    for (int r = 0; r < g.rows; ++r)
      for (int c = 0; c < g.columns; ++c) {
        const bool ground = 3 * c + r < g.columns + g.rows / 2 && c > 1 && r > 2 && r + 1 < g.rows;
        const bool islet = std::abs(c - g.columns + 6) < 4 && std::abs(r - 6) < 3;
        const size_t cell = g.index(c, r);
        land[cell] = ground || islet;
        region[cell] = ground ? 1 : 0;
        height_m[cell] = ground ? 0.5f + static_cast<float>((7 * c + 13 * r + c * r) % 90) : -9999.0f;
      }
  }

  SolidGround solid() const { return {land, region, height_m}; }
};

/// The distance to the nearest cell that is land or is not, cell by cell.
double nearest_m(const Raster<uint8_t>& land, int c, int r, bool wanted) {
  double best = 1e9;
  for (int y = 0; y < land.grid.rows; ++y)
    for (int x = 0; x < land.grid.columns; ++x)
      if ((land.at(x, y) != 0) == wanted)
        best = std::min(best, std::sqrt(double((x - c) * (x - c) + (y - r) * (y - r))) * land.grid.cell_m);
  return best;
}

double solid_m(const Country& w, int c, int r) {
  if (w.region.at(c, r) != 0) return static_cast<double>(w.height_m.at(c, r));
  if (w.land.at(c, r) != 0) return std::min(0.5 + 0.10 * nearest_m(w.land, c, r, false), 40.0);
  return -std::min(0.06 * nearest_m(w.land, c, r, true), 60.0);
}

/// Keys' cubic convolution between four values, held between the two in the middle.
double keys(double a, double b, double c, double d, double t) {
  const double h = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  return std::clamp(h, std::min(b, c), std::max(b, c));
}

/// The height at a place by the formula, in plain doubles.
double formula_m(const std::vector<double>& s, const GridSpec& g, double x, double y) {
  const auto at = [&](int c, int r) {
    return s[g.index(std::clamp(c, 0, g.columns - 1), std::clamp(r, 0, g.rows - 1))];
  };
  const double u = std::clamp(x / g.cell_m - 0.5, 0.0, g.columns - 1.0);
  const double v = std::clamp((g.height_m() - y) / g.cell_m - 0.5, 0.0, g.rows - 1.0);
  const int i = std::min(static_cast<int>(u), g.columns - 2), j = std::min(static_cast<int>(v), g.rows - 2);
  double column[4];
  for (int k = 0; k < 4; ++k)
    column[k] =
        keys(at(i - 1 + k, j - 1), at(i - 1 + k, j), at(i - 1 + k, j + 1), at(i - 1 + k, j + 2), v - j);
  return keys(column[0], column[1], column[2], column[3], u - i);
}

std::vector<double> all_rows(const Country& w) {
  std::vector<double> s(w.land.size());
  w.solid().rows(0, s);
  return s;
}

const GridSpec kWide{60, 40, 12.5};

}  // namespace

class TestSolidGround : public QObject {
  Q_OBJECT

 private slots:
  void theQuantumReachesFromTheBaseToTheSummit() {
    QCOMPARE(surface_quantum_m(420), 1.0 / 64);
    QCOMPARE(surface_quantum_m(180), 1.0 / 128);
    for (const double top : {1.0, 60.0, 419.9, 900.0, 3000.0}) {
      const double q = surface_quantum_m(top);
      QVERIFY(kSurfaceLevels * q >= top - kSurfaceBase_m);
      QVERIFY(q == 1.0 / 512 || kSurfaceLevels * q / 2 < top - kSurfaceBase_m);
    }
  }

  void everyCellHasTheHeightOfItsKind() {
    const Country w(kWide);
    const std::vector<double> s = all_rows(w);
    for (int r = 0; r < kWide.rows; ++r)
      for (int c = 0; c < kWide.columns; ++c)
        QVERIFY2(std::fabs(s[kWide.index(c, r)] - solid_m(w, c, r)) < 1e-5,
                 qPrintable(QString("%1, %2").arg(c).arg(r)));
  }

  void rowsAreTheSameInAnyPieces() {
    const Country w(kWide);
    const std::vector<double> whole = all_rows(w);
    for (const int step : {1, 7, 39})
      for (int r = 0; r < kWide.rows; r += step) {
        const int count = std::min(step, kWide.rows - r);
        std::vector<double> piece(static_cast<size_t>(count * kWide.columns));
        w.solid().rows(r, piece);
        QVERIFY(std::equal(piece.begin(), piece.end(), whole.begin() + r * kWide.columns));
      }
  }

  void everyVertexFollowsTheFormula() {
    const Country w(kWide);
    const std::vector<double> s = all_rows(w);
    const double q = surface_quantum_m(90);
    for (const int vertices : {61, 97, 121}) {
      const GroundSurface surface = make_surface(w.solid(), vertices_over(kWide, vertices), q);
      for (int j = 0; j < surface.grid.rows; ++j)
        for (int i = 0; i < surface.grid.columns; ++i) {
          const double h = formula_m(s, kWide, surface.grid.x_of(i), surface.grid.y_of(j));
          QVERIFY2(std::fabs(surface.height_m(i, j) - h) <= q / 2 + 1e-9,
                   qPrintable(QString("%1: %2, %3").arg(vertices).arg(i).arg(j)));
        }
    }
  }

  void withTwiceTheCellsAndOneEveryOddVertexIsItsCell_data() {
    QTest::addColumn<double>("cell_m");
    QTest::newRow("12.5") << 12.5;
    QTest::newRow("no short binary fraction") << 77.790109375;
  }
  void withTwiceTheCellsAndOneEveryOddVertexIsItsCell() {
    QFETCH(double, cell_m);
    const GridSpec grid{60, 40, cell_m};
    Country w(grid);
    const double q = surface_quantum_m(90);
    // Halves of a level: the least rounding shows.
    for (float& h : w.height_m.cells) h += static_cast<float>(q / 2);
    const std::vector<double> s = all_rows(w);
    const GroundSurface surface = make_surface(w.solid(), vertices_over(grid, 2 * grid.columns + 1), q);
    QCOMPARE(surface.grid.rows, 2 * grid.rows + 1);
    for (int r = 0; r < grid.rows; ++r)
      for (int c = 0; c < grid.columns; ++c)
        QCOMPARE(surface.level_at(2 * c + 1, 2 * r + 1),
                 static_cast<int>(std::floor(s[grid.index(c, r)] / q + 0.5)));
  }

  void noStepLiesOnARowOfCellCentres() {
    // Rough ground, whose interpolation overshoots everywhere: by up to an eighth of its range.
    const GridSpec cells{24, 24, 10};
    std::vector<double> heights(cells.cells());
    for (size_t i = 0; i < heights.size(); ++i) heights[i] = 100 * random_uniform(7, i);
    const VertexGrid grid = vertices_over(cells, 24 * 32 + 1, 1);
    std::vector<double> above(static_cast<size_t>(grid.columns)), row = above;
    const CellRow row_of = [&](int r) { return heights.data() + cells.index(0, r); };
    double steepest = 0;
    for (int r = 0; r < grid.rows; ++r, std::swap(above, row)) {
      vertex_row(grid, cells, r, row_of, row);
      for (size_t i = 0; r > 0 && i < row.size(); ++i)
        steepest = std::max(steepest, std::fabs(row[i] - above[i]));
    }
    QVERIFY2(steepest < 1.6 * 100 / 32, qPrintable(QString::number(steepest)));  // of a cell's whole rise
  }
  void theShoreRunsBetweenCellCentres() {
    const Country w(kWide);
    const GroundSurface surface = make_surface(w.solid(), vertices_over(kWide, 121), surface_quantum_m(90));
    int land = 0, sea = 0;
    for (int r = 0; r + 1 < kWide.rows; ++r)
      for (int c = 0; c + 1 < kWide.columns; ++c) {
        const int kinds =
            w.land.at(c, r) + w.land.at(c + 1, r) + w.land.at(c, r + 1) + w.land.at(c + 1, r + 1);
        const double h = surface.height_m(2 * c + 2, 2 * r + 2);  // the vertex among the four
        QVERIFY(kinds != 4 || h > 0);
        QVERIFY(kinds != 0 || h < 0);
        land += kinds == 4;
        sea += kinds == 0;
      }
    QVERIFY(land > 100 && sea > 100);
  }

  void aMirroredOrTransposedCountryHasAnotherGround() {
    const GridSpec square{48, 48, 10};
    const Country w(square);
    Country mirrored = w, transposed = w;
    for (int r = 0; r < square.rows; ++r)
      for (int c = 0; c < square.columns; ++c) {
        const size_t cell = square.index(c, r);
        const size_t east = square.index(square.columns - 1 - c, r), turned = square.index(r, c);
        mirrored.land[cell] = w.land[east], mirrored.region[cell] = w.region[east];
        mirrored.height_m[cell] = w.height_m[east];
        transposed.land[cell] = w.land[turned], transposed.region[cell] = w.region[turned];
        transposed.height_m[cell] = w.height_m[turned];
      }
    const VertexGrid grid = vertices_over(square, 97);
    const double q = surface_quantum_m(90);
    const GroundSurface a = make_surface(w.solid(), grid, q), b = make_surface(mirrored.solid(), grid, q),
                        t = make_surface(transposed.solid(), grid, q);
    QVERIFY(surface_digest(a) != surface_digest(b));
    QVERIFY(surface_digest(a) != surface_digest(t));
    // Among four cells; on a line of centres the four are those to the east.
    for (int j = 0; j < grid.rows; j += 2)
      for (int i = 0; i < grid.columns; i += 2)
        QVERIFY(std::abs(a.level_at(i, j) - b.level_at(grid.columns - 1 - i, j)) <= 1);
  }

  void theGroundIsTheSameWithAnyNumberOfThreads() {
    const Country w(GridSpec{300, 290, 8});
    std::vector<std::string> digests;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      digests.push_back(surface_digest(make_surface(w.solid(), vertices_over(w.land.grid, 601), 1.0 / 128)));
    }
    QCOMPARE(digests[0], digests[1]);
    QCOMPARE(digests[0], digests[2]);
  }

  void rowsThatPassByAreTheSurface() {
    const Country w(GridSpec{300, 170, 8});
    const VertexGrid grid = vertices_over(w.land.grid, 389);
    const double q = 1.0 / 128;
    const GroundSurface whole = make_surface(w.solid(), grid, q);
    std::vector<Vec2> places{{0, 0}, {grid.width_m(), grid.top_m}, {0, grid.top_m}, {-40, 9999}, {9999, -40}};
    for (int k = 0; k < 500; ++k) places.push_back({std::fmod(k * 173.21, 2400), std::fmod(k * 97.77, 1360)});
    places.push_back(places[7]);
    for (const QuadShape shape : {QuadShape::bilinear, QuadShape::triangles})
      for (const int step : {grid.rows, 64, 1}) {
        PassingSurface passing(grid, q, places, shape);
        SurfaceDigest digest;
        for (int row = 0; row < grid.rows; row += step) {
          const int first = std::max(0, row - 1), end = std::min(row + step, grid.rows);
          const std::vector<int16_t> levels = surface_rows(w.solid(), grid, q, first, end);
          passing.take(first, levels);
          digest.add(std::span(levels).subspan(static_cast<size_t>((row - first) * grid.columns)));
        }
        for (const Vec2 p : places) QCOMPARE(passing.under(p), ground_under(whole, p, shape));
        QCOMPARE(digest.hex(), surface_digest(whole));
      }
  }

  void aShorterSideIsCoveredFromTheSouthWest() {
    const VertexGrid grid = vertices_over(GridSpec{100, 61, 10}, 33, 8);
    QCOMPARE(grid.columns, 33);
    QCOMPARE((grid.rows - 1) % 8, 0);
    QVERIFY(grid.height_m() >= 610 && grid.height_m() < 610 + 8 * grid.spacing_m);
    QCOMPARE(grid.y_of(grid.rows - 1), 0.0);
    const VertexGrid tall = vertices_over(GridSpec{61, 100, 10}, 33);
    QCOMPARE(tall.rows, 33);
    QCOMPARE(tall.top_m, 1000.0);
    QVERIFY(tall.width_m() >= 610);
  }

  void trianglesAndTheBilinearGroundDifferByAQuarterOfTheTwist() {
    const Country w(kWide);
    const GroundSurface s = make_surface(w.solid(), vertices_over(kWide, 61), surface_quantum_m(90));
    for (int j = 0; j + 1 < s.grid.rows; ++j)
      for (int i = 0; i + 1 < s.grid.columns; ++i) {
        const double twist = std::fabs(s.height_m(i, j) + s.height_m(i + 1, j + 1) - s.height_m(i + 1, j) -
                                       s.height_m(i, j + 1));
        for (const auto& [u, v] : {std::pair{0.5, 0.5}, {0.2, 0.7}, {0.9, 0.3}}) {
          const Vec2 p{s.grid.x_of(i) + u * s.grid.spacing_m, s.grid.y_of(j) - v * s.grid.spacing_m};
          const double apart =
              std::fabs(ground_under(s, p, QuadShape::bilinear) - ground_under(s, p, QuadShape::triangles));
          QVERIFY(apart <= twist / 4 + 1e-9);
        }
        // On the diagonal from north-east to south-west the triangles are straight.
        const Vec2 middle{s.grid.x_of(i) + 0.5 * s.grid.spacing_m, s.grid.y_of(j) - 0.5 * s.grid.spacing_m};
        QVERIFY(std::fabs(ground_under(s, middle, QuadShape::triangles) -
                          (s.height_m(i + 1, j) + s.height_m(i, j + 1)) / 2) < 1e-9);
      }
  }

  void sharesSumTo255AndTheLargestAtACentreIsTheCell() {
    Raster<uint8_t> codes(kWide);
    for (int r = 0; r < kWide.rows; ++r)
      for (int c = 0; c < kWide.columns; ++c) codes.at(c, r) = static_cast<uint8_t>((c / 3 + r / 2 * 5) % 7);
    for (const double step : {3.0, 12.5, 31.0}) {
      const int count = static_cast<int>(kWide.width_m() / step) + 1;
      std::vector<uint8_t> out(static_cast<size_t>(count) * 7);
      for (double y = 0; y <= kWide.height_m(); y += step) {
        class_shares(codes, {0, step, y, count}, 7, out);
        for (int i = 0; i < count; ++i) {
          int sum = 0;
          for (int k = 0; k < 7; ++k) sum += out[static_cast<size_t>(i * 7 + k)];
          QCOMPARE(sum, 255);
        }
      }
    }
    std::vector<uint8_t> row(static_cast<size_t>(kWide.columns) * 7);
    for (int r = 0; r < kWide.rows; ++r) {
      class_shares(codes, {kWide.x_of(0), kWide.cell_m, kWide.y_of(r), kWide.columns}, 7, row);
      for (int c = 0; c < kWide.columns; ++c)
        QCOMPARE(static_cast<int>(row[static_cast<size_t>(c * 7 + codes.at(c, r))]), 255);
    }
  }
};

FW_TEST(TestSolidGround)
#include "test_solid_ground.moc"
