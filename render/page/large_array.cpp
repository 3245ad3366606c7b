#include "render/page/large_array.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace fw {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

}  // namespace

void* allocate_large(size_t bytes) {
  if (bytes < kHugePage) {
    if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
  }
  const size_t whole = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* const memory = std::aligned_alloc(kHugePage, whole);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Only a wish: without huge pages the memory is as good.
  (void)::madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return memory;
}

void touch_large(void* memory, size_t bytes) {
  constexpr size_t kSmallestPage = 4096;
  auto* const at = static_cast<volatile char*>(memory);
  for (size_t i = 0; i < bytes; i += kSmallestPage) at[i] = 0;
}

void LargeFree::operator()(void* memory) const {
  std::free(memory);
}

}  // namespace fw
