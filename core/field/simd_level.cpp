#include "core/field/simd_level.h"

#include <hwy/highway.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "core/field/simd_level_internal.h"

namespace fw {

namespace {

struct Level {
  std::string_view name;
  int64_t target;
};

constexpr std::array<Level, 5> kLevels = {
    {{"avx3", HWY_AVX3}, {"avx2", HWY_AVX2}, {"sse4", HWY_SSE4}, {"neon", HWY_NEON}, {"wasm", HWY_EMU128}}};

/// Other processors than x86-64 have one level, which the compiler knows.
constexpr bool kOneTarget = HWY_TARGETS == HWY_STATIC_TARGET;

/// The best level of the processor, ignoring any forced level.
int64_t machine_targets() {
  if constexpr (kOneTarget) {
    return HWY_STATIC_TARGET;
  } else {
    static const int64_t targets = hwy::SupportedTargets();
    return targets;
  }
}

bool runs_here(const Level& level) {
  return (machine_targets() & HWY_TARGETS & level.target) != 0;
}

std::atomic<bool> g_plain_asked = false;

}  // namespace

bool plain_kernels_only() {
  static const bool no_level = [] {
    for (const Level& level : kLevels)
      if (runs_here(level)) return false;
    return true;
  }();
  return no_level || g_plain_asked.load(std::memory_order_relaxed);
}

std::vector<std::string> simd_levels() {
  std::vector<std::string> names;
  for (const Level& level : kLevels)
    if (runs_here(level)) names.emplace_back(level.name);
  names.emplace_back("scalar");
  return names;
}

bool set_simd_level(const std::string& name) {
  if (name == "scalar") {
    g_plain_asked = true;
    return true;
  }
  for (const Level& level : kLevels) {
    if (level.name != name || !runs_here(level)) continue;
    if constexpr (!kOneTarget) {
      hwy::SetSupportedTargetsForTest(level.target);
      hwy::GetChosenTarget().Update(level.target);
    }
    g_plain_asked = false;
    return true;
  }
  return false;
}

}  // namespace fw
