#include "app/gui/map/search/map_search.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <set>

#include "app/gui/words/words.h"

namespace fw {
namespace {

bool same(const std::string& a, const QString& b) {
  return QString::fromStdString(a).compare(b, Qt::CaseInsensitive) == 0;
}

/// A slug, or its words.
bool means(std::string_view slug, const QString& text) {
  return !slug.empty() &&
         (same(std::string(slug), text) || slug_words(slug).compare(text, Qt::CaseInsensitive) == 0);
}

/// What a point is besides its class: rarity, category, family, owner.
std::array<std::string_view, 4> kinds_of(const Point& point, const PointClassInfo& info) {
  return {kRaritySlugs[static_cast<size_t>(point.rarity)], kCategorySlugs[static_cast<size_t>(info.category)],
          info.family, kFactionSlugs[static_cast<size_t>(point.faction)]};
}

std::optional<MapFound> position(const World& world, const QString& text) {
  static const QRegularExpression kPair(
      QStringLiteral(R"(^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$)"));
  const QRegularExpressionMatch match = kPair.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const Vec2 at{match.captured(1).toDouble(), match.captured(2).toDouble()};
  if (at.x < 0 || at.y < 0 || at.x > world.grid.width_m() || at.y > world.grid.height_m())
    return std::nullopt;
  return MapFound{text.trimmed(), {{at}, {}, {}, {}}, {at}, {}, 1200};
}

std::optional<MapFound> region(const World& world, const QString& text) {
  for (size_t k = 0; k < world.regions.size(); ++k)
    if (same(world.regions[k].name, text)) {
      MapFound found{QString::fromStdString(world.regions[k].name), {}, {}, {}, 1200};
      found.highlight.regions = {static_cast<int>(k) + 1};
      found.places_m = {world.regions[k].centre_m};
      found.least_m = 2 * std::sqrt(world.regions[k].area_m2);
      return found;
    }
  return std::nullopt;
}

}  // namespace

std::optional<MapFound> search_map(const World& world, const QString& typed) {
  const QString text = typed.trimmed();
  if (text.isEmpty()) return std::nullopt;
  if (auto found = position(world, text)) return found;
  if (auto found = region(world, text)) return found;
  const PointSet& set = world.points;
  std::vector<bool> class_meant;
  QString title = text;
  for (const PointClassInfo& c : set.classes) {
    class_meant.push_back(same(c.slug, text) || same(c.label, text));
    if (class_meant.back()) title = QString::fromStdString(c.label.empty() ? c.slug : c.label);
  }
  MapFound found;
  bool by_kind = false;
  for (size_t i = 0; i < set.points.size(); ++i) {
    const Point& p = set.points[i];
    const std::string id = set.id_of(p);
    const auto kinds = kinds_of(p, set.class_of(p));
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](auto slug) { return means(slug, text); });
    if (kind != kinds.end() && !by_kind) title = slug_title(*kind), by_kind = true;
    if (!class_meant[static_cast<size_t>(p.class_index)] && kind == kinds.end() && !same(id, text) &&
        !(!p.name.empty() && same(p.name, text)))
      continue;
    found.points.push_back(i);
    found.places_m.push_back(p.position_m);
    found.highlight.points_m.push_back(p.position_m);
    if (same(id, text)) title = QString::fromStdString(id);
  }
  if (found.points.empty()) return std::nullopt;
  found.title = title;
  return found;
}

QStringList searchable(const World& world) {
  QStringList regions, names, classes, kinds, ids;
  std::set<std::string_view> seen;
  for (const Region& r : world.regions) regions << QString::fromStdString(r.name);
  for (const PointClassInfo& c : world.points.classes) {
    classes << QString::fromStdString(c.slug);
    if (!c.label.empty()) classes << QString::fromStdString(c.label);
  }
  for (const Point& p : world.points.points) {
    if (!p.name.empty()) names << QString::fromStdString(p.name);
    for (const std::string_view slug : kinds_of(p, world.points.class_of(p)))
      if (!slug.empty() && seen.insert(slug).second) kinds << slug_words(slug);
    ids << QString::fromStdString(world.points.id_of(p));
  }
  QStringList all = regions + names + classes + kinds + ids;
  all.removeDuplicates();
  return all;
}

}  // namespace fw
