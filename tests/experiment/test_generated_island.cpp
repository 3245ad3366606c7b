// Crowds on a generated island: what only the generator, the crowd and the coast together can show.

#include <QTest>
#include <vector>

#include "core/crowd/crowd.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr size_t kAgents = 10000;
constexpr int kTicks = 600;
constexpr double kStrip_m = 50;

std::shared_ptr<const World> windsward() {
  return generate(test::dry_template("WindswardLike"), SeedBundle::from_master(42), 256).value();
}

/// The strip's share of the land, sampled as the crowd is: uniform points.
double strip_share_of_land(const Shore& shore, double side_m) {
  size_t land = 0, strip = 0;
  constexpr int n = 800;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double x = (i + 0.5) * side_m / n, y = (j + 0.5) * side_m / n;
      if (!shore.on_land(x, y)) continue;
      ++land;
      strip += read_shore(shore, x, y).distance_m < kStrip_m;
    }
  return static_cast<double>(strip) / static_cast<double>(land);
}

}  // namespace

class TestGeneratedIsland : public QObject {
  Q_OBJECT

 private slots:
  void tenThousandAgentsStayOnLandAndDoNotPileUpAtTheCoast_data() {
    QTest::addColumn<int>("method");
    for (const CrowdMethod method :
         {CrowdMethod::curl_dual, CrowdMethod::perlin_dual, CrowdMethod::curlnoise, CrowdMethod::urw})
      QTest::newRow(kCrowdMethodSlugs[static_cast<size_t>(method)].data()) << static_cast<int>(method);
  }
  void tenThousandAgentsStayOnLandAndDoNotPileUpAtTheCoast() {
    QFETCH(int, method);
    static const std::shared_ptr<const World> world = windsward();
    static const Shore shore = shore_of(*world);
    const Arena arena{world->grid.width_m(), Border::reflect};
    static const double strip_of_land = strip_share_of_land(shore, arena.side_m);

    const Crowd crowd = bind_crowd(crowd_preset(static_cast<CrowdMethod>(method)), arena,
                                   SeedBundle::from_master(42), &shore);
    CrowdState state = start_crowd(crowd, kAgents);
    size_t in_strip = 0, looked_at = 0;
    for (int t = 0; t < kTicks; ++t) {
      step_crowd(crowd, state);
      const Agents& agents = state.agents;
      for (size_t i = 0; i < kAgents; ++i)
        if (!shore.on_land(agents.x_m[i], agents.y_m[i])) QFAIL("an agent stands in the sea");
      if (t % 100 != 99) continue;
      for (size_t i = 0; i < kAgents; ++i)
        in_strip += read_shore(shore, agents.x_m[i], agents.y_m[i]).distance_m < kStrip_m;
      looked_at += kAgents;
    }
    const double share = static_cast<double>(in_strip) / static_cast<double>(looked_at);
    qInfo("%.1f m strip: %.2f of its share of the land", kStrip_m, share / strip_of_land);
    QVERIFY(share <= 1.5 * strip_of_land);
  }
};

FW_TEST(TestGeneratedIsland)
#include "test_generated_island.moc"
