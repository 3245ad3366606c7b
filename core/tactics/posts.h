#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field/noise/noise.h"
#include "core/model/agent_states.h"

// Posts of a squad round its target, their slots, and who stands in which (docs/coordinators.md, 9.1).
namespace fw {

/// Shares of the posts; what they leave is `face`.
struct PostShares {
  double flank = 0.25, support = 0.25, rest = 0.15;

  friend bool operator==(const PostShares&, const PostShares&) = default;
};

/// How posts are chosen.
struct PostParams {
  PostShares shares;
  double every_s = 1;            ///< posts and slots are chosen this often
  double rest_hold = 0.5;        ///< bonus of who rests, in the rest's noise
  double flank_hold_rad = 0.25;  ///< bonus of who flanks, in bearing
  double support_hold_s = 2;     ///< bonus of who supports, in time since the own last attack
  double flank_noise_rad = 0.5;  ///< noise added to bearings, so that posts change
  double ring_m = 4;             ///< radius of the ring of `face`; the others are multiples of it
  double slot_hold_m2 = 2;       ///< bonus of the slot that a member has

  friend bool operator==(const PostParams&, const PostParams&) = default;
};

/// Exact counts of the posts of `members`, by Post: largest remainders.
std::vector<int64_t> post_counts(const PostShares& shares, size_t members);

/// A place round a target, from its facing (left turns are positive).
struct PostSlot {
  double radius_m = 0;
  double bearing_rad = 0;
};
/// The k-th of `count` evenly spaced slots of a post.
PostSlot slot_of(Post post, size_t k, size_t count, double ring_m);

/// Members of one squad at a moment; member i of every column is the same.
struct PostView {
  std::span<const double> x_m, y_m;
  double target_x_m = 0, target_y_m = 0;
  double facing_x = 1, facing_y = 0;  ///< eased, of unit length
  std::span<const float> since_s{};   ///< since the own last attack; empty: nobody attacked
};

/// Scratch of the choice; no state.
struct PostScratch {
  std::vector<float> noise, score;
  std::vector<double> key_m, row_m;
  std::vector<uint32_t> id, at, chosen;
  std::vector<uint8_t> in;
  std::vector<int64_t> cost, potential_row, potential_column, least;
  std::vector<int32_t> match, way;
  std::vector<uint8_t> used;
};

/// Noise of the rest and of the flanks: one octave each, its phase is time in 12 s and 20 s.
struct PostFields {
  NoiseField rest, flank;
};
PostFields bind_posts(uint64_t substream);

/// Chooses posts at a time: exactly post_counts() each. Rest: the highest noise; flank: the largest bearings
/// from the target's facing, with noise; support: who attacked last (falls back, so that turns go round;
/// without attacks the next bearings); face: the others. post[i] is read (who has one keeps it more easily)
/// and written.
void choose_posts(const PostParams& params, const PostFields& fields, const PostView& view, double time_s,
                  std::span<uint8_t> post, PostScratch& scratch);

/// Who stands in which slot of its post: the least sum of squared distances, a slot that a member has already
/// counting slot_hold_m2 less. slot[i] is the number among the post's slots, read and written; a number that
/// its post lacks means none. `had`: posts for which slot[i] was valid.
void choose_slots(const PostParams& params, const PostView& view, std::span<const uint8_t> post,
                  std::span<const uint8_t> had, std::span<uint16_t> slot, PostScratch& scratch);

/// The least-cost way to give n rows n columns, one each: out[row] = column. Exact, O(n^3); of equal ones
/// always the same. `cost` is row-major; sums of n of them must fit 62 bits.
void least_assignment(std::span<const int64_t> cost, size_t n, std::span<uint32_t> out, PostScratch& scratch);

}  // namespace fw
