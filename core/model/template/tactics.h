#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Where simulated agents go, what they notice, which of them belong together: rows of a template's group
// `tactics`, in file order. Outside the digest of the template and of the world.
namespace fw {

enum class GoalAssign : uint8_t { balanced, nearest, field };
inline constexpr std::array<std::string_view, 3> kGoalAssignSlugs{"balanced", "nearest", "field"};

/// Words of GoalRow::next beside the ids of goals.
inline constexpr std::array<std::string_view, 2> kGoalNextSlugs{"home", "same"};

/// Where a share of a crowd walks.
struct GoalRow {
  std::string id;
  std::string of;    ///< words of classes (core/model/template/hand_words.h); "" where a zone is meant
  std::string zone;  ///< id of a row of hand.zones; "" where words are meant
  double radius_m = 20;
  double share = 0;                    ///< of the crowd; what is left wanders by noise
  std::array<double, 2> stay_s{0, 0};  ///< how long who arrives stays, drawn between them
  std::string next = "home";           ///< home, same, or a goal
  GoalAssign assign = GoalAssign::balanced;
};

enum class StimulusSort : uint8_t { noise, damage };
inline constexpr std::array<std::string_view, 2> kStimulusSortSlugs{"noise", "damage"};

/// What agents notice.
struct StimulusRow {
  std::string id;
  StimulusSort sort = StimulusSort::noise;
  std::string zone;  ///< id of a row of hand.zones; "": at x_m, y_m
  double x_m = 0, y_m = 0;
  double radius_m = 60;
  double strength = 1;
  double at_s = 0, for_s = 1;  ///< from when, how long
  double every_s = 0;          ///< again after; 0 = once
};

/// Word of SquadRow::target beside the ids of goals.
inline constexpr std::string_view kSquadTargetPlayer = "player";

/// Agents that fight as one. What is absent is as the method's parameters say.
struct SquadRow {
  std::string id;
  std::string of;    ///< words of classes: a squad for each of their points
  std::string zone;  ///< id of a row of hand.zones: one squad
  int size = 12;
  std::string target{kSquadTargetPlayer};
  double radius_m = 30;  ///< within which its members begin
  std::optional<double> speed_mps;
  std::optional<double> rest_share, flank_share, support_share;
  std::optional<int> tokens;  ///< at least 1
};

struct Tactics {
  std::vector<GoalRow> goals;
  std::vector<StimulusRow> stimuli;
  std::vector<SquadRow> squads;
};

}  // namespace fw
