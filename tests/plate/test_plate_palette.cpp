#include <QTest>
#include <cmath>

#include "core/model/palette.h"
#include "render/plate/plate.h"

using namespace fw;

namespace {

double linear(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

struct Lab {
  double l, a, b;
};
Lab lab_of_linear(double r, double g, double b) {
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Deuteranopia after Vienot, Brettel and Mollon 1999, in linear RGB.
Lab as_deuteranope_sees(Rgb c) {
  const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
  const double seen = 0.29275 * r + 0.70725 * g;
  return lab_of_linear(seen, seen, std::max(0.0, -0.02234 * r + 0.02234 * g + b));
}
double distance(Lab p, Lab q) {
  return std::sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

template <size_t N>
double least_distance(const std::array<Rgb, N>& colours) {
  double least = 1e9;
  for (size_t i = 0; i < N; ++i)
    for (size_t j = i + 1; j < N; ++j)
      least = std::min(least, distance(as_deuteranope_sees(colours[i]), as_deuteranope_sees(colours[j])));
  return least;
}

}  // namespace

class PlatePaletteTest : public QObject {
  Q_OBJECT
 private slots:
  void everyNamedPaletteExistsAndNoOther() {
    for (const auto& name : kPaletteSlugs) QVERIFY(find_palette(name) != nullptr);
    QVERIFY(find_palette("rainbow") == nullptr);
  }
  void dangerBandsStayApartForADeuteranope() {
    constexpr double kThreshold = 25;  // ten just noticeable differences of 2.3, rounded up
    const double least = least_distance(find_palette("colour_blind_safe")->danger);
    QVERIFY2(least > kThreshold, qPrintable(QString::number(least)));
    QVERIFY(least > least_distance(find_palette("atlas")->danger));
  }
  void factionsAndBiomesStayApartForADeuteranope() {
    const double factions = least_distance(find_palette("colour_blind_safe")->faction);
    const double biomes = least_distance(find_palette("colour_blind_safe")->biome);
    // Five and four just noticeable differences of 2.3: neighbours on a map also have a line between them.
    QVERIFY2(factions > 12, qPrintable(QString::number(factions)));
    QVERIFY2(biomes > 9, qPrintable(QString::number(biomes)));
  }
};

QTEST_GUILESS_MAIN(PlatePaletteTest)
#include "test_plate_palette.moc"
