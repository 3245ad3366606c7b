#include "render/engine/identity.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/base/file_name.h"
#include "core/base/hash.h"

namespace fw {
namespace {

constexpr uint64_t kBits = (uint64_t{1} << 40) - 1;
constexpr size_t kMostSlug = 60;

/// Without i, l, o and u, which are read as others.
constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";

std::string millimetres(Vec2 p) {
  return std::to_string(std::llround(p.x * 1000)) + "|" + std::to_string(std::llround(p.y * 1000));
}

/// Gives each text a uid of its own.
class Uids {
 public:
  Uids() = default;
  /// Others than these.
  explicit Uids(const std::vector<std::string>& taken) : taken_(taken.begin(), taken.end()) {}

  std::string next(const std::string& cls, const std::string& text) {
    uint64_t bits = uid_bits(text);
    std::string uid = uid_text(cls, bits);
    while (!taken_.insert(uid).second) uid = uid_text(cls, bits = (bits + 1) & kBits);
    return uid;
  }

 private:
  std::set<std::string> taken_;
};

}  // namespace

uint64_t uid_bits(std::string_view text) {
  return fnv1a64(text) & kBits;
}

std::string uid_text(std::string_view cls, uint64_t bits) {
  std::string out = std::string(cls) + "-";
  for (int shift = 35; shift >= 0; shift -= 5) out += kLetters[(bits >> shift) & 31];
  return out;
}

std::vector<std::string> point_uids(const PointSet& points) {
  std::vector<size_t> order(points.points.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto key = [&](size_t i) {
    const Point& p = points.points[i];
    return std::make_tuple(p.number < 0, p.number, p.hand);
  };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key(a) < key(b); });
  std::vector<std::string> uids(order.size());
  Uids next;
  for (const size_t i : order) {
    const Point& p = points.points[i];
    const std::string& cls = points.class_of(p).slug;
    uids[i] = next.next(cls, cls + "|" + millimetres(p.position_m));
  }
  return uids;
}

std::vector<std::string> spawn_uids(const SpawnTables& tables, const PointSet& points) {
  const std::vector<std::string> own = point_uids(points);
  std::vector<std::string> uids;
  Uids next(own);
  for (const SpawnTablePoint& p : tables.points) {
    const std::string& cls = tables.class_of(p).slug;
    uids.push_back(p.own >= 0 ? own[static_cast<size_t>(p.own)]
                              : next.next(cls, cls + "|" + millimetres(p.at_m)));
  }
  return uids;
}

std::vector<std::string> shape_uids(const ShapeLayer& layer,
                                    const std::map<std::string, std::string>& uid_of_id) {
  const std::vector<AttributeColumn>& columns = layer.table.columns;
  const auto column = [&](std::string_view name) {
    return static_cast<size_t>(std::find_if(columns.begin(), columns.end(),
                                            [&](const AttributeColumn& c) { return c.name == name; }) -
                               columns.begin());
  };
  const size_t from = column("from"), to = column("to");
  std::vector<std::string> uids;
  Uids next;
  for (size_t i = 0; i < layer.shapes.size(); ++i) {
    const std::vector<Attribute>& row = layer.table.rows[i];
    const auto end = [&](size_t at, Vec2 place) {
      const auto point = at < row.size() ? uid_of_id.find(std::get<std::string>(row[at])) : uid_of_id.end();
      return point != uid_of_id.end() ? point->second : millimetres(place);
    };
    const auto& id = std::get<std::string>(row.front());
    const std::string cls = id.substr(0, id.find('-'));
    const std::vector<Vec2>& places = layer.shapes[i].parts.front();
    std::string text = cls + "|" + end(from, places.front());
    if (layer.kind == ShapeKind::line) text += "|" + end(to, places.back());
    uids.push_back(next.next(cls, text));
  }
  return uids;
}

std::vector<std::string> region_uids(const World& world) {
  std::vector<std::string> uids;
  Uids next;
  for (const Region& region : world.regions) uids.push_back(next.next("region", "region|" + region.name));
  return uids;
}

namespace {

/// 8 digits of a text's hash.
std::string hash_digits(std::string_view text) {
  return sha256_hex(text).substr(0, 8);
}

}  // namespace

std::string file_slug(std::string_view name) {
  std::string out;
  bool lost = name.size() > kMostSlug;
  for (const char c : name.substr(0, kMostSlug)) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const char letter = upper ? static_cast<char>(c - 'A' + 'a') : kept ? c : '_';
    lost = lost || static_cast<unsigned char>(c) >= 0x80;
    if (letter != '_' || (!out.empty() && out.back() != '_')) out += letter;
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  lost = lost || out.empty();
  if (out.empty()) out = "world";
  if (lost) out += "_" + hash_digits(name);
  return is_device_name(out) ? out + "_world" : out;
}

std::string schema_name(std::string_view name) {
  if (name.size() <= kMostSchemaBytes) return std::string(name);
  const std::string end = "_" + hash_digits(name);
  size_t kept = kMostSchemaBytes - end.size();
  while (kept > 0 && (static_cast<unsigned char>(name[kept]) & 0xC0) == 0x80) --kept;  // whole characters
  return std::string(name.substr(0, kept)) + end;
}

}  // namespace fw
