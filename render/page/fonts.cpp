#include "render/page/fonts.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <tuple>

#include "render/page/installed_fonts_internal.h"

namespace fw {
namespace {

struct FontFile {
  const char* path;
  const char* package;
  bool required;
};

// The first four carry the typography; the rest only fill in letters of names in other scripts.
constexpr std::array kFontFiles{
    FontFile{"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", "fonts-noto-core", true},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf", "fonts-noto-core", true},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSans-Italic.ttf", "fonts-noto-core", true},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf", "fonts-noto-core", true},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSerif-Italic.ttf", "fonts-noto-core", true},
    FontFile{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", true},
    FontFile{"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", "fonts-dejavu-core", true},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf", "fonts-noto-core", false},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf", "fonts-noto-core", false},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf", "fonts-noto-core", false},
    FontFile{"/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf", "fonts-noto-core", false},
};

// All text is set at one size and then scaled, which is exact without hints: Pango seeks a face's fonts and
// Cairo reads a letter's outline once, not for every size.
constexpr double kSetSize = 128;

template <auto Release>
struct Releaser {
  template <typename T>
  void operator()(T* object) const {
    Release(object);
  }
};
using ConfigPtr = std::unique_ptr<FcConfig, Releaser<FcConfigDestroy>>;
using MapPtr = std::unique_ptr<PangoFontMap, Releaser<g_object_unref>>;
using ContextPtr = std::unique_ptr<PangoContext, Releaser<g_object_unref>>;
using LayoutPtr = std::unique_ptr<PangoLayout, Releaser<g_object_unref>>;
using DescriptionPtr = std::unique_ptr<PangoFontDescription, Releaser<pango_font_description_free>>;
using AttributesPtr = std::unique_ptr<PangoAttrList, Releaser<pango_attr_list_unref>>;
using OptionsPtr = std::unique_ptr<cairo_font_options_t, Releaser<cairo_font_options_destroy>>;
using SurfacePtr = std::unique_ptr<cairo_surface_t, Releaser<cairo_surface_destroy>>;
using CairoPtr = std::unique_ptr<cairo_t, Releaser<cairo_destroy>>;
using PathPtr = std::unique_ptr<cairo_path_t, Releaser<cairo_path_destroy>>;
using UtfPtr = std::unique_ptr<char, Releaser<g_free>>;

/// The plates' fonts, and those files of the machine that a text needs beside them.
Result<ConfigPtr> private_config(const std::vector<std::string>& more = {}) {
  ConfigPtr config(FcConfigCreate());
  if (!config) return Error{ErrorKind::limit, "fontconfig could not be started: out of memory"};
  for (const FontFile& file : kFontFiles) {
    std::error_code ignored;
    const bool there = std::filesystem::exists(file.path, ignored);
    if (!there && !file.required) continue;
    if (!there || !FcConfigAppFontAddFile(config.get(), reinterpret_cast<const FcChar8*>(file.path)))
      return Error{ErrorKind::io, std::string("font file ") + file.path +
                                      " cannot be read; expected it from the Debian package " + file.package +
                                      "; install that package"};
  }
  for (const std::string& file : more)
    FcConfigAppFontAddFile(config.get(), reinterpret_cast<const FcChar8*>(file.c_str()));
  return config;
}

/// Whether letters of a script join: space between them, or other letters, would break words apart.
bool joins(gunichar letter) {
  switch (g_unichar_get_script(letter)) {
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_MANDAIC:
    case G_UNICODE_SCRIPT_NKO:
    case G_UNICODE_SCRIPT_MONGOLIAN:
    case G_UNICODE_SCRIPT_PHAGS_PA:
    case G_UNICODE_SCRIPT_MANICHAEAN:
    case G_UNICODE_SCRIPT_PSALTER_PAHLAVI:
    case G_UNICODE_SCRIPT_ADLAM:
    case G_UNICODE_SCRIPT_HANIFI_ROHINGYA:
    case G_UNICODE_SCRIPT_SOGDIAN:
    case G_UNICODE_SCRIPT_DEVANAGARI:
    case G_UNICODE_SCRIPT_BENGALI:
    case G_UNICODE_SCRIPT_GURMUKHI:
    case G_UNICODE_SCRIPT_TIBETAN:
    case G_UNICODE_SCRIPT_KHMER:
    case G_UNICODE_SCRIPT_MYANMAR:
      return true;
    default:
      return false;
  }
}

/// Scripts from right to left beside those that join.
bool runs_left(gunichar letter) {
  switch (g_unichar_get_script(letter)) {
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_THAANA:
    case G_UNICODE_SCRIPT_SAMARITAN:
    case G_UNICODE_SCRIPT_PHOENICIAN:
      return true;
    default:
      return false;
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Whether a text, which is UTF-8, has letters that join.
bool has_joined_letters(const char* valid) {
  for (const char* at = valid; *at != 0; at = g_utf8_next_char(at))
    if (joins(g_utf8_get_char(at))) return true;
  return false;
}

DescriptionPtr description_of(const TextStyle& style) {
  DescriptionPtr description(pango_font_description_new());
  pango_font_description_set_family_static(
      description.get(), style.face == Face::serif ? "Noto Serif,DejaVu Sans" : "Noto Sans,DejaVu Sans");
  pango_font_description_set_weight(description.get(), style.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style(description.get(), style.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_font_description_set_absolute_size(description.get(), kSetSize * PANGO_SCALE);
  return description;
}

}  // namespace

std::vector<std::string> plate_font_files() {
  std::vector<std::string> files;
  for (const FontFile& file : kFontFiles) files.emplace_back(file.path);
  return files;
}

std::string capitals(std::string_view text) {
  std::string out;
  const UtfPtr valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
  if (has_joined_letters(valid.get())) return valid.get();
  for (const char* at = valid.get(); *at != 0; at = g_utf8_next_char(at)) {
    char letter[6];
    const int bytes = g_unichar_to_utf8(g_unichar_toupper(g_utf8_get_char(at)), letter);
    out.append(letter, static_cast<size_t>(bytes));
  }
  return out;
}

std::vector<std::string> separate_letters(std::string_view text) {
  const UtfPtr valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
  std::vector<std::string> out;
  for (const char* at = valid.get(); *at != 0; at = g_utf8_next_char(at)) {
    const gunichar c = g_utf8_get_char(at);
    if (joins(c) || runs_left(c)) return {valid.get()};
    const std::string letter(at, static_cast<const char*>(g_utf8_next_char(at)));
    if (!out.empty() && (g_unichar_ismark(c) || c == 0x200D))
      out.back() += letter;
    else
      out.push_back(letter);
  }
  return out;
}

size_t middle_space(std::string_view text) {
  size_t best = std::string_view::npos;
  const auto longer = [&](size_t at) { return std::max(at, text.size() - at - 1); };
  for (size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1))
    if (best == std::string_view::npos || longer(at) < longer(best)) best = at;
  return best;
}

namespace {

/// Pango on one set of fonts.
struct Setter {
  ConfigPtr config;
  MapPtr map;
  ContextPtr context;
  LayoutPtr layout;
};

Result<Setter> open_setter(const std::vector<std::string>& more) {
  auto config = private_config(more);
  if (!config) return config.error();
  Setter setter;
  setter.config = std::move(config).value();
  setter.map.reset(pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT));
  if (!setter.map) return Error{ErrorKind::internal, "Pango was built without FreeType fonts"};
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(setter.map.get()), setter.config.get());
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(setter.map.get()), 72);
  setter.context.reset(pango_font_map_create_context(setter.map.get()));
  const OptionsPtr options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(setter.context.get(), options.get());
  pango_context_set_round_glyph_positions(setter.context.get(), FALSE);
  pango_context_set_language(setter.context.get(), pango_language_from_string("en"));
  setter.layout.reset(pango_layout_new(setter.context.get()));
  pango_layout_set_single_paragraph_mode(setter.layout.get(), TRUE);
  pango_layout_set_ellipsize(setter.layout.get(), PANGO_ELLIPSIZE_END);
  return setter;
}

}  // namespace

struct Typesetter::State {
  Setter plates;  ///< the plates' own fonts
  /// The same with files of the machine, for texts with letters that the plates' fonts do not have: all other
  /// texts look alike on every machine.
  std::map<std::vector<std::string>, Setter> wider;
  PangoLayout* layout = nullptr;  ///< of the text that was set last
  double spacing = 0;             ///< between its letters
  CairoPtr outliner;              ///< makes the letters' outlines at kSetSize

  PangoLayout* layout_for(const char* valid, const TextStyle& style) {
    const FcFontSet* own = FcConfigGetFonts(plates.config.get(), FcSetApplication);
    const std::vector<char32_t> missing = characters_beside(own, valid);
    if (missing.empty()) return plates.layout.get();
    const std::vector<std::string> more = fonts_beside(missing, style.bold);
    if (more.empty()) return plates.layout.get();
    auto found = wider.find(more);
    if (found == wider.end()) {
      Result<Setter> opened = open_setter(more);
      if (!opened) return plates.layout.get();
      found = wider.emplace(more, std::move(opened).value()).first;
    }
    return found->second.layout.get();
  }

  /// Sets the text at kSetSize; gives what a length there is in the painter's units.
  double set(std::string_view text, const TextStyle& style, double max_width) {
    const double unit = style.size / kSetSize;
    const auto length = [unit](double painters) { return static_cast<int>(painters / unit * PANGO_SCALE); };
    const UtfPtr valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
    const bool latin = is_ascii(text);
    layout = latin ? plates.layout.get() : layout_for(valid.get(), style);
    spacing = latin || !has_joined_letters(valid.get()) ? style.letter_spacing : 0;
    pango_layout_set_text(layout, valid.get(), -1);
    const DescriptionPtr description = description_of(style);
    pango_layout_set_font_description(layout, description.get());
    const AttributesPtr attributes(pango_attr_list_new());
    pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("tnum=1, lnum=1"));
    if (spacing != 0)
      pango_attr_list_insert(attributes.get(), pango_attr_letter_spacing_new(length(spacing)));
    pango_layout_set_attributes(layout, attributes.get());
    pango_layout_set_width(layout, max_width > 0 ? length(max_width) : -1);
    return unit;
  }
  double width(double unit) const {
    PangoRectangle logical;
    pango_layout_get_extents(layout, nullptr, &logical);
    // Pango spaces the last letter too: centred capitals would sit half a space to the left.
    return static_cast<double>(logical.width) / PANGO_SCALE * unit - spacing;
  }
  PathPtr outlines(PangoLayoutLine* line) const {
    cairo_new_path(outliner.get());
    cairo_move_to(outliner.get(), 0, 0);
    pango_cairo_layout_line_path(outliner.get(), line);
    return PathPtr(cairo_copy_path(outliner.get()));
  }
};

Typesetter::Typesetter(std::unique_ptr<State> state) : state_(std::move(state)) {}
Typesetter::Typesetter(Typesetter&&) noexcept = default;
Typesetter& Typesetter::operator=(Typesetter&&) noexcept = default;
Typesetter::~Typesetter() = default;

Result<Typesetter> Typesetter::open() {
  Result<Setter> plates = open_setter({});
  if (!plates) return plates.error();
  auto state = std::make_unique<State>();
  state->plates = std::move(plates).value();
  state->layout = state->plates.layout.get();
  const SurfacePtr unbounded(
      cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));  // drops no letter
  state->outliner.reset(cairo_create(unbounded.get()));
  return Typesetter(std::move(state));
}

TextExtent Typesetter::measure(std::string_view text, const TextStyle& style) {
  const double unit = state_->set(text, style, 0);
  // Capitals and figures fill these shares of the size in Noto; ink boxes would jitter from name to name.
  return {state_->width(unit), 0.74 * style.size, 0.21 * style.size};
}

void Typesetter::draw(cairo_t* cr, std::string_view text, double x, double baseline, const TextStyle& style,
                      Align align, double max_width) {
  const double unit = state_->set(text, style, max_width);
  const double width = state_->width(unit);
  const double left = align == Align::left ? x : align == Align::centre ? x - width / 2 : x - width;
  PangoLayoutLine* line = pango_layout_get_line_readonly(state_->layout, 0);
  if (line == nullptr) return;
  const auto in_set_units = [&](auto&& work) {
    cairo_save(cr);
    cairo_translate(cr, left, baseline);
    cairo_scale(cr, unit, unit);
    cairo_new_path(cr);
    work();
    cairo_restore(cr);  // the path stays
  };
  cairo_save(cr);
  // Outlines instead of glyph bitmaps: Cairo 1.16 snaps bitmaps to whole pixels, which makes spacing uneven.
  in_set_units([&] { cairo_append_path(cr, state_->outlines(line).get()); });
  if (style.halo > 0) {
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cr, style.halo);
    cairo_set_source_rgba(cr, style.halo_colour.r, style.halo_colour.g, style.halo_colour.b,
                          style.halo_alpha);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);  // a casing's edge is no letter's
    cairo_stroke_preserve(cr);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
  }
  cairo_set_source_rgba(cr, style.colour.r, style.colour.g, style.colour.b, style.alpha);
  const bool vector = cairo_surface_get_type(cairo_get_target(cr)) != CAIRO_SURFACE_TYPE_IMAGE;
  if (vector) {
    // Real text keeps names searchable in a PDF.
    in_set_units([&] {
      cairo_move_to(cr, 0, 0);
      pango_cairo_show_layout_line(cr, line);
    });
  } else {
    cairo_fill(cr);
  }
  cairo_restore(cr);
}

}  // namespace fw
