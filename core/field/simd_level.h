#pragma once

// Which road the batch kernels take. Private to this room.

namespace fw {

/// True if the plain kernels must run: asked for, or this machine has no SIMD level we build.
bool plain_kernels_only();

}  // namespace fw
