#include "render/map/symbols/svg_symbol.h"

#include <cairo.h>
#include <glib.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <string>

#include "render/map/symbols/svg_reader_internal.h"

namespace fw {

class SvgSymbol {
 public:
  SvgSymbol(RsvgHandle* handle, std::string_view text) : handle_(handle), text_(text) {}
  ~SvgSymbol() { g_object_unref(handle_); }
  SvgSymbol(const SvgSymbol&) = delete;
  SvgSymbol& operator=(const SvgSymbol&) = delete;

  bool draw(cairo_t* cr, double x, double y, double r) const {
    const std::lock_guard lock(mutex_);  // a handle serves one thread at a time
    const RsvgRectangle box{x - r, y - r, 2 * r, 2 * r};
    cairo_save(cr);
    const bool drawn = rsvg_handle_render_document(handle_, cr, &box, nullptr) != 0;
    cairo_restore(cr);
    return drawn;
  }
  std::string_view text() const { return text_; }

 private:
  RsvgHandle* handle_;
  std::string text_;
  mutable std::mutex mutex_;
};

namespace {

/// Least share of a square of kTrySide pixels that must differ from white.
constexpr int kTrySide = 32, kLeastSeen = 8;
constexpr int kSeenContrast = 40;  ///< of 255

/// What a try of a drawing shows: whether any pixel is not fully transparent, and whether enough of them
/// differ from a white ground.
struct Shown {
  bool something = false, on_white = false;
};
Shown shown_of(cairo_surface_t* surface) {
  cairo_surface_flush(surface);
  const unsigned char* bytes = cairo_image_surface_get_data(surface);
  const auto stride = static_cast<size_t>(cairo_image_surface_get_stride(surface));
  Shown shown;
  int differ = 0;
  for (size_t row = 0; bytes != nullptr && row < kTrySide; ++row)
    for (size_t column = 0; column < kTrySide; ++column) {
      const unsigned char* pixel = bytes + row * stride + 4 * column;  // blue, green, red, alpha, multiplied
      shown.something = shown.something || pixel[3] != 0;
      const int least = std::min({pixel[0], pixel[1], pixel[2]}) + 255 - pixel[3];  // over white
      differ += 255 - least >= kSeenContrast;
    }
  shown.on_white = differ >= kLeastSeen;
  return shown;
}

RsvgHandle* handle_of(std::string_view text, std::string& problem) {
  GError* error = nullptr;
  RsvgHandle* handle =
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(text.data()), text.size(), &error);
  if (handle == nullptr) problem = std::string("text that is no drawing (") + error->message + ")";
  g_clear_error(&error);
  return handle;
}

/// Whether the root states the box that is shown: a viewBox, or a width and a height.
bool states_box(RsvgHandle* handle) {
  gboolean width = 0, height = 0, box = 0;
  RsvgLength across{}, down{};
  RsvgRectangle stated{};
  rsvg_handle_get_intrinsic_dimensions(handle, &width, &across, &height, &down, &box, &stated);
  double width_px = 0, height_px = 0;
  return box != 0 || rsvg_handle_get_intrinsic_size_in_pixels(handle, &width_px, &height_px) != 0;
}

/// The attribute that shows what is drawn; "" where nothing is.
std::string box_of_drawing(RsvgHandle* handle) {
  struct {
    double x = 0, y = 0, width = 0, height = 0;
  } ink;
  // As it is drawn: what the library says of its extent counts a stroke from the corner of the page.
  cairo_surface_t* page = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nullptr);
  cairo_t* cr = cairo_create(page);
  const RsvgRectangle percent{0, 0, 100, 100};
  const bool drawn = rsvg_handle_render_layer(handle, cr, nullptr, &percent, nullptr) != 0;
  cairo_destroy(cr);
  cairo_recording_surface_ink_extents(page, &ink.x, &ink.y, &ink.width, &ink.height);
  cairo_surface_destroy(page);
  if (!drawn) return {};
  const double most = 1e6;
  if (!(ink.width > 0 || ink.height > 0) || !(ink.width < most && ink.height < most)) return {};
  const double side = std::max({ink.width, ink.height, 1e-3});
  std::string box = " viewBox=\"";
  for (const double v : {ink.x, ink.y, std::max(ink.width, side / 100), std::max(ink.height, side / 100)}) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    box += (box.back() == '"' ? "" : " ") + std::string(g_ascii_dtostr(digits, sizeof digits, v));
  }
  return box + "\"";
}

Error refusal(std::string_view name, const std::string& found) {
  return {ErrorKind::invalid_template,
          std::string(name) + ": found " + found +
              "; a symbol is a plain SVG drawing (paths and shapes, gradients, parts of its own) of at most "
              "64 KiB. Export it as plain SVG with text as paths"};
}

}  // namespace

Result<std::shared_ptr<const SvgSymbol>> svg_symbol(std::string_view text, std::string_view name) {
  if (text.size() > kMostSvgBytes) return refusal(name, "more than 64 KiB");
  SvgRead read = read_svg(text);
  if (!read.refused.empty()) return refusal(name, read.refused);
  std::string problem;
  RsvgHandle* handle = handle_of(read.text, problem);
  if (handle != nullptr && !states_box(handle))
    if (const std::string box = box_of_drawing(handle); !box.empty()) {
      g_object_unref(handle);
      read.text.insert(read.root_end, box);
      handle = handle_of(read.text, problem);
    }
  if (handle == nullptr) return refusal(name, problem);
  // Drawn once for a try, so that it cannot fail later and shows something.
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, kTrySide, kTrySide);
  cairo_t* cr = cairo_create(surface);
  constexpr double kHalf = kTrySide / 2.0;
  auto symbol = std::make_shared<SvgSymbol>(handle, text);
  const bool drawn = symbol->draw(cr, kHalf, kHalf, kHalf) && cairo_status(cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(cr);
  const Shown shown = drawn ? shown_of(surface) : Shown{};
  cairo_surface_destroy(surface);
  if (!drawn) return refusal(name, "a drawing that cannot be drawn");
  if (!shown.something) return refusal(name, "a drawing that shows nothing");
  if (!shown.on_white)
    return Error{ErrorKind::invalid_template,
                 std::string(name) +
                     ": found a drawing that cannot be seen on the white disc of a symbol; "
                     "give it a darker colour"};
  return std::shared_ptr<const SvgSymbol>(std::move(symbol));
}

Result<std::shared_ptr<const SvgSymbol>> load_svg_symbol(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed) && std::filesystem::exists(path, failed))
    return Error{ErrorKind::invalid_template,
                 path.string() + ": found a folder or a special file; expected an SVG file"};
  if (!std::filesystem::is_regular_file(path, failed))
    return Error{ErrorKind::invalid_template,
                 path.string() + ": no such file; put the SVG file beside the template, or name a pictogram"};
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostSvgBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || !file.is_open()) return Error{ErrorKind::io, path.string() + ": cannot be read"};
  text.resize(static_cast<size_t>(file.gcount()));
  return svg_symbol(text, path.string());
}

std::string_view svg_text(const SvgSymbol& symbol) {
  return symbol.text();
}

void draw_svg_symbol(cairo_t* cr, const SvgSymbol& symbol, double x, double y, double r) {
  symbol.draw(cr, x, y, r);
}

}  // namespace fw
