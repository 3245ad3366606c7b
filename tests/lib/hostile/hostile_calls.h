#pragma once

#include <cstdint>
#include <set>
#include <string>

// Calls of every function of fieldwright.h with arguments that nobody should give. Everything follows from a
// seed and the number of a round, so that one round repeats what failed in a million calls.

namespace fw::test {

struct HostileReport {
  uint64_t calls = 0;
  uint64_t succeeded = 0;       ///< of the calls that return a status
  std::set<std::string> names;  ///< of the functions that were called
  std::string failure;          ///< the first: round, function and what was wrong; empty: none
  std::string slowest;          ///< the function of the longest call
  double slowest_s = 0;
};

/// One round: handles of its own and some hundred calls. Adds to the report; false after a failure.
bool hostile_round(uint64_t seed, uint64_t round, HostileReport& report);

/// The function that is being called, for who reports a crash.
const char* hostile_call_now();

}  // namespace fw::test
