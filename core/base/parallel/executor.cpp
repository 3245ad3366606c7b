#include "core/base/parallel/executor.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace fw {
namespace {

thread_local const Executor* t_executor = nullptr;

#if defined(__x86_64__)
/// All exceptions masked, rounding to nearest, no flush to zero. The low six bits are flags, not modes.
constexpr uint64_t kDefaultModes = 0x1F80, kFlags = 0x3F;
uint64_t modes() {
  return _mm_getcsr();
}
void set_modes(uint64_t word) {
  _mm_setcsr(static_cast<unsigned>(word));
}
#elif defined(__aarch64__)
constexpr uint64_t kDefaultModes = 0, kFlags = 0;
uint64_t modes() {
  uint64_t word = 0;
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(word));
  return word;
}
void set_modes(uint64_t word) {
  __asm__ __volatile__("msr fpcr, %0" : : "r"(word));
}
#else
constexpr uint64_t kDefaultModes = 0, kFlags = 0;
uint64_t modes() {
  return 0;
}
void set_modes(uint64_t) {}
#endif

}  // namespace

ExecutorScope::ExecutorScope(const Executor* executor) : before_(t_executor) {
  t_executor = executor;
}
ExecutorScope::~ExecutorScope() {
  t_executor = before_;
}

const Executor* executor_in_force() {
  return t_executor;
}

DefaultFloats::DefaultFloats() : before_(modes()) {
  if ((before_ & ~kFlags) != kDefaultModes) set_modes(kDefaultModes);
}
DefaultFloats::~DefaultFloats() {
  if ((before_ & ~kFlags) != kDefaultModes) set_modes(before_);
}

}  // namespace fw
