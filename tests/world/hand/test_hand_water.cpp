// Rows of the hand that meet rivers and lakes.

#include "core/base/geometry.h"
#include "core/world/explain/explain.h"
#include "core/world/landmarks/features.h"
#include "tests/support/test_main.h"
#include "tests/world/ground_by_hand.h"
#include "tests/world/hand/rows_at.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr uint64_t kWaterSeed = 7;
constexpr int kWaterResolution = 256;

LineRow road_of(const std::string& id, const std::vector<Vec2>& places) {
  LineRow row;
  row.id = id;
  row.kind = "road";
  row.shape = line(places);
  return row;
}

/// The finding of a code about a row; null = none.
const Finding* told_of(const World& world, std::string_view code, const std::string& where) {
  const auto at = std::ranges::find_if(world.findings,
                                       [&](const Finding& f) { return f.code == code && f.where == where; });
  return at == world.findings.end() ? nullptr : &*at;
}

/// What explain says of landmarks' ground at a place; "" = nothing.
std::string landmark_ground(const std::vector<ExplainRow>& rows) {
  const auto at = std::ranges::find_if(
      rows, [](const ExplainRow& row) { return row.topic == "landmark" && row.name == "ground"; });
  return at == rows.end() ? std::string() : at->value;
}

}  // namespace

class TestHandWater : public QObject {
  Q_OBJECT

  Template rivers_;
  std::shared_ptr<const World> natural_;

  std::shared_ptr<const World> with(const Hand& hand) const {
    Template tmpl = rivers_;
    tmpl.hand = hand;
    return world_of(tmpl, kWaterSeed, kWaterResolution);
  }

  /// The middle of the lakes' cell that lies farthest from their outlines, below `most_m`, and how far; -1
  /// without one.
  std::pair<Vec2, double> farthest_in_lakes(double most_m) const {
    const FeatureIndex lakes = feature_index("lake_m", feature_sources(*natural_));
    std::pair<Vec2, double> farthest{{}, -1};
    for (size_t cell = 0; cell < natural_->grid.cells(); ++cell) {
      const Vec2 centre = natural_->grid.centre(cell);
      if (lakes.distance_m(centre) > 0) continue;
      const double shore_m = lakes.nearest(centre).distance_m;
      if (shore_m > farthest.second && shore_m < most_m) farthest = {centre, shore_m};
    }
    return farthest;
  }

 private slots:
  void initTestCase() {
    rivers_ = builtin("WindswardLike");
    natural_ = world_of(rivers_, kWaterSeed, kWaterResolution);
  }

  void aRoadThroughALakeIsToldWithItsMetresThere() {
    Hand hand;
    hand.lines.push_back(road_of("r1", {{2000, 4500}, {3500, 4500}}));
    const auto world = with(hand);
    const Finding* const found = told_of(*world, "line_in_water", "hand.lines.r1");
    QVERIFY(found != nullptr);
    QVERIFY2(found->message.find("of 1500 m lie in water") != std::string::npos, found->message.c_str());
    QVERIFY2(found->message.find("Lead it round") != std::string::npos, found->message.c_str());
    const HandOutcome& row = outcome(*world, "r1");
    QCOMPARE(row.state, HandState::part);
    QVERIFY2(row.reason.find("lie in water") != std::string::npos, row.reason.c_str());
    // As the lakes' outlines have it, metre by metre.
    const FeatureIndex lakes = feature_index("lake_m", feature_sources(*world));
    double metres = 0;
    for (int k = 0; k < 1500; ++k) metres += lakes.distance_m({2000.5 + k, 4500}) <= 0 ? 1 : 0;
    QVERIFY(metres > 50);
    QVERIFY2(std::fabs(row.asked - row.got - metres) < 20,
             qPrintable(QString::number(row.asked - row.got) + " " + QString::number(metres)));
  }

  void explainSaysThatNoLandmarkIsPlacedInWater() {
    const auto lake = std::ranges::find(natural_->water.cells, static_cast<uint8_t>(WaterCode::lake));
    QVERIFY(lake != natural_->water.cells.end());
    const auto cell = static_cast<size_t>(lake - natural_->water.cells.begin());
    const std::string in_lake = landmark_ground(explain(*natural_, rivers_, natural_->grid.centre(cell)));
    QVERIFY2(in_lake.starts_with("in water (lake)"), in_lake.c_str());
    for (const Point& p : natural_->points.points)
      if (natural_->points.class_of(p).slug == "settlement") {
        QCOMPARE(landmark_ground(explain(*natural_, rivers_, p.position_m)), std::string());
        break;
      }
  }

  void explainSaysHowFarOutClassesAtSeaMayStand() {
    Template at_sea = rivers_;
    PointClass& cls = at_sea.wildlife.front();
    cls.conditions = {};
    cls.conditions.ground = GroundKind::sea;
    size_t out = 0;
    while (natural_->land[out] != 0 || natural_->sea_m[out] < 500) ++out;
    const auto rows = explain(*natural_, at_sea, natural_->grid.centre(out));
    const auto row = std::ranges::find(rows, cls.slug, &ExplainRow::name);
    QVERIFY(row != rows.end());
    QVERIFY2(row->value.find("m from the ground, at sea at most 400 m") != std::string::npos,
             row->value.c_str());
  }

  void aRoadAlongARiversBedIsToldAndOneAcrossItIsNot() {
    // The widest reach, and the straight way across its middle.
    const Reach* widest = nullptr;
    for (const Reach& reach : natural_->water_network.reaches)
      if (reach.form == ReachForm::plain && reach.vertices_m.size() > 40 &&
          (widest == nullptr ||
           reach.width_m[reach.width_m.size() / 2] > widest->width_m[widest->width_m.size() / 2]))
        widest = &reach;
    QVERIFY(widest != nullptr);
    const size_t middle = widest->vertices_m.size() / 2;
    const std::vector<Vec2> bed(widest->vertices_m.begin() + static_cast<std::ptrdiff_t>(middle) - 15,
                                widest->vertices_m.begin() + static_cast<std::ptrdiff_t>(middle) + 15);
    const Vec2 along = bed[16] - bed[14];
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    const Vec2 across = Vec2{-along.y, along.x} * (60 / length);
    Hand hand;
    hand.lines.push_back(road_of("r1", bed));
    hand.lines.push_back(road_of("r2", {bed[15] - across, bed[15] + across}));
    const auto world = with(hand);
    const Finding* const found = told_of(*world, "line_in_water", "hand.lines.r1");
    QVERIFY(found != nullptr);
    QVERIFY2(found->message.find("river") != std::string::npos, found->message.c_str());
    QVERIFY(told_of(*world, "line_in_water", "hand.lines.r2") == nullptr);
    QCOMPARE(outcome(*world, "r2").state, HandState::held);
  }

  void aFortFarFromAllOpenGroundIsToldToHaveNoPlan() {
    const auto [at, shore_m] = farthest_in_lakes(kInfinity);
    QVERIFY(shore_m > 60);  // a fort's plan has a radius of 44 m
    Hand hand;
    hand.pins.push_back(pin_named("f1", "fort", at));
    const auto world = with(hand);
    const Finding* const found = told_of(*world, "footprint_off_site", "hand.pins.f1");
    QVERIFY(found != nullptr);
    QVERIFY2(found->message.find("stands in water and has no ground plan") != std::string::npos,
             found->message.c_str());
    QVERIFY(std::ranges::none_of(world->findings, [](const Finding& f) {
      return f.code == "footprint_area" && f.message.find("f1") != std::string::npos;
    }));
  }

  void aSettlementsGroundPlanThatStandsOffItsPinIsTold() {
    const auto [at, shore_m] = farthest_in_lakes(60);
    QVERIFY(shore_m > 0);
    Hand hand;
    hand.pins.push_back(pin_named("s1", "settlement", at));
    const auto world = with(hand);
    const Finding* const found = told_of(*world, "footprint_off_site", "hand.pins.s1");
    QVERIFY(found != nullptr);
    QVERIFY2(found->message.find(" m from it. To have it round") != std::string::npos,
             found->message.c_str());
    // What it advises mends it.
    const size_t to = found->message.find("x_m to ");
    QVERIFY2(to != std::string::npos, found->message.c_str());
    double x = 0, y = 0;
    QCOMPARE(std::sscanf(found->message.c_str() + to, "x_m to %lf and set hand.pins.s1.y_m to %lf", &x, &y),
             2);
    hand.pins.edit(0).x_m = x;
    hand.pins.edit(0).y_m = y;
    const auto mended = with(hand);
    QVERIFY(told_of(*mended, "footprint_off_site", "hand.pins.s1") == nullptr);
  }
};

FW_TEST(TestHandWater)
#include "test_hand_water.moc"
