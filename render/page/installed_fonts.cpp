#include <fontconfig/fontconfig.h>
#include <glib.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>

#include "core/base/plain_text.h"
#include "render/page/fonts.h"
#include "render/page/installed_fonts_internal.h"

namespace fw {
namespace {

struct FontSetRelease {
  void operator()(FcFontSet* set) const { FcFontSetDestroy(set); }
};
using FontSet = std::unique_ptr<FcFontSet, FontSetRelease>;

bool has(const FcPattern* font, char32_t character) {
  FcCharSet* set = nullptr;
  return FcPatternGetCharSet(font, FC_CHARSET, 0, &set) == FcResultMatch &&
         FcCharSetHasChar(set, character) != 0;
}

std::string_view text_of(const FcPattern* font, const char* object) {
  FcChar8* text = nullptr;
  if (FcPatternGetString(font, object, 0, &text) != FcResultMatch) return {};
  return reinterpret_cast<const char*>(text);
}

int number_of(const FcPattern* font, const char* object, int missing) {
  int value = missing;
  return FcPatternGetInteger(font, object, 0, &value) == FcResultMatch ? value : missing;
}

bool flag_of(const FcPattern* font, const char* object) {
  FcBool value = FcFalse;
  return FcPatternGetBool(font, object, 0, &value) == FcResultMatch && value != FcFalse;
}

/// The plates' fonts, read once.
const FcFontSet& plate_fonts() {
  static const FontSet fonts = [] {
    FontSet set(FcFontSetCreate());
    for (const std::string& file : plate_font_files()) {
      int faces = 0;
      if (FcPattern* font =
              FcFreeTypeQuery(reinterpret_cast<const FcChar8*>(file.c_str()), 0, nullptr, &faces))
        FcFontSetAdd(set.get(), font);
    }
    return set;
  }();
  return *fonts;
}

/// Every font of the machine with outlines, read when the first letter is missing.
const FcFontSet& machine_fonts() {
  static const FontSet fonts = [] {
    FcConfig* config = FcInitLoadConfigAndFonts();
    FcPattern* any = FcPatternCreate();
    FcObjectSet* objects = FcObjectSetBuild(FC_FILE, FC_FAMILY, FC_CHARSET, FC_WEIGHT, FC_SLANT, FC_SPACING,
                                            FC_OUTLINE, FC_COLOR, FC_INDEX, nullptr);
    FontSet set(config != nullptr && any != nullptr && objects != nullptr ? FcFontList(config, any, objects)
                                                                          : nullptr);
    if (objects != nullptr) FcObjectSetDestroy(objects);
    if (any != nullptr) FcPatternDestroy(any);
    if (config != nullptr) FcConfigDestroy(config);
    if (!set) set.reset(FcFontSetCreate());
    return set;
  }();
  return *fonts;
}

bool needs_glyph(gunichar c) {
  if (c < 0x80 || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF)) return false;
  switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SPACE_SEPARATOR:
    case G_UNICODE_SURROGATE:
      return false;
    default:
      return true;
  }
}

bool have(const FcFontSet& fonts, char32_t character) {
  return std::any_of(fonts.fonts, fonts.fonts + fonts.nfont,
                     [&](FcPattern* font) { return has(font, character); });
}

/// The lower the better: upright letters of the wanted weight, of any width, of a family that looks like the
/// plates'; then by name, so that one machine always takes the same.
auto rank_of(const FcPattern* font, bool bold) {
  const int weight = number_of(font, FC_WEIGHT, FC_WEIGHT_NORMAL);
  const int wanted = bold ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL;
  const std::string_view family = text_of(font, FC_FAMILY);
  return std::tuple(number_of(font, FC_SLANT, FC_SLANT_ROMAN) != FC_SLANT_ROMAN,
                    number_of(font, FC_SPACING, FC_PROPORTIONAL) == FC_MONO, !family.starts_with("Noto Sans"),
                    std::abs(weight - wanted), text_of(font, FC_FILE));
}

}  // namespace

std::vector<char32_t> characters_beside(const FcFontSet* fonts, const char* text) {
  std::vector<char32_t> out;
  for (const char* at = text; *at != 0; at = g_utf8_next_char(at))
    if (const gunichar c = g_utf8_get_char(at); needs_glyph(c) && (fonts == nullptr || !have(*fonts, c)))
      out.push_back(c);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::string> fonts_beside(const std::vector<char32_t>& characters, bool bold) {
  std::vector<std::string> files;
  std::vector<char32_t> left = characters;
  while (!left.empty()) {
    const FcFontSet& fonts = machine_fonts();
    const FcPattern* best = nullptr;
    std::ptrdiff_t most = 0;
    for (int k = 0; k < fonts.nfont; ++k) {
      const FcPattern* font = fonts.fonts[k];
      if (!flag_of(font, FC_OUTLINE) || flag_of(font, FC_COLOR) || text_of(font, FC_FILE).empty()) continue;
      const auto held = std::count_if(left.begin(), left.end(), [&](char32_t c) { return has(font, c); });
      if (held == 0 || held < most) continue;
      if (held == most && best != nullptr && rank_of(best, bold) <= rank_of(font, bold)) continue;
      best = font, most = held;
    }
    if (best == nullptr) break;
    files.emplace_back(text_of(best, FC_FILE));
    std::erase_if(left, [&](char32_t c) { return has(best, c); });
  }
  return files;
}

std::vector<std::string> characters_without_font(std::string_view text) {
  const std::unique_ptr<char, decltype(&g_free)> valid(
      g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())), g_free);
  std::vector<std::string> out;
  for (const char32_t c : characters_beside(&plate_fonts(), valid.get())) {
    const FcFontSet& fonts = machine_fonts();
    const auto drawn = [&](FcPattern* font) {
      return flag_of(font, FC_OUTLINE) && !flag_of(font, FC_COLOR) && has(font, c);
    };
    if (std::any_of(fonts.fonts, fonts.fonts + fonts.nfont, drawn)) continue;
    char letter[7] = {};
    g_unichar_to_utf8(c, letter);
    char number[16];
    g_snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(c));
    out.push_back(plain_text(letter) + " (" + number + ")");
  }
  return out;
}

}  // namespace fw
