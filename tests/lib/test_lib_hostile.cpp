// Arguments that nobody should give, by the ten thousand, and many threads on one handle: no crash, no hang,
// not a byte written outside the columns, and after every refusal nothing changed.

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "hostile/hostile_calls.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Draws from short lists of usual and of unusual values.
struct Hostile {
  RandomCursor random;

  template <typename T, size_t kCount>
  T one_of(const T (&values)[kCount]) {
    return values[random.below(kCount)];
  }
  /// One time in `rarely`.
  bool odd(uint64_t rarely) { return random.below(rarely) == 0; }
  double number() {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    const double values[] = {0.0, -0.0,        1,      -1,     0.5,  999.999, 1000,
                             1e7, 1.0000001e7, -1e300, 5e-324, kInf, -kInf,   std::nan("")};
    return one_of(values);
  }
  int64_t tick() {
    const int64_t values[] = {0, 1, 7, 64, 128, -1, 4000000000, 4000000001, INT64_MAX, INT64_MIN};
    return one_of(values);
  }
  size_t count(size_t right) {
    const size_t values[] = {0, 1, right, right + 1, SIZE_MAX, size_t{1} << 33};
    return odd(3) ? one_of(values) : right;
  }
  /// A column that may be broken in type, stride or place.
  fw_column column(fw_column given) {
    if (!odd(6)) return given;
    const ptrdiff_t strides[] = {0, 1, 3, -8, 8, PTRDIFF_MAX, PTRDIFF_MIN};
    const fw_type types[] = {0, FW_F32, FW_U8, FW_U32, 99, UINT32_MAX};
    switch (random.below(3)) {
      case 0:
        given.data = nullptr;
        break;
      case 1:
        given.type = one_of(types);
        break;
      default:
        given.stride = one_of(strides);
    }
    return given;
  }
};

constexpr size_t kAgents = 40;
constexpr uint8_t kGuard = 0xA5;

/// A stride that walks out of the memory is the caller's own fault: no library can know the memory's end.
void keep_inside(fw_column& column) {
  if (column.stride == -8 || column.stride == 8) column.stride = 0;
}

/// Memory with guards around it, which must stay as they are.
template <typename T>
struct Guarded {
  std::vector<uint8_t> bytes = std::vector<uint8_t>(kAgents * sizeof(T) + 8192, kGuard);
  T* data() { return reinterpret_cast<T*>(bytes.data() + 4096); }
  bool whole() const {
    const auto guards = [this](size_t begin, size_t end) {
      return std::all_of(bytes.begin() + static_cast<ptrdiff_t>(begin),
                         bytes.begin() + static_cast<ptrdiff_t>(end), [](uint8_t b) { return b == kGuard; });
    };
    return guards(0, 4096) && guards(4096 + kAgents * sizeof(T), bytes.size());
  }
};

}  // namespace

class LibHostileTest : public QObject {
  Q_OBJECT

  Context context_;
  fw_seeds seeds_{42, 42, 42};
  fw_ground torus_ = ground(FW_TORUS, 1000);

 private slots:
  void initTestCase() { FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error)); }

  void crowds() {
    Params params;
    CrowdHandle crowd;
    Scratch scratch;
    FW_VERIFY(fw_params_open(context_, "crowd", "ou", &params, error));
    FW_VERIFY(fw_crowd_open(context_, params, &torus_, &seeds_, &crowd, error));
    FW_VERIFY(fw_scratch_open(crowd, kAgents, &scratch, error));
    Guarded<uint32_t> id, order;
    std::array<Guarded<double>, 2> places;
    std::array<Guarded<float>, 6> floats;
    Hostile h{{derive(1, "crowds")}};
    size_t done = 0;
    for (int call = 0; call < 30000; ++call) {
      for (size_t i = 0; i < kAgents; ++i) {
        id.data()[i] = static_cast<uint32_t>(i);
        for (auto& place : places) place.data()[i] = h.odd(200) ? h.number() : 10.0 * static_cast<double>(i);
        for (auto& f : floats) f.data()[i] = h.odd(200) ? static_cast<float>(h.number()) : 0.5f;
      }
      const auto narrow = [&](size_t k) { return h.column({floats[k].data(), 0, 0}); };
      fw_agents a{h.odd(20) ? 8u : static_cast<uint32_t>(sizeof a),
                  0,
                  h.odd(8) ? h.count(kAgents) : kAgents,
                  h.column({id.data(), 0, 0}),
                  h.column({places[0].data(), 0, 0}),
                  h.column({places[1].data(), 0, 0}),
                  narrow(0),
                  narrow(1),
                  narrow(2),
                  {narrow(3), narrow(4), narrow(5)}};
      // A stride that walks out of the memory is the caller's own fault: no library can know the memory's
      // end.
      for (fw_column* c : {&a.id, &a.x_m, &a.y_m, &a.heading_x, &a.heading_y, &a.speed_mps, &a.memory[0],
                           &a.memory[1], &a.memory[2]})
        keep_inside(*c);
      if (a.count > kAgents && a.count < SIZE_MAX / 2) a.count = kAgents + 1;
      const auto before = places[0].bytes;
      fw_status status = FW_OK;
      size_t bytes = h.count(100000);
      static char block[100000];
      const uint32_t entries[] = {0, 5, h.odd(3) ? 5u : 6u, h.odd(4) ? UINT32_MAX : 9u};
      const uint32_t steps[] = {1, 2, 64, 0, 3, 128, UINT32_MAX};
      switch (call % 6) {
        case 0:
          status = fw_crowd_begin(crowd, scratch, h.tick(), &a, h.odd(4) ? 77 : 3, nullptr);
          break;
        case 1:
          status = fw_crowd_step(crowd, h.odd(9) ? nullptr : scratch.it, h.tick(), &a, nullptr);
          break;
        case 2:
          status = fw_crowd_step_some(crowd, scratch, h.tick(), h.one_of(steps), h.odd(5) ? nullptr : entries,
                                      h.odd(9) ? 0 : 4, &a, nullptr);
          break;
        case 3:
          bytes = std::min<size_t>(bytes, sizeof block);
          status = fw_agents_save(crowd, &a, h.tick(), h.odd(4) ? nullptr : block, &bytes, nullptr);
          break;
        case 4:
          status = fw_crowd_order(crowd, scratch, &a, h.odd(9) ? nullptr : order.data(), nullptr);
          break;
        default: {
          size_t count = 0;
          int64_t tick = 0;
          for (size_t i = 0; i < 200; ++i) block[i] = static_cast<char>(h.random.below(256));
          if (h.odd(2)) std::memcpy(block, "FWST\1\0\0\0\1\0\0\0\1\0\0\0", 16);
          status = fw_agents_load(crowd, block, h.random.below(200), &a, &count, &tick, nullptr);
          QVERIFY(status != FW_OK);
        }
      }
      done += status == FW_OK;
      if (status != FW_OK) QVERIFY(places[0].bytes == before);
      QVERIFY(id.whole() && order.whole());
      for (const auto& place : places) QVERIFY(place.whole());
      for (const auto& f : floats) QVERIFY(f.whole());
    }
    QVERIFY(done > 1000 && done < 25000);
  }

  void noise() {
    Params stack;
    Field field;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    FW_VERIFY(fw_params_set(stack, "stack.drift_per_s", 0.01, error));
    FW_VERIFY(fw_field_open(context_, stack, "x", &seeds_, 0, &field, error));
    Guarded<double> x, y;
    Guarded<float> out;
    Hostile h{{derive(1, "noise")}};
    size_t done = 0;
    for (int call = 0; call < 30000; ++call) {
      for (size_t i = 0; i < kAgents; ++i) x.data()[i] = h.odd(90) ? h.number() : 3.0, y.data()[i] = 7;
      fw_column xs = h.column({x.data(), 0, 0}), ys = h.column({y.data(), 0, 0});
      for (fw_column* c : {&xs, &ys}) keep_inside(*c);
      const double time_s = h.odd(4) ? h.number() : 5;
      const size_t count = h.odd(9) ? 0 : kAgents;
      fw_status status = FW_OK;
      switch (call % 4) {
        case 0:
          status = fw_field_points(field, time_s, count, &xs, h.odd(9) ? nullptr : &ys,
                                   h.odd(9) ? nullptr : out.data(), nullptr, nullptr, nullptr);
          break;
        case 1:
          status = fw_field_context(field, time_s, count, &xs, &ys, nullptr, h.odd(3) ? 1 : 0, out.data(),
                                    nullptr);
          break;
        case 2: {
          const uint32_t sizes[] = {0, 1, 5, UINT32_MAX, 65537};
          const uint32_t columns = h.one_of(sizes), rows = h.one_of(sizes);
          const double cell_m = h.number();
          status = fw_field_grid(field, time_s, h.number(), h.number(), cell_m, columns, rows, out.data(),
                                 nullptr);
          break;
        }
        default: {
          const float n = fw_field_value(field, h.number(), h.number(), h.number());
          QVERIFY(std::isnan(n) || std::abs(n) <= 1);
          fw_moment* moment = nullptr;
          status = fw_moment_open(field, h.number(), h.number(), h.number(), h.number(), &moment, nullptr);
          if (status == FW_OK) fw_moment_set(moment, h.number(), nullptr);
          fw_moment_close(moment);
        }
      }
      done += status == FW_OK;
      QVERIFY(x.whole() && y.whole() && out.whole());
    }
    QVERIFY(done > 1000 && done < 25000);
  }

  void schedules() {
    for (const char* method : {"clock", "exact", "constraint_token", "filtered"}) {
      Params params;
      ActionHandle action;
      FW_VERIFY(fw_params_open(context_, "action", method, &params, error));
      FW_VERIFY(fw_action_open(context_, params, &torus_, &seeds_, kAgents, &action, error));
      Hostile h{{derive(1, method)}};
      Guarded<uint32_t> id, started;
      Guarded<double> x, y;
      const uint32_t ids[] = {0, 1, 2, 3, 39, 40, UINT32_MAX};
      int64_t next = 0;
      size_t done = 0;
      for (int call = 0; call < 4000; ++call) {
        uint32_t some[3] = {h.one_of(ids), h.one_of(ids), static_cast<uint32_t>(h.random.below(40))};
        uint8_t classes[3] = {0, 0, static_cast<uint8_t>(h.odd(4) ? 255 : 0)};
        fw_turn turn;
        fw_digest before, after;
        fw_action_digest(action, &before);
        fw_status status = FW_OK;
        switch (h.random.below(6)) {
          case 0:
            status = fw_action_join(action, h.random.below(4), h.odd(9) ? nullptr : some,
                                    h.odd(2) ? nullptr : classes, nullptr);
            break;
          case 1:
            status = fw_action_leave(action, h.random.below(4), some, nullptr);
            break;
          case 2: {
            // Everybody that has joined, as the states tell; now and then one of them twice, or at no place.
            size_t count = 0;
            for (uint32_t i : {0u, 1u, 2u, 3u, 40u, UINT32_MAX}) {
              if (fw_action_state(action, i, &turn, nullptr) == FW_OK || next == 0) id.data()[count++] = i;
            }
            for (uint32_t i = 4; i < 40 && count < kAgents; ++i)
              if (fw_action_state(action, i, &turn, nullptr) == FW_OK) id.data()[count++] = i;
            for (size_t i = 0; i < kAgents; ++i) x.data()[i] = h.odd(300) ? h.number() : 3.0, y.data()[i] = 8;
            if (h.odd(9) && count > 1) id.data()[0] = id.data()[1];
            const fw_column ids_column{id.data(), 0, 0}, xs = {x.data(), 0, 0}, ys{y.data(), 0, 0};
            size_t starts = 0;
            status = fw_action_tick(action, h.odd(9) ? h.tick() : next, count, &ids_column, &xs, &ys,
                                    started.data(), &starts, nullptr);
            if (status == FW_OK) ++next;
            break;
          }
          case 3:
            status = fw_action_at(action, h.tick(), nullptr);
            break;
          case 4: {
            const fw_ask ask{h.number(), h.number(), h.number(),         h.number(),
                             h.tick(),   some[0],    h.odd(9) ? 99u : 0u};
            status = fw_action_ask(action, &ask, &turn, nullptr);
            break;
          }
          default:
            status = fw_action_state(action, some[0], &turn, nullptr);
        }
        fw_action_digest(action, &after);
        if (status != FW_OK) QVERIFY(std::memcmp(&before, &after, sizeof before) == 0);
        QVERIFY(id.whole() && started.whole() && x.whole() && y.whole());
        done += status == FW_OK;
      }
      QVERIFY(done > 500);
    }
  }

  void spawning() {
    Params params;
    SpawnHandle spawn;
    const fw_ground walls = ground(FW_WALLS, 120);
    FW_VERIFY(fw_params_open(context_, "spawn", "a_full", &params, error));
    FW_VERIFY(fw_spawn_open(context_, params, &walls, "t", &seeds_, &spawn, error));
    Hostile h{{derive(1, "spawning")}};
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    std::vector<uint32_t> living;
    int64_t next = 0;
    for (int call = 0; call < 4000; ++call) {
      double px[2] = {h.odd(20) ? h.number() : 5, 60}, py[2] = {5, h.odd(20) ? h.number() : 60};
      uint32_t ids[2] = {living.empty() || h.odd(4) ? static_cast<uint32_t>(h.random.below(2000)) : living[0],
                         h.odd(4) ? 0u : UINT32_MAX};
      fw_digest before, after;
      fw_spawn_digest(spawn, &before);
      fw_status status = FW_OK;
      if (h.odd(4)) {
        status = fw_spawn_remove(spawn, h.odd(5) ? h.tick() : next - 1, h.random.below(3),
                                 h.odd(9) ? nullptr : ids, nullptr);
        if (status == FW_OK) living.clear();
      } else {
        fw_spawn_tick io{};
        io.size = h.odd(20) ? 4 : sizeof io;
        io.players = h.random.below(3), io.living = h.odd(3) ? h.random.below(3) : 0;
        io.player_x_m = h.column({px, 0, 0}), io.player_y_m = h.column({py, 0, 0});
        io.living_id = h.column({ids, 0, 0}), io.living_x_m = {px, 0, 0}, io.living_y_m = {py, 0, 0};
        for (fw_column* c : {&io.player_x_m, &io.player_y_m, &io.living_id}) keep_inside(*c);
        io.events = h.odd(20) ? nullptr : events.data(), io.space = h.odd(20) ? 3 : events.size();
        status = fw_spawn_step(spawn, h.odd(9) ? h.tick() : next, &io, nullptr);
        if (status == FW_OK) {
          ++next;
          for (size_t k = 0; k < io.count; ++k)
            if (io.events[k].kind == FW_SPAWNED) living.push_back(io.events[k].id);
        }
      }
      fw_spawn_digest(spawn, &after);
      if (status != FW_OK) QVERIFY(std::memcmp(&before, &after, sizeof before) == 0);
    }
    QVERIFY(next > 500);
  }

  // The first thousands of what ./bootstrap fuzz makes a million of (tests/lib/hostile), in all of the
  // header.
  void everyFunctionTakesHostileArguments() {
    HostileReport report;
    for (uint64_t round = 0; round < 120 && hostile_round(1, round, report); ++round) {
    }
    QVERIFY2(report.failure.empty(), report.failure.c_str());
    QVERIFY(report.succeeded > report.calls / 10);
    QFile header(FIELDWRIGHT_SOURCE_DIR "/app/lib/fieldwright.h");
    QVERIFY(header.open(QIODevice::ReadOnly));
    static const QRegularExpression kFunction("FW_API [^;(]*?(fw_[a-z_]+)\\(");
    std::set<std::string> declared;
    for (auto found = kFunction.globalMatch(QString::fromUtf8(header.readAll())); found.hasNext();)
      declared.insert(found.next().captured(1).toStdString());
    for (const std::string& name : declared) QVERIFY2(report.names.count(name) == 1, name.c_str());
    QVERIFY(declared.size() > 70);
  }

  // What the hostile calls found: each was a crash, a hang or a bug's own status.
  void moreThanThereIsIsRefusedBeforeItIsRead() {
    Params params;
    SpawnHandle spawn;
    const fw_ground walls = ground(FW_WALLS, 120);
    FW_VERIFY(fw_params_open(context_, "spawn", "a_full", &params, error));
    FW_VERIFY(fw_spawn_open(context_, params, &walls, "t", &seeds_, &spawn, error));
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    fw_spawn_tick io{};
    io.size = sizeof io, io.events = events.data(), io.space = events.size();
    FW_VERIFY(fw_spawn_step(spawn, 0, &io, error));
    const uint32_t id = 1;
    QCOMPARE(fw_spawn_remove(spawn, 0, SIZE_MAX, &id, nullptr), fw_status{FW_E_USAGE});
  }

  void aGroundWithoutAnAreaIsRefused() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", "uniform", &params, error));
    const fw_ground tiny = ground(FW_WALLS, 5e-324);
    fw_spawn* spawn = nullptr;
    QCOMPARE(fw_spawn_open(context_, params, &tiny, "t", &seeds_, &spawn, nullptr), fw_status{FW_E_USAGE});
  }

  void aFieldTooFineForItsLatticeIsRefused() {
    Params stack, action_params;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    FW_VERIFY(fw_params_set(stack, "stack.wavelength_m", 0.1, error));
    FW_VERIFY(fw_params_set(stack, "stack.octaves", 12, error));
    FW_VERIFY(fw_params_set(stack, "stack.lacunarity", 8, error));
    fw_field* field = nullptr;
    QCOMPARE(fw_field_open(context_, stack, "x", &seeds_, 0, &field, nullptr), fw_status{FW_E_USAGE});
    FW_VERIFY(fw_params_open(context_, "action", "exact", &action_params, error));
    FW_VERIFY(fw_params_set(action_params, "action.octaves", 12, error));
    FW_VERIFY(fw_params_set(action_params, "action.lacunarity", 8, error));
    fw_action* action = nullptr;
    QCOMPARE(fw_action_open(context_, action_params, &torus_, &seeds_, 10, &action, nullptr),
             fw_status{FW_E_USAGE});
  }

  // A period holds whole waves, so that too short a one would make waves too fine.
  void aPeriodTooShortIsRefused() {
    Params stack;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    fw_field* field = nullptr;
    QCOMPARE(fw_field_open(context_, stack, "x", &seeds_, 5e-324, &field, nullptr), fw_status{FW_E_USAGE});
  }

  // Headings that are none may give places that are none, which the next step refuses; nothing else.
  void headingsThatAreNoneCrashNothing() {
    for (const char* method : {"vicsek", "ou", "curl_dual"}) {
      Params params;
      CrowdHandle crowd;
      Scratch scratch;
      Arrays agents(50);
      const fw_agents columns = agents.columns();
      FW_VERIFY(fw_params_open(context_, "crowd", method, &params, error));
      // On a strip of land, and on the whole square for those that read neighbours.
      const uint8_t open[4] = {1, 0, 1, 0};
      fw_ground strip = ground(FW_MASK, 1000);
      strip.mask = open, strip.columns = strip.rows = 2;
      const fw_ground* where = std::strcmp(method, "vicsek") == 0 ? &torus_ : &strip;
      FW_VERIFY(fw_crowd_open(context_, params, where, &seeds_, &crowd, error));
      FW_VERIFY(fw_scratch_open(crowd, 50, &scratch, error));
      FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &columns, 0, error));
      for (const float none : {std::nanf(""), std::numeric_limits<float>::infinity(), 1e30f}) {
        std::fill(agents.hx.begin(), agents.hx.end(), none);
        const fw_status status = fw_crowd_step(crowd, scratch, 0, &columns, nullptr);
        QVERIFY(status == FW_OK || status == FW_E_USAGE);
      }
    }
  }

  void tokensOfTooManyCellsAreRefused() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "action", "constraint_token", &params, error));
    FW_VERIFY(fw_params_set(params, "action.token_cell_m", 0.1, error));
    fw_action* action = nullptr;
    QCOMPARE(fw_action_open(context_, params, &torus_, &seeds_, 10, &action, nullptr), fw_status{FW_E_USAGE});
  }

  void aSpawnFieldOfTooManyPlacesIsRefused() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", "perlin_b", &params, error));
    FW_VERIFY(fw_params_set(params, "spawn.field.lattice_step_m", 0.05, error));
    fw_spawn* spawn = nullptr;
    QCOMPARE(fw_spawn_open(context_, params, &torus_, "enemy.wolf", &seeds_, &spawn, nullptr),
             fw_status{FW_E_USAGE});
  }

  void eightThreadsAskOneHandle() {
    Params stack, action_params, crowd_params;
    Field field;
    ActionHandle clock;
    CrowdHandle crowd;
    WorldHandle world;
    FW_VERIFY(fw_params_open(context_, "stack", nullptr, &stack, error));
    FW_VERIFY(fw_field_open(context_, stack, "x", &seeds_, 0, &field, error));
    FW_VERIFY(fw_params_open(context_, "action", "clock", &action_params, error));
    FW_VERIFY(fw_action_open(context_, action_params, &torus_, &seeds_, 0, &clock, error));
    FW_VERIFY(fw_action_at(clock, 5, error));
    FW_VERIFY(fw_params_open(context_, "crowd", "curl_dual", &crowd_params, error));
    FW_VERIFY(fw_crowd_open(context_, crowd_params, &torus_, &seeds_, &crowd, error));
    fw_generate how{};
    how.size = sizeof how, how.resolution = 64;
    FW_VERIFY(fw_world_generate(context_, "Tiny", 4, &seeds_, &how, &world, error));
    const auto asked = [&](uint64_t& word) {
      word = 0;
      const auto add = [&word](const void* from, size_t bytes) {
        for (size_t i = 0; i < bytes; ++i) word = splitmix64(word ^ static_cast<const uint8_t*>(from)[i]);
      };
      std::vector<double> x(200, 5), y(200, 7);
      std::vector<float> n(200);
      const fw_column xs = packed(x), ys = packed(y);
      Scratch scratch;
      fw_status status = fw_scratch_open(crowd, 200, &scratch, nullptr);
      Arrays agents(200);
      const fw_agents columns = agents.columns();
      status |= fw_crowd_begin(crowd, scratch, 0, &columns, 0, nullptr);
      for (int64_t tick = 0; tick < 40; ++tick) {
        for (size_t i = 0; i < 200; ++i) x[i] = static_cast<double>(i) * 3 + static_cast<double>(tick);
        status |= fw_field_points(field, 0.1 * static_cast<double>(tick), 200, &xs, &ys, n.data(), nullptr,
                                  nullptr, nullptr);
        add(n.data(), 200 * sizeof(float));
        status |= fw_crowd_step(crowd, scratch, tick, &columns, nullptr);
        for (uint32_t id = 0; id < 50; ++id) {
          const fw_ask ask{x[id], 7, x[id], 8, tick % 9, id, 0};
          fw_turn turn;
          std::memset(&turn, 0, sizeof turn);
          status |= fw_action_ask(clock, &ask, &turn, nullptr);
          add(&turn.phase, sizeof turn.phase), add(&turn.starts, sizeof turn.starts);
        }
        std::array<char, 4000> text{};
        fw_world_text(world, "explain", 500 + 10 * static_cast<double>(tick), 500, text.data(), text.size());
        add(text.data(), text.size());
      }
      fw_digest digest;
      fw_agents_digest(&columns, 40, &digest);
      add(&digest, sizeof digest);
      if (status != FW_OK) word = 0;
    };
    uint64_t expected = 0;
    asked(expected);
    QVERIFY(expected != 0);
    std::array<uint64_t, 8> found{};
    std::vector<std::thread> threads;
    for (uint64_t& word : found) threads.emplace_back([&] { asked(word); });
    for (std::thread& thread : threads) thread.join();
    for (const uint64_t word : found) QCOMPARE(word, expected);
  }
};

FW_TEST(LibHostileTest)
#include "test_lib_hostile.moc"
