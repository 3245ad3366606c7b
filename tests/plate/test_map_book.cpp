#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/parallel/parallel.h"
#include "render/plate/book/map_book.h"
#include "render/plate/paper.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

bool holds(const BookPlan& plan, const BookSheet& sheet, Vec2 p) {
  return p.x >= sheet.south_west_m.x - 1e-3 && p.x <= sheet.south_west_m.x + plan.sheet_m.x + 1e-3 &&
         p.y >= sheet.south_west_m.y - 1e-3 && p.y <= sheet.south_west_m.y + plan.sheet_m.y + 1e-3;
}

qsizetype pages_of(const std::string& pdf) {
  return QByteArray::fromRawData(pdf.data(), static_cast<qsizetype>(pdf.size())).count("/MediaBox");
}

}  // namespace

class MapBookTest : public QObject {
  Q_OBJECT
  test::SyntheticIsland island_ = test::synthetic_island(8000, 96, 5);

  BookPlan plan(PaperSize paper, int scale) const { return plan_book(island_.world, paper, scale).value(); }

 private slots:
  void sheetsCoverTheGroundNumberedFromTheNorthWestAndShareATwentieth() {
    for (const PaperSize paper : {PaperSize::a4, PaperSize::a3, PaperSize::a1})
      for (const int scale : {3000, 5000, 25000}) {
        const BookPlan book = plan(paper, scale);
        QVERIFY(!book.sheets.empty());
        for (size_t i = 0; i < book.sheets.size(); ++i) {
          const BookSheet& a = book.sheets[i];
          QCOMPARE(a.number, static_cast<int>(i) + 1);
          for (size_t j = 0; j < i; ++j) {
            const BookSheet& b = book.sheets[j];
            QVERIFY(b.row < a.row || (b.row == a.row && b.column < a.column));
            if (b.row == a.row && b.column + 1 == a.column)
              QVERIFY(b.south_west_m.x + book.sheet_m.x - a.south_west_m.x >= 0.05 * book.sheet_m.x - 1e-6);
            if (b.column == a.column && b.row + 1 == a.row)
              QVERIFY(a.south_west_m.y + book.sheet_m.y - b.south_west_m.y >= 0.05 * book.sheet_m.y - 1e-6);
          }
        }
        const World& world = island_.world;
        for (size_t cell = 0; cell < world.land.size(); ++cell) {
          if (world.land[cell] == 0) continue;
          const Vec2 at = world.grid.centre(cell);
          QVERIFY(std::any_of(book.sheets.begin(), book.sheets.end(),
                              [&](const BookSheet& sheet) { return holds(book, sheet, at); }));
        }
      }
  }
  void aSheetWithNothingToShowIsLeftOut() {
    const BookPlan book = plan(PaperSize::a4, 2000);
    const auto shows = [&](const BookSheet& sheet) {
      for (size_t cell = 0; cell < island_.world.land.size(); ++cell)
        if (island_.world.land[cell] != 0) {
          // Any part of the cell counts.
          const Vec2 c = island_.world.grid.centre(cell);
          const double r = island_.world.grid.cell_m / 2;
          if (c.x + r > sheet.south_west_m.x && c.x - r < sheet.south_west_m.x + book.sheet_m.x &&
              c.y + r > sheet.south_west_m.y && c.y - r < sheet.south_west_m.y + book.sheet_m.y)
            return true;
        }
      for (const BookPlace& place : named_places(island_.world))
        if (holds(book, sheet, place.position_m)) return true;
      return false;
    };
    for (const BookSheet& sheet : book.sheets) QVERIFY(shows(sheet));
    // Without the whole lattice: the corners of the frame are sea.
    int columns = 0, rows = 0;
    for (const BookSheet& sheet : book.sheets) {
      columns = std::max(columns, sheet.column + 1);
      rows = std::max(rows, sheet.row + 1);
    }
    QVERIFY(static_cast<int>(book.sheets.size()) < columns * rows);
  }
  void everyPlaceHasItsSquareAndTheSheetWithTheNearestMiddle() {
    const BookPlan book = plan(PaperSize::a4, 4000);
    const std::vector<BookPlace> places = book_places(island_.world, book);
    QVERIFY(places.size() >= island_.world.regions.size());
    for (const BookPlace& place : places) {
      QCOMPARE(place.square, square_at(book.grid, place.position_m));
      QVERIFY(place.sheet >= 1 && place.sheet <= static_cast<int>(book.sheets.size()));
      const auto away = [&](const BookSheet& sheet) {
        return squared_distance(place.position_m, sheet.south_west_m + book.sheet_m * 0.5);
      };
      const BookSheet& on = book.sheets[static_cast<size_t>(place.sheet) - 1];
      QVERIFY(holds(book, on, place.position_m));
      for (const BookSheet& other : book.sheets)
        if (holds(book, other, place.position_m)) QVERIFY(away(on) <= away(other) + 1e-6);
    }
    QVERIFY(std::is_sorted(places.begin(), places.end(),
                           [](const BookPlace& a, const BookPlace& b) { return a.name < b.name; }));
  }
  void withoutAScaleItIsTheLargestOfThirtySheets() {
    for (const PaperSize paper : {PaperSize::a4, PaperSize::a2}) {
      const BookPlan best = plan(paper, 0);
      QVERIFY(best.sheets.size() <= kUsualBookSheets);
      QCOMPARE(static_cast<double>(best.scale), round_scale(best.scale));
      double larger = kLeastScale;  // the next of the series
      for (double n = kLeastScale; n < best.scale; n = round_scale(n * 1.01)) larger = n;
      if (larger < best.scale)
        QVERIFY(plan(paper, static_cast<int>(larger)).sheets.size() > kUsualBookSheets);
    }
  }
  void tooManySheetsAreRefusedWithAScaleThatFits() {
    const auto refused = plan_book(island_.world, PaperSize::a4, 500);
    QCOMPARE(refused.error().kind, ErrorKind::limit);
    static const QRegularExpression kScale("--scale (\\d+) makes (\\d+)");
    const auto match = kScale.match(QString::fromStdString(refused.error().message));
    QVERIFY2(match.hasMatch(), refused.error().message.c_str());
    const BookPlan fits = plan(PaperSize::a4, match.captured(1).toInt());
    QCOMPARE(fits.sheets.size(), static_cast<size_t>(match.captured(2).toInt()));
    QVERIFY(fits.sheets.size() <= kMostBookSheets);
    QCOMPARE(plan_book(island_.world, PaperSize::a4, 499).error().kind, ErrorKind::usage);
  }
  void aBookHasAnIndexTheSheetsTheRegionsAndThePlacesAndRepeats() {
    const BookPlan book = plan(PaperSize::a4, 25000);
    const auto draw = [&] {
      return draw_book(island_.world, island_.tmpl, island_.audit, book, PlateStyle{});
    };
    const MapBook made = draw().value();
    QCOMPARE(pages_of(made.pdf), static_cast<qsizetype>(made.pages));
    QVERIFY(made.pages >= 3 + static_cast<int>(book.sheets.size()));
    QVERIFY(made.pdf.find("DCTDecode") != std::string::npos);  // ground as JPEG
    QVERIFY(draw().value().pdf == made.pdf);
    const ThreadLimit one(1);
    QVERIFY(draw().value().pdf == made.pdf);
  }
  void worldsWithNextToNothingAndWithVeryMuchHaveABookToo() {
    auto bare = test::synthetic_island(8000, 64, 0);
    bare.world.points = {};
    bare.world.ledger.clear();
    bare.world.tracks.clear();
    std::fill(bare.world.land.cells.begin(), bare.world.land.cells.end(), uint8_t{0});
    for (auto* raster : {&bare.world.region, &bare.world.faction, &bare.world.biome, &bare.world.danger})
      std::fill(raster->cells.begin(), raster->cells.end(), uint8_t{0});
    bare.world.regions.clear();
    auto rich = test::synthetic_island(GridSpec{96, 24, 125}, test::plain_rows({12, 24, 8, 32, 40, 6}), 2);
    rich.world.regions.front().name = std::string(200, 'x');
    for (const auto* island : {&bare, &rich}) {
      const BookPlan book = plan_book(island->world, PaperSize::a4, 60000).value();
      const auto made = draw_book(island->world, island->tmpl, island->audit, book, PlateStyle{});
      QVERIFY2(bool(made), made ? "" : made.error().message.c_str());
      QCOMPARE(pages_of(made.value().pdf), static_cast<qsizetype>(made.value().pages));
    }
  }
  void cancellingEndsTheBook() {
    const std::atomic<bool> cancel{true};
    const auto made = draw_book(island_.world, island_.tmpl, island_.audit, plan(PaperSize::a4, 25000), {},
                                {nullptr, &cancel});
    QCOMPARE(made.error().kind, ErrorKind::cancelled);
  }
};

FW_TEST(MapBookTest)
#include "test_map_book.moc"
