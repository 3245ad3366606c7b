#include <QRegularExpression>
#include <QTest>
#include <cmath>

#include "render/plate/map_grid.h"
#include "render/plate/paper.h"
#include "render/plate/plate.h"
#include "render/plate/sheet.h"
#include "render/plate/views.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

PlateStyle sheet_style(PaperSize sheet, int scale = 0, int dpi = 300) {
  PlateStyle style;
  style.sheet = sheet;
  style.scale = scale;
  style.dpi = dpi;
  return style;
}

/// Width and height of a PDF's first page, in mm.
Vec2 media_box_mm(const std::string& pdf) {
  static const QRegularExpression kMediaBox("/MediaBox \\[ ?0 0 ([0-9.]+) ([0-9.]+) ?\\]");
  const auto match = kMediaBox.match(QString::fromLatin1(pdf.data(), static_cast<qsizetype>(pdf.size())));
  return {match.captured(1).toDouble() * 25.4 / 72, match.captured(2).toDouble() * 25.4 / 72};
}

int page_count(const std::string& pdf) {
  return static_cast<int>(
      QString::fromLatin1(pdf.data(), static_cast<qsizetype>(pdf.size())).count("/MediaBox"));
}

}  // namespace

class PaperTest : public QObject {
  Q_OBJECT

 private slots:
  void aSheetShowsTheFrameAtTheLargestRoundScale_data() {
    QTest::addColumn<double>("width_m");
    QTest::addColumn<double>("height_m");
    QTest::addColumn<QList<int>>("scales");  // on A4, A3, A2, A1
    QTest::newRow("8 km") << 8000.0 << 8000.0 << QList<int>{50000, 30000, 20000, 15000};
    QTest::newRow("40 x 30 km") << 40000.0 << 30000.0 << QList<int>{200000, 125000, 100000, 60000};
    QTest::newRow("10 x 6 km") << 10000.0 << 6000.0 << QList<int>{50000, 30000, 25000, 15000};
  }
  void aSheetShowsTheFrameAtTheLargestRoundScale() {
    QFETCH(double, width_m);
    QFETCH(double, height_m);
    QFETCH(QList<int>, scales);
    for (size_t k = 0; k < kPaperSlugs.size(); ++k) {
      const auto plan = plan_sheet(sheet_style(static_cast<PaperSize>(k)), {width_m, height_m});
      QCOMPARE(static_cast<int>(plan.value().scale), scales[static_cast<qsizetype>(k)]);
      // The same sheet asked for by its scale lies in the same way.
      const auto again = plan_sheet(
          sheet_style(static_cast<PaperSize>(k), static_cast<int>(plan.value().scale)), {width_m, height_m});
      QCOMPARE(again.value().page_mm.x, plan.value().page_mm.x);
      QVERIFY(again.value().panel == plan.value().panel);
    }
  }
  void roundScalesAreTheLeastThatAreNotBelow() {
    for (const auto& [n, scale] : {std::pair{1.0, 1.0},
                                   {1.01, 1.25},
                                   {47619.0, 50000.0},
                                   {7500.0, 7500.0},
                                   {7501.0, 10000.0},
                                   {999.0, 1000.0},
                                   {125000.0, 125000.0}})
      QCOMPARE(round_scale(n), scale);
  }
  void everyFrameHasItsMapAndPanelOnTheSheetAndNothingOverlaps() {
    for (const double longer : {500.0, 8000.0, 200000.0})
      for (const double ratio : {1.0, 0.75, 0.25, 4.0}) {
        const double shorter = ratio > 1 ? longer / ratio : longer * ratio;
        const double width = ratio > 1 ? shorter : longer, height = ratio > 1 ? longer : shorter;
        const GridSpec frame{static_cast<int>(width / longer * 64), static_cast<int>(height / longer * 64),
                             longer / 64};
        for (size_t k = 0; k < kPaperSlugs.size(); ++k) {
          const auto style = on_paper(sheet_style(static_cast<PaperSize>(k)), frame);
          QVERIFY2(style, style ? "" : style.error().message.c_str());
          for (const PageLayout& page :
               {frame_layout(style.value(), frame), square_layout(style.value(), frame)}) {
            const Box map{0, 0, page.map.x, page.map.y};
            QVERIFY(page.map.x <= page.room.x + 1 && page.map.y <= page.room.y + 1);
            QVERIFY(!page.columns.empty());
            for (size_t i = 0; i < page.columns.size(); ++i) {
              QVERIFY(!page.columns[i].intersects(map));
              QVERIFY(page.columns[i].x1 <= page.room.x + 1e-6 && page.columns[i].y1 <= page.room.y + 1e-6);
              QVERIFY(page.columns[i].width() >= 370);
              for (size_t j = 0; j < i; ++j) QVERIFY(!page.columns[i].intersects(page.columns[j]));
            }
          }
        }
      }
  }
  void whatDoesNotFitIsToldWithTheSizeAndTheScaleThatFits() {
    const auto refused = plan_sheet(sheet_style(PaperSize::a1, 10000), {8000, 8000});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::usage);
    QCOMPARE(
        refused.error().message,
        std::string("1:10000 needs 820 x 842 mm; A1 shows 1:15000; \"fieldwright atlas --scale 10000\" cuts "
                    "sheets"));
    // Without a panel beside it a map may be larger.
    const auto whole = plan_sheet(sheet_style(PaperSize::a4, 45000), {12000, 5000});
    QVERIFY(whole && whole.value().panel == PanelSide::none);
  }
  void aScaleOutOfRangeIsRefusedWithTheRange() {
    const GridSpec frame = GridSpec::square(8000, 64);
    for (const int scale : {-1, 1, 499, 10'000'001}) {
      PlateStyle style;
      style.scale = scale;
      const auto refused = on_paper(style, frame);
      QCOMPARE(refused.error().kind, ErrorKind::usage);
      QVERIFY(refused.error().message.find("500 to 10000000") != std::string::npos);
    }
  }
  void aPageAboveCairosLimitNamesAScaleThatFits() {
    const GridSpec frame = GridSpec::square(200000, 64);
    PlateStyle style;
    style.scale = 1000;
    const auto refused = page_size(style, frame);
    QCOMPARE(refused.error().kind, ErrorKind::limit);
    const std::string& text = refused.error().message;
    const size_t at = text.find("1:");
    QVERIFY2(at != std::string::npos, text.c_str());
    style.scale = std::stoi(text.substr(at + 2));
    QVERIFY2(bool(page_size(style, frame)), text.c_str());
  }
  void aPdfIsAsLargeAsItsSheetAndItsMapHasTheScale() {
    const auto island = test::synthetic_island(8000, 64, 3);
    for (size_t k = 0; k < kPaperSlugs.size(); ++k) {
      const PlateStyle asked = sheet_style(static_cast<PaperSize>(k));
      const PlateStyle style = on_paper(asked, island.world.grid).value();
      const SheetPlan plan = plan_sheet(style, {8000, 8000}).value();
      const PageSize page = page_size(style, island.world.grid).value();
      QVERIFY(std::abs(page.width_px * 25.4 / 300 - plan.page_mm.x) <= 0.1);
      QVERIFY(std::abs(page.height_px * 25.4 / 300 - plan.page_mm.y) <= 0.1);
      const PlateArea area = frame_area(style, island.world.grid);
      const double mm_per_m = area.map.units_per_m() * kUnit_mm;  // as the scale bar has it
      QVERIFY(std::abs(1000 / mm_per_m / style.scale - 1) <= 0.002);
    }
    const auto pdf = draw_plates(island.world, island.tmpl, island.audit, {View::overview},
                                 sheet_style(PaperSize::a4), PageFormat::pdf);
    QVERIFY(bool(pdf));
    QCOMPARE(pdf.value().size(), size_t{1});
    const Vec2 box = media_box_mm(pdf.value().front());
    QVERIFY2(std::abs(box.x - 297) <= 0.1 && std::abs(box.y - 210) <= 0.1,
             qPrintable(QString("%1 x %2").arg(box.x).arg(box.y)));
  }
  void aPanelWithoutRoomGoesOnOnFurtherPages() {
    const auto rich =
        test::synthetic_island(GridSpec::square(8000, 64), test::plain_rows({12, 24, 8, 32, 40, 6}), 2);
    const PlateStyle style = sheet_style(PaperSize::a4, 0, 60);
    const auto draw = [&](PageFormat format) {
      return draw_plates(rich.world, rich.tmpl, rich.audit, {View::enemies_danger}, style, format).value();
    };
    const std::vector<std::string> pictures = draw(PageFormat::png), book = draw(PageFormat::pdf);
    QVERIFY(pictures.size() > 1);
    QCOMPARE(book.size(), size_t{1});
    QCOMPARE(static_cast<size_t>(page_count(book.front())), pictures.size());
    QCOMPARE(draw(PageFormat::svg).size(), pictures.size());
    QVERIFY(pictures == draw(PageFormat::png));
  }
  void aPlaceIsInTheSquareThatItsLetterAndNumberSay() {
    QCOMPARE(map_grid(GridSpec::square(8000, 64)).square_m, 500.0);
    QCOMPARE(map_grid(GridSpec{64, 48, 625}).square_m, 2000.0);
    QCOMPARE(map_grid(GridSpec::square(500, 64)).square_m, 20.0);
    const MapGrid grid = map_grid(GridSpec::square(8000, 64));
    QCOMPARE(square_at(grid, {0, 8000}), std::string("A1"));
    QCOMPARE(square_at(grid, {499, 7501}), std::string("A1"));
    QCOMPARE(square_at(grid, {501, 7499}), std::string("B2"));
    QCOMPARE(square_at(grid, {8000, 0}), std::string("P16"));
    QCOMPARE(square_at(grid, {-5, 9000}), std::string("A1"));
    QCOMPARE(column_letters(25), std::string("Z"));
    QCOMPARE(column_letters(26), std::string("AA"));
    QCOMPARE(column_letters(39), std::string("AN"));
  }
  void aScaleThatNobodyAskedForHasThreeFigures() {
    QCOMPARE(scale_text({}, 46136.4), std::string("1:46,100"));
    QCOMPARE(scale_text({}, 230684), std::string("1:231,000"));
    QCOMPARE(scale_text({}, 987.4), std::string("1:987"));
    PlateStyle asked;
    asked.scale = 12345;
    QCOMPARE(scale_text(asked, 12345), std::string("1:12,345"));
  }
};

FW_TEST(PaperTest)
#include "test_paper.moc"
