#pragma once

#include <QApplication>

#include "tests/support/test_main.h"

namespace fw::test {

/// Runs a class whose functions show widgets, at one size of letters on every screen.
template <class Test>
int run_window_tests(int argc, char** argv) {
  QApplication app(argc, argv);
  app.setAttribute(Qt::AA_Use96Dpi, true);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace fw::test

/// A class whose functions show widgets.
#define FW_WINDOW_TEST(Test) FW_TEST_RUN_BY(Test, fw::test::run_window_tests<Test>)
