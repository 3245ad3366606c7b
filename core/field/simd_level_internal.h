#pragma once

// Selects plain or SIMD kernels. Private to this room.

namespace fw {

/// True if the plain kernels must run: requested, or this machine has no SIMD level that we build.
bool plain_kernels_only();

}  // namespace fw
