#pragma once

#include <string>
#include <vector>

struct _FcFontSet;

// Letters that the plates' fonts do not have, and the fonts of the machine that have them. Private to this
// room.
namespace fw {

/// The files of the plates' fonts, there or not.
std::vector<std::string> plate_font_files();

/// The characters of a text (UTF-8) that need a glyph and that none of these fonts has, ascending.
std::vector<char32_t> characters_beside(const _FcFontSet* fonts, const char* text);

/// Files of the machine's fonts that have these characters, as few as can be; the same on one machine. What
/// no font has is left out.
std::vector<std::string> fonts_beside(const std::vector<char32_t>& characters, bool bold);

}  // namespace fw
