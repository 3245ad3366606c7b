#pragma once

#include <string>
#include <vector>

namespace fw {

/// The SIMD levels this machine can run, best first: some of "avx3", "avx2", "sse4", "scalar".
std::vector<std::string> simd_levels();
/// Restricts the kernels to one level for the rest of the process; false if this machine lacks it.
bool set_simd_level(const std::string& level);

}  // namespace fw
