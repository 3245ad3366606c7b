#include "render/map/symbols/svg_symbol.h"

#include <cairo.h>
#include <glib.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

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

constexpr size_t kMostDepth = 64;  ///< elements inside each other
constexpr int kMostUses = 16;      ///< references to other parts: they multiply each other

// Plain drawing; the rest is refused.
constexpr std::array<std::string_view, 21> kElements{
    "svg",  "g",      "defs",     "title",   "desc",           "metadata",       "style",
    "path", "rect",   "circle",   "ellipse", "line",           "polyline",       "polygon",
    "use",  "symbol", "clipPath", "mask",    "linearGradient", "radialGradient", "stop"};
// What drawing programs add, which nothing draws.
constexpr std::array<std::string_view, 5> kNotes{"sodipodi:", "inkscape:", "rdf:", "cc:", "dc:"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}
std::string_view local_name(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Whether every url(...) is one of a part of the same file, and nothing is imported.
bool refers_inside(std::string_view value) {
  const std::string text = lower(value);
  if (text.find("@import") != std::string::npos || text.find('\\') != std::string::npos) return false;
  for (size_t at = text.find("url"); at != std::string::npos; at = text.find("url", at + 3)) {
    size_t to = at + 3;
    const auto skip = [&](std::string_view what) {
      while (to < text.size() && what.find(text[to]) != std::string_view::npos) ++to;
    };
    skip(" \t\r\n");
    if (to == text.size() || text[to] != '(') continue;
    ++to;
    skip(" \t\r\n\"'");
    if (to == text.size() || text[to] != '#') return false;
  }
  return true;
}

/// What the checks go through: the first reason to refuse the file ends them.
struct Check {
  size_t depth = 0;
  int uses = 0;
  std::string found;

  bool refuse(GError** error, std::string reason) {
    found = std::move(reason);
    g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "refused");
    return false;
  }
  bool attribute(GError** error, std::string_view name, std::string_view value) {
    const std::string local = lower(local_name(name));
    if (local.starts_with("on")) return refuse(error, "the event attribute " + std::string(name));
    if (local == "href" && !value.starts_with("#"))
      return refuse(error, "a reference to another file (" + std::string(name) + ")");
    if (local == "base" || !refers_inside(value))
      return refuse(error, "a reference to another file (" + std::string(name) + ")");
    if (name.starts_with("xmlns:") && name != "xmlns:svg" && value == "http://www.w3.org/2000/svg")
      return refuse(error, "a second name for SVG (" + std::string(name) + ")");
    return true;
  }
};

Check& check_of(gpointer data) {
  return *static_cast<Check*>(data);
}

void start_element(GMarkupParseContext*, const gchar* name, const gchar** names, const gchar** values,
                   gpointer data, GError** error) {
  Check& check = check_of(data);
  const std::string_view element(name);
  const bool note = std::any_of(kNotes.begin(), kNotes.end(),
                                [&](std::string_view prefix) { return element.starts_with(prefix); });
  const std::string_view plain = element.starts_with("svg:") ? element.substr(4) : element;
  if (!note && std::find(kElements.begin(), kElements.end(), plain) == kElements.end()) {
    check.refuse(error, "the element <" + std::string(element) + ">");
    return;
  }
  if (++check.depth > kMostDepth) {
    check.refuse(error, "more than " + std::to_string(kMostDepth) + " elements inside each other");
    return;
  }
  if (plain == "use" && ++check.uses > kMostUses) {
    check.refuse(error, "more than " + std::to_string(kMostUses) + " <use> elements");
    return;
  }
  for (; *names != nullptr; ++names, ++values)
    if (!check.attribute(error, *names, *values)) return;
}

void end_element(GMarkupParseContext*, const gchar*, gpointer data, GError**) {
  --check_of(data).depth;
}

void text_between(GMarkupParseContext*, const gchar* text, gsize size, gpointer data, GError** error) {
  if (!refers_inside({text, size})) check_of(data).refuse(error, "a style sheet that refers to another file");
}

/// Comments, instructions, DOCTYPE and CDATA come here.
void passed_on(GMarkupParseContext*, const gchar* text, gsize size, gpointer data, GError** error) {
  const std::string_view part(text, size);
  if (part.starts_with("<!--") || part.starts_with("<?xml ")) return;
  check_of(data).refuse(error, part.starts_with("<!DOCTYPE") ? "a DOCTYPE" : "an instruction or CDATA");
}

/// What is wrong with a file; "" if nothing is.
std::string reason_to_refuse(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return "a zero byte";
  const GMarkupParser parser{start_element, end_element, text_between, passed_on, nullptr};
  Check check;
  GMarkupParseContext* context =
      g_markup_parse_context_new(&parser, static_cast<GMarkupParseFlags>(0), &check, nullptr);
  GError* error = nullptr;
  const bool read =
      g_markup_parse_context_parse(context, text.data(), static_cast<gssize>(text.size()), &error) != 0 &&
      g_markup_parse_context_end_parse(context, &error) != 0;
  std::string reason = check.found;
  if (!read && reason.empty()) reason = std::string("text that is no XML: ") + error->message;
  g_clear_error(&error);
  g_markup_parse_context_free(context);
  return reason;
}

/// Whether any pixel of an ARGB32 surface is not fully transparent.
bool covers_something(cairo_surface_t* surface) {
  cairo_surface_flush(surface);
  const unsigned char* bytes = cairo_image_surface_get_data(surface);
  const size_t size = static_cast<size_t>(cairo_image_surface_get_stride(surface)) *
                      static_cast<size_t>(cairo_image_surface_get_height(surface));
  return bytes != nullptr && std::any_of(bytes, bytes + size, [](unsigned char byte) { return byte != 0; });
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
  if (const std::string reason = reason_to_refuse(text); !reason.empty()) return refusal(name, reason);
  GError* error = nullptr;
  RsvgHandle* handle =
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(text.data()), text.size(), &error);
  if (handle == nullptr) {
    const std::string reason = std::string("text that is no drawing (") + error->message + ")";
    g_clear_error(&error);
    return refusal(name, reason);
  }
  auto symbol = std::make_shared<const SvgSymbol>(handle, text);
  // Drawn once for a try, so that it cannot fail later and shows something.
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 32, 32);
  cairo_t* cr = cairo_create(surface);
  const bool drawn = symbol->draw(cr, 16, 16, 16) && cairo_status(cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(cr);
  const bool shown = drawn && covers_something(surface);
  cairo_surface_destroy(surface);
  if (!drawn) return refusal(name, "a drawing that cannot be drawn");
  if (!shown) return refusal(name, "a drawing that shows nothing");
  return symbol;
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
