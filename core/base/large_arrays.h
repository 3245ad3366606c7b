#pragma once

#include <cstddef>

namespace fw {

/// Arrays of at least this many bytes are large.
constexpr size_t kLargeArrayBytes = size_t{2} << 20;

/// From now on what is freed of large arrays serves the next ones, instead of going back to the system and
/// coming anew, cleared page by page. Arrays in use and freed memory together never take more than the arrays
/// that were once in use at a time. For the start of a program that makes its arrays and ends. False, and
/// nothing changed, where the system does not give the addresses.
bool keep_large_arrays();

/// Bytes of large arrays in use now, of freed ones that are kept, and the most that was in use at a time.
struct LargeArrays {
  size_t used = 0;
  size_t kept = 0;
  size_t most_used = 0;
};
LargeArrays large_arrays();

}  // namespace fw
