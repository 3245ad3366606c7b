#include <QTest>

#include "app/job/render/exporters.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

class TestWaterBands : public QObject {
  Q_OBJECT
 private slots:
  void dischargeGrowsAlongAReachToThatOfItsLowerEnd() {
    const Template tmpl = builtin("WindswardLike");
    const auto world = generate(tmpl, tmpl.seeds(), 512, {}, nullptr, GenerateScope::layers).value();
    const std::vector<FieldBand> bands = water_bands(*world);
    const auto band = std::find_if(bands.begin(), bands.end(),
                                   [](const FieldBand& b) { return b.name == "discharge_m3_s"; });
    QVERIFY(band != bands.end());
    const auto at = [&](Vec2 place) { return static_cast<double>(band->values[world->grid.cell_at(place)]); };
    int heads = 0;
    for (const River& river : world->water_network.rivers) {
      const Reach& head = world->water_network.reaches[static_cast<size_t>(river.reaches.front())];
      if (head.form != ReachForm::plain || head.length_m < 400 || river.reaches.size() < 2) continue;
      const size_t count = head.vertices_m.size();
      const double first = at(head.vertices_m[2]), middle = at(head.vertices_m[count / 2]);
      QVERIFY(first > 0 && first < middle && middle < head.discharge_m3_s);
      // The next reach begins in the cell of the last vertex.
      QVERIFY(at(head.vertices_m[count - 6]) > 0.8 * head.discharge_m3_s);
      ++heads;
    }
    QVERIFY2(heads > 5, qPrintable(QString::number(heads)));
  }
};

FW_TEST(TestWaterBands)
#include "test_water_bands.moc"
