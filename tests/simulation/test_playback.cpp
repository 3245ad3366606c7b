// Playbacks: simulations on a generated world, tick by tick and back again.

#include <malloc.h>

#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <map>
#include <numbers>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/calendar.h"
#include "core/simulation/simulation.h"
#include "core/steer/shore.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const std::shared_ptr<const World>& world() {
  static const std::shared_ptr<const World> made = generate(tiny(), SeedBundle::from_master(3), 128).value();
  return made;
}

SimulationRequest request(Coordinator kind, std::string method = {}) {
  SimulationRequest r;
  r.coordinator = kind;
  r.method = std::move(method);
  r.agents = 600;
  return r;
}
/// What a request plays: the world over time wants something stated of it, which leaves the world as it is.
const Template& played(const SimulationRequest& r) {
  static const Template plain = tiny(), living = tiny({"ecology.players=6"});
  return r.coordinator == Coordinator::ecology ? living : plain;
}
Playback start(const SimulationRequest& r) {
  auto started = Playback::start(r, played(r), world());
  if (!started) qFatal("%s", started.error().message.c_str());
  return std::move(started).value();
}

bool same(const Places& a, const Places& b) {
  return a.x_m == b.x_m && a.y_m == b.y_m;
}
bool same(const OverlayField& a, const OverlayField& b) {
  if (a.meaning != b.meaning || a.level != b.level || a.half_width != b.half_width) return false;
  return (!a.value && !b.value) || a.value->cells == b.value->cells;
}
bool same(const std::vector<OverlayEvent>& a, const std::vector<OverlayEvent>& b) {
  return std::ranges::equal(a, b, [](const OverlayEvent& p, const OverlayEvent& q) {
    return p.x_m == q.x_m && p.y_m == q.y_m && p.age_s == q.age_s && p.category == q.category;
  });
}
bool same(const CrowdOverlay& a, const CrowdOverlay& b) {
  return same(*a.agents, *b.agents) && a.heading_x == b.heading_x && a.heading_y == b.heading_y &&
         a.speed_mps == b.speed_mps &&
         std::ranges::equal(a.trail, b.trail, [](const auto& p, const auto& q) { return same(*p, *q); });
}
bool same(const ActionOverlay& a, const ActionOverlay& b) {
  return same(*a.agents, *b.agents) && a.active == b.active && a.since_start_s == b.since_start_s &&
         same(a.field, b.field);
}
bool same(const SpawnOverlay& a, const SpawnOverlay& b) {
  return a.field_class == b.field_class && same(a.field, b.field) && same(a.spawned, b.spawned) &&
         same(a.killed, b.killed) && same(a.living, b.living) && a.living_category == b.living_category &&
         same(a.players, b.players) &&
         std::ranges::equal(a.candidates, b.candidates, [](const OverlaySite& p, const OverlaySite& q) {
           return p.x_m == q.x_m && p.y_m == q.y_m && p.phase == q.phase;
         });
}
bool same(const MoodOverlay& a, const MoodOverlay& b) {
  return same(*a.agents, *b.agents) && a.heading_x == b.heading_x && a.heading_y == b.heading_y &&
         a.mood == b.mood && a.alarm == b.alarm && a.asked == b.asked && a.got == b.got &&
         a.stimuli.size() == b.stimuli.size() && same(a.players, b.players);
}
bool same(const SquadOverlay& a, const SquadOverlay& b) {
  return same(*a.agents, *b.agents) && a.heading_x == b.heading_x && a.heading_y == b.heading_y &&
         a.post == b.post && a.engaged == b.engaged && a.attacking == b.attacking && same(a.place, b.place) &&
         same(a.targets, b.targets) && a.facing_x == b.facing_x && a.facing_y == b.facing_y;
}
bool same(const EcologyOverlay& a, const EcologyOverlay& b) {
  return a.shown == b.shown && same(a.field, b.field) && same(a.of_shown, b.of_shown) &&
         same(a.resting, b.resting) && same(a.others, b.others) && same(a.players, b.players);
}
bool same(const Overlay& a, const Overlay& b) {
  if (a.method != b.method || a.clock.tick != b.clock.tick || a.clock.cycle_share != b.clock.cycle_share ||
      a.content.index() != b.content.index() || a.figures.size() != b.figures.size())
    return false;
  for (size_t i = 0; i < a.figures.size(); ++i)
    if (a.figures[i].name != b.figures[i].name || a.figures[i].value != b.figures[i].value) return false;
  return std::visit(
      [&](const auto& content) {
        return same(content, std::get<std::decay_t<decltype(content)>>(b.content));
      },
      a.content);
}

double figure(const Overlay& overlay, const std::string& name) {
  for (const OverlayFigure& f : overlay.figures)
    if (f.name == name) return f.value;
  qFatal("no figure %s", name.c_str());
  return 0;
}

size_t off_the_island(const Places& places) {
  size_t count = 0;
  for (size_t i = 0; i < places.size(); ++i)
    count += !world()->on_island(
        world()->grid.cell_at({static_cast<double>(places.x_m[i]), static_cast<double>(places.y_m[i])}));
  return count;
}

void add_every_method() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<QString>("method");
  for (size_t i = 0; i < kCoordinators.size(); ++i)
    for (const std::string& method : simulation_methods(static_cast<Coordinator>(i)))
      QTest::newRow((std::string(kCoordinatorSlugs[i]) + " " + method).c_str())
          << static_cast<int>(i) << QString::fromStdString(method);
}
SimulationRequest fetched() {
  QFETCH(int, kind);
  QFETCH(QString, method);
  return request(static_cast<Coordinator>(kind), method.toStdString());
}

}  // namespace

class TestPlayback : public QObject {
  Q_OBJECT

 private slots:
  void aCrowdWithACalendarSleepsAndSeeksAsItPlays() {
    Template tmpl = tiny();
    tmpl.calendar.day_s = 300;
    tmpl.calendar.crowd = "day";
    const auto open = [&] {
      auto started = Playback::start(request(Coordinator::crowd), tmpl, world());
      if (!started) qFatal("%s", started.error().message.c_str());
      return std::move(started).value();
    };
    Playback played = open(), sought = open();
    std::map<int64_t, Overlay> seen;
    for (int64_t tick = 0; tick <= 700; ++tick) {
      if (tick % 35 == 0) seen.emplace(tick, played.overlay());
      played.step();
    }
    for (auto at = seen.rbegin(); at != seen.rend(); ++at) {
      QVERIFY(sought.seek(at->first));
      const Overlay now = sought.overlay();
      const auto &a = std::get<CrowdOverlay>(now.content), &b = std::get<CrowdOverlay>(at->second.content);
      QVERIFY(same(a, b) && a.asleep == b.asleep);
      QVERIFY(now.date && now.date->hour == at->second.date->hour);
      // The share of the curve at the last refresh, to the agent.
      const double part = std::floor(now.date->hour * 12) / 12;
      const Date date = date_on(tmpl.calendar, now.date->day, part / 24);
      const double awake = curve_share(tmpl.calendar, "day", date);
      QCOMPARE(now.figures.back().name, std::string("awake"));
      // A step ends where the next refresh may be due.
      if (at->first > 0) QVERIFY(std::fabs(now.figures.back().value - awake) < 0.02);
      const auto asleep = std::ranges::count(a.asleep, uint8_t{1});
      QVERIFY(static_cast<double>(asleep) <= 600 * (1 - now.figures.back().value) + 0.5);
    }
    QVERIFY(!start(request(Coordinator::crowd)).overlay().date);
  }

  void everyMethodShowsTheSameAtAnyThreadCount_data() { add_every_method(); }
  void everyMethodShowsTheSameAtAnyThreadCount() {
    SimulationRequest r = fetched();
    r.agents = 5000;  // enough to be worth sharing out
    const auto after = [&](int threads) {
      const ThreadLimit limit(threads);
      Playback one = start(r);
      one.seek(20);
      return one.overlay();
    };
    QVERIFY(same(after(1), after(2)));
  }

  void goingBackAndForthShowsWhatAStraightRunShowed_data() { add_every_method(); }
  void goingBackAndForthShowsWhatAStraightRunShowed() {
    const SimulationRequest r = fetched();
    Playback straight = start(r);
    std::map<int64_t, Overlay> at;
    for (int64_t tick = 0; tick <= 130; ++tick) {
      if (tick % 13 == 0) at.emplace(tick, straight.overlay());
      straight.step();
    }
    for (const int64_t tick : {117, 26, 0, 65, 130, 39}) {
      QVERIFY(straight.seek(tick));
      QCOMPARE(straight.tick(), tick);
      QVERIFY2(same(straight.overlay(), at.at(tick)), qPrintable(QString::number(tick)));
    }
    Playback jump = start(r);
    QVERIFY(jump.seek(104));
    QVERIFY(same(jump.overlay(), at.at(104)));
  }

  void aLongRunKeepsFewStatesAndStillFindsItsWayBack() {
    SimulationRequest r = request(Coordinator::crowd);
    r.agents = 50;
    const size_t before = mallinfo2().uordblks;
    Playback one = start(r);
    QVERIFY(one.seek(500));
    const Overlay early = one.overlay();
    QVERIFY(one.seek(6000));
    const size_t state_bytes = 50 * 200 + 200 * 1000, kept_bytes = mallinfo2().uordblks - before;
    QVERIFY2(kept_bytes < 41 * state_bytes, qPrintable(QString::number(kept_bytes)));
    QVERIFY(one.seek(500));
    QVERIFY(same(one.overlay(), early));
  }

  void agentsAreNeverAtSea_data() { add_every_method(); }
  void agentsAreNeverAtSea() {
    Playback one = start(fetched());
    for (int k = 0; k < 6; ++k) {
      const Overlay overlay = one.overlay();
      if (const auto* crowd = std::get_if<CrowdOverlay>(&overlay.content)) {
        QCOMPARE(off_the_island(*crowd->agents), size_t{0});
        for (const auto& points : crowd->trail) QCOMPARE(off_the_island(*points), size_t{0});
      } else if (const auto* action = std::get_if<ActionOverlay>(&overlay.content)) {
        QCOMPARE(off_the_island(*action->agents), size_t{0});
      } else if (const auto* moods = std::get_if<MoodOverlay>(&overlay.content)) {
        QCOMPARE(off_the_island(*moods->agents), size_t{0});
        QCOMPARE(off_the_island(moods->players), size_t{0});
      } else if (const auto* squads = std::get_if<SquadOverlay>(&overlay.content)) {
        if (one.tick() > 0) QCOMPARE(off_the_island(*squads->agents), size_t{0});
        QCOMPARE(off_the_island(squads->targets), size_t{0});
      } else if (const auto* ecology = std::get_if<EcologyOverlay>(&overlay.content)) {
        QCOMPARE(off_the_island(ecology->of_shown), size_t{0});
        QCOMPARE(off_the_island(ecology->players), size_t{0});
      } else {
        const auto& spawn = std::get<SpawnOverlay>(overlay.content);
        QCOMPARE(off_the_island(spawn.living), size_t{0});
        QCOMPARE(off_the_island(spawn.players), size_t{0});
        for (const OverlayEvent& event : spawn.spawned)
          QVERIFY(world()->on_island(
              world()->grid.cell_at({static_cast<double>(event.x_m), static_cast<double>(event.y_m)})));
      }
      one.seek(one.tick() + 40);
    }
  }

  void aTrailLeadsBackAlongTheWayAnAgentCame() {
    SimulationRequest r = request(Coordinator::crowd);
    r.trail_s = 16;  // a point every second tick
    Playback one = start(r);
    std::map<int64_t, std::shared_ptr<const Places>> was;
    for (int64_t tick = 0; tick < 31; ++tick) {
      was[tick] = std::get<CrowdOverlay>(one.overlay().content).agents;
      one.step();
    }
    const auto crowd = std::get<CrowdOverlay>(one.overlay().content);
    QCOMPARE(crowd.trail.size(), size_t{8});
    for (size_t k = 0; k < 8; ++k) QVERIFY(same(*crowd.trail[k], *was.at(30 - 2 * static_cast<int64_t>(k))));
  }

  void theFiguresCountWhatTheOverlayShows() {
    Playback action = start(request(Coordinator::action));
    for (int k = 0; k < 60; ++k) {
      action.step();
      const Overlay overlay = action.overlay();
      const auto& shown = std::get<ActionOverlay>(overlay.content);
      const auto active = std::count(shown.active.begin(), shown.active.end(), 1);
      const auto started = std::count(shown.since_start_s.begin(), shown.since_start_s.end(), 0.0f);
      QCOMPARE(figure(overlay, "active"), static_cast<double>(active));
      QCOMPARE(figure(overlay, "starts_per_s"), static_cast<double>(started));
      for (size_t i = 0; i < shown.active.size(); ++i)
        if (shown.since_start_s[i] == 0) QCOMPARE(shown.active[i], uint8_t{1});
    }
    SimulationRequest r = request(Coordinator::spawn);
    r.event_s = 60;
    Playback spawn = start(r);
    const double before = figure(spawn.overlay(), "living");
    QVERIFY(spawn.seek(400));
    const Overlay overlay = spawn.overlay();
    const auto& shown = std::get<SpawnOverlay>(overlay.content);
    QVERIFY(figure(overlay, "killed") > 0);
    QCOMPARE(figure(overlay, "living"), static_cast<double>(shown.living.size()));
    QCOMPARE(figure(overlay, "living") - before, figure(overlay, "spawned") - figure(overlay, "killed"));
    const auto recent = std::count_if(shown.killed.begin(), shown.killed.end(),
                                      [](const OverlayEvent& event) { return event.age_s < 60; });
    QVERIFY(std::llabs(static_cast<int64_t>(figure(overlay, "kills_per_minute")) - recent) <=
            1 + recent / 10);
  }

  void actionsStartWhereTheFrontOfThePhaseMapIs() {
    // Two roads: the scheduler's own phases, and the field as the picture shows it.
    SimulationRequest r = request(Coordinator::action, "exact");
    r.agents = 3000;
    Playback one = start(r);
    one.seek(60);
    double sum = 0, starts = 0;
    for (int k = 0; k < 120; ++k) {
      one.step();
      const auto shown = std::get<ActionOverlay>(one.overlay().content);
      for (size_t i = 0; i < shown.active.size(); ++i) {
        if (shown.since_start_s[i] != 0) continue;
        const float phase = bilinear(*shown.field.value, {static_cast<double>(shown.agents->x_m[i]),
                                                          static_cast<double>(shown.agents->y_m[i])});
        sum += std::cos(2 * std::numbers::pi * (static_cast<double>(phase) - shown.field.level));
        starts += 1;
      }
    }
    QVERIFY2(sum / starts > 0.4, qPrintable(QString::number(sum / starts)));  // the study's coherence is 0.49
  }

  void thingsSpawnInsideTheOpenBand() {
    Playback one = start(request(Coordinator::spawn, "b_full"));
    int seen = 0;
    for (int k = 0; k < 900; ++k) {
      one.step();
      const auto shown = std::get<SpawnOverlay>(one.overlay().content);
      QVERIFY(shown.field.meaning == FieldMeaning::band);
      if (shown.spawned.empty() || shown.spawned.back().age_s != 0) continue;
      ++seen;
    }
    QVERIFY(seen > 0);
  }

  void aSpawnSimulationShowsOnlyTheRequestedClasses() {
    SimulationRequest r = request(Coordinator::spawn);
    r.classes = {"enemy"};
    const auto shown = std::get<SpawnOverlay>(start(r).overlay().content);
    QVERIFY(shown.living.size() > 0);
    for (const Category category : shown.living_category) QVERIFY(category == Category::enemy);
    size_t enemies = 0;
    for (const Point& p : world()->points.points)
      enemies += world()->points.class_of(p).category == Category::enemy;
    QCOMPARE(shown.living.size(), enemies);
  }

  void whatIsAddedWhileItPlaysIsNoticedAndStaysWhereverTheRunIsWound() {
    SimulationRequest r = request(Coordinator::mood);
    r.agents = 3000;
    Playback one = start(r);
    one.seek(40);
    const Overlay before = one.overlay();
    const auto& agents = *std::get<MoodOverlay>(before.content).agents;
    StimulusRow row;
    row.x_m = static_cast<double>(agents.x_m[7]), row.y_m = static_cast<double>(agents.y_m[7]);
    one.add_stimulus(row);
    one.seek(42);
    const Overlay noticed = one.overlay();
    QVERIFY(figure(noticed, "alarmed") > 0);
    QCOMPARE(figure(noticed, "share_error"), 0.0);
    const auto& shown = std::get<MoodOverlay>(noticed.content);
    QVERIFY(shown.mood[7] >= static_cast<uint8_t>(Mood::alert));
    // Back before it, and forth again.
    one.seek(10);
    QCOMPARE(figure(one.overlay(), "alarmed"), 0.0);
    one.seek(42);
    QVERIFY(same(one.overlay(), noticed));
    // Another run knows nothing of it.
    Playback other = start(r);
    other.seek(42);
    QCOMPARE(figure(other.overlay(), "alarmed"), 0.0);
  }

  void anAlarmThatIsTooSparseIsFoundBeforeItIsPlayed() {
    SimulationRequest r = request(Coordinator::mood);
    r.agents = 50;
    const Findings few = start(r).findings();
    QCOMPARE(few.size(), size_t{1});
    QCOMPARE(QString::fromStdString(few[0].code), QStringLiteral("alarm_too_sparse"));
    // What it says to set is enough.
    const QString message = QString::fromStdString(few[0].message);
    const auto number = [&](const QString& before) {
      return message.mid(message.indexOf(before) + before.size())
          .section(QRegularExpression("[^0-9.]"), 0, 0);
    };
    r.settings = {"mood.alarm.hear_m=" + number("hear_m to ").toStdString()};
    QVERIFY2(start(r).findings().empty(), qPrintable(message));
    r.settings.clear();
    r.agents = number("or take ").toULongLong();
    QVERIFY2(start(r).findings().empty(), qPrintable(message));
  }

  void aStimulusShorterThanATickIsNoticed() {
    SimulationRequest r = request(Coordinator::mood);
    Template tmpl = tiny();
    const Places agents = *std::get<MoodOverlay>(start(r).overlay().content).agents;
    StimulusRow row;
    row.id = "shot", row.at_s = 1.2, row.for_s = 0.1;
    row.x_m = static_cast<double>(agents.x_m[7]), row.y_m = static_cast<double>(agents.y_m[7]);
    tmpl.tactics.stimuli = {row};
    auto one = Playback::start(r, tmpl, world());
    QVERIFY(bool(one));
    one.value().seek(2);
    QCOMPARE(figure(one.value().overlay(), "alarmed"), 0.0);
    one.value().seek(3);
    QVERIFY(figure(one.value().overlay(), "alarmed") > 0);
  }

  void rowsWithoutAPlaceAreToldAndSkipped() {
    Template tmpl = tiny();
    ZoneRow off;
    off.id = "yard", off.shape = "POINT (500 500)", off.on = false;
    tmpl.hand.zones.push_back(off);
    GoalRow gate;
    gate.id = "gate", gate.zone = "yard";
    tmpl.tactics.goals = {gate};
    SquadRow guards, raiders, yard;
    guards.id = "guards", guards.of = "enemy", guards.speed_mps = 1;
    raiders.id = "raiders", raiders.of = "enemy", raiders.target = "gate";
    yard.id = "yard", yard.zone = "yard";
    tmpl.tactics.squads = {guards, raiders, yard};
    StimulusRow shot;
    shot.id = "shot", shot.zone = "yard";
    tmpl.tactics.stimuli = {shot};
    const auto squads = Playback::start(request(Coordinator::squad), tmpl, world());
    QVERIFY2(squads, squads ? "" : squads.error().message.c_str());
    QCOMPARE(squads.value().findings().size(), size_t{2});
    QCOMPARE(squads.value().findings()[0].code, std::string("squad_without_target"));
    QCOMPARE(squads.value().findings()[1].code, std::string("squad_without_place"));
    tmpl.tactics.goals.clear();
    const auto moods = Playback::start(request(Coordinator::mood), tmpl, world());
    QVERIFY(bool(moods));
    const Findings found = moods.value().findings();
    QVERIFY(std::ranges::any_of(found, [](const Finding& f) { return f.code == "stimulus_without_place"; }));
  }

  void sharesOfPostsThatExceedOneWithTheParametersAreRefused() {
    Template tmpl = tiny();
    SquadRow row;
    row.id = "guards", row.of = "enemy", row.rest_share = 0.9;
    tmpl.tactics.squads = {row};
    const auto refused = Playback::start(request(Coordinator::squad), tmpl, world());
    QVERIFY(!refused && refused.error().kind == ErrorKind::usage);
    QVERIFY(refused.error().message.starts_with("tactics.squads.guards"));
  }

  void squadsRingAPlayerWhoStandsAmongThem() {
    Template tmpl = tiny();
    SquadRow row;
    row.id = "guards", row.of = "enemy", row.size = 9, row.tokens = 2;
    tmpl.tactics.squads = {row};
    SimulationRequest r = request(Coordinator::squad);
    auto roaming = Playback::start(r, tmpl, world());
    QVERIFY(bool(roaming));
    const auto first = std::get<SquadOverlay>(roaming.value().overlay().content);
    // Stands where a squad is at home.
    r.player = PlayerPlace{false, static_cast<double>(first.targets.x_m.back()),
                           static_cast<double>(first.targets.y_m.back())};
    auto one = Playback::start(r, tmpl, world());
    QVERIFY(bool(one));
    double most = 0;
    for (int64_t tick = 100; tick <= 900; tick += 4) {
      one.value().seek(tick);
      const Overlay overlay = one.value().overlay();
      most = std::max(most, figure(overlay, "at_once") / std::max(1.0, figure(overlay, "engaged")));
    }
    const Overlay last = one.value().overlay();
    QVERIFY(figure(last, "engaged") >= 1);
    QVERIFY(figure(last, "starts") > 20);
    QCOMPARE(most, 2.0);
    const auto& shown = std::get<SquadOverlay>(last.content);
    int near = 0, engaged = 0;
    for (size_t i = 0; i < shown.engaged.size(); ++i) {
      if (shown.engaged[i] == 0) continue;
      ++engaged;
      near += std::hypot(shown.agents->x_m[i] - shown.targets.x_m.back(),
                         shown.agents->y_m[i] - shown.targets.y_m.back()) < 20;
    }
    QVERIFY(engaged > 0 && near * 10 >= engaged * 8);
    row.target = "nowhere";
    tmpl.tactics.squads = {row};
    const auto refused = Playback::start(r, tmpl, world());
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).contains("tactics.squads.guards.target"));
  }

  void settingsReachTheSimulation() {
    SimulationRequest r = request(Coordinator::crowd, "urw");
    r.settings = {"crowd.speed_mps=2.5"};
    Playback one = start(r);
    one.step();
    QCOMPARE(figure(one.overlay(), "speed_mean"), 2.5);
    r = request(Coordinator::spawn, "uniform");
    r.settings = {"spawn.player.kill_radius_m=0", "spawn.cycle_s=120"};
    Playback peaceful = start(r);
    QCOMPARE(peaceful.cycle_s(), 120.0);
    peaceful.seek(200);
    QCOMPARE(figure(peaceful.overlay(), "killed"), 0.0);
  }

  void lengthsFollowTheIslandAndParametersSayWhatIsUsed() {
    double cells = 0;
    for (size_t i = 0; i < world()->grid.cells(); ++i) cells += world()->on_island(i);
    const double factor = std::sqrt(cells * world()->grid.cell_area_m2()) / 1000;
    const auto rows = simulation_parameters(Coordinator::crowd, "curl_dual", tiny(), *world());
    QVERIFY(bool(rows));
    for (const SimulationParameter& row : rows.value()) {
      QVERIFY(row.rule.path != "crowd.method");
      if (row.rule.path == "crowd.potential.wavelength_m") QCOMPARE(row.value, 250 * factor);
      if (row.rule.path == "crowd.speed_max_mps") QCOMPARE(row.value, 1.4);
    }
    // Setting their default values changes nothing.
    for (const Coordinator kind : {Coordinator::crowd, Coordinator::action}) {
      SimulationRequest r = request(kind);
      Playback plain = start(r);
      const auto listed = simulation_parameters(kind, simulation_methods(kind).front(), tiny(), *world());
      for (const SimulationParameter& row : listed.value()) {
        const std::string value = row.rule.choices.empty()
                                      ? QString::number(row.value, 'g', 17).toStdString()
                                      : std::string(row.rule.choices[static_cast<size_t>(row.value)]);
        r.settings.push_back(std::string(row.rule.path) + "=" + value);
      }
      Playback spelled = start(r);
      plain.seek(30), spelled.seek(30);
      QVERIFY(same(plain.overlay(), spelled.overlay()));
    }
  }

  void badRequestsAreUsageErrors_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("cls");
    QTest::addColumn<QString>("says");
    QTest::newRow("method") << 0 << "curl_daul"
                            << ""
                            << ""
                            << "curl_dual";
    QTest::newRow("another kind's method") << 1 << "a_full"
                                           << ""
                                           << ""
                                           << "exact";
    QTest::newRow("path") << 0 << "urw"
                          << "crowd.bta=1"
                          << ""
                          << "crowd.beta";
    QTest::newRow("range") << 1 << "exact"
                           << "action.alpha=3"
                           << ""
                           << "action.alpha";
    QTest::newRow("method as a setting") << 2 << "a_full"
                                         << "spawn.method=uniform"
                                         << ""
                                         << "--method";
    QTest::newRow("class") << 2 << "a_full"
                           << ""
                           << "wolfs"
                           << "wolfs";
  }
  void badRequestsAreUsageErrors() {
    QFETCH(int, kind);
    QFETCH(QString, method);
    QFETCH(QString, setting);
    QFETCH(QString, cls);
    QFETCH(QString, says);
    SimulationRequest r = request(static_cast<Coordinator>(kind), method.toStdString());
    if (!setting.isEmpty()) r.settings = {setting.toStdString()};
    if (!cls.isEmpty()) r.classes = {cls.toStdString()};
    const auto started = Playback::start(r, tiny(), world());
    QVERIFY(!started);
    QVERIFY(started.error().kind == ErrorKind::usage);
    QVERIFY2(QString::fromStdString(started.error().message).contains(says), started.error().message.c_str());
  }

  void aCancelledSeekStops() {
    Playback one = start(request(Coordinator::crowd));
    const std::atomic<bool> stop{true};
    QVERIFY(!one.seek(1000000, &stop));
    QVERIFY(one.tick() < 1000);
  }
};

FW_TEST(TestPlayback)
#include "test_playback.moc"
