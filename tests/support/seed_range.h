#pragma once

#include <QByteArray>
#include <QList>
#include <utility>

namespace fw::test {

/// The first and last seed that a variable of the environment asks for, as "1-16"; seed 1 without it.
inline std::pair<int, int> seed_range(const char* variable) {
  const QList<QByteArray> parts = qgetenv(variable).split('-');
  return parts.size() == 2 ? std::pair{parts[0].toInt(), parts[1].toInt()} : std::pair{1, 1};
}

}  // namespace fw::test
