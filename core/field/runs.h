#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fw {

/// End of the run of cells equal to cells[begin]; at most `stop`. Compares a word of cells at a time.
inline size_t end_of_run(const uint8_t* cells, size_t begin, size_t stop) {
  const uint64_t same = 0x0101010101010101u * cells[begin];
  size_t at = begin + 1;
  for (uint64_t eight; at + 8 <= stop; at += 8) {
    std::memcpy(&eight, cells + at, 8);
    if (eight != same) break;
  }
  while (at < stop && cells[at] == cells[begin]) ++at;
  return at;
}

}  // namespace fw
