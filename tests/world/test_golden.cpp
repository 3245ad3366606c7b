// Worlds of the shipped templates as accepted, raster by raster: what changes by accident shows, and where.

#include <QFile>
#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kGoldenResolution = 128;
constexpr const char* kAccepted = FIELDWRIGHT_SOURCE_DIR "/tests/world/golden/digests.txt";
constexpr const char* kAcceptVariable = "FIELDWRIGHT_ACCEPT_WORLDS";

/// "WindswardLike biome 5f0c..." for every raster and point layer of every shipped template at its own seed.
std::vector<std::string> digest_lines() {
  std::vector<std::string> lines;
  for (const BuiltinTemplate& built_in : builtin_templates()) {
    const Template tmpl = parse_template(built_in.text, built_in.name).value();
    const auto world = generate(tmpl, SeedBundle::from_master(tmpl.seed), kGoldenResolution).value();
    for (const auto& [part, digest] : world_digests(*world))
      lines.push_back(tmpl.name + " " + part + " " + digest);
  }
  return lines;
}

}  // namespace

class TestGolden : public QObject {
  Q_OBJECT
 private slots:
  /// A change of worlds is a change for everyone who kept a seed. When it is wanted: run this test with
  /// FIELDWRIGHT_ACCEPT_WORLDS=1 in the environment, run `fieldwright audit NAME --seeds 1..22` on the three
  /// large templates against docs/acceptance.md, and commit the new golden/digests.txt with a line in
  /// CHANGELOG.md that names the layers.
  void theShippedTemplatesMakeTheAcceptedWorlds() {
    const std::vector<std::string> found = digest_lines();
    QFile file(kAccepted);
    if (qEnvironmentVariableIsSet(kAcceptVariable)) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      for (const std::string& line : found) file.write((line + "\n").c_str());
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), kAccepted);
    std::vector<std::string> accepted;
    while (!file.atEnd()) accepted.push_back(file.readLine().trimmed().toStdString());
    std::string changed;
    for (size_t i = 0; i < std::min(found.size(), accepted.size()); ++i)
      if (found[i] != accepted[i]) changed += "\n" + found[i];
    QVERIFY2(changed.empty(), changed.c_str());
    QCOMPARE(found.size(), accepted.size());
  }
};

FW_TEST(TestGolden)
#include "test_golden.moc"
