#pragma once

namespace fw {

/// Side of the frame that lengths of the method are stated for, m; in larger frames some of them grow with it.
inline constexpr double kFrameSide_m = 8000;

}  // namespace fw
