// For WebAssembly, whose C++ library throws nothing: what is thrown ends the module, and values of the one thread live
// as long as it.

#include <cstddef>
#include <cstdlib>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the C++ ABI's.
extern "C" {
void* __cxa_allocate_exception(size_t);
void __cxa_throw(void*, void*, void (*)(void*));
int __cxa_thread_atexit(void (*)(void*), void*, void*);

void* __cxa_allocate_exception(size_t) {
  std::abort();
}
void __cxa_throw(void*, void*, void (*)(void*)) {
  std::abort();
}
int __cxa_thread_atexit(void (*)(void*), void*, void*) {
  return 0;
}
}
// NOLINTEND(bugprone-reserved-identifier)
