#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/result.h"

// The coordinators: what can be played over a world. A row of kCoordinators says how one is named and which
// methods it has; core/simulation/simulation_internal.h how it is played, core/experiment/studies.h how it is
// studied.
namespace fw {

/// A coordinator; its row in kCoordinators has the same place.
enum class Coordinator : uint8_t { crowd, action, spawn, mood, squad, ecology };

/// What is known of a method besides its rules and parameters.
struct Method {
  std::string_view slug;
  std::string_view title;    ///< for charts and forms, the paper's name where it has one
  std::string_view help;     ///< what it does in a few words
  bool ours = false;         ///< else published (docs/references.md, 1)
  bool recommended = false;  ///< the first choice of its coordinator; one each
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

/// Rows in the order of MoodMethod.
inline constexpr std::array<Method, 3> kMoodMethods{{
    {.slug = "cuts",
     .title = "Exact cuts",
     .help = "Noise and traits, exact counts",
     .ours = true,
     .recommended = true,
     .reads_field = true},
    {.slug = "markov", .title = "Markov", .help = "Each agent draws for itself"},
    {.slug = "threshold",
     .title = "Fixed thresholds",
     .help = "The same score, fixed cuts",
     .reads_field = true},
}};

/// Rows in the order of TokenMethod.
inline constexpr std::array<Method, 5> kSquadMethods{{
    {.slug = "paced",
     .title = "Paced tokens",
     .help = "Attack tokens in rhythm, in turn",
     .ours = true,
     .recommended = true},
    {.slug = "free", .title = "No tokens", .help = "Who is ready attacks"},
    {.slug = "random", .title = "Random tokens", .help = "Tokens to anybody ready"},
    {.slug = "nearest", .title = "Nearest first", .help = "Tokens to the nearest"},
    {.slug = "fifo", .title = "Longest waiting", .help = "Tokens to who waits longest"},
}};

/// The world over time has one method: what docs/ecology.md says.
inline constexpr std::array<Method, 1> kEcologyMethods{{
    {.slug = "living",
     .title = "Stocks and nodes",
     .help = "Food web, animals, nodes that rest, players",
     .ours = true,
     .recommended = true},
}};

/// The slugs of a table, for what needs them as words.
template <size_t N>
constexpr std::array<std::string_view, N> slugs_of(const std::array<Method, N>& methods) {
  std::array<std::string_view, N> slugs;
  for (size_t i = 0; i < N; ++i) slugs[i] = methods[i].slug;
  return slugs;
}

/// What a coordinator moves or starts.
enum class Population : uint8_t {
  agents,   ///< as many agents as asked for, on the main island
  classes,  ///< the world's classes with a quota, and players
  squads,   ///< the template's squads (tactics.squads), and a player
  world,    ///< stocks of animals, nodes and players, as the template's group `ecology` says
};

/// What is known of a coordinator besides its rules and parameters.
struct CoordinatorRow {
  std::string_view slug;   ///< of settings ("crowd.beta"), files and the command line
  std::string_view title;  ///< for films and forms
  std::span<const Method> methods;
  Population population = Population::agents;
  int speed = 60;       ///< simulated seconds per second of film that suit it; with `days`: days
  bool days = false;    ///< plays days of the calendar, on the world of the plan grid
  bool walks = false;   ///< its agents walk as a crowd: settings of one ("crowd.beta") count too
  bool player = false;  ///< a player takes part: stands at a place, or roams
  bool trails = false;  ///< whether its overlays hold trails, a field, sites
  bool field = false;
  bool sites = false;
};

/// Rows in the order of Coordinator.
inline constexpr std::array kCoordinators{
    CoordinatorRow{.slug = "crowd", .title = "Crowd", .methods = kCrowdMethods, .trails = true},
    CoordinatorRow{
        .slug = "action", .title = "Action timing", .methods = kActionMethods, .speed = 15, .field = true},
    CoordinatorRow{.slug = "spawn",
                   .title = "Spawning",
                   .methods = kSpawnMethods,
                   .population = Population::classes,
                   .field = true,
                   .sites = true},
    CoordinatorRow{.slug = "mood",
                   .title = "Moods",
                   .methods = kMoodMethods,
                   .speed = 10,
                   .walks = true,
                   .player = true},
    CoordinatorRow{.slug = "squad",
                   .title = "Squads",
                   .methods = kSquadMethods,
                   .population = Population::squads,
                   .speed = 2,
                   .player = true},
    CoordinatorRow{.slug = "ecology",
                   .title = "Ecology",
                   .methods = kEcologyMethods,
                   .population = Population::world,
                   .speed = 2,
                   .days = true,
                   .field = true,
                   .sites = true},
};

inline constexpr auto kCoordinatorSlugs = [] {
  std::array<std::string_view, kCoordinators.size()> slugs;
  for (size_t i = 0; i < slugs.size(); ++i) slugs[i] = kCoordinators[i].slug;
  return slugs;
}();

constexpr const CoordinatorRow& row_of(Coordinator coordinator) {
  return kCoordinators[static_cast<size_t>(coordinator)];
}

/// Simulated seconds per second of film that suit a coordinator, where a day of the clock has day_s.
constexpr double suited_speed(const CoordinatorRow& row, double day_s) {
  return row.days ? row.speed * day_s : row.speed;
}

/// The place of a method in its coordinator's row; none given: the recommended one. The error names all, and
/// `more`, a word that the caller knows besides them.
Result<size_t> place_of_method(Coordinator coordinator, std::optional<std::string_view> slug,
                               std::string_view more = {});

/// The method of that slug, or null.
constexpr const Method* find_method(Coordinator coordinator, std::string_view slug) {
  for (const Method& method : row_of(coordinator).methods)
    if (method.slug == slug) return &method;
  return nullptr;
}
/// The same of any coordinator. A slug that two of them have (filtered, sinusoid) has one title in both.
constexpr const Method* find_method(std::string_view slug) {
  for (const CoordinatorRow& row : kCoordinators)
    for (const Method& method : row.methods)
      if (method.slug == slug) return &method;
  return nullptr;
}

}  // namespace fw
