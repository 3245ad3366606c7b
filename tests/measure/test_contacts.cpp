// Collisions, overlap, crowding and lanes of bodies, against counts by hand and by all pairs.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/measure/motion/contacts.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Disc {
  uint32_t id;
  double x_m, y_m;
  float radius_m = 0.2F;
};

struct DiscRow {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  std::vector<float> radius_m;

  explicit DiscRow(const std::vector<Disc>& discs) {
    for (const Disc& d : discs)
      id.push_back(d.id), x_m.push_back(d.x_m), y_m.push_back(d.y_m), radius_m.push_back(d.radius_m);
  }
  BodyRow row() const { return {id, x_m, y_m, radius_m}; }
};

ContactRecord record_of(const Arena& arena, const std::vector<std::vector<Disc>>& rows) {
  ContactRecord record = contact_record(arena);
  for (const std::vector<Disc>& row : rows) add_row(record, DiscRow(row).row());
  return record;
}

const Arena kTorus{10, Border::torus}, kRoom{10, Border::reflect};

}  // namespace

class TestContacts : public QObject {
  Q_OBJECT

 private slots:
  void aCollisionCountsOnceWhileTwoTouch() {
    const ContactRecord r = record_of(kRoom, {{{1, 2, 2}, {2, 3, 2}},
                                              {{1, 2, 2}, {2, 2.3, 2}},
                                              {{2, 2.31, 2}, {1, 2, 2}},
                                              {{1, 2, 2}, {2, 2.5, 2}},
                                              {{1, 2, 2}, {2, 2.37, 2}}});
    QCOMPARE(r.collisions, 2);
    QVERIFY(std::fabs(r.overlap_max - 0.25) < 1e-6);
    QVERIFY(std::fabs(collisions_per_minute(r, 1) - 2 * 2 / 2.0 * 60 / 4) < 1e-12);
  }

  void touchingAtTheFirstRowIsNoCollision() {
    QCOMPARE(record_of(kRoom, {{{1, 2, 2}, {2, 2.1, 2}}, {{1, 2, 2}, {2, 2.1, 2}}}).collisions, 0);
  }

  void pairsTouchAcrossATorusBorderAlone() {
    const std::vector<std::vector<Disc>> rows{{{1, 0.1, 5}, {2, 5, 5}}, {{1, 0.1, 5}, {2, 9.9, 5}}};
    QCOMPARE(record_of(kTorus, rows).collisions, 1);
    QCOMPARE(record_of(kRoom, rows).collisions, 0);
  }

  void countsAreThoseOfAllPairs() {
    RandomCursor random{derive(3, "contacts")};
    std::vector<std::vector<Disc>> rows;
    for (int t = 0; t < 6; ++t) {
      std::vector<Disc> row;
      for (uint32_t i = 0; i < 80; ++i)
        row.push_back(
            {i, random.uniform(0, 10), random.uniform(0, 10), static_cast<float>(random.uniform(0.1, 0.7))});
      rows.push_back(row);
    }
    for (const Arena& arena : {kTorus, kRoom}) {
      std::set<std::pair<uint32_t, uint32_t>> before;
      int64_t collisions = 0, near = 0;
      double overlap = 0;
      for (size_t t = 0; t < rows.size(); ++t) {
        std::set<std::pair<uint32_t, uint32_t>> now;
        for (const Disc& a : rows[t])
          for (const Disc& b : rows[t]) {
            if (a.id == b.id) continue;
            double dx = b.x_m - a.x_m, dy = b.y_m - a.y_m;
            if (arena.torus()) dx = torus_delta(dx, 10), dy = torus_delta(dy, 10);
            const double d = std::hypot(dx, dy),
                         radii = static_cast<double>(a.radius_m) + static_cast<double>(b.radius_m);
            near += d <= 1 ? 1 : 0;
            if (a.id > b.id) continue;
            overlap = std::max(overlap, 1 - d / radii);
            if (d < 0.95 * radii) now.insert({a.id, b.id});
          }
        for (const auto& pair : now) collisions += t > 0 && !before.contains(pair) ? 1 : 0;
        before = now;
      }
      const ContactRecord r = record_of(arena, rows);
      QCOMPARE(r.collisions, collisions);
      QCOMPARE(r.neighbours, near);
      QVERIFY(std::fabs(r.overlap_max - overlap) < 1e-12);
    }
  }

  void independentBodiesAreAsCrowdedAsTheirPlaceIsDense() {
    RandomCursor random{derive(4, "contacts")};
    std::vector<Disc> row;
    for (uint32_t i = 0; i < 300; ++i) row.push_back({i, random.uniform(0, 10), random.uniform(0, 10)});
    ContactRecord r = record_of(kTorus, {row});
    QVERIFY(std::fabs(crowding_per_m2(r) / 3 - 1) < 0.06);
  }

  void lanesAreOfOneStreamOrMixed() {
    const std::vector<double> y{0, 0.1, 0.2, 2, 2.1, 2.2};
    QCOMPARE(lane_order(y, std::vector<uint8_t>{0, 0, 0, 1, 1, 1}, 0.3), 1.0);
    // In a lane of three with one other: (1/3)^2 each.
    QVERIFY(std::fabs(lane_order(y, std::vector<uint8_t>{0, 1, 0, 1, 0, 1}, 0.3) - 1.0 / 9) < 1e-12);
    QCOMPARE(lane_order({}, {}, 0.3), 0.0);
  }
};

FW_TEST(TestContacts)
#include "test_contacts.moc"
