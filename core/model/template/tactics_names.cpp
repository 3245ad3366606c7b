#include "core/model/template/tactics_names.h"

#include <algorithm>

#include "core/model/template/hand_words.h"

namespace fw {
namespace {

void rename_text(std::string& held, std::string_view old_id, std::string_view new_id) {
  if (held == old_id) held = new_id;
}

}  // namespace

void rename_goal(Tactics& tactics, std::string_view old_id, std::string_view new_id) {
  const auto rows =
      std::ranges::count_if(tactics.goals, [&](const GoalRow& row) { return row.id == old_id; });
  if (old_id.empty() || old_id == new_id || rows != 1) return;
  for (GoalRow& row : tactics.goals) rename_text(row.next, old_id, new_id);
  for (SquadRow& row : tactics.squads) rename_text(row.target, old_id, new_id);
}

void rename_zone(Tactics& tactics, std::string_view old_id, std::string_view new_id) {
  if (old_id.empty() || old_id == new_id) return;
  for (GoalRow& row : tactics.goals) rename_text(row.zone, old_id, new_id);
  for (StimulusRow& row : tactics.stimuli) rename_text(row.zone, old_id, new_id);
  for (SquadRow& row : tactics.squads) rename_text(row.zone, old_id, new_id);
}

void rename_class_in_tactics(Tactics& tactics, std::string_view old_id, std::string_view new_id) {
  for (GoalRow& row : tactics.goals)
    if (!row.of.empty()) row.of = rename_hand_word(row.of, old_id, new_id);
  for (SquadRow& row : tactics.squads)
    if (!row.of.empty()) row.of = rename_hand_word(row.of, old_id, new_id);
}

}  // namespace fw
