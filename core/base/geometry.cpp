#include "core/base/geometry.h"

#include <utility>

namespace fw {

uint32_t hilbert_index(uint32_t x, uint32_t y, int bits) {
  uint32_t index = 0;
  for (uint32_t half = 1u << (bits - 1); half > 0; half >>= 1) {
    const uint32_t right = (x & half) ? 1 : 0, top = (y & half) ? 1 : 0;
    index += half * half * ((3 * right) ^ top);
    if (top == 0) {  // turn the quadrant so that the curve enters and leaves at its corners
      if (right == 1) x = ~x, y = ~y;
      std::swap(x, y);
    }
    x &= half - 1, y &= half - 1;
  }
  return index;
}

}  // namespace fw
