// The world over time as it is played: its days are those of a run, wherever it is wound.

#include <QTest>

#include "core/ecology/run.h"
#include "core/simulation/simulation.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int64_t kDayTicks = kPartsADay;  // ticks

Template small_living() {
  return tiny({"ecology.players=6", "calendar.year_d=40", "resources[0].renewal=moving"});
}
const std::shared_ptr<const World>& living_ground() {
  static const std::shared_ptr<const World> made =
      generate(small_living(), SeedBundle::from_master(3), 96).value();
  return made;
}
Playback play_living(std::vector<RunEvent> events = {}) {
  SimulationRequest request;
  request.coordinator = Coordinator::ecology;
  request.events = std::move(events);
  auto started = Playback::start(request, small_living(), living_ground());
  if (!started) qFatal("%s", started.error().message.c_str());
  return std::move(started).value();
}
RunEvent wipe_on(int64_t day) {
  RunEvent event;
  event.day = day, event.region = "1", event.share = 0.8;
  return event;
}
EcologyOverlay ecology_of(Playback& playback) {
  return std::get<EcologyOverlay>(playback.overlay().content);
}

/// Rows of `simulate` for the same run.
std::vector<DayRow> run_of(const std::vector<RunEvent>& events, int64_t days) {
  const Template tmpl = small_living();
  const EcologyPtr ecology = bind_ecology(tmpl, *living_ground());
  const RunPlan plan =
      plan_run(*living_ground(), ecology, bind_events(tmpl, *living_ground(), *ecology, events).value(),
               tmpl.ecology.players);
  RunState state = start_run(plan);
  History history;
  while (state.day < days) run_day(plan, state, history);
  return history.rows;
}
/// Whether the playback tells the same days, to the last bit.
void same_days(const EcologyOverlay& now, const std::vector<DayRow>& rows, int64_t days) {
  const size_t classes = now.classes.size();
  QCOMPARE(rows.size(), classes * static_cast<size_t>(days));
  for (size_t k = 0; k < rows.size(); ++k) {
    const size_t cls = k % classes, day = k / classes;
    const bool animal = now.classes[cls].category == Category::wildlife;
    QVERIFY(now.days->number[cls].size() >= static_cast<size_t>(days));
    QVERIFY(now.days->number[cls][day] == (animal ? rows[k].stock : rows[k].shown));
    QVERIFY(now.days->target[cls][day] == rows[k].target);
  }
}

bool same_picture(const Places& a, const Places& b) {
  return a.x_m == b.x_m && a.y_m == b.y_m;
}
bool same_picture(const EcologyOverlay& a, const EcologyOverlay& b) {
  return same_picture(a.of_shown, b.of_shown) && same_picture(a.others, b.others) &&
         same_picture(a.resting, b.resting) && same_picture(a.players, b.players) &&
         a.field.value->cells == b.field.value->cells;
}

}  // namespace

class TestEcologyPlayback : public QObject {
  Q_OBJECT

 private slots:
  void itsDaysAreThoseOfARunPartByPart() {
    Playback playback = play_living({wipe_on(3)});
    while (playback.tick() < 8 * kDayTicks) playback.step();
    same_days(ecology_of(playback), run_of({wipe_on(3)}, 8), 8);
    for (const EcologyClass& one : ecology_of(playback).classes) QVERIFY(one.number >= 0 && one.target > 0);
  }

  void whatHappensWhileItPlaysIsAsIfItHadBeenAsked() {
    Playback played = play_living();
    played.seek(4 * kDayTicks + 70);
    QVERIFY(played.add_event(wipe_on(4)));
    QVERIFY(played.tick() <= 4 * kDayTicks);  // from the day's beginning on all is another
    played.seek(6 * kDayTicks);
    RunEvent load;
    load.kind = HappeningKind::load, load.day = 5, load.times = 5, load.days = 2;
    QVERIFY(played.add_event(load));
    played.seek(8 * kDayTicks);
    same_days(ecology_of(played), run_of({wipe_on(4), load}, 8), 8);
    Playback asked = play_living({wipe_on(4), load});
    asked.seek(8 * kDayTicks);
    QVERIFY(same_picture(ecology_of(asked), ecology_of(played)));
    QVERIFY(ecology_of(played).players.size() == 6);
    QVERIFY(played.seek(6 * kDayTicks + 3));
    QCOMPARE(ecology_of(played).players.size(), size_t{30});
  }

  void windingBackShowsWhatWasThere() {
    Playback playback = play_living();
    std::map<int64_t, EcologyOverlay> was;
    for (const int64_t tick : {0, 50, 200, 720, 1000}) {
      playback.seek(tick);
      was.emplace(tick, ecology_of(playback));
    }
    for (const int64_t tick : {200, 1000, 0, 720, 50}) {
      QVERIFY(playback.seek(tick));
      QVERIFY(same_picture(ecology_of(playback), was.at(tick)));
      QCOMPARE(ecology_of(playback).days->number.front().size(), size_t{1000 / kDayTicks});
    }
  }

  void anotherClassIsShownWithoutAnotherRun() {
    Playback playback = play_living();
    playback.seek(150);
    const EcologyOverlay animals = ecology_of(playback);
    QVERIFY(animals.classes[animals.shown].category == Category::wildlife);
    QVERIFY(animals.field.meaning == FieldMeaning::heads && animals.field.level > 0);
    QVERIFY(playback.show_class(small_living().resources[0].slug));
    const EcologyOverlay nodes = ecology_of(playback);
    QVERIFY(nodes.field.meaning == FieldMeaning::rate);
    QCOMPARE(static_cast<double>(nodes.of_shown.size()), nodes.classes[nodes.shown].number);
    QVERIFY(nodes.resting.size() > 0);
    QCOMPARE(nodes.others.size(), animals.of_shown.size() + animals.others.size());
    QCOMPARE(playback.tick(), int64_t{150});
    QVERIFY(!playback.show_class("no_such_class"));
  }

  void whatCannotBePlayedIsSaid() {
    SimulationRequest request;
    request.coordinator = Coordinator::ecology;
    const auto bare = Playback::start(request, tiny(), living_ground());
    QVERIFY(!bare && bare.error().message.find("states nothing of the world over time") != std::string::npos);
    request.classes = {"no_such_class"};
    const auto unknown = Playback::start(request, small_living(), living_ground());
    QVERIFY(!unknown && unknown.error().message.find("expected one of") != std::string::npos);
    Playback playback = play_living();
    playback.seek(300);
    RunEvent nowhere = wipe_on(1);
    nowhere.region = "99";
    const auto refused = playback.add_event(nowhere);
    QVERIFY(!refused && refused.error().message.find("no such region") != std::string::npos);
    QCOMPARE(playback.tick(), int64_t{300});
    request = {};
    QVERIFY(!Playback::start(request, tiny(), living_ground()).value().add_event(wipe_on(1)));
  }

  void itsStartCanBeCancelled() {
    SimulationRequest request;
    request.coordinator = Coordinator::ecology;
    const std::atomic<bool> cancel{true};
    Progress progress;
    progress.cancel = &cancel;
    const auto cancelled = Playback::start(request, small_living(), living_ground(), progress);
    QVERIFY(!cancelled && cancelled.error().kind == ErrorKind::cancelled);
  }
};

FW_TEST(TestEcologyPlayback)
#include "test_ecology_playback.moc"
