#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <cassert>
#include <cstdint>
#include <vector>

namespace fw::test {

/// A file of tests/measure/reference; an empty object when it cannot be read.
inline QJsonObject reference(const QString& name) {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/measure/reference/") + name);
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QJsonDocument::fromJson(file.readAll()).object();
}

template <typename T = double>
std::vector<T> numbers(const QJsonValue& array) {
  std::vector<T> out;
  for (const QJsonValue v : array.toArray()) out.push_back(static_cast<T>(v.toDouble()));
  return out;
}

/// |a - b| <= share * max(1, |b|): absolute for small numbers, relative for large ones.
inline bool close(double a, double b, double share) {
  return std::abs(a - b) <= share * std::max(1.0, std::abs(b));
}

/// The first place where two arrays differ, as text for a failure message; empty when they agree.
template <typename A, typename B>
QString difference(const A& got, const B& expected, double share) {
  if (got.size() != expected.size())
    return QStringLiteral("%1 values, expected %2").arg(got.size()).arg(expected.size());
  for (size_t i = 0; i < got.size(); ++i)
    if (!close(double(got[i]), double(expected[i]), share))
      return QStringLiteral("[%1] = %2, expected %3")
          .arg(i)
          .arg(double(got[i]), 0, 'g', 17)
          .arg(double(expected[i]), 0, 'g', 17);
  return {};
}

}  // namespace fw::test

/// Fails the test with the first place where the arrays differ.
#define COMPARE_ARRAYS(got, expected, share)                           \
  do {                                                                 \
    const QString text = fw::test::difference(got, expected, share);   \
    QVERIFY2(text.isEmpty(), qPrintable(QStringLiteral(#got) + text)); \
  } while (false)

/// |got - expected| <= share * max(1, |expected|), with both in the message.
#define COMPARE_CLOSE(got, expected, share)                                                                  \
  do {                                                                                                       \
    const double g = (got), e = (expected);                                                                  \
    QVERIFY2(                                                                                                \
        fw::test::close(g, e, share),                                                                        \
        qPrintable(QStringLiteral("%1 = %2, expected %3").arg(#got).arg(g, 0, 'g', 17).arg(e, 0, 'g', 17))); \
  } while (false)
