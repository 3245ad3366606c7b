#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// States of agents that rules, pictures and games share.
namespace fw {

/// From calm upwards; flee beside combat (docs/coordinators.md, 8.1).
enum class Mood : uint8_t { calm, curious, alert, combat, flee };
inline constexpr std::array<std::string_view, 5> kMoodSlugs{"calm", "curious", "alert", "combat", "flee"};
inline constexpr size_t kMoods = kMoodSlugs.size();

/// What a member of a squad does: attack from the front or from the sides, stay ready behind them, or rest
/// (docs/coordinators.md, 9.1).
enum class Post : uint8_t { face, flank, support, rest };
inline constexpr std::array<std::string_view, 4> kPostSlugs{"face", "flank", "support", "rest"};

}  // namespace fw
