#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <cassert>

#include "core/tactics/goal_counts.h"

// The one source that includes LEMON (Egervary Research Group 2014). Whole numbers: with floating-point costs
// a network simplex may run in a circle.
namespace fw {

std::vector<int64_t> least_cost_flow(std::span<const int64_t> supply, std::span<const int64_t> demand,
                                     std::span<const int64_t> cost) {
  assert(cost.size() == supply.size() * demand.size());
  using Graph = lemon::SmartDigraph;
  Graph graph;
  graph.reserveNode(static_cast<int>(supply.size() + demand.size()));
  graph.reserveArc(static_cast<int>(cost.size()));
  std::vector<Graph::Node> from, to;
  for (size_t k = 0; k < supply.size(); ++k) from.push_back(graph.addNode());
  for (size_t k = 0; k < demand.size(); ++k) to.push_back(graph.addNode());
  std::vector<Graph::Arc> arcs;
  arcs.reserve(cost.size());
  for (const Graph::Node source : from)
    for (const Graph::Node sink : to) arcs.push_back(graph.addArc(source, sink));
  Graph::ArcMap<int64_t> costs(graph);
  for (size_t k = 0; k < arcs.size(); ++k) costs[arcs[k]] = cost[k];
  Graph::NodeMap<int64_t> supplies(graph);
  for (size_t k = 0; k < from.size(); ++k) supplies[from[k]] = supply[k];
  for (size_t k = 0; k < to.size(); ++k) supplies[to[k]] = -demand[k];
  lemon::NetworkSimplex<Graph, int64_t, int64_t> simplex(graph);
  simplex.costMap(costs).supplyMap(supplies);
  const auto end = simplex.run();
  assert(end == decltype(simplex)::OPTIMAL);
  (void)end;
  std::vector<int64_t> flow(cost.size(), 0);
  for (size_t k = 0; k < arcs.size(); ++k) flow[k] = simplex.flow(arcs[k]);
  return flow;
}

}  // namespace fw
