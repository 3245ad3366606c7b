#pragma once

#include <string_view>

#include "core/model/template/tactics.h"

// Rows of `tactics` name zones, classes and goals: what else changes when one of them gets another id.
namespace fw {

/// Where exactly one row of goals has the old id: all that names it names the new one.
void rename_goal(Tactics& tactics, std::string_view old_id, std::string_view new_id);
/// All that names the zone names the new id.
void rename_zone(Tactics& tactics, std::string_view old_id, std::string_view new_id);
/// The class of the template's lists in all words.
void rename_class_in_tactics(Tactics& tactics, std::string_view old_id, std::string_view new_id);

}  // namespace fw
