#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fw {

/// One piece of a deflate stream (RFC 1951) for bytes that filtering has left small and often repeated:
/// literals and runs of one byte (matches at distance 1) under Huffman codes made for this piece. Many times
/// faster than a search for matches, and on filtered map pictures no larger than a quick one's result.
///
/// A piece looks at no byte outside itself and ends on a byte boundary (an empty stored block), so pieces
/// made by any number of threads can be put one behind the other; `last` ends the stream instead.
std::string deflate_runs(std::span<const uint8_t> bytes, bool last);

}  // namespace fw
