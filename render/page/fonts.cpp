#include "render/page/fonts.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#include <algorithm>
#include <array>
#include <filesystem>

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

Result<ConfigPtr> private_config() {
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
  return config;
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

std::string capitals(std::string_view text) {
  std::string out;
  const UtfPtr valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
  for (const char* at = valid.get(); *at != 0; at = g_utf8_next_char(at)) {
    char letter[6];
    const int bytes = g_unichar_to_utf8(g_unichar_toupper(g_utf8_get_char(at)), letter);
    out.append(letter, static_cast<size_t>(bytes));
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

struct Typesetter::State {
  ConfigPtr config;
  MapPtr map;
  ContextPtr context;
  LayoutPtr layout;
  CairoPtr outliner;  ///< makes the letters' outlines at kSetSize

  /// Sets the text at kSetSize; gives what a length there is in the painter's units.
  double set(std::string_view text, const TextStyle& style, double max_width) {
    const double unit = style.size / kSetSize;
    const auto length = [unit](double painters) { return static_cast<int>(painters / unit * PANGO_SCALE); };
    const UtfPtr valid(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())));
    pango_layout_set_text(layout.get(), valid.get(), -1);
    const DescriptionPtr description = description_of(style);
    pango_layout_set_font_description(layout.get(), description.get());
    const AttributesPtr attributes(pango_attr_list_new());
    pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("tnum=1, lnum=1"));
    if (style.letter_spacing != 0)
      pango_attr_list_insert(attributes.get(), pango_attr_letter_spacing_new(length(style.letter_spacing)));
    pango_layout_set_attributes(layout.get(), attributes.get());
    pango_layout_set_width(layout.get(), max_width > 0 ? length(max_width) : -1);
    return unit;
  }
  double width(const TextStyle& style, double unit) const {
    PangoRectangle logical;
    pango_layout_get_extents(layout.get(), nullptr, &logical);
    // Pango spaces the last letter too: centred capitals would sit half a space to the left.
    return static_cast<double>(logical.width) / PANGO_SCALE * unit - style.letter_spacing;
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
  auto config = private_config();
  if (!config) return config.error();
  auto state = std::make_unique<State>();
  state->config = std::move(config).value();
  state->map.reset(pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT));
  if (!state->map) return Error{ErrorKind::internal, "Pango was built without FreeType fonts"};
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(state->map.get()), state->config.get());
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(state->map.get()), 72);
  state->context.reset(pango_font_map_create_context(state->map.get()));
  const OptionsPtr options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(state->context.get(), options.get());
  pango_context_set_round_glyph_positions(state->context.get(), FALSE);
  pango_context_set_language(state->context.get(), pango_language_from_string("en"));
  state->layout.reset(pango_layout_new(state->context.get()));
  pango_layout_set_single_paragraph_mode(state->layout.get(), TRUE);
  pango_layout_set_ellipsize(state->layout.get(), PANGO_ELLIPSIZE_END);
  const SurfacePtr unbounded(
      cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nullptr));  // drops no letter
  state->outliner.reset(cairo_create(unbounded.get()));
  return Typesetter(std::move(state));
}

TextExtent Typesetter::measure(std::string_view text, const TextStyle& style) {
  const double unit = state_->set(text, style, 0);
  // Capitals and figures fill these shares of the size in Noto; ink boxes would jitter from name to name.
  return {state_->width(style, unit), 0.74 * style.size, 0.21 * style.size};
}

void Typesetter::draw(cairo_t* cr, std::string_view text, double x, double baseline, const TextStyle& style,
                      Align align, double max_width) {
  const double unit = state_->set(text, style, max_width);
  const double width = state_->width(style, unit);
  const double left = align == Align::left ? x : align == Align::centre ? x - width / 2 : x - width;
  PangoLayoutLine* line = pango_layout_get_line_readonly(state_->layout.get(), 0);
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
