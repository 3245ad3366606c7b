#include <QFile>
#include <QTest>
#include <algorithm>
#include <numeric>

#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd.h"
#include "core/crowd/lent_agents.h"
#include "core/field/simd_level.h"
#include "island.h"
#include "sorted_crowd.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr size_t kAgents = 1500;
constexpr int kTicks = 40;

struct Case {
  CrowdParams params;
  Arena arena;
  bool island = false;
};

/// Every random draw and every field at once: jitter, OU speeds, mitigations.
Case case_of(int method, int place) {
  Case c{crowd_preset(static_cast<CrowdMethod>(method)), {}, place == 2};
  c.params.jitter_rad = 0.1;
  c.params.speed_update = SpeedUpdate::ou;
  c.params.second_weight = 0.2;
  c.params.curl_weight = 0.1;
  c.params.heading.update = FieldUpdate::resample;
  c.params.heading.cycle_s = 15;
  if (place == 1) c.arena.border = Border::reflect;
  if (place == 2) c.arena = {1200, Border::reflect};
  return c;
}

Crowd bound(const Case& c, const Shore& shore) {
  return bind_crowd(c.params, c.arena, SeedBundle::from_master(11), c.island ? &shore : nullptr);
}

CrowdState after(const Crowd& crowd, CrowdState state, int ticks) {
  for (int t = 0; t < ticks; ++t) step_crowd(crowd, state);
  return state;
}

/// Everything an agent is, by id.
std::string digest(const CrowdState& s) {
  std::vector<uint32_t> order(s.agents.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return s.agents.id[a] < s.agents.id[b]; });
  Sha256 sha;
  const auto feed = [&sha](auto value) { sha.update(&value, sizeof value); };
  for (const uint32_t i : order) {
    feed(s.agents.id[i]), feed(s.agents.x_m[i]), feed(s.agents.y_m[i]);
    feed(s.agents.heading_x[i]), feed(s.agents.heading_y[i]), feed(s.agents.speed_mps[i]);
    if (!s.course_x.empty()) feed(s.course_x[i]), feed(s.course_y[i]);
    if (!s.deviation_rad.empty()) feed(s.deviation_rad[i]);
  }
  return sha.hex();
}

}  // namespace

class CrowdRepeatTest : public QObject {
  Q_OBJECT

  Shore shore_ = test::small_island(400);

  static void rows() {
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("place");
    for (int m = 0; m < static_cast<int>(kCrowdMethodSlugs.size()); ++m)
      for (int g = 0; g < 3; ++g)
        QTest::addRow("%s %s", kCrowdMethodSlugs[static_cast<size_t>(m)].data(),
                      g == 0   ? "torus"
                      : g == 1 ? "walls"
                               : "island")
            << m << g;
  }

 private slots:
  void agentsDoNotDependOnTheirPlaceInTheArrays_data() { rows(); }
  void agentsDoNotDependOnTheirPlaceInTheArrays() {
    QFETCH(int, method);
    QFETCH(int, place);
    const Crowd crowd = bound(case_of(method, place), shore_);
    const CrowdState start = start_crowd(crowd, kAgents);
    std::vector<uint32_t> order(kAgents);
    std::iota(order.begin(), order.end(), 0u);
    RandomCursor random{derive(1, "order")};
    shuffle(order, random);
    CrowdState mixed = start;
    test::SortScratch scratch;
    test::reorder_crowd(mixed, order, scratch);
    QVERIFY(mixed.agents.id != start.agents.id);
    QCOMPARE(digest(after(crowd, mixed, kTicks)), digest(after(crowd, start, kTicks)));
  }

  void sortingALargeCrowdMovesEntriesButNoAgent_data() { rows(); }
  void sortingALargeCrowdMovesEntriesButNoAgent() {
    QFETCH(int, method);
    QFETCH(int, place);
    if (static_cast<CrowdMethod>(method) == CrowdMethod::vicsek) return;  // too dense for a test
    const Crowd crowd = bound(case_of(method, place), shore_);
    const CrowdState start = start_crowd(crowd, 20000);
    CrowdState sorted = start;
    test::SortScratch scratch;
    for (int t = 0; t < 4; ++t) {
      if (t % 2 == 0) test::sort_crowd(sorted, scratch);
      step_crowd(crowd, sorted);
    }
    QVERIFY(sorted.agents.id != start.agents.id);
    QCOMPARE(digest(sorted), digest(after(crowd, start, 4)));
  }

  void groupsAndStatesStayWithTheirAgents() {
    const Crowd crowd = bound(case_of(static_cast<int>(CrowdMethod::ou), 2), shore_);
    const CrowdState plain = start_crowd(crowd, kAgents);
    CrowdState state = plain;
    for (const uint32_t id : state.agents.id) {
      state.agents.group.push_back(id % 7);
      state.agents.state.push_back(static_cast<uint8_t>(id % 3));
    }
    const AgentColumns one = columns_of(state).part(10, 1);
    QCOMPARE(*one.group, 3u);
    QCOMPARE(*one.state, uint8_t{1});
    QVERIFY(columns_of(const_cast<CrowdState&>(plain)).group == nullptr);
    test::SortScratch scratch;
    test::sort_crowd(state, scratch);
    state = after(crowd, state, kTicks);
    for (size_t i = 0; i < kAgents; ++i) {
      QCOMPARE(state.agents.group[i], state.agents.id[i] % 7);
      QCOMPARE(state.agents.state[i], static_cast<uint8_t>(state.agents.id[i] % 3));
    }
    QCOMPARE(digest(state), digest(after(crowd, plain, kTicks)));
  }

  /// A caller's agents, each with all its values together.
  void aCallersGroupsAndStatesAreLeftAsTheyAre() {
    struct Entity {
      uint32_t id, group;
      uint8_t state;
      double x, y;
      float heading_x, heading_y, speed, memory[3];
    };
    std::vector<Entity> entities(1000);
    for (uint32_t i = 0; i < entities.size(); ++i)
      entities[i].id = i, entities[i].group = i % 7, entities[i].state = static_cast<uint8_t>(i % 3);
    const auto column = [&](auto& first, LentType type) {
      return LentColumn{&first, ptrdiff_t{sizeof(Entity)}, type};
    };
    Entity& e = entities.front();
    const LentAgents agents{entities.size(),
                            column(e.id, LentType::u32),
                            column(e.x, LentType::f64),
                            column(e.y, LentType::f64),
                            column(e.heading_x, LentType::f32),
                            column(e.heading_y, LentType::f32),
                            column(e.speed, LentType::f32),
                            {column(e.memory[0], LentType::f32), column(e.memory[1], LentType::f32),
                             column(e.memory[2], LentType::f32)},
                            column(e.group, LentType::u32),
                            column(e.state, LentType::u8)};
    const Crowd crowd = bound(case_of(static_cast<int>(CrowdMethod::curlnoise), 2), shore_);
    CrowdScratch scratch;
    begin_lent(crowd, 0, {}, agents, scratch);
    for (int64_t tick = 0; tick < 5; ++tick) step_lent(crowd, tick, nullptr, 0, agents, scratch);
    const CrowdState same = after(crowd, start_crowd(crowd, entities.size()), 5);
    for (uint32_t i = 0; i < entities.size(); ++i) {
      QCOMPARE(entities[i].group, i % 7);
      QCOMPARE(entities[i].state, static_cast<uint8_t>(i % 3));
      QCOMPARE(entities[i].x, same.agents.x_m[i]);
    }
  }

  void threadsAndSimdLevelsDoNotChangeABit_data() { rows(); }
  void threadsAndSimdLevelsDoNotChangeABit() {
    QFETCH(int, method);
    QFETCH(int, place);
    const Crowd crowd = bound(case_of(method, place), shore_);
    const auto run = [&] { return digest(after(crowd, start_crowd(crowd, kAgents), kTicks)); };
    const std::string expected = run();
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      QCOMPARE(run(), expected);
    }
    const auto levels = simd_levels();
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      QCOMPARE(run(), expected);
    }
    QVERIFY(set_simd_level(levels.front()));
  }

  void anAgentDoesNotNoticeHowManyOthersThereAre() {
    for (int m = 0; m < static_cast<int>(kCrowdMethodSlugs.size()); ++m) {
      if (static_cast<CrowdMethod>(m) == CrowdMethod::vicsek) continue;
      const Crowd crowd = bound(case_of(m, 0), shore_);
      const CrowdState few = after(crowd, start_crowd(crowd, 7), 5);
      const CrowdState many = after(crowd, start_crowd(crowd, 1100), 5);
      for (size_t i = 0; i < 7; ++i)
        QVERIFY2(few.agents.x_m[i] == many.agents.x_m[i], kCrowdMethodSlugs[static_cast<size_t>(m)].data());
    }
  }

  // A change here changes every study and every animation. If it is meant: run this test once with
  // FIELDWRIGHT_ACCEPT=1 in the environment, run the bands test, and commit the new file with the reason.
  void aKnownSeedMovesAsItAlwaysDid() {
    QByteArray actual;
    for (int m = 0; m < static_cast<int>(kCrowdMethodSlugs.size()); ++m) {
      for (const bool published : {true, false}) {
        Case c = case_of(m, 2);
        if (published) c = {crowd_preset(static_cast<CrowdMethod>(m)), {}, false};
        const Crowd crowd = bound(c, shore_);
        actual += QByteArray(kCrowdMethodSlugs[static_cast<size_t>(m)].data()) +
                  (published ? " torus " : " island ") +
                  QByteArray::fromStdString(digest(after(crowd, start_crowd(crowd, 300), kTicks))) + "\n";
      }
    }
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/crowd/golden/motion-11.sha256");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT")) {
      QVERIFY(golden.open(QIODevice::WriteOnly));
      golden.write(actual);
      return;
    }
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(actual, golden.readAll());
  }
};

FW_TEST(CrowdRepeatTest)
#include "test_crowd_repeat.moc"
