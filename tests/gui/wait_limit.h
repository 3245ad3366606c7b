#pragma once

namespace fw {

/// Time limit of every wait, long enough for a slow and busy machine. Speed is measured by tests/bench, not
/// here.
inline constexpr int kWaitLimit_ms = 150000;

}  // namespace fw
