// Worlds, action timing and spawning through the interface against the rooms themselves.

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/action/action.h"
#include "core/base/exact/rng.h"
#include "core/measure/audit/audit.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/coordinator.h"
#include "core/model/world/digest.h"
#include "core/spawn/spawn.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "library_calls.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Agents that walk, by id; each id's path is its own.
Vec2 place_of(uint32_t id, int64_t tick) {
  const double u = random_uniform(77, 2 * uint64_t{id}), v = random_uniform(77, 2 * uint64_t{id} + 1);
  const auto t = static_cast<double>(tick);
  return {std::fmod(1000 * u + 0.8 * t, 1000), std::fmod(1000 * v + 0.5 * t, 1000)};
}

/// Columns of places for a tick's end, in the order of `ids`.
struct WhereTheyStand {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  WhereTheyStand(std::vector<uint32_t> ids, int64_t tick) : id(std::move(ids)), x(id.size()), y(id.size()) {
    for (size_t i = 0; i < id.size(); ++i) {
      const Vec2 at = place_of(id[i], tick);
      x[i] = at.x, y[i] = at.y;
    }
  }
};

std::vector<uint32_t> tick_of(fw_action* action, int64_t tick, WhereTheyStand& places) {
  const fw_column id = packed(places.id), x = packed(places.x), y = packed(places.y);
  std::vector<uint32_t> started(places.id.size());
  size_t starts = 0;
  fw_error e{};
  if (fw_action_tick(action, tick, places.id.size(), &id, &x, &y, started.data(), &starts, &e) != FW_OK)
    qFatal("%s", e.message);
  started.resize(starts);
  return started;
}

std::vector<uint32_t> numbered(uint32_t count) {
  std::vector<uint32_t> ids(count);
  std::iota(ids.begin(), ids.end(), 0u);
  return ids;
}

}  // namespace

class LibSchedulesTest : public QObject {
  Q_OBJECT

  Context context_;
  fw_seeds seeds_{};
  fw_ground torus_ = ground(FW_TORUS, 1000);

  void open_action(const char* method, size_t most, ActionHandle& out) {
    Params params;
    FW_VERIFY(fw_params_open(context_, "action", method, &params, error));
    FW_VERIFY(fw_action_open(context_, params, &torus_, &seeds_, most, &out, error));
  }

 private slots:
  void initTestCase() {
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error));
    fw_seeds_of(42, &seeds_);
  }

  void whoStartedIsKnownAfterOthersJoinAndLeave() {
    for (const char* method : {"exact", "clock"}) {
      ActionHandle action;
      open_action(method, 400, action);
      std::vector<uint32_t> ids = numbered(300);
      for (uint32_t& id : ids) id = 2 * id + 1;
      FW_VERIFY(fw_action_join(action, ids.size(), ids.data(), nullptr, error));
      std::vector<uint32_t> started;
      for (int64_t tick = 0; started.size() < 3; ++tick) {
        QVERIFY(tick < 1000);
        WhereTheyStand here(ids, tick + 1);
        started = tick_of(action, tick, here);
      }
      fw_digest before, after;
      fw_action_digest(action, &before);
      const uint32_t first = 0, gone = started[1];
      FW_VERIFY(fw_action_join(action, 1, &first, nullptr, error));
      FW_VERIFY(fw_action_leave(action, 0, nullptr, error));
      FW_VERIFY(fw_action_leave(action, 1, &gone, error));
      for (const uint32_t id : ids) {
        if (id == gone) continue;
        fw_turn turn;
        FW_VERIFY(fw_action_state(action, id, &turn, error));
        QCOMPARE(turn.starts != 0, std::ranges::find(started, id) != started.end());
      }
      fw_turn newcomer;
      FW_VERIFY(fw_action_state(action, first, &newcomer, error));
      QCOMPARE(newcomer.starts, 0u);
      fw_action_digest(action, &after);
      QVERIFY(before.word[0] != after.word[0]);
    }
  }

  void aDigestHoldsWhatSpawningRemembers() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", "a_full", &params, error));
    FW_VERIFY(fw_params_set(params, "spawn.block_s", 300, error));
    const fw_ground square = ground(FW_WALLS, 1000);
    std::array<fw_digest, 2> digests;
    for (const double x_m : {100.0, 700.0}) {
      SpawnHandle spawn;
      FW_VERIFY(fw_spawn_open(context_, params, &square, "enemy.wolf", &seeds_, &spawn, error));
      std::vector<fw_event> events(fw_spawn_most_events(spawn));
      fw_spawn_tick io{};
      io.size = sizeof io, io.events = events.data(), io.space = events.size();
      uint32_t born = 0;
      int64_t tick = 0;
      for (; born == 0; ++tick) {
        QVERIFY(tick < 5000);
        FW_VERIFY(fw_spawn_step(spawn, tick, &io, error));
        for (size_t k = 0; k < io.count; ++k) born = events[k].id;
      }
      std::vector<uint32_t> living{born};
      std::vector<double> x{x_m}, y{500};
      io.living = 1, io.living_id = packed(living), io.living_x_m = packed(x), io.living_y_m = packed(y);
      FW_VERIFY(fw_spawn_step(spawn, tick, &io, error));
      FW_VERIFY(fw_spawn_remove(spawn, tick, 1, &born, error));
      fw_spawn_digest(spawn, &digests[x_m > 500]);
    }
    QVERIFY(digests[0].word[0] != digests[1].word[0]);
  }

  void limitsHoldFromTheNextTickOn() {
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", "a_full", &params, error));
    FW_VERIFY(fw_params_set(params, "spawn.refill_s", 20, error));
    const fw_ground square = ground(FW_WALLS, 1000);
    SpawnHandle spawn, prepared, loaded;
    for (fw_spawn** one : {&spawn, &prepared, &loaded})
      FW_VERIFY(fw_spawn_open(context_, params, &square, "enemy.wolf", &seeds_, one, error));
    fw_pool pool{};
    FW_VERIFY(fw_spawn_pool(spawn, 0, &pool, error));
    const uint32_t target = pool.target, quota = pool.quota;
    for (const auto& [at, of, most] : {std::tuple{1u, 5u, 5u}, {0u, 100001u, 5u}, {0u, 5u, UINT32_MAX}})
      QCOMPARE(fw_spawn_limit(spawn, at, of, most, nullptr), FW_E_USAGE);
    FW_VERIFY(fw_spawn_pool(spawn, 0, &pool, error));
    QCOMPARE(pool.target, target);
    size_t spawned = 0;
    fw_digest a, b;
    for (int64_t tick = 0; tick < 1800; ++tick) {
      for (fw_spawn* one : {spawn.it, prepared.it}) {
        if (tick == 300 && one == prepared) FW_VERIFY(fw_spawn_prepare(one, tick, error));
        if (tick == 400) FW_VERIFY(fw_spawn_limit(one, 0, 3 * target, 2 * quota, error));
        if (tick == 1200) FW_VERIFY(fw_spawn_limit(one, 0, target, 0, error));
        if (tick == 1400) FW_VERIFY(fw_spawn_limit(one, 0, target, quota, error));
        std::vector<fw_event> events(fw_spawn_most_events(one));
        fw_spawn_tick io{};
        io.size = sizeof io, io.events = events.data(), io.space = events.size();
        FW_VERIFY(fw_spawn_step(one, tick, &io, error));
        if (one == prepared) continue;
        if (tick == 600 || tick == 1200) spawned = 0;
        for (size_t k = 0; k < io.count; ++k) spawned += events[k].kind == FW_SPAWNED;
        if (tick < 600) QVERIFY(spawned <= quota);
        if (tick == 1199) QVERIFY(spawned > quota && spawned <= 2 * quota);
        if (tick >= 1200 && tick < 1400) QCOMPARE(spawned, size_t{0});
      }
      // A plan made ahead for other limits is none.
      fw_spawn_digest(spawn, &a), fw_spawn_digest(prepared, &b);
      QVERIFY(std::memcmp(&a, &b, sizeof a) == 0);
      if (tick != 700) continue;
      size_t bytes = 0;
      QCOMPARE(fw_spawn_save(spawn, nullptr, &bytes, nullptr), FW_E_SPACE);
      std::vector<char> block(bytes);
      FW_VERIFY(fw_spawn_save(spawn, block.data(), &bytes, error));
      FW_VERIFY(fw_spawn_load(loaded, block.data(), bytes, error));
      fw_spawn_digest(loaded, &b);
      QVERIFY(std::memcmp(&a, &b, sizeof a) == 0);
      FW_VERIFY(fw_spawn_pool(loaded, 0, &pool, error));
      QCOMPARE(pool.target, 3 * target);
      QCOMPARE(pool.quota, 2 * quota);
    }
  }

  void aSavedSpawnIsOfItsWorldAlone() {
    std::string text(fw_text("template:Tiny", nullptr, 0), ' ');
    fw_text("template:Tiny", text.data(), text.size());
    std::string other = text;
    const std::string spacing = "\"count\": 3, \"spacing_m\": 500";
    QVERIFY(other.find(spacing) != std::string::npos);
    other.replace(other.find(spacing), spacing.size(), "\"count\": 3, \"spacing_m\": 510");
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", "a_full", &params, error));
    std::vector<char> block;
    for (const std::string& of : {text, other}) {
      fw_generate how{};
      how.size = sizeof how, how.resolution = 128;
      WorldHandle world;
      FW_VERIFY(fw_world_generate(context_, of.c_str(), of.size() - 1, &seeds_, &how, &world, error));
      SpawnHandle spawn;
      FW_VERIFY(fw_spawn_open_world(context_, params, world, &spawn, error));
      fw_error e{};
      if (!block.empty()) {
        QCOMPARE(fw_spawn_load(spawn, block.data(), block.size(), &e), FW_E_MISMATCH);
        break;
      }
      size_t bytes = 0;
      fw_spawn_save(spawn, nullptr, &bytes, &e);
      block.resize(bytes);
      FW_VERIFY(fw_spawn_save(spawn, block.data(), &bytes, error));
    }
    QVERIFY(!block.empty());
  }

  void aWorldHasTheDigestsOfTheRoom() {
    const Template tmpl = builtin("Tiny");
    const auto expected = generate(tmpl, SeedBundle::from_master(42), 128).value();
    fw_generate how{};
    how.size = sizeof how, how.resolution = 128;
    int reports = 0;
    how.user = &reports;
    how.progress = [](void* user, const char*, double) { ++*static_cast<int*>(user); };
    WorldHandle world;
    FW_VERIFY(fw_world_generate(context_, "Tiny", 4, &seeds_, &how, &world, error));
    QVERIFY(reports > 3);
    std::string digests(fw_world_text(world, "digests", 0, 0, nullptr, 0), ' ');
    fw_world_text(world, "digests", 0, 0, digests.data(), digests.size());
    for (const auto& [name, digest] : world_digests(*expected))
      QVERIFY2(digests.find("\"" + name + "\": \"" + digest + "\"") != std::string::npos, name.c_str());
    fw_raster danger;
    FW_VERIFY(fw_world_raster(world, "danger", &danger, error));
    QCOMPARE(danger.type, fw_type{FW_U8});
    QVERIFY(std::memcmp(danger.cells, expected->danger.cells.data(), expected->danger.size()) == 0);
    QCOMPARE(fw_world_code(world, "danger", 1), expected->vocabulary.danger[0].id.c_str());
    QVERIFY(fw_world_code(world, "danger", 200) == nullptr);
    // Heights as files have them: with the detail, which is a raster too.
    fw_raster height, detail;
    FW_VERIFY(fw_world_raster(world, "height_m", &height, error));
    FW_VERIFY(fw_world_raster(world, "detail_m", &detail, error));
    const auto* const heights = static_cast<const float*>(height.cells);
    bool any = false;
    for (size_t cell = 0; cell < expected->height_m.size(); ++cell) {
      QCOMPARE(heights[cell], expected->height_m[cell] + expected->detail_m[cell]);
      QCOMPARE(static_cast<const float*>(detail.cells)[cell], expected->detail_m[cell]);
      any = any || expected->detail_m[cell] != 0;
    }
    QVERIFY(any);
    QCOMPARE(fw_world_raster_name(world, 0), "land");
    QCOMPARE(fw_world_points(world), expected->points.points.size());
    std::vector<double> x(fw_world_points(world));
    const fw_column xs = packed(x);
    FW_VERIFY(fw_world_point_column(world, "x_m", &xs, error));
    fw_point point{};
    QCOMPARE(fw_world_point(world, 3, &point, nullptr), FW_E_USAGE);  // no size
    point.size = sizeof point;
    FW_VERIFY(fw_world_point(world, 3, &point, error));
    QCOMPARE(point.x_m, x[3]);
    QCOMPARE(point.height_m, static_cast<double>(heights[expected->grid.cell_at({point.x_m, point.y_m})]));
    QCOMPARE(point.id, expected->points.id_of(expected->points.points[3]).c_str());
    QCOMPARE(fw_world_regions(world), static_cast<uint32_t>(expected->regions.size()));
    QCOMPARE(fw_world_places(world), expected->places.size());
    QVERIFY(!expected->places.empty());
    fw_place place{};
    QCOMPARE(fw_world_place(world, 0, &place, nullptr), FW_E_USAGE);  // its size is not set
    place.size = sizeof place;
    QCOMPARE(fw_world_place(world, expected->places.size(), &place, nullptr), FW_E_USAGE);
    for (size_t k = 0; k < expected->places.size(); ++k) {
      const NamedPlace& named = expected->places[k];
      FW_VERIFY(fw_world_place(world, k, &place, error));
      QCOMPARE(std::string_view(place.kind), kPlaceKindSlugs[static_cast<size_t>(named.kind)]);
      QCOMPARE(std::string(place.name), named.name);
      QCOMPARE((Vec2{place.x_m, place.y_m}), named.at_m);
      QCOMPARE(place.size_m, named.size_m);
      QCOMPARE(place.height_m, named.height_m);
    }
    std::vector<double> ranks(x.size());
    const fw_column column = packed(ranks);
    FW_VERIFY(fw_world_point_column(world, "rank", &column, error));
    const auto first = static_cast<size_t>(std::find(ranks.begin(), ranks.end(), 1.0) - ranks.begin());
    QVERIFY(first < ranks.size());
    FW_VERIFY(fw_world_point(world, first, &point, error));
    QCOMPARE(point.standing, "capital");
    fw_region region{};
    QCOMPARE(fw_world_region(world, point.region - 1u, &region, nullptr), FW_E_USAGE);
    region.size = sizeof region;
    FW_VERIFY(fw_world_region(world, point.region - 1u, &region, error));
    QCOMPARE(region.rank, 1u);
    QCOMPARE(region.standing, "capital");
    QCOMPARE(fw_world_share(world, 0, "danger", 1), expected->regions[0].danger_actual[0]);
    QVERIFY(fw_world_text(world, "explain", 500, 500, nullptr, 0) > 100);
    std::string audited(fw_world_text(world, "audit", 0, 0, nullptr, 0), ' ');
    fw_world_text(world, "audit", 0, 0, audited.data(), audited.size());
    QCOMPARE(audited.c_str(), audit_json(audit(*expected, tmpl)).c_str());
    QCOMPARE(fw_world_text(world, "nothing", 0, 0, nullptr, 0), size_t{0});
    QVERIFY(fw_text("schema", nullptr, 0) > 1000);
    std::string methods(fw_text("methods:crowd", nullptr, 0), ' ');
    fw_text("methods:crowd", methods.data(), methods.size());
    for (const Method& method : kCrowdMethods) QVERIFY(methods.find(method.slug) != std::string::npos);
  }

  void aWorldsFindingsAreThoseOfItsAuditToo() {
    const Template tmpl = builtin("ArchipelagoLike");
    const auto expected = generate(tmpl, SeedBundle::from_master(tmpl.seed), 128).value();
    const Findings audited = audit(*expected, tmpl).findings;
    QVERIFY(audited.size() > expected->findings.size());
    fw_generate how{};
    how.size = sizeof how, how.resolution = 128;
    fw_seeds seeds{};
    fw_seeds_of(tmpl.seed, &seeds);
    WorldHandle world;
    FW_VERIFY(fw_world_generate(context_, "ArchipelagoLike", 15, &seeds, &how, &world, error));
    std::string told(fw_world_text(world, "findings", 0, 0, nullptr, 0), ' ');
    fw_world_text(world, "findings", 0, 0, told.data(), told.size());
    for (const Finding& f : audited)
      QVERIFY2(told.find("\"" + f.code + "\"") != std::string::npos, f.code.c_str());
  }

  void aWorldIsCancelledAndBadTemplatesAreRefused() {
    fw_generate how{};
    how.size = sizeof how;
    const volatile int32_t stop = 1;
    how.cancel = &stop;
    fw_world* world = nullptr;
    fw_error e;
    QCOMPARE(fw_world_generate(context_, "Tiny", 4, &seeds_, &how, &world, &e), FW_E_CANCELLED);
    const char* broken = "{\"format\": 3,";
    QCOMPARE(fw_world_generate(context_, broken, std::strlen(broken), &seeds_, nullptr, &world, &e),
             FW_E_TEMPLATE);
    QVERIFY2(std::strstr(e.message, "template:1:") != nullptr, e.message);
    QCOMPARE(fw_world_generate(context_, "Tny", 3, &seeds_, nullptr, &world, &e), FW_E_USAGE);
    how.cancel = nullptr, how.resolution = 7;
    QCOMPARE(fw_world_generate(context_, "Tiny", 4, &seeds_, &how, &world, &e), FW_E_USAGE);
    QVERIFY(world == nullptr);
  }

  void agentsOfEveryMethodStartAsInTheRoom_data() {
    QTest::addColumn<int>("method");
    for (size_t m = 0; m < kActionMethodSlugs.size(); ++m)
      QTest::addRow("%s", kActionMethodSlugs[m].data()) << static_cast<int>(m);
  }
  void agentsOfEveryMethodStartAsInTheRoom() {
    QFETCH(int, method);
    const Action room = bind_action(action_preset(static_cast<ActionMethod>(method)), {1000, Border::torus},
                                    SeedBundle::from_master(42));
    ActionHandle action;
    open_action(kActionMethodSlugs[static_cast<size_t>(method)].data(), 600, action);
    FW_VERIFY(fw_action_join(action, 500, numbered(500).data(), nullptr, error));
    WhereTheyStand first(numbered(500), 0);
    ActionState state = start_action(room, first.x, first.y);
    std::vector<uint32_t> backwards = numbered(500);
    std::reverse(backwards.begin(), backwards.end());
    for (int64_t tick = 0; tick < 100; ++tick) {
      WhereTheyStand here(numbered(500), tick + 1), turned(backwards, tick + 1);
      step_action(room, here.x, here.y, state);
      QCOMPARE(tick_of(action, tick, turned), state.started);
    }
  }

  void aPlaceIsToldItsRateAndPhase() {
    for (const char* method : {"exact", "perlin", "perlin_hybrid", "poisson"}) {
      size_t index = 0;
      while (kActionMethodSlugs[index] != method) ++index;
      const Action room = bind_action(action_preset(static_cast<ActionMethod>(index)), {1000, Border::torus},
                                      SeedBundle::from_master(42));
      ActionHandle action;
      open_action(method, 0, action);
      for (const int64_t tick : {0, 7, 31, 32, 95, 30, 5}) {
        WhereTheyStand here(numbered(50), tick);
        std::vector<float> rate(50), phase(50);
        action_rate(room, tick, here.x, here.y, rate), action_phase(room, tick, here.x, here.y, phase);
        if (tick % 2 == 1) FW_VERIFY(fw_action_at(action, tick, error));
        for (uint32_t id = 0; id < 50; ++id) {
          const fw_ask ask{here.x[id], here.y[id], here.x[id], here.y[id], tick, id, 0};
          fw_turn turn;
          FW_VERIFY(fw_action_ask(action, &ask, &turn, error));
          QCOMPARE(turn.rate_per_s, static_cast<double>(rate[id]));
          QCOMPARE(turn.phase, static_cast<double>(phase[id]));
          QVERIFY(turn.starts == 0 && turn.stateless == 0 && turn.next_tick == -1);
        }
      }
    }
  }

  void anAgentsStateSaysWhatAQuestionAboutItsPlaceSays() {
    for (const std::string_view method : kActionMethodSlugs) {
      ActionHandle action;
      open_action(method.data(), 50, action);
      FW_VERIFY(fw_action_join(action, 50, numbered(50).data(), nullptr, error));
      for (int64_t tick = 0; tick < 40; ++tick) {
        WhereTheyStand here(numbered(50), tick + 1);
        tick_of(action, tick, here);
        for (auto id = static_cast<uint32_t>(tick % 7); id < 50; id += 7) {
          const fw_ask ask{here.x[id], here.y[id], here.x[id], here.y[id], tick, id, 0};
          fw_turn told, asked;
          FW_VERIFY(fw_action_state(action, id, &told, error));
          FW_VERIFY(fw_action_ask(action, &ask, &asked, error));
          QVERIFY2(asked.rate_per_s > 0, method.data());
          QCOMPARE(told.rate_per_s, asked.rate_per_s);
          QCOMPARE(told.probability, asked.probability);
          QCOMPARE(told.phase, asked.phase);
          QCOMPARE(told.tick, asked.tick);
        }
      }
    }
  }

  // Those who stay draw what they drew, whoever comes and goes: methods without a population's rate.
  void joinersAndLeaversLeaveTheOthersDraws() {
    for (const char* method : {"poisson", "fixed", "clock"}) {
      ActionHandle calm, busy;
      open_action(method, 400, calm);
      open_action(method, 400, busy);
      std::vector<uint32_t> all = numbered(300), some;
      FW_VERIFY(fw_action_join(calm, 300, all.data(), nullptr, error));
      FW_VERIFY(fw_action_join(busy, 300, all.data(), nullptr, error));
      for (uint32_t id = 0; id < 300; id += 2) some.push_back(id);
      for (int64_t tick = 0; tick < 80; ++tick) {
        if (tick == 20)
          for (uint32_t id = 1; id < 300; id += 2) FW_VERIFY(fw_action_leave(busy, 1, &id, error));
        if (tick == 40) {
          const uint32_t stranger = 1000;
          FW_VERIFY(fw_action_join(busy, 1, &stranger, nullptr, error));
          some.push_back(stranger);
        }
        WhereTheyStand everyone(all, tick + 1), those(tick < 20 ? all : some, tick + 1);
        std::vector<uint32_t> expected = tick_of(calm, tick, everyone), started = tick_of(busy, tick, those);
        const auto gone = [tick](uint32_t id) { return id >= 300 || (tick >= 20 && id % 2 == 1); };
        std::erase_if(expected, gone), std::erase_if(started, gone);
        QCOMPARE(started, expected);
      }
    }
  }

  void theClockAnswersWhatItsTickDecides() {
    ActionHandle action, other;
    open_action("clock", 300, action);
    open_action("clock", 0, other);
    FW_VERIFY(fw_action_join(action, 300, numbered(300).data(), nullptr, error));
    size_t starts = 0;
    std::vector<std::vector<uint32_t>> started;
    for (int64_t tick = 0; tick < 240; ++tick) {
      WhereTheyStand here(numbered(300), tick + 1);
      started.push_back(tick_of(action, tick, here));
      starts += started.back().size();
    }
    // Asked backwards, of a handle that nobody joined.
    for (int64_t tick = 239; tick >= 1; tick -= 7) {
      if (tick % 2 == 1) FW_VERIFY(fw_action_at(other, tick, error));
      for (uint32_t id = 0; id < 300; ++id) {
        const Vec2 from = place_of(id, tick), to = place_of(id, tick + 1);
        const fw_ask ask{from.x, from.y, to.x, to.y, tick, id, 0};
        fw_turn turn;
        FW_VERIFY(fw_action_ask(other, &ask, &turn, error));
        const auto& then = started[static_cast<size_t>(tick)];
        QCOMPARE(turn.starts != 0, std::binary_search(then.begin(), then.end(), id));
        QVERIFY(turn.stateless == 1 && turn.phase >= 0 && turn.phase < 1);
      }
    }
    // Rate: duty .113 over actions of mean 8 / 3 s; walkers start a little more often.
    const double per_tick = static_cast<double>(starts) / 240 / 300;
    QVERIFY2(std::abs(per_tick - 0.113 / (8.0 / 3)) < 0.06 * 0.113 / (8.0 / 3),
             qPrintable(QString::number(per_tick)));
  }

  void theClocksNextTickIsWhereItStarts() {
    ActionHandle action;
    open_action("clock", 20, action);
    FW_VERIFY(fw_action_join(action, 20, numbered(20).data(), nullptr, error));
    std::vector<int64_t> next(20, -1);
    for (int64_t tick = 0; tick < 150; ++tick) {
      WhereTheyStand standing(numbered(20), 5);
      const std::vector<uint32_t> started = tick_of(action, tick, standing);
      for (uint32_t id = 0; id < 20; ++id) {
        if (next[id] >= 0) QCOMPARE(std::binary_search(started.begin(), started.end(), id), next[id] == tick);
        fw_turn turn;
        FW_VERIFY(fw_action_state(action, id, &turn, error));
        QVERIFY(turn.next_tick > tick);
        next[id] = turn.next_tick;
      }
    }
  }

  void aSavedScheduleGoesOn() {
    for (const char* method :
         {"exact", "perlin_hybrid", "constraint_token", "hawkes_inhibitory", "fixed", "clock"}) {
      ActionHandle action, again;
      open_action(method, 300, action);
      open_action(method, 300, again);
      FW_VERIFY(fw_action_join(action, 250, numbered(250).data(), nullptr, error));
      for (int64_t tick = 0; tick < 45; ++tick) {
        WhereTheyStand here(numbered(250), tick + 1);
        tick_of(action, tick, here);
      }
      size_t bytes = 0;
      QCOMPARE(fw_action_save(action, nullptr, &bytes, nullptr), FW_E_SPACE);
      std::vector<char> block(bytes);
      FW_VERIFY(fw_action_save(action, block.data(), &bytes, error));
      block[bytes / 2] = static_cast<char>(block[bytes / 2] ^ 4);
      QCOMPARE(fw_action_load(again, block.data(), bytes, nullptr), FW_E_MISMATCH);
      block[bytes / 2] = static_cast<char>(block[bytes / 2] ^ 4);
      FW_VERIFY(fw_action_load(again, block.data(), bytes, error));
      for (int64_t tick = 45; tick < 120; ++tick) {
        WhereTheyStand here(numbered(250), tick + 1), there(numbered(250), tick + 1);
        QCOMPARE(tick_of(again, tick, there), tick_of(action, tick, here));
      }
      fw_digest a, b;
      fw_action_digest(action, &a), fw_action_digest(again, &b);
      QVERIFY(std::memcmp(&a, &b, sizeof a) == 0);
    }
  }

  // Crowd, schedule and spawning: one process goes to tick 700 and keeps its states, another goes on with
  // them.
  void statesGoOnInAnotherProcess() {
    QTemporaryDir folder;
    const QString states = folder.filePath("states");
    const auto run = [](const QStringList& arguments) {
      QProcess process;
      process.start(SAVED_STATES, arguments);
      return process.waitForFinished(60000) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                       : process.readAllStandardError();
    };
    const QByteArray begun = run({"0", "700", "-", states}), gone_on = run({"700", "1200", states});
    QCOMPARE(gone_on, run({"0", "1200"}));
    QVERIFY(begun != gone_on && begun.size() == 3 * 33);
    // Ticks are counted without gaps: a state of tick 700 does not go on at 701.
    QVERIFY2(run({"701", "1200", states}).size() != 3 * 33, "a gap was not noticed");
  }

  void wrongSchedulesAreRefused() {
    ActionHandle action;
    open_action("exact", 3, action);
    const uint32_t twice[] = {5, 5}, four[] = {1, 2, 3, 4}, stranger = 9;
    fw_error e;
    QCOMPARE(fw_action_join(action, 2, twice, nullptr, &e), FW_E_USAGE);
    QCOMPARE(fw_action_join(action, 4, four, nullptr, &e), FW_E_LIMIT);
    QCOMPARE(fw_action_leave(action, 1, &stranger, &e), FW_E_USAGE);
    FW_VERIFY(fw_action_join(action, 3, four, nullptr, error));
    WhereTheyStand here({1, 2, 3}, 1);
    tick_of(action, 0, here);
    const fw_column id = packed(here.id), x = packed(here.x), y = packed(here.y);
    uint32_t started[3];
    size_t starts = 77;
    QCOMPARE(fw_action_tick(action, 5, 3, &id, &x, &y, started, &starts, &e), FW_E_USAGE);
    QCOMPARE(e.message, "tick: found 5, expected 1");
    QCOMPARE(fw_action_tick(action, 1, 2, &id, &x, &y, started, &starts, &e), FW_E_USAGE);
    here.id[2] = 1;
    QCOMPARE(fw_action_tick(action, 1, 3, &id, &x, &y, started, &starts, &e), FW_E_USAGE);
    QCOMPARE(starts, size_t{77});
  }

  void aGameThatMovesAndKillsSpawnsAsTheRoomDoes_data() {
    QTest::addColumn<int>("method");
    for (size_t m = 0; m < kSpawnMethodSlugs.size(); ++m)
      QTest::addRow("%s", kSpawnMethodSlugs[m].data()) << static_cast<int>(m);
  }
  void aGameThatMovesAndKillsSpawnsAsTheRoomDoes() {
    QFETCH(int, method);
    const char* slug = kSpawnMethodSlugs[static_cast<size_t>(method)].data();
    SpawnParams p = spawn_preset(static_cast<SpawnMethod>(method));
    p.despawn_per_s = 0.002;
    const Spawner room = bind_spawn(p, square_area(120), SeedBundle::from_master(42), "enemy.wolf");
    SpawnState state = start_spawn(room);
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", slug, &params, error));
    FW_VERIFY(fw_params_set(params, "spawn.despawn_per_s", 0.002, error));
    const fw_ground square = ground(FW_WALLS, 120);
    SpawnHandle spawn, loaded;
    FW_VERIFY(fw_spawn_open(context_, params, &square, "enemy.wolf", &seeds_, &spawn, error));
    FW_VERIFY(fw_spawn_open(context_, params, &square, "enemy.wolf", &seeds_, &loaded, error));
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    fw_spawn* running = spawn;
    size_t near_players = 0;
    for (int64_t tick = 0; tick < 1300; ++tick) {
      // The game's bodies stand where the room's do.
      std::vector<double> x = state.monsters.x_m, y = state.monsters.y_m, px = state.players.x_m,
                          py = state.players.y_m;
      std::vector<uint32_t> id;
      for (const uint32_t own : state.monsters.id) id.push_back(own + 1);
      fw_spawn_tick io{};
      io.size = sizeof io, io.want_refused = 1;
      io.players = px.size(), io.living = id.size();
      io.player_x_m = packed(px), io.player_y_m = packed(py);
      io.living_id = packed(id), io.living_x_m = packed(x), io.living_y_m = packed(y);
      io.events = events.data(), io.space = events.size();
      const std::vector<uint32_t> before = state.monsters.id;
      step_spawn(room, state);
      if (tick % 600 == 300) FW_VERIFY(fw_spawn_prepare(running, tick, error));
      FW_VERIFY(fw_spawn_step(running, tick, &io, error));
      size_t spawned = 0, refused = 0;
      for (size_t k = 0; k < io.count; ++k) {
        refused += events[k].kind == FW_REFUSED;
        near_players += events[k].kind == FW_REFUSED && events[k].reason == 6;
        if (events[k].kind != FW_SPAWNED) continue;
        QVERIFY(spawned < state.admitted_m.size());
        QVERIFY(events[k].x_m == state.admitted_m[spawned].x && events[k].y_m == state.admitted_m[spawned].y);
        ++spawned;
      }
      QCOMPARE(spawned, state.admitted_m.size());
      QCOMPARE(refused, state.refused_m.size());
      if (slug != std::string_view("filtered")) QCOMPARE(refused, static_cast<size_t>(state.refused));
      // Whom the room's players killed; the despawned vanish by themselves a tick later.
      const uint64_t now = random_bits(room.despawn_stream, static_cast<uint64_t>(tick));
      for (uint32_t own = 0; own < state.next_id; ++own) {
        const bool alive = std::binary_search(state.monsters.id.begin(), state.monsters.id.end(), own);
        const bool was =
            own >= state.next_id - spawned || std::binary_search(before.begin(), before.end(), own);
        const uint32_t killed = own + 1;
        if (was && !alive && !(random_uniform(now, own) < 0.002))
          FW_VERIFY(fw_spawn_remove(running, tick, 1, &killed, error));
      }
      if (tick != 700) continue;
      size_t bytes = 0;
      QCOMPARE(fw_spawn_save(running, nullptr, &bytes, nullptr), FW_E_SPACE);
      std::vector<char> block(bytes);
      FW_VERIFY(fw_spawn_save(running, block.data(), &bytes, error));
      FW_VERIFY(fw_spawn_load(loaded, block.data(), bytes, error));
      fw_digest a, b;
      fw_spawn_digest(running, &a), fw_spawn_digest(loaded, &b);
      QVERIFY(std::memcmp(&a, &b, sizeof a) == 0);
      running = loaded;
    }
    QVERIFY(state.next_id > 20);
    QCOMPARE(near_players > 0, slug == std::string_view("filtered"));
  }

  void everyClassOfAWorldSpawns() {
    WorldHandle world;
    fw_generate how{};
    how.size = sizeof how, how.resolution = 128;
    FW_VERIFY(fw_world_generate(context_, "Tiny", 4, &seeds_, &how, &world, error));
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", nullptr, &params, error));
    SpawnHandle spawn;
    FW_VERIFY(fw_spawn_open_world(context_, params, world, &spawn, error));
    QVERIFY(fw_spawn_pools(spawn) > 3);
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    fw_spawn_tick io{};
    io.size = sizeof io, io.events = events.data(), io.space = events.size();
    FW_VERIFY(fw_spawn_step(spawn, 0, &io, error));
    size_t living = 0;
    for (uint32_t p = 0; p < fw_spawn_pools(spawn); ++p) {
      fw_pool pool;
      FW_VERIFY(fw_spawn_pool(spawn, p, &pool, error));
      QVERIFY(pool.target > 0 && pool.area_m2 > 0 && std::strlen(pool.class_slug) > 0);
      living += pool.living;
    }
    QVERIFY(living > 0 && io.count == living);  // at first the world's own points
    std::vector<uint32_t> ids;
    for (size_t k = 0; k < io.count; ++k) ids.push_back(events[k].id);
    std::sort(ids.begin(), ids.end());
    QVERIFY(std::adjacent_find(ids.begin(), ids.end()) == ids.end() && ids.front() > 0);
    io.space = 1;
    QCOMPARE(fw_spawn_step(spawn, 1, &io, nullptr), FW_E_SPACE);
    // A crowd on the world's land.
    Params crowd_params;
    CrowdHandle crowd;
    Scratch scratch;
    fw_ground land{sizeof land, FW_LAND, 0, 0, world, nullptr, 0, 0};
    FW_VERIFY(fw_params_open(context_, "crowd", nullptr, &crowd_params, error));
    FW_VERIFY(fw_crowd_open(context_, crowd_params, &land, &seeds_, &crowd, error));
    FW_VERIFY(fw_scratch_open(crowd, 200, &scratch, error));
    Arrays arrays(200);
    fw_agents columns = arrays.columns();
    FW_VERIFY(fw_crowd_begin(crowd, scratch, 0, &columns, 0, error));
    for (int64_t tick = 0; tick < 50; ++tick) FW_VERIFY(fw_crowd_step(crowd, scratch, tick, &columns, error));
    fw_raster region;
    FW_VERIFY(fw_world_raster(world, "region", &region, error));
    for (size_t i = 0; i < 200; ++i) {
      const auto column = static_cast<size_t>(arrays.x[i] / region.cell_m);
      const auto row = static_cast<size_t>((region.rows * region.cell_m - arrays.y[i]) / region.cell_m);
      QVERIFY(static_cast<const uint8_t*>(region.cells)[row * region.columns + column] != 0);
    }
  }
};

FW_TEST(LibSchedulesTest)
#include "test_lib_schedules.moc"
