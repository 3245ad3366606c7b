#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/model/overlay.h"

namespace fw {

/// What is known of a method besides its rules and parameters.
struct Method {
  std::string_view slug;
  std::string_view title;    ///< for charts and forms, the paper's name where it has one
  std::string_view help;     ///< what it does in a few words
  bool ours = false;         ///< else published (docs/references.md, 1)
  bool recommended = false;  ///< the first choice of its kind; one each
  bool reads_field = false;  ///< driven by coherent noise; a sweep of fields concerns it
};

/// Rows in the order of CrowdMethod.
inline constexpr std::array<Method, 8> kCrowdMethods{{
    {.slug = "perlin_dual", .title = "Perlin dual", .help = "Noise, heading and speed", .reads_field = true},
    {.slug = "perlin_single", .title = "Perlin single", .help = "Noise, heading only", .reads_field = true},
    {.slug = "curlnoise", .title = "Curl noise", .help = "Curl flow, heading only", .reads_field = true},
    {.slug = "ou", .title = "Ornstein\u2013Uhlenbeck", .help = "Headings return to the first one"},
    {.slug = "urw", .title = "Random walk", .help = "Headings drift at random"},
    {.slug = "piecewise", .title = "Piecewise field", .help = "One heading per square"},
    {.slug = "vicsek", .title = "Vicsek", .help = "Alignment with neighbours"},
    {.slug = "curl_dual",
     .title = "Curl dual",
     .help = "Curl flow, heading and speed",
     .ours = true,
     .recommended = true,
     .reads_field = true},
}};

/// Rows in the order of ActionMethod.
inline constexpr std::array<Method, 11> kActionMethods{{
    {.slug = "perlin", .title = "Perlin hazard", .help = "Noise as rate", .reads_field = true},
    {.slug = "poisson", .title = "Poisson", .help = "Independent starts"},
    {.slug = "filtered", .title = "Filtered random", .help = "Proposals too close to others are dropped"},
    {.slug = "sinusoid", .title = "Sinusoid", .help = "One rate for all, a sine over time"},
    {.slug = "hawkes_inhibitory", .title = "Inhibitory Hawkes", .help = "Starts inhibit neighbours"},
    {.slug = "constraint_token", .title = "Token limit", .help = "Tokens by cell"},
    {.slug = "constraint_roundrobin", .title = "Round robin", .help = "Regions in turn"},
    {.slug = "fixed", .title = "Fixed period", .help = "Every agent at a fixed interval"},
    {.slug = "perlin_phase", .title = "Perlin phase", .help = "Noise as phase", .reads_field = true},
    {.slug = "perlin_hybrid",
     .title = "Perlin hybrid",
     .help = "Noise as rate and phase",
     .reads_field = true},
    {.slug = "exact",
     .title = "Exact phase",
     .help = "Noise as phase, exact rate",
     .ours = true,
     .recommended = true,
     .reads_field = true},
}};

/// Rows in the order of SpawnMethod.
inline constexpr std::array<Method, 11> kSpawnMethods{{
    {.slug = "perlin_a", .title = "Perlin A", .help = "Sites by phase", .reads_field = true},
    {.slug = "perlin_b", .title = "Perlin B", .help = "Open band of a moving field", .reads_field = true},
    {.slug = "perlin_b_far",
     .title = "Perlin B\u2013Far",
     .help = "Open band, farthest point",
     .reads_field = true},
    {.slug = "uniform", .title = "Uniform random", .help = "Anywhere, at any time"},
    {.slug = "filtered", .title = "Filtered random", .help = "Proposals too close to others are dropped"},
    {.slug = "poisson_disk", .title = "Poisson disk", .help = "A least distance between sites"},
    {.slug = "mvn_poisson", .title = "Gaussian mix", .help = "Gaussian clusters"},
    {.slug = "facility", .title = "Facility location", .help = "Sites near demand"},
    {.slug = "sinusoid", .title = "Sinusoid", .help = "One rate for all, a sine over time"},
    {.slug = "a_full",
     .title = "A full",
     .help = "Sites by phase, balanced",
     .ours = true,
     .recommended = true,
     .reads_field = true},
    {.slug = "b_full", .title = "B full", .help = "Open band, balanced", .ours = true, .reads_field = true},
}};

/// The slugs of a table, for what needs them as words.
template <size_t N>
constexpr std::array<std::string_view, N> slugs_of(const std::array<Method, N>& methods) {
  std::array<std::string_view, N> slugs;
  for (size_t i = 0; i < N; ++i) slugs[i] = methods[i].slug;
  return slugs;
}

/// The methods of a kind of simulation, in the order of its enum.
constexpr std::span<const Method> methods_of(OverlayKind kind) {
  if (kind == OverlayKind::crowd) return kCrowdMethods;
  if (kind == OverlayKind::action) return kActionMethods;
  return kSpawnMethods;
}

/// The method of that slug, or null. A slug that two kinds have (filtered, sinusoid) has one title in both.
constexpr const Method* find_method(OverlayKind kind, std::string_view slug) {
  for (const Method& method : methods_of(kind))
    if (method.slug == slug) return &method;
  return nullptr;
}
constexpr const Method* find_method(std::string_view slug) {
  for (const OverlayKind kind : {OverlayKind::crowd, OverlayKind::action, OverlayKind::spawn})
    if (const Method* method = find_method(kind, slug)) return method;
  return nullptr;
}

}  // namespace fw
