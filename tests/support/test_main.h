#pragma once

#include <QCoreApplication>
#include <QTest>

// One test program a folder: its classes of test functions are registered by name, and the program runs all
// of them or the one that it is given (test_main.cpp). A class's name there is that of its source, without
// .cpp.
namespace fw::test {

/// Runs the functions of one class; the arguments are Qt Test's, the first one the program. Returns how many
/// failed.
using RunTests = int (*)(int argc, char** argv);

/// Adds a class to the program's list; static objects of FW_TEST and its kin do so. `source` is __FILE__.
struct RegisteredTest {
  RegisteredTest(const char* source, RunTests run);
};

/// Runs a class whose functions need no window.
template <class Test>
int run_tests(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace fw::test

/// A class that a function runs; the source's last line before its .moc.
#define FW_TEST_RUN_BY(Test, function) \
  static const fw::test::RegisteredTest registered_##Test(__FILE__, function);

/// A class whose functions need no window.
#define FW_TEST(Test) FW_TEST_RUN_BY(Test, fw::test::run_tests<Test>)
