#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "render/chart/chart_sheet.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

BarChart bars() {
  BarChart chart;
  chart.title = "Directional similarity";
  chart.subtitle = "Crowd study, mean over 20 seeds";
  chart.groups = {"Perlin dual", "Perlin single", "Curl noise", "Ornstein\u2013Uhlenbeck",
                  "Random walk", "Vicsek"};
  chart.emphasised = {0, 1};
  chart.y.title = "Similarity";
  chart.interval_name = "95 % interval";
  chart.reference_name = "published";
  chart.ordered_series = true;
  const double values[] = {0.99, 0.98, 0.5, -0.001, 0.25, 0.75};
  for (int s = 0; s < 3; ++s) {
    BarSeries series{s == 0 ? "small" : s == 1 ? "medium" : "large", {}, {}, {}};
    for (const double v : values) {
      series.values.push_back(v);
      series.half_widths.push_back(0.01);
      series.references.push_back(s == 1 ? v + 0.02 : kNaN);
    }
    chart.series.push_back(series);
  }
  return chart;
}

BarChart one_colour() {
  BarChart chart;
  chart.groups = {"a", "b", "c", "d"};
  chart.series = {{"only", {1, 2, 4, 8}, {}, {}}};
  return chart;
}

ScatterChart scatter() {
  ScatterChart chart;
  chart.title = "Coverage against polarization";
  chart.x = {"Polarization", "", AxisKind::linear, 0, 1};
  chart.y = {"Coverage", "", AxisKind::linear, kAutomatic, kAutomatic};
  chart.marker_names = {"small", "large"};
  for (size_t m = 0; m < 8; ++m) {
    chart.colour_names.push_back("Method number " + std::to_string(m));
    for (size_t s = 0; s < 2; ++s) {
      PointSeries series{m, s, {}, {}};
      for (uint64_t i = 0; i < 10; ++i) {
        series.x.push_back(random_uniform(m, i));
        series.y.push_back(random_uniform(m + 100, i));
      }
      chart.series.push_back(series);
    }
  }
  return chart;
}

LineChart lines(bool facets) {
  LineChart chart;
  chart.title = "Agents in action";
  chart.x = {"Time", "s", AxisKind::linear, kAutomatic, kAutomatic};
  chart.y = {"Active agents", "", AxisKind::linear, 0, kAutomatic};
  chart.facets = facets;
  for (uint64_t m = 0; m < 5; ++m) {
    LineSeries series{"Method " + std::to_string(m), {}, {}, {}};
    for (uint64_t i = 0; i < 100; ++i) {
      series.x.push_back(static_cast<double>(i));
      series.y.push_back(100 + 20 * random_uniform(m, i));
    }
    chart.series.push_back(series);
  }
  return chart;
}

Histogram histogram() {
  Histogram chart;
  chart.title = "Intervals";
  chart.x = {"Interval", "s", AxisKind::linear, kAutomatic, kAutomatic};
  chart.series = {{"one", {}}, {"two", {}}};
  for (uint64_t i = 0; i < 300; ++i) chart.series[i % 2].values.push_back(random_uniform(9, i) * 10);
  return chart;
}

PanelFigure panels() {
  PanelFigure figure;
  figure.title = "Fields";
  for (int i = 0; i < 3; ++i) {
    ChartPanel panel;
    panel.title = "Panel " + std::to_string(i);
    panel.x = {"x", "m", AxisKind::linear, 0, 1000};
    panel.y = {"y", "m", AxisKind::linear, 0, 1000};
    Raster<float> field(GridSpec::square(1000, 16));
    for (size_t k = 0; k < field.size(); ++k) field[k] = static_cast<float>(random_uniform(77, k));
    field[5] = static_cast<float>(kNaN);
    panel.field =
        PanelField{field, {ColourMap::sequential, kAutomatic, kAutomatic, "Value", "m/s"}, true, {0.5}};
    PanelMarks marks;
    marks.name = "points";
    marks.x = {100, 500, 900};
    marks.y = {100, 500, 900};
    panel.marks.push_back(marks);
    PanelArrows arrows;
    arrows.x = {200}, arrows.y = {700}, arrows.dx = {50}, arrows.dy = {50};
    panel.arrows = arrows;
    figure.panels.push_back(panel);
  }
  return figure;
}

std::vector<std::pair<const char*, Chart>> all_charts() {
  return {{"bars", bars()},        {"one_colour", one_colour()}, {"scatter", scatter()},
          {"lines", lines(false)}, {"facets", lines(true)},      {"histogram", histogram()},
          {"panels", panels()}};
}

/// Width and height from a PNG's first chunk.
std::pair<uint32_t, uint32_t> png_size(const std::string& png) {
  const auto number = [&png](size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(png.at(at + i));
    return value;
  };
  return {number(16), number(20)};
}

ChartStyle small_style_px() {
  ChartStyle style;
  style.width_px = 600;
  style.dpi = 100;
  return style;
}

}  // namespace

class ChartFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void noLabelLiesOnALabelNorLeavesThePage() {
    for (const auto& [name, chart] : all_charts())
      for (const double scale : {0.8, 1.0, 1.4}) {
        ChartStyle style;
        style.text_scale = scale;
        ChartTrace trace;
        const auto drawn = draw_chart_traced(chart, style, PageFormat::svg, trace);
        QVERIFY2(bool(drawn), name);
        const double width = 1000 / scale;
        for (size_t i = 0; i < trace.texts.size(); ++i) {
          const auto& a = trace.texts[i];
          QVERIFY2(a.box.x0 > -1 && a.box.x1 < width + 1 && a.box.y0 > -1,
                   (std::string(name) + ": " + a.words).c_str());
          for (size_t j = 0; j < i; ++j)
            QVERIFY2(
                !a.box.grown(-1).intersects(trace.texts[j].box.grown(-1)),
                (std::string(name) + ": \"" + a.words + "\" on \"" + trace.texts[j].words + "\"").c_str());
        }
      }
  }
  void theLegendNeverCoversAPlotAndPlotsNeverOverlap() {
    for (const auto& [name, chart] : all_charts()) {
      ChartTrace trace;
      QVERIFY(bool(draw_chart_traced(chart, {}, PageFormat::svg, trace)));
      QVERIFY(!trace.plots.empty());
      for (size_t i = 0; i < trace.plots.size(); ++i) {
        QVERIFY2(trace.plots[i].width() > 60 && trace.plots[i].height() > 60, name);
        for (const Box& legend : trace.legends) QVERIFY2(!legend.intersects(trace.plots[i]), name);
        for (size_t j = 0; j < i; ++j) QVERIFY2(!trace.plots[i].intersects(trace.plots[j]), name);
      }
    }
  }
  void barsInTheSvgAreAsHighAsTheirValues() {
    const auto svg = draw_chart(one_colour(), {}, PageFormat::svg);
    QVERIFY(bool(svg));
    // The fill of the first series, 0x0072B2.
    const QString number = "([\\d.]+)";
    const QString corner = number + ' ' + number;
    const QRegularExpression path("fill:rgb\\(0%,44\\.70\\d*%,69\\.80\\d*%\\)[^>]* d=\"M " + corner + " L " +
                                  corner + " L " + corner);
    std::vector<double> heights;
    auto found = path.globalMatch(QString::fromStdString(svg.value()));
    while (found.hasNext()) {
      const auto m = found.next();
      heights.push_back(std::fabs(m.captured(6).toDouble() - m.captured(2).toDouble()));
    }
    QCOMPARE(heights.size(), size_t{4});
    for (size_t i = 1; i < 4; ++i)
      QVERIFY2(std::fabs(heights[i] / heights[0] - std::pow(2.0, double(i))) < 0.02,
               qPrintable(QString::number(heights[i] / heights[0])));
  }
  void emptyChartsSaySo() {
    const std::vector<Chart> empties{BarChart{}, ScatterChart{}, LineChart{}, Histogram{}, PanelFigure{}};
    for (const Chart& chart : empties) {
      ChartTrace trace;
      QVERIFY(bool(draw_chart_traced(chart, {}, PageFormat::png, trace)));
      QVERIFY(std::any_of(trace.texts.begin(), trace.texts.end(),
                          [](const ChartTrace::Text& t) { return t.words == "No data to draw"; }));
    }
  }
  void valuesThatAreNotFiniteAreLeftOutAndCounted() {
    BarChart chart = one_colour();
    chart.series[0].values = {kNaN, INFINITY, 2, 4};
    ChartTrace trace;
    QVERIFY(bool(draw_chart_traced(chart, {}, PageFormat::png, trace)));
    QCOMPARE(trace.bars.size(), size_t{2});
    QVERIFY(trace.texts.back().words.starts_with("2 values are left out"));
    chart.y.kind = AxisKind::logarithmic;
    chart.series[0].values = {0, -1, 2, 4};
    ChartTrace log_trace;
    QVERIFY(bool(draw_chart_traced(chart, {}, PageFormat::png, log_trace)));
    QCOMPARE(log_trace.bars.size(), size_t{2});
    PanelFigure figure = panels();
    figure.panels[0].marks[0].x[0] = kNaN;
    figure.panels[0].arrows->dx[0] = INFINITY;
    QVERIFY(bool(draw_chart(figure, small_style_px(), PageFormat::png)));
    ScatterChart points = scatter();
    points.series[0].y[0] = 1e300;
    points.series[0].x[1] = -INFINITY;
    QVERIFY(bool(draw_chart(points, small_style_px(), PageFormat::svg)));
  }
  void arraysOfDifferentLengthAreRefused() {
    BarChart chart = one_colour();
    chart.series[0].values.pop_back();
    QCOMPARE(draw_chart(chart, {}, PageFormat::png).error().kind, ErrorKind::internal);
  }
  void absurdSizesAreRefusedWithTheNumber() {
    ChartStyle style;
    style.width_px = 40000;
    const auto wide = draw_chart(one_colour(), style, PageFormat::png);
    QCOMPARE(wide.error().kind, ErrorKind::limit);
    QVERIFY(wide.error().message.find("40000") != std::string::npos);
    style.width_px = 1000;
    style.height_px = 32768;
    QCOMPARE(draw_chart(one_colour(), style, PageFormat::png).error().kind, ErrorKind::limit);
    style.height_px = 0;
    style.width_px = 32000;
    PanelFigure tall;
    tall.panels = std::vector<ChartPanel>(3, panels().panels[0]);
    tall.columns = 1;
    QCOMPARE(draw_chart(tall, style, PageFormat::png).error().kind, ErrorKind::limit);
    style.width_px = 10;
    QCOMPARE(draw_chart(one_colour(), style, PageFormat::png).error().kind, ErrorKind::usage);
  }
  void aFixedPageKeepsItsSize() {
    ChartStyle style = small_style_px();
    style.height_px = 300;
    for (const auto& [name, chart] : all_charts()) {
      const auto png = draw_chart(chart, style, PageFormat::png);
      QVERIFY2(png, png ? "" : png.error().message.c_str());
      QCOMPARE(png_size(png.value()), (std::pair<uint32_t, uint32_t>{600, 300}));
    }
  }
  void theSameBytesTwiceAndOnTwoThreads() {
    const auto charts = all_charts();
    const std::vector<PageFormat> formats{PageFormat::png, PageFormat::svg, PageFormat::pdf};
    std::vector<std::string> alone(charts.size() * formats.size()), together(alone.size());
    for (size_t i = 0; i < alone.size(); ++i)
      alone[i] = draw_chart(charts[i / 3].second, small_style_px(), formats[i % 3]).value();
    const ThreadLimit two(2);
    parallel_for(alone.size(), 1, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i)
        together[i] = draw_chart(charts[i / 3].second, small_style_px(), formats[i % 3]).value();
    });
    for (size_t i = 0; i < alone.size(); ++i) QVERIFY2(alone[i] == together[i], charts[i / 3].first);
  }
  /// The accepted look lies in golden/charts.txt as digests of the layout: words and boxes to a tenth of a
  /// unit, which do not hang on the library's anti-aliasing. After a wanted change, run this test with
  /// FIELDWRIGHT_ACCEPT_CHARTS=1 in the environment, look at the charts, and commit the new file.
  void theChartsAreLaidOutAsAccepted() {
    QByteArray found;
    for (const auto& [name, chart] : all_charts()) {
      ChartTrace trace;
      QVERIFY(bool(draw_chart_traced(chart, {}, PageFormat::png, trace)));
      std::string text;
      const auto add = [&](const Box& b) {
        for (const double v : {b.x0, b.y0, b.x1, b.y1}) text += std::to_string(std::lround(10 * v)) + " ";
      };
      for (const auto& t : trace.texts) text += t.words + " ", add(t.box);
      for (const auto* boxes : {&trace.plots, &trace.bars, &trace.legends})
        for (const Box& b : *boxes) add(b);
      found += QByteArray(name) + ' ' + QByteArray::fromStdString(sha256_hex(text)) + '\n';
    }
    QFile file(FIELDWRIGHT_SOURCE_DIR "/tests/chart/golden/charts.txt");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT_CHARTS")) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(found);
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), "golden/charts.txt is missing");
    QCOMPARE(found, file.readAll());
  }
};

FW_TEST(ChartFilesTest)
#include "test_chart_files.moc"
