#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/field/shape.h"
#include "core/field/shape_internal.h"

namespace fw {
namespace {

using Part = std::vector<Vec2>;

constexpr size_t kShownLetters = 16;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

double whole_millimetres(double metres) {
  const double rounded = std::floor(metres * 1000 + 0.5) / 1000;
  return rounded == 0 ? 0 : rounded;
}

/// Vertices equal to the one before them, and spikes that go out and come back, say nothing about an area.
Part without_spikes(const Part& ring) {
  Part kept;
  for (const Vec2 v : ring) {
    if (!kept.empty() && kept.back() == v) continue;
    kept.push_back(v);
    while (kept.size() >= 3 && kept[kept.size() - 3] == kept.back()) kept.resize(kept.size() - 2);
  }
  while (kept.size() >= 2 && kept.front() == kept.back()) kept.pop_back();
  return kept;
}

bool on_one_line(const Part& ring) {
  const Vec2 along = ring[1] - ring[0];
  return std::all_of(ring.begin(), ring.end(), [&](Vec2 v) {
    const Vec2 to = v - ring[0];
    return along.x * to.y == along.y * to.x;
  });
}

/// Reads from left to right; after the first error nothing moves on.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<Shape> read() {
    skip_space();
    const size_t begin = at_;
    const std::string word = take_word();
    Shape shape;
    if (word == "POINT") {
      shape.kind = Shape::Kind::points;
      read_line(1, "one place", shape);
    } else if (word == "LINESTRING") {
      shape.kind = Shape::Kind::lines;
      read_line(2, "two different places", shape);
    } else if (word == "POLYGON") {
      shape.kind = Shape::Kind::polygons;
      list([&] { read_ring(shape); });
    } else if (word == "MULTIPOLYGON") {
      shape.kind = Shape::Kind::polygons;
      list([&] { list([&] { read_ring(shape); }); });
    } else {
      at_ = begin;
      fail("POINT, LINESTRING, POLYGON or MULTIPOLYGON");
    }
    skip_space();
    if (!problem_ && at_ < text_.size()) fail("the end of the shape");
    if (problem_) return *problem_;
    return shape;
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  std::string take_word() {
    std::string word;
    while (at_ < text_.size() && is_letter(text_[at_])) word += upper(text_[at_++]);
    return word;
  }

  void fail_at(size_t begin, const std::string& found, const std::string& expected) {
    if (problem_) return;
    problem_ =
        Error{ErrorKind::invalid_template, "found " + found + " at character " + std::to_string(begin + 1) +
                                               " of the shape, expected " + expected};
  }
  /// Names what stands at the present place.
  void fail(const std::string& expected) {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    const size_t word = std::min(rest.find_first_of(" ,()\t\r\n", 1), kShownLetters);
    fail_at(at_, rest.empty() ? std::string("the end") : "\"" + plain_text(rest.substr(0, word)) + "\"",
            expected);
  }

  bool take(char c) {
    skip_space();
    if (problem_ || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// "(" item "," item ... ")"
  template <typename Item>
  void list(const Item& item) {
    if (!take('(')) return fail("\"(\"");
    do {
      item();
    } while (!problem_ && take(','));
    if (!problem_ && !take(')')) fail("\",\" or \")\"");
  }

  double number() {
    skip_space();
    const size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '+') ++at_;
    double value = 0;
    const auto [end, error] = read_double(text_.data() + at_, text_.data() + text_.size(), value);
    const auto after = static_cast<size_t>(end - text_.data());
    const bool ends_well =
        after >= text_.size() || is_space(text_[after]) || text_[after] == ',' || text_[after] == ')';
    at_ = begin;
    const bool too_large =
        error == std::errc::result_out_of_range || std::abs(value) > kMostShapeCoordinate_m;
    if (error == std::errc::invalid_argument || !ends_well || std::isnan(value))
      fail("a number");
    else if (too_large)
      fail("a coordinate within " + short_decimal(kMostShapeCoordinate_m / 1000, 0) + " km");
    if (problem_) return 0;
    at_ = after;
    return whole_millimetres(value);
  }

  /// Places up to the closing bracket.
  Part places() {
    Part out;
    list([&] {
      Vec2 place;
      place.x = number();
      if (!problem_) place.y = number();
      if (problem_) return;
      skip_space();
      if (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')')
        return fail("\",\" or \")\" after two coordinates");
      if (++vertices_ > kMostShapeVertices + closing_ + 1) return fail_count();
      out.push_back(place);
    });
    return out;
  }
  void fail_count() {
    fail("at most " + std::to_string(kMostShapeVertices) + " vertices: draw fewer, or several shapes");
  }

  void read_line(size_t least, const std::string& expected, Shape& shape) {
    skip_space();
    const size_t begin = at_;
    const Part drawn = places();
    if (problem_) return;
    Part line;
    for (const Vec2 v : drawn)
      if (line.empty() || !(line.back() == v)) line.push_back(v);
    if (vertices_ > kMostShapeVertices) return fail_count();
    if (line.size() < least || (least == 1 && drawn.size() > 1))
      return fail_at(begin,
                     drawn.size() == 1 ? std::string("one place")
                     : least == 1      ? std::to_string(drawn.size()) + " places"
                                       : std::string("one place again and again"),
                     expected);
    shape.parts.push_back(std::move(line));
  }

  void read_ring(Shape& shape) {
    skip_space();
    const size_t begin = at_;
    const Part drawn = places();
    if (problem_) return;
    Part ring;
    for (const Vec2 v : drawn)
      if (ring.empty() || !(ring.back() == v)) ring.push_back(v);
    while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    if (drawn.size() > 1 && drawn.front() == drawn.back()) ++closing_;
    if (vertices_ > kMostShapeVertices + closing_) return fail_count();
    if (ring.size() < 3)
      return fail_at(begin, "a ring of " + std::to_string(ring.size()) + " different vertices", "at least 3");
    const Part outline = without_spikes(ring);
    if (outline.size() < 3 || on_one_line(outline))
      return fail_at(begin, "a ring without area", "vertices that do not lie on one line");
    shape.parts.push_back(std::move(ring));
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t vertices_ = 0;  ///< read so far
  size_t closing_ = 0;   ///< of them, those that repeat the first of their ring
  std::optional<Error> problem_;
};

std::string part_text(const Part& part, bool closed) {
  std::string text = "(";
  for (const Vec2 v : part)
    text += (text.size() > 1 ? "," : "") + short_decimal(v.x, 3) + " " + short_decimal(v.y, 3);
  if (closed && !part.empty()) text += "," + short_decimal(part[0].x, 3) + " " + short_decimal(part[0].y, 3);
  return text + ")";
}

/// Rings as polygons: one that begins inside the polygon before it is a hole of it.
std::vector<std::string> polygon_texts(const std::vector<Part>& rings) {
  std::vector<std::string> polygons;
  size_t first = 0;  // ring of the present polygon
  for (size_t i = 0; i < rings.size(); ++i) {
    const bool hole = i > first && is_inside_rings(rings.data() + first, i - first, rings[i].front());
    if (hole) {
      polygons.back() += "," + part_text(rings[i], true);
    } else {
      first = i;
      polygons.push_back(part_text(rings[i], true));
    }
  }
  return polygons;
}

}  // namespace

Result<Shape> read_shape(std::string_view wkt) {
  return Reader(wkt).read();
}

std::string write_shape(const Shape& shape) {
  if (shape.kind == Shape::Kind::points) return "POINT" + part_text(shape.parts.front(), false);
  if (shape.kind == Shape::Kind::lines) return "LINESTRING" + part_text(shape.parts.front(), false);
  const std::vector<std::string> polygons = polygon_texts(shape.parts);
  if (polygons.size() == 1) return "POLYGON(" + polygons.front() + ")";
  std::string text = "MULTIPOLYGON(";
  for (const std::string& polygon : polygons) text += (text.back() == '(' ? "(" : ",(") + polygon + ")";
  return text + ")";
}

}  // namespace fw
