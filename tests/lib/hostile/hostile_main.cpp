// Hostile calls of the library until so many have been made: hostile_calls [CALLS] [SEED] [FIRST ROUND].
// Says what failed and in which round; that round alone: hostile_calls 1 SEED ROUND.

#include <cstdio>
#include <cstdlib>

#include "hostile_calls.h"

namespace {

uint64_t seed = 1, round_now = 0;

void tell_round() {
  std::fprintf(stderr, "hostile_calls: seed %llu, round %llu, in %s\n", static_cast<unsigned long long>(seed),
               static_cast<unsigned long long>(round_now), fw::test::hostile_call_now());
}

}  // namespace

// The sanitizers' own, where they are linked in.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

int main(int argc, char** argv) {
  const uint64_t calls = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
  if (argc > 2) seed = std::strtoull(argv[2], nullptr, 10);
  if (argc > 3) round_now = std::strtoull(argv[3], nullptr, 10);
  if (&__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(tell_round);
  fw::test::HostileReport report;
  while (report.calls < calls) {
    if (!fw::test::hostile_round(seed, round_now, report)) {
      std::fprintf(stderr, "seed %llu, %s\n", static_cast<unsigned long long>(seed), report.failure.c_str());
      return 1;
    }
    ++round_now;
  }
  std::printf("%llu calls of %zu functions in %llu rounds, %llu succeeded; the longest took %.2f s (%s)\n",
              static_cast<unsigned long long>(report.calls), report.names.size(),
              static_cast<unsigned long long>(round_now), static_cast<unsigned long long>(report.succeeded),
              report.slowest_s, report.slowest.c_str());
  return 0;
}
