// The study of tactics: what scenes and methods it takes, and that its walks show what they are for.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/base/parallel/parallel.h"
#include "core/experiment/protocol.h"
#include "core/experiment/published.h"
#include "core/experiment/run.h"
#include "core/experiment/studies.h"
#include "core/experiment/study_tactics.h"
#include "core/measure/motion/contacts.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

StudyRequest tactics_of(const std::vector<std::string>& scenes,
                        const std::vector<std::string>& methods = {}) {
  StudyRequest request;
  request.study = Study::tactics;
  request.scales = {Scale::small};
  request.scenes = scenes, request.methods = methods;
  request.first_seed = request.last_seed = 100;
  return request;
}

std::set<std::string> variants_of(const StudyRequest& request) {
  const auto planned = plan_study(request);
  if (!planned) qFatal("%s", planned.error().message.c_str());
  std::set<std::string> names;
  for (const PlannedRun& run : planned.value()) names.insert(run.key.group.variant);
  return names;
}

double figure_of(const std::string& scene, const std::string& method, std::string_view metric) {
  const auto result = execute(plan_study(tactics_of({scene}, {method})).value().at(0));
  for (const RunRow& row : result->rows)
    if (row.metric == metric) return row.value;
  return std::nan("");
}

WalkSetup walk_of(WalkSort sort, double number) {
  WalkSetup setup;
  setup.sort = sort, setup.number = number;
  setup.avoid.by = AvoidBy::field;
  return setup;
}

}  // namespace

class TestTactics : public QObject {
  Q_OBJECT

 private slots:
  void scenesHaveNamesSortsAndGroups() {
    QCOMPARE(variants_of(tactics_of({"bi"})), (std::set<std::string>{"bi_0.5", "bi_1", "bi_1.5", "bi_2"}));
    QCOMPARE(variants_of(tactics_of({"bi_0.7", "door_1.3", "circle_30", "bi_0.7"})),
             (std::set<std::string>{"bi_0.7", "door_1.3", "circle_30"}));
    QCOMPARE(variants_of(tactics_of({"mood"})), (std::set<std::string>{"mood", "alarm"}));
    QCOMPARE(variants_of(tactics_of({"squad", "day"})), (std::set<std::string>{"ring", "day"}));
    const auto avoid = variants_of(tactics_of({"avoid"})), all = variants_of(tactics_of({}));
    QVERIFY(avoid.size() > 20 && !avoid.contains("ring") && all.size() == avoid.size() + 5);
  }

  void everySceneHasTheMethodsOfWhatItIsAbout() {
    const auto plan = plan_study(tactics_of({"bi_1", "ring", "mood", "alarm", "day"}));
    for (const PlannedRun& run : plan.value()) {
      const GroupKey& g = run.key.group;
      const std::set<std::string> known =
          g.variant == "bi_1"    ? std::set<std::string>{"none", "push", "field"}
          : g.variant == "ring"  ? std::set<std::string>{"paced", "free", "random", "nearest", "fifo"}
          : g.variant == "alarm" ? std::set<std::string>{"kept"}
          : g.variant == "day"   ? std::set<std::string>{"kept", "threshold"}
                                 : std::set<std::string>{"kept", "markov", "threshold"};
      QVERIFY2(known.contains(g.method), (g.variant + " " + g.method).c_str());
    }
    const auto better = study_methods(Study::tactics, Preset::better);
    QCOMPARE(better, (std::vector<std::string>{"field", "balanced", "kept", "paced"}));
  }

  void badRequestsSayWhatTheyFound() {
    const auto refused = [](const StudyRequest& request, const char* says) {
      const auto planned = plan_study(request);
      QVERIFY(!planned);
      QCOMPARE(planned.error().kind, ErrorKind::usage);
      QVERIFY2(planned.error().message.find(says) != std::string::npos, planned.error().message.c_str());
    };
    refused(tactics_of({"dor_1"}), "--scenes dor_1: found no such scene; did you mean door");
    refused(tactics_of({"bi_9"}), "--scenes bi_9");
    refused(tactics_of({"circle_2.5"}), "--scenes circle_2.5");
    refused(tactics_of({"bi"}, {"paced"}), "takes part in none of the scenes");
    refused(tactics_of({"bi"}, {"orca"}), "has no such method");
    StudyRequest request = tactics_of({"bi"});
    request.settings = {"avoid.steer=99"};
    refused(request, "avoid.steer");
    request.settings = {"crowd.beta=1"};
    refused(request, "begins with avoid., goals., mood. or squad.");
    request.settings = {"avoid.by=push"};
    refused(request, "avoid.by");
    request.settings = {"avoid.step_s=0.5"};
    refused(request, "step");
    StudyRequest crowd;
    crowd.scenes = {"bi"};
    refused(crowd, "the crowd study has no scenes");
  }

  void settingsReachTheMethodsThatTheyAreAbout() {
    StudyRequest request = tactics_of({"bi_1", "ring"}, {"field", "paced"});
    request.settings = {"avoid.steer=3", "squad.tokens=5"};
    const auto runs = plan_study(request).value();
    QCOMPARE(runs.size(), size_t{2});
    QVERIFY(run_parameters(runs[0]).find("avoid.steer=3\n") != std::string::npos);
    QVERIFY(run_parameters(runs[1]).find("squad.tokens=5\n") != std::string::npos);
  }

  void nobodyBeginsInAnotherOneOrInAWall() {
    for (const WalkSetup& setup :
         {walk_of(WalkSort::bi, 2), walk_of(WalkSort::door, 1), walk_of(WalkSort::swap, 1),
          walk_of(WalkSort::mixed, 0.5), walk_of(WalkSort::through, 3), walk_of(WalkSort::circle, 100)}) {
      const WalkRun run = start_walk_run(setup, 7);
      const Walkers& w = run.scene.walkers;
      ContactRecord contacts = contact_record(run.scene.arena);
      add_row(contacts, BodyRow{w.id, w.x_m, w.y_m, w.radius_m});
      QCOMPARE(contacts.overlap_max, 0.0);
      for (size_t i = 0; i < w.size(); ++i) {
        const double reach_m = wall_reach_m(setup.avoid);
        const double clear_m = read_walls(run.avoid.walls, w.x_m[i], w.y_m[i], reach_m).distance_m;
        QVERIFY(clear_m >= static_cast<double>(w.radius_m[i]) - 1e-9);
        QVERIFY(w.speed_mps[i] >= 0.6F && w.speed_mps[i] <= 2.0F);
      }
    }
  }

  void aWalkHasTheSameBitsAtAnyThreadCount() {
    const auto places = [](int threads) {
      const ThreadLimit limit(threads);
      WalkRun run = start_walk_run(walk_of(WalkSort::door, 1.2), 3);
      for (int k = 0; k < 300; ++k) step_walk(run);
      return std::pair(run.scene.walkers.x_m, run.scene.walkers.y_m);
    };
    QVERIFY(places(1) == places(7));
    QVERIFY(places(1).first.size() < 180);  // some have left
  }

  void theFieldKeepsBodiesApartThatWithoutItOverlap() {
    const double none = figure_of("bi_1", "none", "overlap_max"),
                 push = figure_of("bi_1", "push", "overlap_max"),
                 field = figure_of("bi_1", "field", "overlap_max");
    qInfo("largest overlap, bi_1: none %.2f, push %.2f, field %.3f", none, push, field);
    QVERIFY(none > 0.8 && push < none && field < 0.08);
    QVERIFY(figure_of("bi_1", "field", "lane_order") > 0.9);
    QVERIFY(figure_of("bi_1", "none", "lane_order") < 0.9);
  }

  void aDoorLetsEverybodyThroughAtAFlowOfPeople() {
    QCOMPARE(figure_of("door_2.4", "field", "done"), 1.0);
    const double flow = figure_of("door_2.4", "field", "flow");
    QVERIFY2(flow > 1.5 && flow < 2.9, std::to_string(flow).c_str());
  }

  void peersStandBesideOurFigures() {
    SummaryRow ours;
    ours.group = {"tactics", "better", "medium", "bi_2", "field"};
    ours.metric = "speed", ours.unit = "m/s";
    const auto rows = peer_rows(Study::tactics, std::vector<SummaryRow>{ours});
    QCOMPARE(rows.size(), size_t{3});
    QVERIFY(rows[0].group.method == "orca" && rows[0].group.preset == "peer" && *rows[0].published == 0.57);
    QVERIFY(peer_rows(Study::crowd, std::vector<SummaryRow>{ours}).empty());
    for (const PeerRow& row : row_of(Study::tactics).peers)
      QVERIFY2(plan_study(tactics_of({std::string(row.variant)})), row.variant.data());
    for (const PublishedBand& band : row_of(Study::tactics).bands) {
      const auto planned = plan_study(tactics_of({std::string(band.variant)}, {std::string(band.method)}));
      QVERIFY2(planned && !planned.value().empty(), band.variant.data());
    }
  }
};

FW_TEST(TestTactics)
#include "test_tactics.moc"
