#pragma once

#include <optional>
#include <vector>

#include "core/world/regions/owners_internal.h"

namespace fw {

/// The natural owners with those that the designer states (by region): where they differ, the others change
/// by single regions and swaps, as long as that lowers the cost.
std::vector<size_t> hold_owners(const OwnerProblem& problem,
                                const std::vector<std::optional<Faction>>& stated, std::vector<size_t> owner);

}  // namespace fw
