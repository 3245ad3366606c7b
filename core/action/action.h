#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fw {

/// Who starts an action at a tick (paper, Direction II-A and its baselines; exact is ours).
enum class ActionMethod : uint8_t {
  perlin,
  poisson,
  filtered,
  sinusoid,
  hawkes_inhibitory,
  constraint_token,
  constraint_roundrobin,
  fixed,
  perlin_phase,
  perlin_hybrid,
  exact,
};
inline constexpr std::array<std::string_view, 11> kActionMethodSlugs{"perlin",
                                                                     "poisson",
                                                                     "filtered",
                                                                     "sinusoid",
                                                                     "hawkes_inhibitory",
                                                                     "constraint_token",
                                                                     "constraint_roundrobin",
                                                                     "fixed",
                                                                     "perlin_phase",
                                                                     "perlin_hybrid",
                                                                     "exact"};

}  // namespace fw
