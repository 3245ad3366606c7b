#pragma once

#include "tests/support/process.h"

namespace fw::test {

/// The command with these arguments, waited for.
inline Outcome run(const QStringList& arguments) {
  return run_program(QStringLiteral(FIELDWRIGHT_COMMAND), arguments);
}

}  // namespace fw::test
