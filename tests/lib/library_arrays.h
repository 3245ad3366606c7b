#pragma once

#include <cstdint>
#include <thread>
#include <vector>

#include "app/lib/fieldwright.h"

// What programs that try the library share, with or without Qt: columns over vectors, grounds, a host with
// threads of its own.

namespace fw::test {

template <typename T>
fw_column packed(std::vector<T>& values) {
  return {values.data(), 0, 0};
}

/// Agents in vectors of the natural types, entry i with id i.
struct Arrays {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  std::vector<float> hx, hy, speed, memory[3];

  explicit Arrays(size_t count)
      : id(count),
        x(count),
        y(count),
        hx(count),
        hy(count),
        speed(count),
        memory{std::vector<float>(count), std::vector<float>(count), std::vector<float>(count)} {
    for (size_t i = 0; i < count; ++i) id[i] = static_cast<uint32_t>(i);
  }
  fw_agents columns() {
    return {sizeof(fw_agents), 0,
            id.size(),         packed(id),
            packed(x),         packed(y),
            packed(hx),        packed(hy),
            packed(speed),     {packed(memory[0]), packed(memory[1]), packed(memory[2])}};
  }
};

inline fw_ground ground(uint32_t kind, double side_m) {
  return {sizeof(fw_ground), kind, side_m, side_m, nullptr, nullptr, 0, 0};
}

/// Runs pieces backwards on seven threads.
inline void seven_threads(void*, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 7; ++t)
    threads.emplace_back([=] {
      for (uint32_t i = pieces; i-- > 0;)
        if (i % 7 == t) body(arg, i);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace fw::test
