#pragma once

#include <string>
#include <vector>

#include "render/map/list/display_list.h"

namespace fw {

/// Initials of the words of each label, at most three: those that would be alike have up to three more letters
/// of their first word, and numbers where even these are alike.
std::vector<std::string> initials_of(const std::vector<std::string>& labels);

/// Initials on both sides of a border between two owners whose fills cannot be told apart in grey print
/// (kLeastNeighbourLightness), every 60 mm, where they cover no name and no symbol. Nothing on a screen, and
/// where owners' ground is not filled.
std::vector<PlacedLabel> owner_initials(const DisplayList& list, const LabelLayout& layout, Typesetter& type);

}  // namespace fw
