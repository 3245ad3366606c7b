#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field/raster.h"

// Who of those that walk to the places of a goal walks to which (docs/coordinators.md, 7).
namespace fw {

/// Agents as columns of equal length. Their order means nothing: ties go by id.
struct DealtAgents {
  std::span<const uint32_t> id;
  std::span<const double> x_m, y_m;

  size_t size() const { return id.size(); }
};

/// Level metres to each place (core/field/arrival.h), on one grid; every agent reaches every place.
using PlaceArrivals = std::span<const Raster<float>* const>;

/// Equal counts of the places, exactly: largest remainder.
std::vector<int64_t> equal_counts(size_t places, size_t agents);

/// The place of every agent, by index, under exact counts that sum to the agents, so that all ways together
/// are the least. Agents are gathered by 64 x 64 blocks of the frame, whose mean ways count in whole
/// thousandths of a level metre; a network simplex deals the blocks out, inside a block it goes by id.
std::vector<uint32_t> deal_balanced(const DealtAgents& agents, PlaceArrivals arrivals,
                                    std::span<const int64_t> counts);

/// The place with the least way of its own; ties to the first.
std::vector<uint32_t> deal_nearest(const DealtAgents& agents, PlaceArrivals arrivals);

/// Exact counts in bands of a score per agent: the lowest to the first place.
std::vector<uint32_t> deal_field(const DealtAgents& agents, std::span<const float> score,
                                 std::span<const int64_t> counts);

/// Level metres that an agent at a place has left; infinite where no way leads.
double left_at(const Raster<float>& arrival, double x_m, double y_m);

/// Shipments from sources to sinks at the least cost, row-major by source: sums of rows are `supply`, of
/// columns `demand`. `cost` row-major. Both sums are equal and no cost is below 0.
std::vector<int64_t> least_cost_flow(std::span<const int64_t> supply, std::span<const int64_t> demand,
                                     std::span<const int64_t> cost);

}  // namespace fw
