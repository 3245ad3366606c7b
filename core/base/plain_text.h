#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fw {

/// Whether a text is well-formed UTF-8 without characters that change how a terminal or an editor shows the
/// rest (control characters: C0, DEL, C1; U+2028, U+2029: lines; U+202A to U+202E, U+2066 to U+2069:
/// direction of writing) and without the codes that are no characters (U+FDD0 to U+FDEF, U+FFFE, U+FFFF,
/// U+1FFFE, ...).
bool is_plain_text(std::string_view text);

/// The text with each such character, and each byte that is no UTF-8, written out: "\x1b", "\u{202e}".
std::string plain_text(std::string_view text);

/// "a, b and 12 more": as many names as may be told, and how many more.
std::string first_names(const std::vector<std::string>& names, size_t most);

/// The text as a JSON string, with quotes; a byte that is no UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text);

/// The text as it may stand in XML or HTML, also between double quotes: & < > " as entities, and each
/// character of `also` (ASCII) by its number, "&#39;".
std::string markup_text(std::string_view text, std::string_view also = {});

}  // namespace fw
