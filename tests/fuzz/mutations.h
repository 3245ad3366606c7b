#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Templates and files as a hostile or clumsy hand would leave them. Same input and seed: same output.

/// A template's text with some of the rows of its hand changed: values out of range or of another type, keys
/// gone, repeated or of another list, shapes broken or odd, runs that leave the grid, rows copied and moved.
/// About half of the outcomes are still templates. A text that is no JSON object is changed byte by byte.
std::string mutated_hand(std::string_view text, uint64_t seed);

/// Bytes of a file with some changed: numbers at any place, pieces cut out, repeated or exchanged.
std::string mutated_bytes(std::string_view bytes, uint64_t seed);
