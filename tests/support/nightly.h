#pragma once

#include <QTest>

namespace fw::test {

/// Whether this run has time for long slots and all rows of data: ./bootstrap nightly sets FIELDWRIGHT_NIGHTLY
/// (fieldwright_campaign in tests/CMakeLists.txt), ./bootstrap test does not.
inline bool nightly() {
  return qEnvironmentVariableIsSet("FIELDWRIGHT_NIGHTLY");
}

}  // namespace fw::test

/// Leaves a slot to ./bootstrap nightly.
#define SKIP_BY_DAY() \
  if (!fw::test::nightly()) QSKIP("takes long: ./bootstrap nightly runs it")
