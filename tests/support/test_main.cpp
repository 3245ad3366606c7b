#include "tests/support/test_main.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace fw::test {

namespace {

/// The classes by name.
std::map<std::string, RunTests>& registered_tests() {
  static std::map<std::string, RunTests> tests;
  return tests;
}

std::string name_of_source(const std::string& path) {
  const size_t folder = path.find_last_of('/') + 1;  // npos + 1 is 0
  return path.substr(folder, path.find_last_of('.') - folder);
}

/// One class in a process of its own, as CTest runs it: whether it passed.
bool passes_alone(char* program, const std::string& name, std::vector<char*> arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    arguments.insert(arguments.begin(), {program, const_cast<char*>(name.c_str())});
    arguments.push_back(nullptr);
    ::execv("/proc/self/exe", arguments.data());
    ::_exit(127);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int run_all(char* program, const std::vector<char*>& arguments) {
  int failed = 0;
  for (const auto& [name, run] : registered_tests()) failed += !passes_alone(program, name, arguments);
  std::printf("%zu classes, %d failed\n", registered_tests().size(), failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

RegisteredTest::RegisteredTest(const char* source, RunTests run) {
  registered_tests()[name_of_source(source)] = run;
}

}  // namespace fw::test

/// tests_ROOM [CLASS] [Qt Test's arguments]: all classes, each in a process of its own, or the one that is
/// named.
int main(int argc, char** argv) {
  using namespace fw::test;
  std::vector<char*> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.front()[0] == '-') return run_all(argv[0], arguments);
  const auto test = registered_tests().find(arguments.front());
  if (test == registered_tests().end()) {
    std::fprintf(stderr, "%s: no class of tests is called %s; there are:\n", argv[0], argv[1]);
    for (const auto& [name, run] : registered_tests()) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  arguments.front() = argv[0];
  arguments.push_back(nullptr);
  return test->second(static_cast<int>(arguments.size()) - 1, arguments.data());
}
