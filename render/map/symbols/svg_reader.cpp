#include <glib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/base/lower_case.h"
#include "core/base/plain_text.h"
#include "render/map/symbols/svg_reader_internal.h"

namespace fw {
namespace {

constexpr size_t kMostDepth = 64;  ///< elements inside each other
constexpr int kMostUses = 16;      ///< references to other parts: they multiply each other
/// Dashes along all lines: a symbol has a few hundred at most.
constexpr double kMostDashes = 20000;
/// Times the drawing's side: how far its places reach, and how wide its strokes are. Beyond that curves and
/// round joins become millions of vertices.
constexpr double kMostReach = 1000, kMostStroke = 10;

// Plain drawing; the rest is refused. A link is drawn as the group that it is.
constexpr std::array<std::string_view, 23> kElements{
    "svg",  "g",      "defs",     "title", "desc",           "metadata",       "style", "path",
    "rect", "circle", "ellipse",  "line",  "polyline",       "polygon",        "use",   "symbol",
    "a",    "switch", "clipPath", "mask",  "linearGradient", "radialGradient", "stop"};
/// Nothing of these is drawn.
constexpr std::array<std::string_view, 3> kNotes{"title", "desc", "metadata"};
/// Attributes whose numbers are places and lengths.
constexpr std::array<std::string_view, 16> kPlaces{"d",  "points", "x", "y",  "x1", "y1", "x2",    "y2",
                                                   "cx", "cy",     "r", "rx", "ry", "dx", "width", "height"};

std::string_view local_name(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether every url(...) is one of a part of the same file, and nothing is imported.
bool refers_inside(std::string_view value) {
  const std::string text = lower_case(std::string(value));
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

/// The numbers of a text, whatever stands between them; a percentage is one of 100 units.
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> out;
  const std::string whole(text);  // strtod wants an end
  for (const char* at = whole.c_str(); *at != 0;) {
    const bool begins =
        std::isdigit(static_cast<unsigned char>(*at)) || *at == '.' || *at == '-' || *at == '+';
    char* end = nullptr;
    const double value = begins ? g_ascii_strtod(at, &end) : 0;
    if (!begins || end == at) {
      ++at;
      continue;
    }
    out.push_back(std::abs(value));
    at = end;
  }
  return out;
}

double greatest(std::string_view text) {
  double most = 0;
  for (const double v : numbers_in(text)) most = std::max(most, std::isfinite(v) ? v : HUGE_VAL);
  return most;
}

/// How much the functions of a transform enlarge at most.
double enlargement(std::string_view text) {
  const std::string value = lower_case(std::string(text));
  double factor = 1;
  for (const std::string_view name : {"scale", "matrix", "skewx", "skewy"})
    for (size_t at = value.find(name); at != std::string::npos; at = value.find(name, at + 1)) {
      const size_t open = value.find('(', at), close = value.find(')', at);
      if (open == std::string::npos || close == std::string::npos || close < open) continue;
      std::vector<double> v = numbers_in(std::string_view(value).substr(open + 1, close - open - 1));
      if (name == "matrix") {
        v.resize(std::min<size_t>(v.size(), 4));  // the rest moves
        double sum = 0;
        for (const double part : v) sum += part;
        factor *= std::max(1.0, sum);
      } else if (name == "scale") {
        for (const double part : v) factor = std::max(factor, factor * part);
      } else {
        for (const double degrees : v) factor *= 1 + std::abs(std::tan(degrees * G_PI / 180));
      }
    }
  return factor;
}

/// What the checks go through: the first reason to refuse the file ends them.
struct Reader {
  SvgRead read;
  std::vector<std::string> open{};   ///< as they are written; "" for one that is left out
  std::vector<double> factors{1.0};  ///< of the transforms round a place
  size_t left_out = 0;               ///< depth inside something that is not drawn
  int uses = 0;
  double use_factor = 1;
  double reach = 0, length = 0, stroke = 0, period = HUGE_VAL;
  double side = 0;  ///< of the stated box

  bool refuse(GError** error, std::string reason) {
    read.refused = std::move(reason);
    g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "refused");
    return false;
  }

  bool allowed(GError** error, std::string_view name, std::string_view value, bool link) {
    const std::string local = lower_case(std::string(local_name(name)));
    if (local.starts_with("on")) return refuse(error, "the event attribute " + std::string(name));
    if (local == "href" && !link && !value.starts_with("#"))
      return refuse(error, "a reference to another file (" + std::string(name) + ")");
    if (local == "base" || (!(link && local == "href") && !refers_inside(value)))
      return refuse(error, "a reference to another file (" + std::string(name) + ")");
    if (name.starts_with("xmlns:") && name != "xmlns:svg" && value == "http://www.w3.org/2000/svg")
      return refuse(error, "a second name for SVG (" + std::string(name) + ")");
    if (name.starts_with("xmlns") && value.find("XInclude") != std::string_view::npos)
      return refuse(error, "a reference to another file (" + std::string(name) + ")");
    return true;
  }

  /// Strokes and dashes of a property, whether an attribute's or a style's.
  void property(std::string_view name, std::string_view value) {
    if (name == "stroke-width") stroke = std::max(stroke, greatest(value) * factors.back());
    if (name == "transform") factors.back() *= enlargement(value);
    if (name != "stroke-dasharray" || lower_case(std::string(value)).find("none") != std::string::npos)
      return;
    double sum = 0;
    for (const double v : numbers_in(value)) sum += v;
    // Relative lengths may be of a letter as small as one likes.
    if (value.find_first_of("%eE") != std::string_view::npos) sum *= 0.01;
    if (sum > 0) period = std::min(period, sum);
  }

  /// "name: value; ..." of a style attribute or a style sheet.
  void style(std::string_view text) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find_first_of(";{}", begin), text.size());
      const std::string_view part = text.substr(begin, end - begin);
      if (const size_t colon = part.find(':'); colon != std::string_view::npos) {
        std::string name = lower_case(std::string(part.substr(0, colon)));
        std::erase_if(name, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
        property(name, part.substr(colon + 1));
      }
      begin = end + 1;
    }
  }

  void measure(std::string_view name, std::string_view value) {
    if (name == "style")
      style(value);
    else
      property(name, value);
    if (!is_one_of(kPlaces, name)) return;
    double sum = 0;
    for (const double v : numbers_in(value)) sum += std::isfinite(v) ? v : HUGE_VAL;
    length += 2 * G_PI * sum;
    reach = std::max(reach, greatest(value) * factors.back());
  }

  void box_of(const gchar** names, const gchar** values) {
    double width = 0, height = 0;
    bool box = false;
    for (; *names != nullptr; ++names, ++values) {
      const std::string_view name(*names), value(*values);
      const std::vector<double> numbers = numbers_in(value);
      if (name == "viewBox" && numbers.size() == 4) {
        side = std::max(numbers[2], numbers[3]);
        box = true;
      }
      if (name == "width" && !numbers.empty() && value.find('%') == std::string_view::npos)
        width = numbers[0];
      if (name == "height" && !numbers.empty() && value.find('%') == std::string_view::npos)
        height = numbers[0];
    }
    if (!box) side = std::max(width, height);
    read.bounded = box || (width > 0 && height > 0);
  }

  /// A viewBox inside the drawing enlarges what is in it.
  void inner_box(const gchar** names, const gchar** values) {
    double extent = side, least = 0;
    for (; *names != nullptr; ++names, ++values) {
      const std::string_view name(*names);
      const std::vector<double> numbers = numbers_in(*values);
      if (name == "viewBox" && numbers.size() == 4) least = std::min(numbers[2], numbers[3]);
      if ((name == "width" || name == "height") && !numbers.empty()) extent = std::max(extent, numbers[0]);
    }
    if (least > 0) factors.back() *= std::max(1.0, extent / least);
  }

  void start(std::string_view element, const gchar** names, const gchar** values, GError** error) {
    if (left_out > 0) {
      ++left_out;
      return;
    }
    const std::string_view plain = element.starts_with("svg:") ? element.substr(4) : element;
    const bool note = plain == element && element.find(':') != std::string_view::npos;
    const bool in_switch = !open.empty() && open.back() == "switch";
    if (note || is_one_of(kNotes, plain) || (plain == "foreignObject" && in_switch)) {
      for (const gchar **name = names, **value = values; *name != nullptr; ++name, ++value)
        if (!allowed(error, *name, *value, false)) return;
      left_out = 1;
      return;
    }
    if (!is_one_of(kElements, plain)) {
      refuse(error, "the element <" + std::string(element) + ">");
      return;
    }
    if (open.size() >= kMostDepth) {
      refuse(error, "more than " + std::to_string(kMostDepth) + " elements inside each other");
      return;
    }
    if (plain == "use" && ++uses > kMostUses) {
      refuse(error, "more than " + std::to_string(kMostUses) + " <use> elements");
      return;
    }
    if (open.empty()) box_of(names, values);
    const bool link = plain == "a";
    open.push_back(link ? (element == plain ? "g" : "svg:g") : std::string(element));
    factors.push_back(factors.back());
    read.text += "<" + open.back();
    if (open.size() == 1) read.root_end = read.text.size();
    for (const gchar **name = names, **value = values; *name != nullptr;
         ++name, ++value)  // before the lengths
      if (std::string_view(*name) == "transform") property("transform", *value);
    if (open.size() > 1) inner_box(names, values);
    if (plain == "use") use_factor *= factors.back();
    for (; *names != nullptr; ++names, ++values) {
      const std::string_view name(*names), value(*values);
      if (!allowed(error, name, value, link)) return;
      if (name != "transform" && open.size() > 1) measure(name, value);
      if (open.size() == 1 && name == "style") style(value);
      if (link && local_name(name) == "href") continue;
      // One of both says nothing of the box.
      if (open.size() == 1 && !read.bounded && (name == "width" || name == "height")) continue;
      read.text += " " + std::string(name) + "=\"" + markup_text(value) + "\"";
    }
    read.text += ">";
  }

  void end() {
    if (left_out > 0) {
      --left_out;
      return;
    }
    read.text += "</" + open.back() + ">";
    open.pop_back();
    factors.pop_back();
  }

  /// What the numbers come to, after the last element.
  std::string too_much() const {
    const double copies = uses == 0 ? 1 : std::exp2(std::min(uses, kMostUses) / 2.0);
    const double factor = std::max(1.0, use_factor);
    if (length * copies / period > kMostDashes)
      return "dashes so short that its lines have more than " +
             std::to_string(static_cast<int>(kMostDashes)) + " of them (stroke-dasharray)";
    if (side <= 0) return {};
    if (!(reach * factor <= kMostReach * side))
      return "places more than " + std::to_string(static_cast<int>(kMostReach)) +
             " times as far away as its box is wide (viewBox)";
    if (!(stroke * factor <= kMostStroke * side))
      return "a stroke more than " + std::to_string(static_cast<int>(kMostStroke)) +
             " times as wide as its box (stroke-width)";
    return {};
  }
};

Reader& reader_of(gpointer data) {
  return *static_cast<Reader*>(data);
}

void start_element(GMarkupParseContext*, const gchar* name, const gchar** names, const gchar** values,
                   gpointer data, GError** error) {
  reader_of(data).start(name, names, values, error);
}

void end_element(GMarkupParseContext*, const gchar*, gpointer data, GError**) {
  reader_of(data).end();
}

void text_between(GMarkupParseContext*, const gchar* text, gsize size, gpointer data, GError** error) {
  Reader& reader = reader_of(data);
  if (reader.left_out > 0 || reader.open.empty() || local_name(reader.open.back()) != "style") return;
  const std::string_view sheet(text, size);
  if (!refers_inside(sheet)) {
    reader.refuse(error, "a style sheet that refers to another file");
    return;
  }
  reader.style(sheet);
  reader.read.text += markup_text(sheet);
}

/// Comments, instructions and DOCTYPE come here; CDATA is text. A DOCTYPE without a part of its own says
/// nothing; one with entities could say anything.
void passed_on(GMarkupParseContext*, const gchar* text, gsize size, gpointer data, GError** error) {
  const std::string_view part(text, size);
  if (part.starts_with("<!--")) return;
  if (part.starts_with("<?") && !part.starts_with("<?xml-stylesheet")) return;
  if (part.starts_with("<!DOCTYPE")) {
    if (part.find('[') == std::string_view::npos) return;
    reader_of(data).refuse(error, "a DOCTYPE with entities of its own (delete the part between [ and ])");
    return;
  }
  reader_of(data).refuse(error, "an instruction");
}

}  // namespace

SvgRead read_svg(std::string_view text) {
  Reader reader;
  if (text.find('\0') != std::string_view::npos) reader.read.refused = "a zero byte";
  if (!reader.read.refused.empty()) return reader.read;
  const GMarkupParser parser{start_element, end_element, text_between, passed_on, nullptr};
  GMarkupParseContext* context =
      g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &reader, nullptr);
  GError* error = nullptr;
  const bool read =
      g_markup_parse_context_parse(context, text.data(), static_cast<gssize>(text.size()), &error) != 0 &&
      g_markup_parse_context_end_parse(context, &error) != 0;
  if (!read && reader.read.refused.empty())
    reader.read.refused = std::string("text that is no XML: ") + error->message;
  g_clear_error(&error);
  g_markup_parse_context_free(context);
  if (reader.read.refused.empty()) reader.read.refused = reader.too_much();
  return reader.read;
}

}  // namespace fw
