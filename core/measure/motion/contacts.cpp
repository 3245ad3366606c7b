#include "core/measure/motion/contacts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fw {

namespace {

uint64_t pair_key(uint32_t a, uint32_t b) {
  return uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

int64_t began(std::span<const uint64_t> now, std::span<const uint64_t> before) {
  int64_t count = 0;
  size_t at = 0;
  for (const uint64_t pair : now) {
    while (at < before.size() && before[at] < pair) ++at;
    count += at < before.size() && before[at] == pair ? 0 : 1;
  }
  return count;
}

}  // namespace

ContactRecord contact_record(const Arena& arena) {
  ContactRecord record;
  record.arena = arena;
  return record;
}

void add_row(ContactRecord& record, const BodyRow& bodies) {
  const size_t n = bodies.id.size();
  assert(bodies.x_m.size() == n && bodies.y_m.size() == n && bodies.radius_m.size() == n);
  float largest = 0;
  for (const float r : bodies.radius_m) largest = std::max(largest, r);
  const double reach_m = std::max(kCrowdingReach_m, 2.0 * static_cast<double>(largest));
  bin_points(bodies.x_m, bodies.y_m, record.arena.side_m, reach_m, record.arena.torus(), record.cells);
  record.found.clear();
  for (size_t i = 0; i < n; ++i) {
    visit_within(record.cells, bodies.x_m, bodies.y_m, bodies.x_m[i], bodies.y_m[i], reach_m,
                 [&](size_t other, double, double, double d2) {
                   if (other == i) return;
                   if (d2 <= kCrowdingReach_m * kCrowdingReach_m) ++record.neighbours;
                   if (other < i) return;
                   const double radii =
                       static_cast<double>(bodies.radius_m[i]) + static_cast<double>(bodies.radius_m[other]);
                   if (d2 >= radii * radii) return;
                   const double share = std::sqrt(d2) / radii;
                   record.overlap_max = std::max(record.overlap_max, 1 - share);
                   if (share < kCollisionShare)
                     record.found.push_back(pair_key(bodies.id[i], bodies.id[other]));
                 });
  }
  std::sort(record.found.begin(), record.found.end());
  if (record.rows > 0) record.collisions += began(record.found, record.touching);
  record.touching.swap(record.found);
  record.body_rows += static_cast<int64_t>(n);
  ++record.rows;
}

double collisions_per_minute(const ContactRecord& record, double spacing_s) {
  if (record.rows < 2) return 0;
  const double bodies = static_cast<double>(record.body_rows) / static_cast<double>(record.rows);
  const double minutes = static_cast<double>(record.rows - 1) * spacing_s / 60;
  // A collision is one of each of two bodies.
  return bodies > 0 ? 2 * static_cast<double>(record.collisions) / bodies / minutes : 0;
}

double crowding_per_m2(const ContactRecord& record) {
  if (record.body_rows == 0) return 0;
  const double each = static_cast<double>(record.neighbours) / static_cast<double>(record.body_rows);
  return each / (std::numbers::pi * kCrowdingReach_m * kCrowdingReach_m);
}

double lane_order(std::span<const double> y_m, std::span<const uint8_t> stream, double half_width_m) {
  const size_t n = y_m.size();
  assert(stream.size() == n);
  if (n == 0) return 0;
  std::vector<uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return y_m[a] != y_m[b] ? y_m[a] < y_m[b] : a < b; });
  // Two ends of a window move along the sorted bodies.
  double sum = 0;
  size_t low = 0, high = 0;
  int64_t of_stream[2] = {0, 0};
  for (size_t k = 0; k < n; ++k) {
    const double y = y_m[order[k]];
    for (; high < n && y_m[order[high]] <= y + half_width_m; ++high) ++of_stream[stream[order[high]]];
    for (; y_m[order[low]] < y - half_width_m; ++low) --of_stream[stream[order[low]]];
    const auto difference = static_cast<double>(of_stream[0] - of_stream[1]);
    const double share = difference / static_cast<double>(of_stream[0] + of_stream[1]);
    sum += share * share;
  }
  return sum / static_cast<double>(n);
}

}  // namespace fw
