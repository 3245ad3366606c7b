#include <QTest>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/field/noise/noise.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

template <typename T>
bool same_bits(T a, T b) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
  else
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

/// The first element whose bits are not those of scalar(i), or -1.
template <typename T, typename Scalar>
qint64 first_difference(const std::vector<T>& found, const Scalar& scalar) {
  for (size_t i = 0; i < found.size(); ++i)
    if (!same_bits(found[i], static_cast<T>(scalar(i)))) return static_cast<qint64>(i);
  return -1;
}

std::vector<double> angles(size_t count) {
  std::vector<double> x;
  for (uint64_t i = 0; x.size() < count; ++i) {
    // Where one of the two nearly vanishes, over the whole range, and where crowds turn.
    const double quarter = static_cast<double>(random_below(1, i, 1273239)) - 636619.0;
    x.push_back(quarter * 1.5707963267948966);
    x.push_back(1e6 * (2.0 * random_uniform(2, i) - 1.0));
    x.push_back(7.0 * (2.0 * random_uniform(3, i) - 1.0));
  }
  x.resize(count);
  const std::vector<double> special{0.0, -0.0, 0x1p-1074, -0x1p-300, 1e6, -1e6, 0.7853981633974483};
  std::copy(special.begin(), special.end(), x.begin() + 5);
  return x;
}

std::vector<double> positive_numbers(size_t count) {
  std::vector<double> x;
  for (uint64_t i = 0; x.size() < count; ++i) {
    x.push_back(random_uniform(1, i));
    x.push_back(1.0 + 1e-6 * (random_uniform(2, i) - 0.5));
    // Any positive number at all: 63 random bits, infinities and what is no number left out.
    const double any = std::bit_cast<double>(random_bits(3, i) >> 1);
    x.push_back(std::isfinite(any) && any > 0 ? any : 2.0);
  }
  x.resize(count);
  const std::vector<double> special{1.0,
                                    0x1p-1074,
                                    0x1p-1022,
                                    std::nextafter(0x1p-1022, 0.0),
                                    std::numeric_limits<double>::max(),
                                    std::numeric_limits<double>::infinity(),
                                    1.4142135623730951,
                                    0.7071067811865475,
                                    0x1p-54,
                                    1.0 - 0x1p-53};
  std::copy(special.begin(), special.end(), x.begin() + 3);
  return x;
}

std::vector<uint64_t> counters(size_t count) {
  std::vector<uint64_t> c(count);
  for (size_t i = 0; i < count; ++i) c[i] = i % 3 == 0 ? i : i % 3 == 1 ? (i % 977) << 32 | i : splitmix64(i);
  return c;
}

}  // namespace

/// The batch forms against the scalar functions, bit by bit, at every SIMD level of this machine.
class ExactBatchTest : public QObject {
  Q_OBJECT

  static constexpr size_t kCount = 1000003;  // no multiple of any vector's length

  static void levels() {
    QTest::addColumn<QString>("level");
    for (const std::string& level : simd_levels())
      QTest::newRow(level.c_str()) << QString::fromStdString(level);
  }
  static void choose() {
    QFETCH(QString, level);
    QVERIFY(set_simd_level(level.toStdString()));
  }

 private slots:
  void cleanup() { QVERIFY(set_simd_level(simd_levels().front())); }

  void logHasTheScalarBits_data() { levels(); }
  void logHasTheScalarBits() {
    choose();
    const std::vector<double> x = positive_numbers(kCount);
    std::vector<double> found(kCount);
    exact::log(x, found);
    QCOMPARE(first_difference(found, [&](size_t i) { return exact::log(x[i]); }), qint64{-1});
  }

  void expHasTheScalarBits_data() { levels(); }
  void expHasTheScalarBits() {
    choose();
    std::vector<double> x(kCount), found(kCount);
    for (size_t i = 0; i < kCount; ++i) {
      // Where weights lie, and where powers overflow or fall below the normal numbers.
      const double wide = i % 3 == 0 ? 1520.0 : i % 3 == 1 ? 20.0 : 1e-9;
      x[i] = wide * (random_uniform(5, i) - 0.5);
    }
    const double none = std::numeric_limits<double>::quiet_NaN(),
                 all = std::numeric_limits<double>::infinity();
    const std::vector<double> special{0.0, -0.0, 700.0, -700.0, 709.9, -745.2, all, -all, none, 0x1p-1074};
    std::copy(special.begin(), special.end(), x.begin() + 3);
    exact::exp(x, found);
    QCOMPARE(first_difference(found, [&](size_t i) { return exact::exp(x[i]); }), qint64{-1});
  }

  void powHasTheScalarBits_data() { levels(); }
  void powHasTheScalarBits() {
    choose();
    std::vector<double> x = positive_numbers(kCount), found(kCount);
    x[0] = 0.0;
    for (const double y : {0.0, 0.5, 1.0, 2.2, 7.0, -1.5, 300.0}) {
      exact::pow(x, y, found);
      QCOMPARE(first_difference(found, [&](size_t i) { return exact::pow(x[i], y); }), qint64{-1});
    }
  }

  void sineAndCosineHaveTheScalarBits_data() { levels(); }
  void sineAndCosineHaveTheScalarBits() {
    choose();
    const std::vector<double> x = angles(kCount);
    std::vector<double> sin(kCount), cos(kCount);
    exact::sincos(x, sin, cos);
    QCOMPARE(first_difference(sin, [&](size_t i) { return exact::sincos(x[i]).sin; }), qint64{-1});
    QCOMPARE(first_difference(cos, [&](size_t i) { return exact::sincos(x[i]).cos; }), qint64{-1});
  }

  void floatSinesAndCosinesAreTheScalarOnesRounded_data() { levels(); }
  void floatSinesAndCosinesAreTheScalarOnesRounded() {
    choose();
    std::vector<double> easy(kCount), near_zero = angles(kCount);
    // Long stretches without a hard angle, since one makes its neighbours use the exact kernel too.
    for (size_t i = 0; i < kCount; ++i)
      easy[i] = (i / 1000 % 2 == 0 ? 7.0 : 1e6) * (2.0 * random_uniform(4, i) - 1.0);
    std::vector<float> sin(kCount), cos(kCount);
    for (const std::vector<double>& x : {easy, near_zero}) {
      exact::sincos(x, sin, cos);
      QCOMPARE(first_difference(sin, [&](size_t i) { return exact::sincos(x[i]).sin; }), qint64{-1});
      QCOMPARE(first_difference(cos, [&](size_t i) { return exact::sincos(x[i]).cos; }), qint64{-1});
    }
  }

  void drawsHaveTheScalarBits_data() { levels(); }
  void drawsHaveTheScalarBits() {
    choose();
    const std::vector<uint64_t> c = counters(kCount);
    std::vector<double> found(kCount);
    for (const uint64_t stream : {uint64_t{0}, splitmix64(7)}) {
      random_uniform(stream, c, found);
      QCOMPARE(first_difference(found, [&](size_t i) { return random_uniform(stream, c[i]); }), qint64{-1});
      random_normal(stream, c, found);
      QCOMPARE(first_difference(found, [&](size_t i) { return random_normal(stream, c[i]); }), qint64{-1});
    }
  }

  void floatDrawsAreTheScalarOnesRounded_data() { levels(); }
  void floatDrawsAreTheScalarOnesRounded() {
    choose();
    const std::vector<uint64_t> c = counters(kCount);
    std::vector<float> found(kCount);
    for (const double sd : {0.02, 1.0, 1e-30, 1e30}) {
      random_normal(11, c, sd, found);
      QCOMPARE(first_difference(found, [&](size_t i) { return sd * random_normal(11, c[i]); }), qint64{-1});
    }
  }

  void theLargestUniformNumberGivesADrawOfNothing_data() { levels(); }
  void theLargestUniformNumberGivesADrawOfNothing() {
    choose();
    // random_bits(stream, 0) is all ones, so that the uniform number rounds to 1.
    const uint64_t stream = 0x31628AF67B2131ABu;
    QCOMPARE(random_uniform(stream, 0), 1.0);
    const std::vector<uint64_t> c(64, 0);
    std::vector<float> found(c.size(), 9);
    random_normal(stream, c, 0.5, found);
    QCOMPARE(first_difference(found, [&](size_t) { return 0.5 * random_normal(stream, 0); }), qint64{-1});
    QCOMPARE(found[0], 0.0f);
  }

  void anArrayOfAnyLengthIsFilledAndNothingBeyond() {
    const std::vector<double> x = angles(40);
    const std::vector<uint64_t> c = counters(40);
    for (size_t count = 0; count <= 33; ++count) {
      std::vector<double> sin(40, 9), cos(40, 9), draw(40, 9);
      std::vector<float> short_draw(40, 9);
      exact::sincos({x.data(), count}, std::span<double>{sin.data(), count}, {cos.data(), count});
      random_normal(3, {c.data(), count}, {draw.data(), count});
      random_normal(3, {c.data(), count}, 2.0, {short_draw.data(), count});
      for (size_t i = 0; i < 40; ++i) {
        QCOMPARE(sin[i], i < count ? exact::sincos(x[i]).sin : 9.0);
        QCOMPARE(cos[i], i < count ? exact::sincos(x[i]).cos : 9.0);
        QCOMPARE(draw[i], i < count ? random_normal(3, c[i]) : 9.0);
        QCOMPARE(short_draw[i], i < count ? static_cast<float>(2.0 * random_normal(3, c[i])) : 9.0f);
      }
    }
  }

  void anOutputMayBeTheInput() {
    std::vector<double> x = angles(37), in_place = x, cos(37);
    exact::sincos(in_place, in_place, cos);
    for (size_t i = 0; i < x.size(); ++i) QCOMPARE(in_place[i], exact::sincos(x[i]).sin);
  }
};

FW_TEST(ExactBatchTest)
#include "test_exact_batch.moc"
