// What Highway's own library does on x86-64, for a build that takes its headers alone and chooses between
// instruction sets when it runs: which of them the processor and its system have, and which one the dispatch
// takes.

#include <hwy/highway.h>

#include <atomic>
#include <cstdint>

namespace hwy {
namespace {

std::atomic<int64_t> g_set_for_test = 0;

int64_t targets_of_processor() {
  __builtin_cpu_init();
  int64_t targets = HWY_SCALAR | HWY_EMU128;
  if (__builtin_cpu_supports("ssse3")) targets |= HWY_SSSE3;
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") &&
      __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes"))
    targets |= HWY_SSE4;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") && (targets & HWY_SSE4) != 0)
    targets |= HWY_AVX2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && (targets & HWY_AVX2) != 0)
    targets |= HWY_AVX3;
  return targets;
}

}  // namespace

int64_t SupportedTargets() {
  static const int64_t targets = targets_of_processor();
  const int64_t set = g_set_for_test;
  return set != 0 ? set : targets;
}

void SetSupportedTargetsForTest(int64_t targets) {
  g_set_for_test = targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
