// Crowds over the caller's columns against the room's own step: the same bits however the columns lie, on
// whatever threads, under whatever rounding.

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "core/base/exact/rng.h"
#include "core/crowd/crowd.h"
#include "library_calls.h"
#include "tests/crowd/island.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr size_t kAgents = 3000;
constexpr int kTicks = 24;

/// A method on a ground, from the room and through the interface.
struct Both {
  CrowdParams params;
  Crowd crowd;
  Params given;
  CrowdHandle handle;
  Scratch scratch;
};

void open_both(fw_context* context, int method, int place, const Shore& shore, const Mask& land, Both& out) {
  const char* slug = kCrowdMethodSlugs[static_cast<size_t>(method)].data();
  out.params = crowd_preset(static_cast<CrowdMethod>(method));
  out.params.jitter_rad = 0.1;
  out.params.speed_update = SpeedUpdate::ou;
  FW_VERIFY(fw_params_open(context, "crowd", slug, &out.given, error));
  FW_VERIFY(fw_params_set(out.given, "crowd.jitter_rad", 0.1, error));
  FW_VERIFY(fw_params_set_text(out.given, "crowd.speed_update", "ou", error));
  Arena arena{1000, place == 0 ? Border::torus : Border::reflect};
  fw_ground where = ground(place == 0 ? FW_TORUS : FW_WALLS, 1000);
  if (place == 2) {
    const GridSpec& grid = land.grid;
    arena.side_m = std::max(grid.width_m(), grid.height_m());
    where = {sizeof where,
             FW_MASK,
             grid.width_m(),
             grid.height_m(),
             nullptr,
             land.cells.data(),
             static_cast<uint32_t>(grid.columns),
             static_cast<uint32_t>(grid.rows)};
  }
  const SeedBundle seeds = SeedBundle::from_master(11);
  out.crowd = bind_crowd(out.params, arena, seeds, place == 2 ? &shore : nullptr);
  const fw_seeds streams{11, 11, 11};
  FW_VERIFY(fw_crowd_open(context, out.given, &where, &streams, &out.handle, error));
  FW_VERIFY(fw_scratch_open(out.handle, kAgents, &out.scratch, error));
  QCOMPARE(fw_crowd_memory(out.handle), static_cast<uint32_t>(crowd_memory(out.crowd)));
}

bool same(const CrowdState& state, const Arrays& arrays, size_t entry, size_t agent, int memory) {
  const Agents& a = state.agents;
  bool equal = a.x_m[agent] == arrays.x[entry] && a.y_m[agent] == arrays.y[entry] &&
               a.heading_x[agent] == arrays.hx[entry] && a.heading_y[agent] == arrays.hy[entry] &&
               a.speed_mps[agent] == arrays.speed[entry];
  if (memory >= 2)
    equal = equal && state.course_x[agent] == arrays.memory[0][entry] &&
            state.course_y[agent] == arrays.memory[1][entry];
  if (memory >= 3) equal = equal && state.deviation_rad[agent] == arrays.memory[2][entry];
  return equal;
}

Mask island() {
  Mask land(GridSpec::square(1200, 60));
  for (size_t cell = 0; cell < land.size(); ++cell) {
    const Vec2 at = land.grid.centre(cell);
    const double dx = at.x - 600, dy = at.y - 600;
    land[cell] = dx * dx + 1.4 * dy * dy < 420.0 * 420 && !(dx > 150 && std::abs(dy) < 60);
  }
  return land;
}

}  // namespace

class LibCrowdTest : public QObject {
  Q_OBJECT

  Mask land_ = island();
  Shore shore_ = shore_of(land_);
  Context serial_, two_, host_;

  static void rows() {
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("place");
    constexpr const char* kPlaces[] = {"torus", "walls", "mask"};
    for (int m = 0; m < static_cast<int>(kCrowdMethodSlugs.size()); ++m)
      for (int g = 0; g < 3; ++g)
        QTest::addRow("%s %s", kCrowdMethodSlugs[static_cast<size_t>(m)].data(), kPlaces[g]) << m << g;
  }

 private slots:
  void initTestCase() {
    FW_VERIFY(fw_open(FW_ABI, nullptr, &serial_, error));
    fw_host two{sizeof two, 2, nullptr, nullptr};
    FW_VERIFY(fw_open(FW_ABI, &two, &two_, error));
    fw_host host{sizeof host, 1, seven_threads, nullptr};
    FW_VERIFY(fw_open(FW_ABI, &host, &host_, error));
  }

  void aStepOverLentColumnsIsTheRoomsOwn_data() { rows(); }
  void aStepOverLentColumnsIsTheRoomsOwn() {
    QFETCH(int, method);
    QFETCH(int, place);
    for (fw_context* context : {serial_.it, two_.it, host_.it}) {
      Both both;
      open_both(context, method, place, shore_, land_, both);
      CrowdState state = start_crowd(both.crowd, kAgents);
      Arrays packed_arrays(kAgents), reversed(kAgents);
      std::reverse(reversed.id.begin(), reversed.id.end());
      fw_agents columns = packed_arrays.columns(), turned = reversed.columns();
      FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &columns, 0, error));
      FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &turned, 0, error));
      for (int tick = 0; tick < kTicks; ++tick) {
        step_crowd(both.crowd, state);
        FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &columns, error));
        if (context == serial_.it) FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &turned, error));
      }
      const int memory = crowd_memory(both.crowd);
      for (size_t i = 0; i < kAgents; ++i) {
        QVERIFY2(same(state, packed_arrays, i, i, memory), qPrintable(QString::number(i)));
        if (context == serial_.it) QVERIFY(same(state, reversed, kAgents - 1 - i, i, memory));
      }
    }
  }

  void stridedColumnsOfDoublesGiveTheSameBits_data() { rows(); }
  void stridedColumnsOfDoublesGiveTheSameBits() {
    QFETCH(int, method);
    QFETCH(int, place);
    struct Body {
      double x, y, hx, hy, speed, memory[3];
      uint32_t id, other;
    };
    Both both;
    open_both(serial_, method, place, shore_, land_, both);
    CrowdState state = start_crowd(both.crowd, kAgents);
    std::vector<Body> bodies(kAgents);
    for (size_t i = 0; i < kAgents; ++i) bodies[i].id = static_cast<uint32_t>(i), bodies[i].other = 77;
    const auto column = [](double* first) { return fw_column{first, sizeof(Body), FW_F64}; };
    Body& b = bodies.front();
    fw_agents columns{sizeof columns,   0,
                      kAgents,          {&b.id, sizeof(Body), 0},
                      column(&b.x),     column(&b.y),
                      column(&b.hx),    column(&b.hy),
                      column(&b.speed), {column(&b.memory[0]), column(&b.memory[1]), column(&b.memory[2])}};
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &columns, 0, error));
    for (int tick = 0; tick < kTicks; ++tick) {
      step_crowd(both.crowd, state);
      FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &columns, error));
    }
    for (size_t i = 0; i < kAgents; ++i) {
      QCOMPARE(bodies[i].x, state.agents.x_m[i]);
      QCOMPARE(bodies[i].y, state.agents.y_m[i]);
      QCOMPARE(static_cast<float>(bodies[i].hx), state.agents.heading_x[i]);
      QCOMPARE(static_cast<float>(bodies[i].speed), state.agents.speed_mps[i]);
      QCOMPARE(bodies[i].other, 77u);
    }
  }

  // An engine rounds towards zero and flushes subnormals; the library gives its environment back.
  void theCallersRoundingChangesNothing() {
#if defined(__x86_64__)
    const unsigned before = _mm_getcsr(), rough = 0x1F80 | 0x6000 | 0x8040;
    for (fw_context* context : {serial_.it, host_.it}) {
      std::vector<fw_digest> digests;
      for (const unsigned modes : {before, rough}) {
        Both both;
        open_both(context, 7, 0, shore_, land_, both);
        Arrays arrays(kAgents);
        fw_agents columns = arrays.columns();
        _mm_setcsr(modes);
        fw_status status = fw_crowd_begin(both.handle, both.scratch, 0, &columns, 0, nullptr);
        for (int tick = 0; tick < kTicks; ++tick)
          status += fw_crowd_step(both.handle, both.scratch, tick, &columns, nullptr);
        fw_agents_digest(&columns, kTicks, &digests.emplace_back());
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        QCOMPARE(status, FW_OK);
        QCOMPARE(after & ~0x3Fu, modes & ~0x3Fu);
      }
      QVERIFY(std::memcmp(&digests[0], &digests[1], sizeof(fw_digest)) == 0);
    }
#endif
  }

  // Agents come and go; those who stay move as in a crowd where nobody left.
  void joinersAndLeaversDisturbNobody_data() {
    rows();
  }
  void joinersAndLeaversDisturbNobody() {
    QFETCH(int, method);
    QFETCH(int, place);
    if (static_cast<CrowdMethod>(method) == CrowdMethod::vicsek) return;  // reads its neighbours
    Both both;
    open_both(serial_, method, place, shore_, land_, both);
    CrowdState state = start_crowd(both.crowd, 800);
    Arrays arrays(800);
    fw_agents columns = arrays.columns();
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &columns, 0, error));
    for (int tick = 0; tick < kTicks; ++tick) {
      step_crowd(both.crowd, state);
      FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &columns, error));
      if (columns.count < 100) continue;
      // The last entry takes the place of one that leaves.
      const size_t gone = random_below(5, static_cast<uint64_t>(tick), columns.count), last = --columns.count;
      arrays.id[gone] = arrays.id[last];
      arrays.x[gone] = arrays.x[last], arrays.y[gone] = arrays.y[last];
      arrays.hx[gone] = arrays.hx[last], arrays.hy[gone] = arrays.hy[last];
      arrays.speed[gone] = arrays.speed[last];
      for (auto& memory : arrays.memory) memory[gone] = memory[last];
    }
    for (size_t i = 0; i < columns.count; ++i)
      QVERIFY(same(state, arrays, i, arrays.id[i], crowd_memory(both.crowd)));
  }

  void aStepOfSomeMovesThoseAlone_data() {
    rows();
  }
  void aStepOfSomeMovesThoseAlone() {
    QFETCH(int, method);
    QFETCH(int, place);
    Both both;
    open_both(serial_, method, place, shore_, land_, both);
    Arrays all(900), some(900);
    fw_agents a = all.columns(), s = some.columns();
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &a, 0, error));
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &s, 0, error));
    const Arrays start = some;
    std::vector<uint32_t> entries;
    for (uint32_t i = 0; i < 900; i += 3) entries.push_back(899 - i);
    FW_VERIFY(fw_crowd_step(both.handle, both.scratch, 0, &a, error));
    FW_VERIFY(fw_crowd_step_some(both.handle, both.scratch, 0, 1, entries.data(), entries.size(), &s, error));
    for (size_t i = 0; i < 900; ++i) {
      const Arrays& expected = (899 - i) % 3 == 0 ? all : start;
      QCOMPARE(some.x[i], expected.x[i]);
      QCOMPARE(some.hy[i], expected.hy[i]);
      QCOMPARE(some.speed[i], expected.speed[i]);
      QCOMPARE(some.memory[0][i], expected.memory[0][i]);
    }
  }

  void agentsOutsideTheGroundAreBroughtIn() {
    for (int method = 0; method < 8; ++method)
      for (int place = 0; place < 3; ++place) {
        Both both;
        open_both(serial_, method, place, shore_, land_, both);
        Arrays arrays(600);
        fw_agents columns = arrays.columns();
        FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &columns, 0, error));
        for (size_t i = 0; i < 600; ++i)
          arrays.x[i] += (static_cast<double>(i % 3) - 1) * 1e6,
              arrays.y[i] -= 4e5 * static_cast<double>(i % 2);
        FW_VERIFY(fw_crowd_step(both.handle, both.scratch, 0, &columns, error));
        for (size_t i = 0; i < 600; ++i)
          QVERIFY(arrays.x[i] >= 0 && arrays.x[i] < 1200 && arrays.y[i] >= 0 && arrays.y[i] < 1200);
      }
  }

  void aSavedStateGoesOnWhereItWas() {
    Both both;
    open_both(serial_, 3, 1, shore_, land_, both);  // ou at walls: all three columns of memory
    Arrays arrays(500), back(700);
    std::reverse(arrays.id.begin(), arrays.id.end());
    fw_agents a = arrays.columns(), b = back.columns();
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &a, 0, error));
    for (int64_t tick = 0; tick < 10; ++tick)
      FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &a, error));
    size_t bytes = 0, count = 0;
    int64_t tick = 0;
    QCOMPARE(fw_agents_save(both.handle, &a, 10, nullptr, &bytes, nullptr), FW_E_SPACE);
    std::vector<char> block(bytes);
    FW_VERIFY(fw_agents_save(both.handle, &a, 10, block.data(), &bytes, error));
    FW_VERIFY(fw_agents_load(both.handle, block.data(), bytes, &b, &count, &tick, error));
    QCOMPARE(count, size_t{500});
    b.count = count;
    fw_digest before, after;
    for (; tick < 20; ++tick) {
      FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &a, error));
      FW_VERIFY(fw_crowd_step(both.handle, both.scratch, tick, &b, error));
    }
    fw_agents_digest(&a, 20, &before), fw_agents_digest(&b, 20, &after);
    QVERIFY(std::memcmp(&before, &after, sizeof before) == 0);
    // Sums over ranges of ids add up to the whole.
    fw_digest low, high;
    fw_agents_digest_of(&a, 20, 0, 200, &low), fw_agents_digest_of(&b, 20, 200, 500, &high);
    QCOMPARE(low.word[0] + high.word[0], before.word[0]);
    QCOMPARE(low.word[1] + high.word[1], before.word[1]);
    arrays.hx[17] = std::nextafter(arrays.hx[17], 2.0f);
    fw_agents_digest(&a, 20, &after);
    QVERIFY(before.word[0] != after.word[0] && before.word[1] != after.word[1]);
  }

  void aChangedOrCutBlockIsRefused() {
    Both both;
    open_both(serial_, 7, 0, shore_, land_, both);
    Arrays arrays(3), back(3);
    fw_agents a = arrays.columns(), b = back.columns();
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &a, 0, error));
    size_t bytes = 4096, count = 0;
    int64_t tick = 0;
    std::vector<char> block(bytes);
    FW_VERIFY(fw_agents_save(both.handle, &a, 0, block.data(), &bytes, error));
    back.x.assign(3, 5.5);
    for (size_t at = 0; at < bytes; ++at)
      for (const char change : {'\1', '@'}) {
        block[at] = static_cast<char>(block[at] ^ change);
        QCOMPARE(fw_agents_load(both.handle, block.data(), bytes, &b, &count, &tick, nullptr), FW_E_MISMATCH);
        block[at] = static_cast<char>(block[at] ^ change);
      }
    for (size_t size = 0; size < bytes + 8; ++size)
      if (size != bytes)
        QCOMPARE(fw_agents_load(both.handle, block.data(), size, &b, &count, &tick, nullptr), FW_E_MISMATCH);
    QCOMPARE(back.x, std::vector<double>(3, 5.5));
    b.count = 2;
    QCOMPARE(fw_agents_load(both.handle, block.data(), bytes, &b, &count, &tick, nullptr), FW_E_SPACE);
    QCOMPARE(count, size_t{3});
    Both other;
    open_both(serial_, 6, 0, shore_, land_, other);
    b.count = 3;
    QCOMPARE(fw_agents_load(other.handle, block.data(), bytes, &b, &count, &tick, nullptr), FW_E_MISMATCH);
    arrays.id[2] = arrays.id[0];
    fw_error e;
    QCOMPARE(fw_agents_save(both.handle, &a, 0, block.data(), &bytes, &e), FW_E_USAGE);
    QCOMPARE(e.message, "agents.id: found 0 twice, expected every id once");
  }

  void wrongArgumentsAreNamedAndNothingIsWritten() {
    Both both;
    open_both(serial_, 7, 0, shore_, land_, both);
    Arrays arrays(10);
    fw_agents good = arrays.columns();
    FW_VERIFY(fw_crowd_begin(both.handle, both.scratch, 0, &good, 0, error));
    const Arrays before = arrays;
    const auto refused = [&](const fw_agents& agents, int64_t tick, fw_status status, const char* words) {
      fw_error e{};
      QCOMPARE(fw_crowd_step(both.handle, both.scratch, tick, &agents, &e), status);
      QVERIFY2(std::strstr(e.message, words) != nullptr, e.message);
      QVERIFY(arrays.x == before.x && arrays.hx == before.hx);
    };
    fw_agents bad = good;
    bad.size = 8, refused(bad, 0, FW_E_USAGE, "fw_agents.size");
    bad = good, bad.x_m.data = nullptr, refused(bad, 0, FW_E_USAGE, "agents.x_m.data");
    bad = good, bad.y_m.type = FW_U8,
    refused(bad, 0, FW_E_USAGE, "agents.y_m.type: found FW_U8, expected FW_F64 or FW_F32");
    bad = good, bad.speed_mps.stride = 2, refused(bad, 0, FW_E_USAGE, "agents.speed_mps.stride");
    bad = good, bad.heading_y = bad.heading_x, refused(bad, 0, FW_E_USAGE, "share memory");
    bad = good, bad.count = kAgents + 1, refused(bad, 0, FW_E_LIMIT, "expected at most 3000");
    refused(good, -1, FW_E_USAGE, "tick");
    uint32_t twice[] = {1, 2, 1}, beyond[] = {10};
    fw_error e;
    QCOMPARE(fw_crowd_step_some(both.handle, both.scratch, 0, 1, twice, 3, &good, &e), FW_E_USAGE);
    QCOMPARE(fw_crowd_step_some(both.handle, both.scratch, 0, 1, beyond, 1, &good, &e), FW_E_USAGE);
    QCOMPARE(fw_crowd_step_some(both.handle, both.scratch, 1, 2, nullptr, 0, &good, &e), FW_E_USAGE);
    QCOMPARE(fw_crowd_step_some(both.handle, both.scratch, 0, 3, nullptr, 0, &good, &e), FW_E_USAGE);
    QVERIFY(arrays.x == before.x);
    arrays.y[4] = std::nan("");
    QCOMPARE(fw_crowd_step(both.handle, both.scratch, 0, &good, &e), FW_E_USAGE);
    QVERIFY2(std::strstr(e.message, "agents.y_m[4]") != nullptr, e.message);
    QVERIFY(arrays.x == before.x);
    QCOMPARE(fw_crowd_step(nullptr, both.scratch, 0, &good, nullptr), FW_E_USAGE);
    QCOMPARE(fw_crowd_step(both.handle, nullptr, 0, &good, nullptr), FW_E_USAGE);
    QCOMPARE(fw_crowd_step(both.handle, both.scratch, 0, nullptr, nullptr), FW_E_USAGE);
  }

  void targetsAreThoseOfTheRoom() {
    Both both;
    open_both(serial_, 7, 2, shore_, land_, both);
    const CrowdState state = start_crowd(both.crowd, 700);
    std::vector<double> x = state.agents.x_m, y = state.agents.y_m;
    std::vector<float> hx(700), hy(700), speed(700);
    const fw_column xs = packed(x), ys = packed(y);
    FW_VERIFY(fw_crowd_targets(both.handle, both.scratch, 40, 700, &xs, &ys, hx.data(), hy.data(),
                               speed.data(), error));
    const CrowdTargets expected = crowd_targets(both.crowd, 40, x, y);
    QCOMPARE(hx, expected.heading_x);
    QCOMPARE(hy, expected.heading_y);
    QCOMPARE(speed, expected.speed_mps);
    Arrays arrays(700);
    fw_agents columns = arrays.columns();
    arrays.x = x, arrays.y = y, columns.x_m = packed(arrays.x), columns.y_m = packed(arrays.y);
    std::vector<uint32_t> order(700);
    FW_VERIFY(fw_crowd_order(both.handle, both.scratch, &columns, order.data(), error));
    std::sort(order.begin(), order.end());
    for (uint32_t i = 0; i < 700; ++i) QCOMPARE(order[i], i);
  }
};

FW_TEST(LibCrowdTest)
#include "test_lib_crowd.moc"
