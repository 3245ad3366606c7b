// A floor of the spacing: what it moves, and what it leaves as it was. FIELDWRIGHT_SPACING_FIGURES=1 prints,
// of two showcases and five seeds of places each, how far apart points stand with and without it.

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/measure/audit/audit_findings.h"
#include "core/measure/audit/spacing.h"
#include "core/model/template/spacing_rules.h"
#include "core/template/parameters/parameters.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/world/hand/hand_islands.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kFloorResolution = 128;

/// Classes that fill about so much of what fits at their spacing.
Template crowded_tiny(double load) {
  Template tmpl = tiny();
  const Shared world = generate(tmpl, SeedBundle::from_master(5), kFloorResolution).value();
  for (const QuotaLedger& row : world->ledger) {
    const PointClassInfo& info = world->points.classes[static_cast<size_t>(row.class_index)];
    if (info.category == Category::landmark || row.quota < 20) continue;
    PointClass& cls = class_row(tmpl, info.slug);
    cls.spacing_m =
        std::floor(cls.spacing_m * std::sqrt(load * row.capacity / static_cast<double>(row.quota)));
  }
  return tmpl;
}

template <typename Change>
Template changed(Template tmpl, const Change& change) {
  for (auto* list : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    for (PointClass& cls : *list) change(cls);
  return tmpl;
}

Template with_floor(const Template& tmpl, double share) {
  return changed(tmpl, [&](PointClass& cls) { cls.spacing_floor_m = share * cls.spacing_m; });
}

Shared small_world(const Template& tmpl, StageCache* cache = nullptr) {
  static StageCache shared;  // of what the classes do not change
  return generate(tmpl, SeedBundle::from_master(5), kFloorResolution, {}, cache ? cache : &shared).value();
}

/// Classes that are crowded, by the findings.
std::vector<std::string> crowded_paths(const World& world) {
  std::vector<std::string> out;
  for (const Finding& f : world.findings)
    if (f.code == "pattern_crowded") out.push_back(f.where);
  return out;
}

/// Sums of nearest distances, by class and by class and band.
struct Nearest {
  double sum = 0, squares = 0, least = 1e30;
  int64_t count = 0;

  void add(double d) { sum += d, squares += d * d, least = std::min(least, d), ++count; }
  double mean() const { return sum / static_cast<double>(count); }
  double cv() const { return std::sqrt(squares / static_cast<double>(count) - mean() * mean()) / mean(); }
};
using NearestOf = std::map<std::string, Nearest>;

void add_nearest(const World& world, NearestOf& out) {
  std::map<std::string, std::vector<const Point*>> of;
  for (const Point& p : world.points.points)
    if (world.points.class_of(p).category != Category::landmark)
      of[world.points.class_of(p).slug].push_back(&p);
  for (const auto& [slug, points] : of) {
    std::vector<Vec2> at;
    for (const Point* p : points) at.push_back(p->position_m);
    const std::vector<double> nearest = nearest_neighbour_m(at);
    for (size_t i = 0; i < points.size() && points.size() > 1; ++i) {
      out[slug].add(nearest[i]);
      out[slug + " in " + world.vocabulary.id_of(points[i]->danger)].add(nearest[i]);
    }
  }
}

}  // namespace

class TestSpacingFloor : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { crowded_ = crowded_tiny(1.1); }

  void aFloorOfTheSpacingItselfMovesNothing() {
    const Shared plain = small_world(crowded_);
    QVERIFY(!crowded_paths(*plain).empty());
    for (const double share : {1.0, 1.5, 0.0})
      QCOMPARE(differing(*plain, *small_world(with_floor(crowded_, share))), QString());
  }

  void whereThereIsRoomNothingMoves() {
    Template loose = changed(tiny(), [](PointClass& cls) { cls.quota = 3, cls.spacing_m = 20; });
    QCOMPARE(differing(*small_world(loose), *small_world(with_floor(loose, 0.5))), QString());
  }

  void crowdedPointsComeNearerButNotBelowTheFloor() {
    const Template floored = with_floor(crowded_, 0.5);
    const Shared plain = small_world(crowded_), world = small_world(floored);
    NearestOf before, after;
    add_nearest(*plain, before), add_nearest(*world, after);
    int compared = 0;
    for (const QuotaLedger& row : world->ledger) {
      const PointClassInfo& info = world->points.classes[static_cast<size_t>(row.class_index)];
      if (info.category == Category::landmark || row.quota < 20) continue;
      const Nearest &a = before.at(info.slug), &b = after.at(info.slug);
      const double asked_m = class_row(crowded_, info.slug).spacing_m;
      QVERIFY(b.least >= 0.5 * row.spacing_m - kSpacingTolerance_m);
      QVERIFY2(b.mean() < a.mean() && b.cv() > a.cv(), info.slug.c_str());
      QVERIFY(b.least < asked_m && row.placed == row.quota);
      ++compared;
    }
    QVERIFY(compared >= 2);
  }

  void theAuditHoldsTheFloorAndSaysSo() {
    const Template floored = with_floor(crowded_, 0.5);
    const Shared world = small_world(floored);
    AuditReport report;
    report.spacing = measure_spacing(*world, floored);
    int told = 0;
    for (const AuditReport::Spacing& row : report.spacing)
      if (row.cls == "beast") {
        QCOMPARE(row.min_m, 0.5 * row.asked_m);
        QVERIFY(row.observed_min_m >= row.min_m && row.observed_min_m < row.asked_m);
      }
    for (const Finding& f : judge_audit(report, *world, floored).findings) {
      QVERIFY(f.code != "spacing_violation");
      told += f.code == "spacing_floor" && f.where == "beast";
    }
    QCOMPARE(told, 1);
  }

  void theFindingAdvisesAFloorThatMendsIt() {
    const Shared plain = small_world(crowded_);
    Template mended = crowded_;
    int cures = 0;
    for (const Finding& f : plain->findings) {
      if (f.code != "pattern_crowded") continue;
      QCOMPARE(f.cures.size(), size_t{1});
      const PathEdit& edit = f.cures[0].at(0);
      QVERIFY(f.message.find("Set " + edit.path + " to " + edit.value) != std::string::npos);
      const auto found = find_parameter(mended, edit.path);
      QVERIFY(found);
      found->first->set(mended, found->second, std::stod(edit.value));
      ++cures;
    }
    QVERIFY(cures >= 2);
    const Shared world = small_world(mended);
    QVERIFY(crowded_paths(*world).empty());
    QVERIFY(!told(*world, "quota_shortfall"));
  }

  void freezingEveryPointOfACrowdedClassMovesNothing() {
    const Template floored = with_floor(crowded_, 0.5);
    const Shared world = small_world(floored);
    Template edited = floored;
    int row = 0;
    for (const Point& p : world->points.points)
      if (world->points.class_of(p).category != Category::landmark)
        edited.hand.pins.push_back(kept(*world, p, row++));
    const Shared frozen = small_world(edited);
    QCOMPARE(differing(*world, *frozen), QString());
    QVERIFY(!told(*frozen, "pins_too_close"));
  }

  void whatABanSendsAwayComesAgainByTheFloor() {
    const Template floored = with_floor(crowded_, 0.5);
    const Shared world = small_world(floored);
    Template edited = floored;
    const auto beasts = points_of(*world, "beast");
    for (size_t k = 0; k < beasts.size(); k += 4) {
      BanRow ban;
      ban.id = "b" + std::to_string(k);
      ban.x_m = beasts[k]->position_m.x, ban.y_m = beasts[k]->position_m.y;
      ban.radius_m = 1;
      ban.of = "beast";
      edited.hand.bans.push_back(ban);
    }
    const Shared banned = small_world(edited);
    QCOMPARE(points_of(*banned, "beast").size(), beasts.size());
    QVERIFY(least_generated_m(*banned, "beast") >=
            0.5 * spacing_used(*banned, "beast") - kSpacingTolerance_m);
  }

  void datesMakeNoStageOfTheWorldAgain() {
    StageCache cache;
    (void)small_world(crowded_, &cache);
    const Template dated = changed(crowded_, [](PointClass& cls) {
      cls.dates = {"night", 0.5, PeakSeason::autumn, 0.3};
    });
    std::set<std::string> made;
    Progress progress;
    progress.report = [&](std::string_view phase, double) { made.insert(std::string(phase)); };
    (void)generate(dated, SeedBundle::from_master(5), kFloorResolution, progress, &cache);
    QVERIFY(!made.contains("points"));
    QVERIFY(template_digest(dated) == template_digest(crowded_));
  }

  void figures() {
    if (!qEnvironmentVariableIsSet("FIELDWRIGHT_SPACING_FIGURES"))
      QSKIP("FIELDWRIGHT_SPACING_FIGURES=1 prints them");
    print_figures("WindswardLike", 42, "angry_earth");
    print_figures("ShatteredMountainLike", 7, "sky_metal");
  }

 private:
  static void print_figures(const char* name, uint64_t seed, const std::string& named) {
    const Template tmpl = builtin(name);
    const std::array<Template, 3> cases{changed(tmpl, [](PointClass& cls) { cls.spacing_m = 1; }), tmpl,
                                        with_floor(tmpl, 0.5)};
    std::array<NearestOf, 3> nearest;
    StageCache cache;
    for (uint64_t place = 1; place <= 5; ++place)
      for (size_t k = 0; k < cases.size(); ++k) {
        SeedBundle seeds = cases[k].seeds();
        seeds.layout = seeds.noise = seed, seeds.place = place;
        const Shared world = generate(cases[k], seeds, kDefaultResolution, {}, &cache).value();
        add_nearest(*world, nearest[k]);
        for (const QuotaLedger& row : world->ledger)
          if (row.placed != row.quota)
            qInfo() << name << place << k << world->points.classes[size_t(row.class_index)].slug.c_str()
                    << row.placed << "of" << row.quota;
      }
    std::string worst_class, worst_band;
    const auto ratio = [&](size_t k, const std::string& key) {
      return nearest[k].at(key).mean() / nearest[0].at(key).mean();
    };
    const auto print = [&](const std::string& key) {
      qInfo("%s %llu %-32s points %5lld  ratio %.2f -> %.2f  cv %.2f -> %.2f  nearest pair %.1f -> %.1f m",
            name, static_cast<unsigned long long>(seed), key.c_str(),
            static_cast<long long>(nearest[1].at(key).count / 5), ratio(1, key), ratio(2, key),
            nearest[1].at(key).cv(), nearest[2].at(key).cv(), nearest[1].at(key).least,
            nearest[2].at(key).least);
    };
    for (const auto& [key, one] : nearest[1]) {
      if (one.count < 100 || nearest[0].count(key) == 0 || nearest[2].count(key) == 0) continue;
      std::string& worst = key.find(" in ") == std::string::npos ? worst_class : worst_band;
      if (worst.empty() || ratio(1, key) > ratio(1, worst)) worst = key;
      if (key.starts_with(named)) print(key);
    }
    qInfo("worst class, worst class and band:");
    print(worst_class), print(worst_band);
  }

  Template crowded_;
};

FW_TEST(TestSpacingFloor)
#include "test_spacing_floor.moc"
