#include <QTest>

#include "render/plate/panel.h"
#include "render/plate/sheet.h"
#include "tests/support/test_main.h"

namespace fw {
namespace {

constexpr double kSquare = 1500;  // units along a map

/// Sections of so many rows, each of which notes where it was drawn.
std::vector<PanelSection> noting(const std::vector<size_t>& rows, std::vector<Slot>& drawn) {
  std::vector<PanelSection> sections;
  for (const size_t count : rows) {
    PanelSection section{"", {}};
    for (size_t i = 0; i < count; ++i)
      section.rows.push_back({20, [&drawn](const Painter&, const Slot& slot) { drawn.push_back(slot); }});
    sections.push_back(std::move(section));
  }
  return sections;
}

bool overlap(const Slot& a, const Slot& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && std::abs(a.y - b.y) < (a.height + b.height) / 2 - 1e-6;
}

}  // namespace

class PanelTest : public QObject {
  Q_OBJECT
 private slots:
  void everyRowIsDrawnOnceAndNoneOverAnother() {
    using Rows = std::vector<size_t>;
    for (const Rows& rows : {Rows{3, 90, 2, 40}, Rows{250}, Rows{1, 1, 1}, Rows{60, 60, 60}}) {
      std::vector<Slot> drawn;
      const std::vector<PanelSection> sections = noting(rows, drawn);
      PageLayout page = page_layout({kSquare, kSquare});
      while (!panel_fits(page.columns, sections)) page.add_column();
      draw_panel({}, page.columns, sections);
      size_t asked = 0;
      for (const size_t count : rows) asked += count;
      QCOMPARE(drawn.size(), asked);
      for (size_t i = 0; i < drawn.size(); ++i) {
        const Slot& slot = drawn[i];
        QVERIFY((slot.y + slot.height / 2) * kPanelUnit <= page.height + 1e-6);
        QVERIFY(slot.x * kPanelUnit >= kSquare && (slot.x + slot.width) * kPanelUnit <= page.width() + 1e-6);
        for (size_t j = 0; j < i; ++j) QVERIFY(!overlap(drawn[j], slot));
      }
    }
  }
  void onlyASectionLongerThanAColumnGoesOnInTheNextOne() {
    std::vector<Slot> drawn;
    const std::vector<size_t> rows{20, 20, 20, 20, 130};  // of 20 units in columns of 900
    const std::vector<PanelSection> sections = noting(rows, drawn);
    PageLayout page = page_layout({1500, 900});
    while (!panel_fits(page.columns, sections)) page.add_column();
    draw_panel({}, page.columns, sections);
    size_t first = 0;
    for (const size_t count : rows) {
      bool whole = true;
      for (size_t i = first + 1; i < first + count; ++i) whole = whole && drawn[i].x == drawn[first].x;
      QCOMPARE(whole, 20.0 * static_cast<double>(count) <= page.height);
      first += count;
    }
  }
  void whatHasNoRoomIsLeftInItsOrderAndTakenByFreshPages() {
    std::vector<Slot> drawn;
    std::vector<PanelSection> sections = noting({10, 60, 5, 200, 8}, drawn);
    for (size_t i = 0; i < sections.size(); ++i)
      sections[i].heading = std::string(1, static_cast<char>('a' + i));
    const std::vector<Box> small{{0, 0, 470, 500}}, page{{0, 0, 470, 900}, {500, 0, 970, 900}};
    const auto names = [](const std::vector<PanelSection>& of) {
      std::string text;
      for (const PanelSection& section : of) text += section.heading.substr(0, 1);
      return text;
    };
    std::vector<PanelSection> left = sections;
    const auto first = take_fitting(small, left, false);
    QCOMPARE(names(first), std::string("ac"));
    QCOMPARE(names(left), std::string("bde"));
    size_t rows = 10 + 5, pages = 0;
    for (; !left.empty() && pages < 10; ++pages) {
      const auto taken = take_fitting(page, left, true);
      QVERIFY(!taken.empty() && panel_fits(page, taken));
      for (const PanelSection& section : taken) rows += section.rows.size();
    }
    QVERIFY(left.empty() && pages > 1);
    QCOMPARE(rows, size_t{10 + 60 + 5 + 200 + 8});
  }
  void aPanelWithLittleToSayLeavesItsFootEmpty() {
    std::vector<Slot> drawn;
    draw_panel({}, page_layout({kSquare, kSquare}).columns, noting({2, 2, 2}, drawn));
    for (size_t i = 1; i < drawn.size(); ++i)
      QVERIFY(drawn[i].y - drawn[i - 1].y <= drawn[i].height + 60 + 1e-6);
  }
  void aLegendWithLongLabelsHasFewerColumns() {
    const auto rows = [](const std::string& label, int columns) {
      return legend_rows({{{}, "Bog", "1 %"}, {{}, label, "20 %"}, {{}, "Fen", "2 %"}}, columns).size();
    };
    QCOMPARE(rows("Moor", 3), size_t{1});
    QCOMPARE(rows("Sulphur plain", 3), size_t{2});
    QCOMPARE(rows("Sulphur plain", 2), size_t{2});
    QCOMPARE(rows("Thermokarst-and-permafrost", 2), size_t{3});
  }
  void aPanelStandsBesideItsMapAndNeverOnIt() {
    QCOMPARE(page_layout({1500, 1500}).columns.size(), size_t{1});
    QCOMPARE(page_layout({1500, 1500}).width(), 2014.0);
    for (const Vec2 map : {Vec2{1500, 375}, Vec2{1500, 900}, Vec2{1500, 1125}, Vec2{375, 1500},
                           Vec2{200, 200}, Vec2{200, 50}}) {
      const PageLayout page = page_layout(map);
      for (const Box& column : page.columns) {
        QVERIFY(!column.intersects({0, 0, map.x, map.y}));
        QVERIFY(column.width() >= 370);
        QVERIFY(column.y1 <= page.height);
      }
    }
  }
};

}  // namespace fw

using fw::PanelTest;
FW_TEST(PanelTest)
#include "test_panel.moc"
