#include "core/world/regions/hand_owners.h"

namespace fw {

std::vector<size_t> hold_owners(const OwnerProblem& problem,
                                const std::vector<std::optional<Faction>>& stated,
                                std::vector<size_t> owner) {
  std::vector<uint8_t> held(owner.size(), 0);
  bool met = true;
  for (const size_t r : problem.free) {
    if (r >= stated.size() || !stated[r]) continue;
    held[r] = 1;
    met = met && owner[r] == static_cast<size_t>(*stated[r]);
    owner[r] = static_cast<size_t>(*stated[r]);
  }
  if (met) return owner;
  Assignment assignment(problem, std::move(owner));
  descend(problem, held, assignment);
  return assignment.owner();
}

}  // namespace fw
