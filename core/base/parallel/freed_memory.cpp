#include "core/base/parallel/freed_memory.h"

#include <malloc.h>

namespace fw {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 8 << 20);
#endif
}

}  // namespace fw
