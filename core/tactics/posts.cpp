#include "core/tactics/posts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/seed.h"
#include "core/field/quantile/quantile.h"
#include "core/field/upper_set.h"

namespace fw {

namespace {

constexpr double kRad = std::numbers::pi / 180;
/// Members stand this far apart in the noise of the rest and of the flanks: not a whole number of cells, so
/// that they have values of their own.
constexpr double kRestStep = 7.31, kFlankStep = 3.7;
constexpr double kRestTime_s = 12, kFlankTime_s = 20;
/// Costs of slots are whole millionths of a square metre.
constexpr double kCostsPerM2 = 1e6;
/// Squared distances are cut here, so that sums fit.
constexpr double kFarthest_m2 = 1e10;

/// Rings of the posts: radius in ring_m, and the arcs that their slots share out.
struct PostRing {
  double radius;
  double from_deg, to_deg;
  bool both_sides;  ///< the arc and its mirror image
};
constexpr std::array<PostRing, 4> kPostRings{{
    {1, -60, 60, false},
    {1.15, 72, 172, true},
    {2, -149, 149, false},
    {3.25, -180, 180, false},
}};

/// The middle of the k-th of `count` equal parts of an arc.
double part_of(double from, double to, size_t k, size_t count) {
  return from + (to - from) * (static_cast<double>(k) + 0.5) / static_cast<double>(count);
}

/// noise(step member, t / time) of members 0 .. n - 1.
void member_noise(const NoiseField& field, double step, double phase, size_t members, PostScratch& scratch) {
  scratch.key_m.resize(members), scratch.row_m.assign(members, 0.5), scratch.noise.resize(members);
  for (size_t i = 0; i < members; ++i) scratch.key_m[i] = step * static_cast<double>(i);
  sample_noise(field, scratch.key_m, scratch.row_m, phase, scratch.noise);
}

/// The `count` highest of those that are still `face` take a post; holders have a bonus.
void take_post(Post taken, size_t count, double hold, std::span<const uint8_t> held, std::span<uint8_t> post,
               PostScratch& s) {
  s.id.clear(), s.score.clear(), s.in.clear();
  for (size_t i = 0; i < post.size(); ++i)
    if (post[i] == static_cast<uint8_t>(Post::face)) {
      s.id.push_back(static_cast<uint32_t>(i));
      s.score.push_back(s.noise[i]);
      s.in.push_back(held[i] == static_cast<uint8_t>(taken));
    }
  upper_set(s.id, s.score, static_cast<float>(hold), count, s.in);
  for (size_t k = 0; k < s.id.size(); ++k)
    if (s.in[k] != 0) post[s.id[k]] = static_cast<uint8_t>(taken);
}

}  // namespace

PostFields bind_posts(uint64_t substream) {
  const NoiseStack one{.wavelength_m = 1, .octaves = 1};
  return {bind_noise(one, derive(substream, "posts/rest"), 0),
          bind_noise(one, derive(substream, "posts/flank"), 0)};
}

std::vector<int64_t> post_counts(const PostShares& shares, size_t members) {
  const double face = std::max(0.0, 1 - shares.flank - shares.support - shares.rest);
  return largest_remainder(std::array{face, shares.flank, shares.support, shares.rest},
                           static_cast<int64_t>(members));
}

PostSlot slot_of(Post post, size_t k, size_t count, double ring_m) {
  const PostRing& ring = kPostRings[static_cast<size_t>(post)];
  if (!ring.both_sides) return {ring.radius * ring_m, kRad * part_of(ring.from_deg, ring.to_deg, k, count)};
  // The first half stands on the left.
  const size_t left = (count + 1) / 2;
  const double bearing = k < left ? part_of(ring.from_deg, ring.to_deg, k, left)
                                  : -part_of(ring.from_deg, ring.to_deg, k - left, count - left);
  return {ring.radius * ring_m, kRad * bearing};
}

void choose_posts(const PostParams& params, const PostFields& fields, const PostView& view, double time_s,
                  std::span<uint8_t> post, PostScratch& scratch) {
  const size_t n = post.size();
  const std::vector<int64_t> counts = post_counts(params.shares, n);
  const auto count = [&](Post p) { return static_cast<size_t>(counts[static_cast<size_t>(p)]); };
  scratch.used.assign(post.begin(), post.end());
  const std::span<const uint8_t> held = scratch.used;
  std::fill(post.begin(), post.end(), static_cast<uint8_t>(Post::face));
  member_noise(fields.rest, kRestStep, time_s / kRestTime_s, n, scratch);
  take_post(Post::rest, count(Post::rest), params.rest_hold, held, post, scratch);
  member_noise(fields.flank, kFlankStep, time_s / kFlankTime_s, n, scratch);
  for (size_t i = 0; i < n; ++i) {
    const double dx = view.x_m[i] - view.target_x_m, dy = view.y_m[i] - view.target_y_m;
    const double ahead = dx * view.facing_x + dy * view.facing_y,
                 left = dy * view.facing_x - dx * view.facing_y;
    scratch.noise[i] = static_cast<float>(std::fabs(exact::atan2(left, ahead)) +
                                          params.flank_noise_rad * static_cast<double>(scratch.noise[i]));
  }
  take_post(Post::flank, count(Post::flank), params.flank_hold_rad, held, post, scratch);
  double hold = params.flank_hold_rad;
  if (!view.since_s.empty()) {
    for (size_t i = 0; i < n; ++i) scratch.noise[i] = -view.since_s[i];
    hold = params.support_hold_s;
  }
  take_post(Post::support, count(Post::support), hold, held, post, scratch);
}

void choose_slots(const PostParams& params, const PostView& view, std::span<const uint8_t> post,
                  std::span<const uint8_t> had, std::span<uint16_t> slot, PostScratch& scratch) {
  for (size_t p = 0; p < kPostSlugs.size(); ++p) {
    std::vector<uint32_t>& members = scratch.at;
    members.clear();
    for (size_t i = 0; i < post.size(); ++i)
      if (post[i] == p) members.push_back(static_cast<uint32_t>(i));
    const size_t n = members.size();
    scratch.cost.resize(n * n), scratch.chosen.resize(n);
    for (size_t k = 0; k < n; ++k) {
      const PostSlot place = slot_of(static_cast<Post>(p), k, n, params.ring_m);
      const exact::SinCos turn = exact::sincos(place.bearing_rad);
      const double x = view.target_x_m +
                       place.radius_m * (turn.cos * view.facing_x - turn.sin * view.facing_y),
                   y = view.target_y_m +
                       place.radius_m * (turn.sin * view.facing_x + turn.cos * view.facing_y);
      for (size_t m = 0; m < n; ++m) {
        const uint32_t i = members[m];
        const double dx = view.x_m[i] - x, dy = view.y_m[i] - y;
        const bool keeps = had[i] == p && slot[i] == k;
        const double cost = std::min(kFarthest_m2, dx * dx + dy * dy) - (keeps ? params.slot_hold_m2 : 0);
        scratch.cost[m * n + k] = static_cast<int64_t>(std::floor(cost * kCostsPerM2 + 0.5));
      }
    }
    least_assignment(scratch.cost, n, scratch.chosen, scratch);
    for (size_t m = 0; m < n; ++m) slot[members[m]] = static_cast<uint16_t>(scratch.chosen[m]);
  }
}

// Rows join one after the other by the shortest augmenting path under reduced costs, which potentials keep
// non-negative (Kuhn 1955, Munkres 1957, in the form of Jonker and Volgenant 1987). Column 0 is a helper.
void least_assignment(std::span<const int64_t> cost, size_t n, std::span<uint32_t> out,
                      PostScratch& scratch) {
  assert(cost.size() == n * n && out.size() == n);
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  std::vector<int64_t>&u = scratch.potential_row, &v = scratch.potential_column, &least = scratch.least;
  std::vector<int32_t>&match = scratch.match, &way = scratch.way;
  std::vector<uint8_t>& used = scratch.used;
  u.assign(n + 1, 0), v.assign(n + 1, 0), match.assign(n + 1, 0), way.assign(n + 1, 0);
  for (size_t row = 1; row <= n; ++row) {
    match[0] = static_cast<int32_t>(row);
    size_t column = 0;
    least.assign(n + 1, kFar), used.assign(n + 1, 0);
    do {
      used[column] = 1;
      const auto from = static_cast<size_t>(match[column]);
      int64_t delta = kFar;
      size_t next = 0;
      for (size_t j = 1; j <= n; ++j) {
        if (used[j] != 0) continue;
        const int64_t reduced = cost[(from - 1) * n + j - 1] - u[from] - v[j];
        if (reduced < least[j]) least[j] = reduced, way[j] = static_cast<int32_t>(column);
        if (least[j] < delta) delta = least[j], next = j;
      }
      for (size_t j = 0; j <= n; ++j) {
        if (used[j] != 0)
          u[static_cast<size_t>(match[j])] += delta, v[j] -= delta;
        else if (least[j] != kFar)
          least[j] -= delta;
      }
      column = next;
    } while (match[column] != 0);
    for (; column != 0; column = static_cast<size_t>(way[column]))
      match[column] = match[static_cast<size_t>(way[column])];
  }
  for (size_t j = 1; j <= n; ++j) out[static_cast<size_t>(match[j]) - 1] = static_cast<uint32_t>(j - 1);
}

}  // namespace fw
