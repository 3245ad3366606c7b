#include "core/world/regions/hand_owners.h"

#include <algorithm>

namespace fw {
namespace {

constexpr double kLeastGain = 1e-9;
constexpr int kMostMoves = 1000;

/// A change of owners: region r to another one, or the owners of r and s exchanged.
struct Move {
  size_t r = 0, to = 0;
  size_t s = 0;
  bool swap = false;
};

void make(const Move& move, Assignment& assignment) {
  if (!move.swap) return assignment.flip(move.r, move.to);
  const size_t of_r = assignment.owner()[move.r], of_s = assignment.owner()[move.s];
  assignment.flip(move.r, of_s);
  assignment.flip(move.s, of_r);
}

/// Moves of regions that no row states, in a fixed order.
std::vector<Move> moves_of(const OwnerProblem& p, const std::vector<uint8_t>& stated,
                           const std::vector<size_t>& owner) {
  std::vector<Move> out;
  for (const size_t r : p.free) {
    if (stated[r] != 0) continue;
    for (const size_t to : p.candidates)
      if (to != owner[r]) out.push_back({r, to, 0, false});
    for (const Contact& c : p.contacts[r])
      if (c.region > r && stated[c.region] == 0 && owner[c.region] != owner[r])
        out.push_back({r, 0, c.region, true});
  }
  return out;
}

/// Makes the move that lowers the cost most; false if none does.
bool improve(const OwnerProblem& p, const std::vector<uint8_t>& stated, Assignment& assignment) {
  Move best;
  double least = assignment.cost() - kLeastGain;
  bool any = false;
  for (const Move& move : moves_of(p, stated, assignment.owner())) {
    const size_t before = assignment.owner()[move.r];
    make(move, assignment);
    if (assignment.cost() < least) {
      least = assignment.cost();
      best = move;
      any = true;
    }
    make(move.swap ? move : Move{move.r, before, 0, false}, assignment);
  }
  if (any) make(best, assignment);
  return any;
}

}  // namespace

std::vector<size_t> hold_owners(const OwnerProblem& problem,
                                const std::vector<std::optional<Faction>>& stated,
                                std::vector<size_t> owner) {
  std::vector<uint8_t> fixed(owner.size(), 0);
  bool met = true;
  for (const size_t r : problem.free) {
    if (r >= stated.size() || !stated[r]) continue;
    fixed[r] = 1;
    met = met && owner[r] == static_cast<size_t>(*stated[r]);
    owner[r] = static_cast<size_t>(*stated[r]);
  }
  if (met) return owner;
  Assignment assignment(problem, std::move(owner));
  for (int move = 0; move < kMostMoves && improve(problem, fixed, assignment);) ++move;
  return assignment.owner();
}

}  // namespace fw
