#include <QTest>

#include "render/page/canvas.h"
#include "render/map/labels.h"
#include "render/map/map_layers.h"
#include "synthetic_world.h"

using namespace fw;

class PlateLabelsTest : public QObject {
  Q_OBJECT
 private slots:
  void noLabelCoversASymbolOrAnotherLabelOrLeavesTheFrame() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const auto island = test::synthetic_island();
    const Atlas atlas = prepare_atlas(island.world, island.tmpl, island.audit, *find_palette("atlas"), {});
    const MapFrame frame{0, 0, 8000, {0, 0, 1500, 1500}};
    const auto badges = landmarks_in(
        atlas, frame, 1.08, 0,
        {LandmarkKind::quest_hub, LandmarkKind::shrine, LandmarkKind::outpost, LandmarkKind::elite_zone,
         LandmarkKind::expedition, LandmarkKind::fort, LandmarkKind::settlement});
    QVERIFY(badges.size() > 50);
    LabelGround ground{frame.box, {}, {}};
    for (const auto& b : badges) ground.reserved.push_back(Box::around(b.at.x, b.at.y, b.radius));
    LabelLayout layout(ground, type.value());
    place_town_names(layout, badges, atlas, 17, 3.8);
    place_region_names(layout, frame, atlas, 16, 0.85);
    place_site_names(layout, badges, atlas);
    QVERIFY(layout.placed().size() >= 6);
    for (size_t i = 0; i < layout.placed().size(); ++i) {
      const Box& box = layout.placed()[i].box;
      QVERIFY(frame.box.holds(box));
      for (const Box& symbol : ground.reserved) QVERIFY(!box.intersects(symbol));
      for (size_t j = 0; j < i; ++j) QVERIFY(!box.intersects(layout.placed()[j].box));
    }
  }
  void aLabelWithoutAFreePlaceIsDropped() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    LabelLayout layout({{0, 0, 300, 300}, {{0, 0, 300, 300}}, {}}, type.value());
    QVERIFY(!layout.place(PointLabel{"Nowhere", {}, {150, 150}, 10}));
    QVERIFY(!layout.place(AreaLabel{"NOWHERE", {}, {{150, 150}}}));
    QVERIFY(layout.placed().empty());
  }
  /// All sizes are scaled from one, whose outlines must not end where a page of that size would.
  void aLongTextIsDrawnToItsEndAtEverySize() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    const PageSize page{3000, 80};
    for (const double size : {7.0, 17.6, 50.0}) {
      PageMemory memory;
      auto canvas = Canvas::create(page, 72, PageFormat::png, &memory);
      QVERIFY(bool(canvas));
      QVERIFY(bool(canvas.value().place(page.width_px, page.height_px, 0, 0, [](const PixelTarget& all) {
        std::fill_n(all.words, all.stride * static_cast<size_t>(all.height), 0x00FFFFFFU);
      })));
      TextStyle style;
      style.size = size;
      const std::string text = "Owned land by owner: template (thin), map (thick), both MM";
      type.value().draw(canvas.value().context(), text, 10, 60, style);
      QVERIFY(bool(canvas.value().finish()));
      const uint32_t* words = memory.words(size_t{3000} * 80);
      int last = -1;
      for (int i = 0; i < 3000 * 80; ++i)
        if ((words[i] & 0xFFFFFF) != 0xFFFFFF) last = std::max(last, i % 3000);
      const double end = 10 + type.value().measure(text, style).width;
      QVERIFY2(std::abs(last - end) < 0.2 * size + 1, qPrintable(QString("size %1").arg(size)));
    }
  }
  void theFirstChoiceIsEastOfTheSymbol() {
    auto type = Typesetter::open();
    QVERIFY(bool(type));
    LabelLayout layout({{0, 0, 300, 300}, {}, {}}, type.value());
    QVERIFY(layout.place(PointLabel{"East", {}, {100, 150}, 10}));
    QVERIFY(layout.placed().front().box.x0 >= 113 - 1e-9);
  }
  void aMovedSymbolLeavesTheBadgeButNotItsReach() {
    const std::vector<Box> badge{Box::around(100, 100, 12)};
    const Vec2 out = moved_off({104, 100}, 9, badge, 18);
    QVERIFY(std::sqrt(squared_distance(out, {100, 100})) >= 21 - 1e-6);
    const Vec2 held = moved_off({101, 100}, 9, {Box::around(100, 100, 60)}, 18);
    QVERIFY(std::sqrt(squared_distance(held, {101, 100})) <= 18 + 1e-6);
    QVERIFY((moved_off({400, 100}, 9, badge, 18) == Vec2{400, 100}));
  }
  void theCapHoldsInEveryTileAndTheRarestStay() {
    const auto island = test::synthetic_island(8000, 128, 60);
    const auto& world = island.world;
    const auto rank = [&](const Point& p) { return 3 - static_cast<int>(world.points.class_of(p).tier); };
    constexpr int kCap = 7;
    const auto points = points_of(world, Category::resource);
    const Thinned thinned = thin_points(world, points, rank, kCap, 1000);
    QCOMPARE(thinned.of, static_cast<int64_t>(points.size()));
    QVERIFY(thinned.shown.size() < points.size());
    std::array<int, 64> shown{}, worst_shown{}, best_hidden{};
    best_hidden.fill(99);
    const auto tile = [](const Point& p) {
      return static_cast<size_t>(p.position_m.y / 1000) * 8 + static_cast<size_t>(p.position_m.x / 1000);
    };
    for (const Point* p : thinned.shown) {
      ++shown[tile(*p)];
      worst_shown[tile(*p)] = std::max(worst_shown[tile(*p)], rank(*p));
    }
    for (const Point* p : points)
      if (std::find(thinned.shown.begin(), thinned.shown.end(), p) == thinned.shown.end())
        best_hidden[tile(*p)] = std::min(best_hidden[tile(*p)], rank(*p));
    for (size_t i = 0; i < shown.size(); ++i) {
      QVERIFY(shown[i] <= kCap);
      QVERIFY(best_hidden[i] >= worst_shown[i]);
    }
  }
};

QTEST_GUILESS_MAIN(PlateLabelsTest)
#include "test_plate_labels.moc"
