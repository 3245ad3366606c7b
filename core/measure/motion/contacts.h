#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/cell_list.h"
#include "core/model/agents.h"

namespace fw {

/// Bodies at one moment: arrays of equal length, places inside the arena.
struct BodyRow {
  std::span<const uint32_t> id;
  std::span<const double> x_m, y_m;
  std::span<const float> radius_m;
};

/// A collision begins when two bodies come nearer than this share of the sum of their radii.
inline constexpr double kCollisionShare = 0.95;
/// Neighbours this near crowd an agent.
inline constexpr double kCrowdingReach_m = 1;

/// How bodies of one population meet, row by row. Bodies may come and go: pairs are known by their ids.
struct ContactRecord {
  Arena arena;
  int64_t collisions = 0;  ///< that began after the first row
  double overlap_max = 0;  ///< largest share of the sum of radii by which two overlapped
  int64_t neighbours = 0;  ///< within kCrowdingReach_m, over all bodies of all rows
  int64_t body_rows = 0;   ///< bodies of all rows added up
  int64_t rows = 0;

  std::vector<uint64_t> touching;  ///< pairs of the row before, ascending
  std::vector<uint64_t> found;
  CellList cells;
};
ContactRecord contact_record(const Arena& arena);
void add_row(ContactRecord& record, const BodyRow& bodies);

/// Collisions per body and minute, rows spacing_s apart.
double collisions_per_minute(const ContactRecord& record, double spacing_s);
/// Mean neighbours within a metre per square metre: the density that a body feels. Divided by the density of
/// the place it is 1 where bodies stand independently.
double crowding_per_m2(const ContactRecord& record);

/// How far two streams that walk against each other have sorted themselves into lanes (Rex and Loewen 2007):
/// the mean over bodies of ((same - other) / (same + other))^2, counted over all bodies whose lateral
/// distance (along y) is at most half_width_m, itself included; 1 = every lane is of one stream, about 1 / n
/// without order. stream[i] = 0 or 1. 0 for no bodies.
double lane_order(std::span<const double> y_m, std::span<const uint8_t> stream, double half_width_m);

}  // namespace fw
