#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fw {

/// How a square arena ends: it wraps round, or agents are reflected.
enum class Border : uint8_t { torus, reflect };

/// The square [0, side_m)^2 in which agents live: the paper's world, or the square round a generated world's
/// frame.
struct Arena {
  double side_m = 1000;
  Border border = Border::torus;

  bool torus() const { return border == Border::torus; }
};

/// A population as arrays of equal length; entry i of every array is one agent. The order means nothing:
/// random numbers are addressed by id, so arrays sorted another way give the same agents.
struct Agents {
  std::vector<uint32_t> id;
  std::vector<double> x_m;
  std::vector<double> y_m;
  std::vector<float> heading_x;  ///< unit vector
  std::vector<float> heading_y;
  std::vector<float> speed_mps;

  // Optional columns: empty, or an entry per agent.
  std::vector<uint32_t> group;  ///< those that belong together; their meaning is the coordinator's
  std::vector<uint8_t> state;   ///< what an agent is at; its words are the coordinator's

  size_t size() const { return id.size(); }
  /// Optional columns that are empty stay so.
  void resize(size_t n) {
    id.resize(n), x_m.resize(n), y_m.resize(n), heading_x.resize(n), heading_y.resize(n), speed_mps.resize(n);
    if (!group.empty()) group.resize(n);
    if (!state.empty()) state.resize(n);
  }
};

}  // namespace fw
