// Pins, bans and areas of point classes: what they change, and what they leave as it was.

#include <QTest>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/world/explain/explain.h"
#include "tests/support/test_main.h"
#include "tests/world/hand/hand_islands.h"

using namespace fw;
using namespace fw::test;

class TestHandPoints : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    HandIslands of = make_hand_islands();
    islands_ = std::move(of.islands);
    chosen_ = std::move(of.chosen);
  }

  void rowsThatAreOffChangeNothing() {
    const HandIsland& i = islands_[0];
    Template edited = i.tmpl;
    PinRow pin = pin_at(*i.natural, chosen_[0].slug, {4000, 4000});
    pin.on = false;
    edited.hand.pins.push_back(pin);
    const Shared world = i.with(edited);
    QCOMPARE(differing(*i.natural, *world), QString());
    QCOMPARE(outcome(*world, "p0").state, HandState::off);
  }

  void aPinOnANaturalPointThatKeepsItsNumberChangesNoBit() {
    for (const HandIsland& i : islands_) {
      Template edited = i.tmpl;
      int row = 0;
      for (size_t k = 0; k < i.natural->points.points.size(); k += 7) {
        const Point& p = i.natural->points.points[k];
        if (i.natural->points.class_of(p).category == Category::landmark) continue;
        edited.hand.pins.push_back(kept(*i.natural, p, row++));
      }
      const Shared world = i.with(edited);
      QCOMPARE(differing(*i.natural, *world), QString());
      QVERIFY(std::all_of(world->hand.begin(), world->hand.end(),
                          [](const HandOutcome& o) { return o.state == HandState::held && o.got == 1; }));
    }
  }

  void freezingEveryPointChangesNoBit() {
    for (const HandIsland& i : islands_) {
      Template edited = i.tmpl;
      int row = 0;
      for (const Point& p : i.natural->points.points)
        if (i.natural->points.class_of(p).category != Category::landmark)
          edited.hand.pins.push_back(kept(*i.natural, p, row++));
      const Shared world = i.with(edited);
      QCOMPARE(differing(*i.natural, *world), QString());
      for (const QuotaLedger& ledger : world->ledger)
        if (world->points.classes[static_cast<size_t>(ledger.class_index)].category != Category::landmark)
          QCOMPARE(ledger.by_hand, ledger.placed);
    }
  }

  void freezingAnEditedWorldChangesNoBit() {
    const HandIsland& i = islands_[1];
    const std::string slug = chosen_[4].slug;
    Template edited = i.tmpl;
    for (int k = 0; k < 6; ++k) {
      BanRow ban;
      ban.id = "b" + std::to_string(k);
      ban.of = slug;
      const Vec2 at = points_of(*i.natural, slug)[static_cast<size_t>(3 * k)]->position_m;
      ban.x_m = at.x;
      ban.y_m = at.y;
      edited.hand.bans.push_back(ban);
    }
    const Shared banned = i.with(edited);
    QVERIFY(differing(*i.natural, *banned) != QString());
    for (const int every : {1, 2, 5}) {
      Template frozen = edited;
      int row = 0;
      for (const Point* p : points_of(*banned, slug))
        if (row++ % every == 0) frozen.hand.pins.push_back(kept(*banned, *p, row));
      QCOMPARE(differing(*banned, *i.with(frozen)), QString());
    }
  }

  void aBanWithoutAPointAndAnAreaOfDensityOneChangeNothing() {
    const HandIsland& i = islands_[2];
    Template edited = i.tmpl;
    AreaRow area;
    area.id = "a1";
    area.of = "all";
    area.place.shape = "POINT(4000 4000)";
    area.place.radius_m = 1500;
    area.feather_m = 200;
    edited.hand.areas.push_back(area);
    BanRow ban;
    ban.id = "b1";
    ban.of = "all";
    ban.x_m = ban.y_m = 1;
    edited.hand.bans.push_back(ban);
    const Shared world = i.with(edited);
    QCOMPARE(differing(*i.natural, *world), QString());
    QCOMPARE(outcome(*world, "a1").state, HandState::suspended);
  }

  // The figures of the page: 40 places for each of 10 classes.

  void aPinTakesOnePlaceAndTheOthersStand() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      edited.hand.pins.push_back(pin_at(*i.natural, slug, random_ground(*i.natural, place)));
    };
    const Figures f = try_all(edit, 1);
    report("a pin", f);
    QVERIFY(f.mean <= 0.05);
    QVERIFY(f.worst <= 4);
  }

  void aBanSendsOnePointElsewhereAndTheOthersStand() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      const Vec2 at = random_point(*i.natural, slug, place).position_m;
      BanRow ban;
      ban.id = "b1";
      ban.of = slug;
      ban.x_m = at.x;
      ban.y_m = at.y;
      edited.hand.bans.push_back(ban);
    };
    const Figures f = try_all(edit, 2);
    report("a ban", f);
    QVERIFY(f.mean <= 0.05);
    QVERIFY(f.worst <= 4);
  }

  void aPointMovedLeavesTheOthersStanding() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      const Point& p = random_point(*i.natural, slug, place);
      const double angle = 6.283185307 * random_uniform(kDice, 1000u + static_cast<uint64_t>(place));
      PinRow pin = kept(*i.natural, p, 0);
      pin.x_m += 60 * std::cos(angle);
      pin.y_m += 60 * std::sin(angle);
      pin.from_x_m = p.position_m.x;
      pin.from_y_m = p.position_m.y;
      pin.where = PinWhere::anywhere;
      edited.hand.pins.push_back(pin);
    };
    const Figures f = try_all(edit, 1);
    report("a point moved", f);
    QVERIFY(f.mean <= 0.30);
    QVERIFY(f.worst <= 5);
  }
  void explainNamesTheRowsOverAPlace() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    Template edited = busy_hand(i);
    const Vec2 at = points_of(*i.natural, c.slug)[4]->position_m;
    PinRow pin = pin_at(*i.natural, c.slug, at, 900);
    edited.hand.pins.push_back(pin);
    const auto pinned = explain(*i.with(edited), edited, at);
    QVERIFY(std::any_of(pinned.begin(), pinned.end(), [&](const ExplainRow& row) {
      return row.name == c.slug + "-p900" &&
             row.value.starts_with("pinned by p900, took the place of " + c.slug);
    }));
    BanRow ban;
    ban.id = "b9";
    ban.of = chosen_[1].slug;  // of the point in this place it would take the place first
    ban.x_m = at.x + 10;
    ban.y_m = at.y;
    edited.hand.bans.push_back(ban);
    const Shared world = i.with(edited);
    const auto rows = explain(*world, edited, at);
    const auto has = [&](const std::string& topic, const std::string& name, const char* words) {
      return std::any_of(rows.begin(), rows.end(), [&](const ExplainRow& row) {
        return row.topic == topic && row.name == name && row.value.find(words) != std::string::npos;
      });
    };
    QVERIFY(has("hand", "pins p900", "pin of"));
    QVERIFY(has("hand", "bans b9", "ban of"));
    QVERIFY(has("hand", c.slug + "-p900", "pinned by p900"));
    const auto inside = explain(*world, edited, {3500, 3200});
    QVERIFY(std::any_of(inside.begin(), inside.end(), [](const ExplainRow& row) {
      return row.topic == "hand" && row.name == "areas a1" && row.value == "area, density 2.5 here";
    }));
    QVERIFY(std::none_of(rows.begin(), rows.end(), [](const ExplainRow& row) { return row.value.empty(); }));
  }

  void anotherOrderOfTheRowsGivesTheSameWorld() {
    const Chosen& c = chosen_[5];
    const HandIsland& i = islands_[c.world];
    Template forth = i.tmpl, back = i.tmpl;
    for (int k = 0; k < 30; ++k) {
      PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, k), k);
      pin.number = 500 + k;
      forth.hand.pins.push_back(pin);
      back.hand.pins.insert(0, pin);
    }
    QCOMPARE(differing(*i.with(forth), *i.with(back)), QString());
  }

  void pinsOfOneNumberDoNotShareAnId() {
    const Chosen& c = chosen_[6];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    for (int k = 0; k < 2; ++k) {
      PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, 20 + k), k);
      pin.number = 3;
      edited.hand.pins.push_back(pin);
    }
    const Shared world = i.with(edited);
    QVERIFY(ids_are_unique(*world) && is_sorted(*world));
    QCOMPARE(outcome(*world, "p0").state, HandState::held);
    QCOMPARE(outcome(*world, "p1").state, HandState::part);
  }

  void aPinOfAnotherClassRemakesNoStageOfAClass() {
    const HandIsland& i = islands_[0];
    Template edited = i.tmpl;
    const auto stages_run = [&](const Template& tmpl) {
      std::vector<std::string> run;
      Progress progress;
      progress.report = [&](std::string_view phase, double) { run.emplace_back(phase); };
      const auto world = generate(tmpl, tmpl.seeds(), kResolution, progress, i.cache.get());
      return std::count(run.begin(), run.end(), "points");
    };
    for (int k = 0; k < 4; ++k)
      edited.hand.pins.push_back(pin_at(*i.natural, chosen_[0].slug, random_ground(*i.natural, k), k));
    stages_run(edited);
    QCOMPARE(stages_run(edited), 0);
    edited.hand.pins.insert(0, pin_at(*i.natural, chosen_[1].slug, random_ground(*i.natural, 9), 9));
    QCOMPARE(stages_run(edited), 1);
    edited.hand.pins.erase(0);
    QCOMPARE(stages_run(edited), 0);
    // Attributes are filled in afterwards.
    edited.hand.pins.edit(0).name = "Another";
    QCOMPARE(stages_run(edited), 0);
    // The names of landmarks look at those of all pins, where landmarks stand does not.
    PinRow seat = pin_at(*i.natural, seat_of(*i.natural), random_ground(*i.natural, 12), 12);
    edited.hand.pins.push_back(seat);
    stages_run(edited);
    edited.hand.pins.edit(0).name = "A third";
    QCOMPARE(stages_run(edited), 0);
  }

  void aCachedWorldIsTheFreshOneAtAnyThreadCount() {
    for (const HandIsland& i : islands_) {
      const Template edited = busy_hand(i);
      const Shared cached = i.with(edited);
      for (const int threads : {1, 2, 7}) {
        const ThreadLimit limit(threads);
        const auto fresh = generate(edited, edited.seeds(), kResolution).value();
        QCOMPARE(differing(*cached, *fresh), QString());
        QCOMPARE(fresh->findings.size(), cached->findings.size());
      }
    }
  }

  void aHandOfAnotherSeedHoldsToo() {
    for (const HandIsland& i : islands_) {
      Template edited = busy_hand(i);
      edited.seed = 4711;
      const auto world = generate(edited, edited.seeds(), kResolution).value();
      QVERIFY(ids_are_unique(*world) && is_sorted(*world));
      for (const PinRow& pin : edited.hand.pins)
        QVERIFY(outcome(*world, pin.id).state == HandState::suspended || stands_at(*world, pin));
      for (const QuotaLedger& row : world->ledger) QVERIFY(row.placed <= std::max(row.quota, row.by_hand));
    }
  }

 private:
  struct Figures {
    double mean = 0;
    int worst = 0;
  };
  using Edit = std::function<void(const HandIsland&, const std::string&, int, Template&)>;

  /// 40 places for each class; figures of what changes besides the `meant` points.
  Figures try_all(const Edit& edit, int meant) {
    Figures figures;
    int tries = 0, sum = 0;
    for (const Chosen& c : chosen_) {
      const HandIsland& i = islands_[c.world];
      for (int place = 0; place < 40; ++place) {
        Template edited = i.tmpl;
        edit(i, c.slug, place, edited);
        const Shared world = i.with(edited);
        const Change change = change_of(*i.natural, *world, c.slug);
        const int further = std::max(0, change.gone + change.came - meant);
        sum += further;
        ++tries;
        figures.worst = std::max(figures.worst, further);
        if (points_of(*world, c.slug).size() != points_of(*i.natural, c.slug).size())
          QTest::qFail(qPrintable(QString::fromStdString(c.slug) + ": the count changed"), __FILE__,
                       __LINE__);
        if (least_generated_m(*world, c.slug) < spacing_used(*world, c.slug) - 1e-9)
          QTest::qFail("a generated point stands too near", __FILE__, __LINE__);
        if (!ids_stand(*i.natural, *world) || !ids_are_unique(*world) || !is_sorted(*world))
          QTest::qFail("ids", __FILE__, __LINE__);
        expect_others_same(i, *world, c.slug);
      }
    }
    figures.mean = static_cast<double>(sum) / tries;
    return figures;
  }

  /// The slug of the towns.
  static std::string seat_of(const World& world) {
    for (const LandmarkRow& row : world.vocabulary.landmarks)
      if (row.role == LandmarkRole::seat) return row.id;
    return {};
  }

  static void report(const char* what, const Figures& f) {
    qInfo("%s: %.4f further points change, at most %d", what, f.mean, f.worst);
  }

  std::vector<HandIsland> islands_;
  std::vector<Chosen> chosen_;
};

FW_TEST(TestHandPoints)
#include "test_hand_points.moc"
