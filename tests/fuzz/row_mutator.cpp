// For libFuzzer: half of the templates are changed row by row, the other inputs byte by byte.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "mutations.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (seed % 2 == 0 || text.find("\"hand\"") == std::string::npos)
    return LLVMFuzzerMutate(data, size, max_size);
  const std::string changed = mutated_hand(text, seed);
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
