// Locks in two strengths, as edits of a template.

#include <QTest>

#include "app/gui/hand/locks.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

class TestLocks : public QObject {
  Q_OBJECT

  Template tmpl_;
  std::shared_ptr<const World> world_;

  static std::shared_ptr<const World> made(const Template& t) { return generate(t, t.seeds()).value(); }
  LockTarget target(LockTarget::Kind kind, const std::string& id) const {
    for (const LockTarget& one : lock_targets(tmpl_, world_.get()))
      if (one.kind == kind && one.id == id) return one;
    qFatal("no such target");
  }
  Template locked(const LockTarget& target, HandLock lock) const {
    return with_locks(tmpl_, world_.get(), {target}, lock).value();
  }
  static Template rolled(Template t) {
    roll_rest(t, t.seed + 1);
    return t;
  }

 private slots:
  void initTestCase() {
    tmpl_ = tiny();
    world_ = made(tmpl_);
  }
  void everyLockIsKnownAgainAndFreedToTheFirstText() {
    for (const LockTarget& one : lock_targets(tmpl_, world_.get()))
      for (const HandLock lock : {HandLock::dice, HandLock::kept}) {
        if (!refused_lock(tmpl_, one, lock).isEmpty()) continue;
        const auto with = with_locks(tmpl_, world_.get(), {one}, lock);
        if (!with) {  // a kind that the world has none of
          QVERIFY2(with.error().message.find("nothing") != std::string::npos, with.error().message.c_str());
          continue;
        }
        QVERIFY2(lock_of(with.value(), one, groups_in_use(with.value().hand)) == lock, one.id.c_str());
        QVERIFY(check_edited(with.value()).refusals.empty());
        const Template free = with_locks(with.value(), nullptr, {one}, HandLock::free).value();
        QVERIFY2(write_template(free) == write_template(tmpl_), one.id.c_str());
      }
  }
  void aPartThatKeepsItsDiceStandsWhenTheSeedChanges() {
    Template t = tmpl_;
    for (const char* part : {"land", "regions", "owners", "danger"})
      t = with_locks(t, nullptr, {target(LockTarget::Kind::part, part)}, HandLock::dice).value();
    const auto next = made(rolled(t));
    QVERIFY(next->danger.cells == world_->danger.cells);
    QVERIFY(next->biome.cells != world_->biome.cells);
  }
  void whatStoodIsCounted() {
    const auto rolled_world = made(
        rolled(with_locks(tmpl_, nullptr, {target(LockTarget::Kind::part, "land")}, HandLock::dice).value()));
    const Kept kept = kept_of(*world_, *rolled_world), same = kept_of(*world_, *world_);
    QVERIFY(kept.cells > 0 && kept.cells < 1);
    QCOMPARE(kept.of_points, world_->points.points.size());
    QCOMPARE(same.cells, 1.0);
    QCOMPARE(same.points, same.of_points);
  }
  void aClassKeptAsItIsStandsWhereItStood() {
    Template t = with_locks(tmpl_, nullptr, {target(LockTarget::Kind::part, "land")}, HandLock::dice).value();
    const LockTarget cls = target(LockTarget::Kind::cls, "timber");
    t = with_locks(t, world_.get(), {cls}, HandLock::kept).value();
    const Kept kept = kept_of(*world_, *made(rolled(t)));
    QVERIFY(kept.points >= t.hand.pins.size());
    QVERIFY(kept.points < kept.of_points);
    QVERIFY(kept_text(kept).contains("points stood"));
  }
  void locksWithTheSameSeedChangeNothing() {
    const std::string region = world_->regions.front().name;
    for (const HandLock lock : {HandLock::dice, HandLock::kept}) {
      const auto same = made(locked(target(LockTarget::Kind::region, region), lock));
      const auto before = world_digests(*world_), after = world_digests(*same);
      for (size_t k = 0; k < before.size(); ++k)
        // A kept region's mixes count as asked, which the digest of regions holds.
        QVERIFY2(before[k] == after[k] || before[k].first == "regions" || before[k].first == "world",
                 (before[k].first + ", lock " + std::to_string(int(lock))).c_str());
    }
  }
  void aRegionKeptAsItIsStandsWithAnotherSeed() {
    Template t = with_locks(tmpl_, nullptr, {target(LockTarget::Kind::part, "land")}, HandLock::dice).value();
    const std::string region = world_->regions.front().name;
    t = with_locks(t, world_.get(), {target(LockTarget::Kind::region, region)}, HandLock::kept).value();
    const auto next = made(rolled(t));
    for (size_t cell = 0; cell < world_->grid.cells(); ++cell)
      if (world_->region[cell] == 1) QCOMPARE(next->biome[cell], world_->biome[cell]);
    QVERIFY(next->biome.cells != world_->biome.cells);
    for (const Finding& finding : next->findings)
      QVERIFY2(finding.code != "paint_over_region_mix", finding.message.c_str());
  }
  void whatCannotBeLockedSaysWhy() {
    QVERIFY(!refused_lock(tmpl_, target(LockTarget::Kind::part, "land"), HandLock::kept).isEmpty());
    QVERIFY(!refused_lock(tmpl_, target(LockTarget::Kind::cls, "fort"), HandLock::dice).isEmpty());
    QVERIFY(refused_lock(tmpl_, target(LockTarget::Kind::cls, "fort"), HandLock::kept).isEmpty());
  }
};

FW_TEST(TestLocks)
#include "test_locks.moc"
