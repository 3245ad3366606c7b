// What the Simulation dock calls things, and its plots.

#include <QTest>
#include <algorithm>
#include <set>

#include "app/gui/preview/picture.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/simulation_words.h"
#include "core/simulation/simulation.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

class TestSimulationWords : public QObject {
  Q_OBJECT

 private slots:
  void methodsAndNumbersHaveNamesThatCanBeRead() {
    const auto tiny =
        make_picture(std::make_shared<const Template>(test::tiny({"ecology.players=3"})), 96, false, nullptr)
            .value();
    const auto slug = [](const QString& text) {
      return text.contains(QLatin1Char('_')) || text.contains(QLatin1Char('.')) || text.front().isLower();
    };
    std::set<QString> titles;
    for (size_t i = 0; i < kCoordinators.size(); ++i) {
      const auto coordinator = static_cast<Coordinator>(i);
      titles.clear();
      for (const std::string& method : simulation_methods(coordinator)) {
        QVERIFY2(!slug(method_title(method)), method.c_str());
        QVERIFY2(titles.insert(method_title(method)).second, method.c_str());
      }
      const std::string first = simulation_methods(coordinator).front();
      titles.clear();
      const auto parameters = simulation_parameters(coordinator, first, *tiny->tmpl, *tiny->world);
      for (const SimulationParameter& row : parameters.value()) {
        QVERIFY2(!slug(setting_title(row.rule)), std::string(row.rule.path).c_str());
        QVERIFY2(titles.insert(setting_title(row.rule)).second, std::string(row.rule.path).c_str());
      }
    }
    const auto titled = [](std::string_view path, std::string_view unit) {
      ValueRule rule{};
      rule.path = path;
      rule.unit = unit;
      return setting_title(rule);
    };
    QCOMPARE(titled("crowd.heading.wavelength_m", "m"), QStringLiteral("Heading: wavelength"));
    QCOMPARE(titled("action.dt_s", "s"), QStringLiteral("Time step"));
    QCOMPARE(titled("crowd.speed_max_mps", "m/s"), QStringLiteral("Speed max"));
    QCOMPARE(unit_words("1/s"), QStringLiteral("per s"));
    QCOMPARE(unit_words("m"), QStringLiteral("m"));
    QCOMPARE(figure_unit({"starts_per_s", "starts", "1/s", 0}), QStringLiteral("per s"));
    QCOMPARE(figure_unit({"spawns_per_minute", "spawns per minute", "1/min", 0}), QString());
  }

  void aCurveAtItsMaximumCanBeSeen() {
    FigurePlot plot;
    plot.resize(260, plot.sizeHint().height());
    plot.set_methods({"one"});
    const QRgb line = FigurePlot::colour(plot.palette(), 0).rgb();
    const auto inked = [&] {
      const QImage image = plot.grab().toImage();
      int most = 0;
      for (int y = plot.fontMetrics().height() + 4; y < image.height(); ++y) {
        int row = 0;
        for (int x = 0; x < image.width(); ++x) row += image.pixel(x, y) == line ? 1 : 0;
        most = std::max(most, row);
      }
      return most;
    };
    for (int t = 0; t <= 60; ++t) plot.add(t, {5.0});  // 5 is as high as the plot then is
    QVERIFY2(inked() > 150, qPrintable(QString::number(inked())));
    plot.clear();
    for (int t = 0; t <= 60; ++t) plot.add(t, {0.0});
    QVERIFY2(inked() > 150, qPrintable(QString::number(inked())));
  }
};

FW_WINDOW_TEST(TestSimulationWords)
#include "test_simulation_words.moc"
