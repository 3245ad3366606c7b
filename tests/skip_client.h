#pragma once

#include <QTest>

// Tests that open files in programs of others.

/// Without such a program a test is skipped; FIELDWRIGHT_CLIENTS=required makes that a failure.
#define SKIP_CLIENT(text)                                                       \
  do {                                                                          \
    if (qEnvironmentVariable("FIELDWRIGHT_CLIENTS") == "required") QFAIL(text); \
    QSKIP(text);                                                                \
  } while (false)
