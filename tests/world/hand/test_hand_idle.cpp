// What rows of the hand are said to do that do nothing, and what pins do in rows that keep classes away.

#include "tests/support/test_main.h"
#include "tests/world/ground_by_hand.h"
#include "tests/world/hand/rows_at.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr uint64_t kIdleSeed = 5;

/// The finding about a row; null = none.
const Finding* told_of(const World& world, const std::string& where) {
  const auto at = std::ranges::find(world.findings, where, &Finding::where);
  return at == world.findings.end() ? nullptr : &*at;
}

}  // namespace

class TestHandIdle : public QObject {
  Q_OBJECT

  Template tiny_;
  std::shared_ptr<const World> natural_;

 private slots:
  void initTestCase() {
    tiny_ = builtin("Tiny");
    natural_ = world_of(tiny_, kIdleSeed);
  }

  void rowsWhoseValuesDoNothingAreSuspendedWithWhatToState() {
    const Vec2 inland = most_inland(*natural_);
    Template tmpl = tiny_;
    TerrainRow hill;
    hill.id = "t1";
    hill.place = {disc(inland), 100, {}};
    tmpl.hand.terrain.push_back(hill);
    AreaRow area;
    area.id = "a1";
    area.of = "all";
    area.place = {square(inland, 100), 0, {}};
    tmpl.hand.areas.push_back(area);
    ViewRow view;
    view.id = "v1";
    view.x_m = view.to_x_m = inland.x;
    view.y_m = view.to_y_m = inland.y;
    tmpl.hand.views.push_back(view);
    const auto world = world_of(tmpl, kIdleSeed);
    QCOMPARE(differing(*natural_, *world), QString());
    const std::vector<std::array<const char*, 3>> rows{{"t1", "hand.terrain.t1", "amount_m"},
                                                       {"a1", "hand.areas.a1", "density"},
                                                       {"v1", "hand.views.v1", "to_x_m"}};
    for (const auto& [id, where, state] : rows) {
      QCOMPARE(outcome(*world, id).state, HandState::suspended);
      const Finding* const found = told_of(*world, where);
      QVERIFY2(found != nullptr, id);
      QCOMPARE(found->code, std::string("row_suspended"));
      QVERIFY2(found->message.find(state) != std::string::npos, found->message.c_str());
    }
  }

  void aViewWithoutLengthThatClearsItsFootStillDoes() {
    const Vec2 inland = most_inland(*natural_);
    Template tmpl = tiny_;
    ViewRow view;
    view.id = "v1";
    view.x_m = view.to_x_m = inland.x;
    view.y_m = view.to_y_m = inland.y;
    view.clear = "all";
    tmpl.hand.views.push_back(view);
    QCOMPARE(outcome(*world_of(tmpl, kIdleSeed), "v1").state, HandState::held);
  }

  void aBansFigureCountsWhatWentAndNamesThePinsApart_data() {
    QTest::addColumn<bool>("landmark");
    QTest::newRow("points") << false;
    QTest::newRow("landmarks") << true;
  }
  void aBansFigureCountsWhatWentAndNamesThePinsApart() {
    QFETCH(bool, landmark);
    const Point* there = nullptr;
    for (const Point& p : natural_->points.points)
      if ((natural_->points.class_of(p).category == Category::landmark) == landmark) there = &p;
    QVERIFY(there != nullptr);
    const std::string cls = natural_->points.class_of(*there).slug;
    Template tmpl = tiny_;
    tmpl.hand.bans.push_back(ban_at("b1", cls, there->position_m, 60));
    tmpl.hand.pins.push_back(pin_named("p1", cls, {there->position_m.x + 20, there->position_m.y}));
    tmpl.hand.pins.edit(0).where = PinWhere::anywhere;
    const auto world = world_of(tmpl, kIdleSeed);
    const HandOutcome& ban = outcome(*world, "b1");
    QVERIFY(ban.asked >= 1);
    QCOMPARE(ban.got, ban.asked);
    QCOMPARE(ban.state, HandState::held);
    QVERIFY2(ban.reason.find("p1") != std::string::npos, ban.reason.c_str());
  }
};

FW_TEST(TestHandIdle)
#include "test_hand_idle.moc"
