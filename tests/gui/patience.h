#pragma once

namespace fw {

/// As long as a slow machine with much else to do may take for anything at all. No test of the designer says
/// how fast something is: tests/bench does.
inline constexpr int kPatience_ms = 60000;

}  // namespace fw
