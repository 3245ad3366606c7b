#include "core/base/freed_memory.h"

#include <malloc.h>

namespace fw {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMost = 32 << 20;  // the C library takes no more
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, 8 * kMost);
  mallopt(M_TOP_PAD, kMost / 4);
#endif
}

}  // namespace fw
