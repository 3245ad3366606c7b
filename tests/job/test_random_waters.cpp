// Rivers, lakes, shores, roads and ground plans under random settings from the whole of their ranges: every
// template ends in a world without contradictions or in a sentence. The number of templates is
// FIELDWRIGHT_RANDOM_WATERS (5), the raster's cells along the longer side FIELDWRIGHT_RANDOM_RESOLUTION
// (128), the number of worlds that are written and verified FIELDWRIGHT_RANDOM_FOLDERS (1).
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "../contradictions.h"
#include "app/job/build/build.h"
#include "app/job/render/render.h"
#include "app/job/render/stored.h"
#include "core/base/exact/rng.h"
#include "core/measure/audit/water_audit.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "tests/support/processor_time.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

int resolution() {
  bool given = false;
  const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_RANDOM_RESOLUTION", &given);
  return given ? asked : 128;
}
/// Templates that once made a road, river or ground plan in a lake: always among those tested.
constexpr std::array kWoundShores{104, 108, 125, 133, 151, 280};
/// Every so many templates is built a second time.
constexpr int kTwiceEvery = 5;

/// A setting between two numbers; `by_factors`: evenly among orders of magnitude.
struct Range {
  const char* path;
  double low, high;
  bool by_factors = false;
};
constexpr std::array kRanges{
    Range{"land.fraction", 0.05, 0.9},
    Range{"land.roughness", 0, 2},
    Range{"relief.height_max_m", 1, 9000, true},
    Range{"relief.valley_m", 40, 2000, true},
    Range{"relief.cliffs", 0, 0.5},
    Range{"water.source_km2", 0.0001, 10000, true},
    Range{"water.runoff_mm", 1, 20000, true},
    Range{"water.rain_noise", 0, 2},
    Range{"water.rain_height", 0, 2},
    Range{"water.width_scale", 0.05, 50, true},
    Range{"lakes.spacing_m", 0, 100000},
    Range{"coast.depth_max_m", 1, 5000, true},
    Range{"roads.detour", 1, 20},
    Range{"roads.grade", 0.01, 2, true},
    Range{"roads.reuse", 0.05, 1},
    Range{"roads.ford_m", 0, 100},
    Range{"roads.town_water", 0, 5},
    Range{"roads.toll", 0, 10},
    Range{"footprints.settlement_ha", 0, 100},
    Range{"footprints.fort_ha", 0, 100},
    Range{"footprints.grade", 0.01, 1, true},
};
constexpr std::array<const char*, 3> kTemplates{"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};

struct Asked {
  const char* base;
  std::vector<std::string> settings;
};

/// About half of the settings are drawn, the others are the template's.
Asked random_water_template(uint64_t seed) {
  RandomCursor dice{derive(seed, "random.waters"), 0};
  const auto chance = [&](double p) { return dice.uniform() < p; };
  Asked asked{kTemplates[dice.below(kTemplates.size())], {}};
  const auto set = [&](const std::string& path, const std::string& value) {
    asked.settings.push_back(path + "=" + value);
  };
  if (chance(0.6)) {
    const double width_m = std::round(500 * std::pow(200, dice.uniform()));
    const double height_m =
        std::clamp(std::round(width_m * std::pow(4, dice.uniform(-1, 1))), 500.0, 100000.0);
    set("frame.width_m", std::to_string(static_cast<int>(std::clamp(width_m, height_m / 4, 4 * height_m))));
    set("frame.height_m", std::to_string(static_cast<int>(height_m)));
  }
  for (const Range& range : kRanges)
    if (chance(0.5))
      set(range.path,
          std::to_string(range.by_factors ? range.low * std::pow(range.high / range.low, dice.uniform())
                                          : dice.uniform(range.low, range.high)));
  if (chance(0.6)) {
    const int count = static_cast<int>(dice.below(201));
    double all = 0;
    for (int k = 1; k <= count; ++k) all += 1.0 / k;
    set("lakes.count", std::to_string(count));
    set("lakes.largest_share", std::to_string(std::min(0.1, dice.uniform(0, 0.21) / std::max(all, 1.0))));
  }
  if (chance(0.4)) set("relief.erosion", "none");
  if (chance(0.2)) set("coast.types", "none");
  if (chance(0.2)) set("roads.trails", "false");
  if (chance(0.15)) set("water.rivers", "none");
  return asked;
}

/// What cannot be: on the lines and places themselves, and what a world's audit says of it: rivers that rise
/// or end nowhere, towns without a road, points that break their conditions, and lakes or ground plans that
/// are missing without a finding.
std::vector<std::string> contradictions(const World& world, const AuditReport& audit) {
  std::vector<std::string> found = test::Contradictions(world).find();
  for (const AuditReport::WaterRow& row : audit.water)
    if (!row.met && !is_told(world, row))
      found.push_back(row.what + " " + std::to_string(row.actual) + " of " + std::to_string(row.target));
  for (const AuditReport::RoadRow& row : audit.roads)
    if (row.towns_reached < row.towns)
      found.push_back(std::to_string(row.towns - row.towns_reached) + " towns without a road");
  for (const AuditReport::ConditionRow& row : audit.conditions)
    if (row.violations > 0) found.push_back(row.cls + " breaks its condition on " + row.feature);
  return found;
}

}  // namespace

class TestRandomWaters : public QObject {
  Q_OBJECT

 private slots:
  void everyTemplateEndsInAWorldWithoutContradictionsOrInASentence_data() {
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_RANDOM_WATERS", &given);
    QTest::addColumn<int>("seed");
    const int last = given ? asked : 2;
    const auto row = [](int seed) { QTest::newRow(("template " + std::to_string(seed)).c_str()) << seed; };
    for (int seed = 1; seed <= last; ++seed) row(seed);
    for (const int seed : kWoundShores)
      if (seed > last) row(seed);
  }
  void everyTemplateEndsInAWorldWithoutContradictionsOrInASentence() {
    QFETCH(int, seed);
    const Asked asked = random_water_template(static_cast<uint64_t>(seed));
    std::string words = asked.base;
    for (const std::string& setting : asked.settings) words += " --set " + setting;
    ++templates_;
    const Result<Template> tmpl =
        parse_template_with(find_builtin(asked.base)->text, asked.base, asked.settings);
    if (!tmpl) {
      QVERIFY2(tmpl.error().message.size() > 20, words.c_str());
      return;
    }
    const BuildRequest request{
        tmpl.value(), {}, SeedBundle::from_master(static_cast<uint64_t>(seed)), resolution(), {}};
    const double begin_s = processor_s();
    const Result<Build> built = build(request);
    longest_s_ = std::max(longest_s_, processor_s() - begin_s);
    if (!built) {
      QVERIFY2(built.error().kind == ErrorKind::invalid_template && built.error().message.size() > 20,
               (built.error().message + "\n" + words).c_str());
      return;
    }
    ++worlds_;
    const std::vector<std::string> wrong = contradictions(*built.value().world, built.value().audit);
    contradictions_ += wrong.size();
    QVERIFY2(wrong.empty(), (wrong.empty() ? words : wrong.front() + "\n" + words).c_str());
    if (seed % kTwiceEvery != 0) return;
    const Result<Build> again = build(request);
    QVERIFY2(again && world_digests(*again.value().world) == world_digests(*built.value().world),
             words.c_str());
  }
  void whatIsWrittenOfThemIsVerified() {
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_RANDOM_FOLDERS", &given);
    for (int seed = 1, written = 0; written < (given ? asked : 1); ++seed) {
      const Asked words = random_water_template(static_cast<uint64_t>(seed));
      const Result<Template> tmpl =
          parse_template_with(find_builtin(words.base)->text, words.base, words.settings);
      if (!tmpl) continue;
      const QTemporaryDir folder;
      RenderRequest request{
          {tmpl.value(), {}, SeedBundle::from_master(static_cast<uint64_t>(seed)), resolution(), {}},
          {},
          {View::overview, View::landmarks_admin},
          {"png", "geojson", "gpkg", "geotiff"},
          folder.path().toStdString()};
      request.style.map_px = 256;
      request.style.dpi = 38;
      if (!render(request)) continue;  // in a sentence, as tested above
      ++written;
      const Result<Verification> found = verify(request.folder, {});
      const auto text = [&] {
        return "template " + std::to_string(seed) + ": " +
               (found ? found.value().mismatches.front() : found.error().message);
      };
      QVERIFY2(found && found.value().mismatches.empty(),
               found && found.value().mismatches.empty() ? "" : text().c_str());
    }
  }
  void manyOfThemAreWorlds() {
    qInfo("%d worlds of %d templates, %zu contradictions, the longest %.2f s of processor time", worlds_,
          templates_, contradictions_, longest_s_);
    QVERIFY(worlds_ > templates_ / 3);
  }

 private:
  int templates_ = 0, worlds_ = 0;
  size_t contradictions_ = 0;
  double longest_s_ = 0;
};

FW_TEST(TestRandomWaters)
#include "test_random_waters.moc"
