#include "app/gui/map/search/map_search.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "app/gui/words/words.h"

namespace fw {
namespace {

bool same(const std::string& a, const QString& b) {
  return QString::fromStdString(a).compare(b, Qt::CaseInsensitive) == 0;
}

/// A row by its id, the words of that, or its label.
struct Kind {
  std::string id;
  QString label;

  bool means(const QString& text) const {
    const auto is = [&text](const QString& word) { return word.compare(text, Qt::CaseInsensitive) == 0; };
    return !id.empty() && (same(id, text) || is(slug_words(id)) || is(label));
  }
};

/// What a point is besides its class: rarity, category, family, owner.
std::array<Kind, 4> kinds_of(const World& world, const Point& point) {
  const Vocabulary& words = world.vocabulary;
  const PointClassInfo& info = world.points.class_of(point);
  const std::string rarity = words.id_of(point.rarity);
  const std::string owner = point.region > 0 ? words.id_of(point.faction) : std::string();
  return {{{rarity, row_label(words.rarities, rarity)},
           {std::string(kCategorySlugs[static_cast<size_t>(info.category)]),
            category_label(words.categories, info.category)},
           {info.family, row_label(words.families, info.family)},
           {owner, row_label(words.factions, owner)}}};
}

std::optional<MapFound> position(const World& world, const QString& text) {
  static const QRegularExpression kPair(
      QStringLiteral(R"(^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$)"));
  const QRegularExpressionMatch match = kPair.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const Vec2 at{match.captured(1).toDouble(), match.captured(2).toDouble()};
  if (at.x < 0 || at.y < 0 || at.x > world.grid.width_m() || at.y > world.grid.height_m())
    return std::nullopt;
  MapFound found{.title = text.trimmed(), .highlight = {}, .places_m = {at}, .points = {}};
  found.highlight.points_m = {at};
  return found;
}

std::optional<MapFound> region(const World& world, const QString& text) {
  for (size_t k = 0; k < world.regions.size(); ++k)
    if (same(world.regions[k].name, text)) {
      MapFound found{.title = QString::fromStdString(world.regions[k].name),
                     .highlight = {},
                     .places_m = {world.regions[k].centre_m},
                     .points = {},
                     .least_m = 2 * std::sqrt(world.regions[k].area_m2)};
      found.highlight.regions = {static_cast<int>(k) + 1};
      return found;
    }
  return std::nullopt;
}

QString translated(const char* text) {
  return QCoreApplication::translate("fw::MapSearch", text);
}

bool is_word(const QString& text, const QString& word) {
  return text.compare(word, Qt::CaseInsensitive) == 0;
}

/// The middle of a river's line.
Vec2 middle_of(const Water& water, const River& river) {
  std::vector<Vec2> line;
  for (const int r : river.reaches) {
    const std::vector<Vec2>& part = water.reaches[static_cast<size_t>(r)].vertices_m;
    line.insert(line.end(), part.begin(), part.end());
  }
  return line.empty() ? Vec2{} : line[line.size() / 2];
}

Vec2 middle_of(const Lake& lake) {
  Vec2 sum;
  if (lake.rings_m.empty() || lake.rings_m.front().empty()) return lake.outlet_m;
  for (const Vec2 v : lake.rings_m.front()) sum = sum + v;
  return sum * (1.0 / static_cast<double>(lake.rings_m.front().size()));
}

/// Named places by name, or all of a kind by the word for it: "Summits".
QString word_for(PlaceKind kind) {
  static const std::array<const char*, kPlaceKindSlugs.size()> kWords{
      QT_TRANSLATE_NOOP("fw::MapSearch", "Seas"),   QT_TRANSLATE_NOOP("fw::MapSearch", "Islands"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Islets"), QT_TRANSLATE_NOOP("fw::MapSearch", "Straits"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Bays"),   QT_TRANSLATE_NOOP("fw::MapSearch", "Capes"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Ranges"), QT_TRANSLATE_NOOP("fw::MapSearch", "Summits"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Passes"), QT_TRANSLATE_NOOP("fw::MapSearch", "Valleys"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Woods"),  QT_TRANSLATE_NOOP("fw::MapSearch", "Marshes"),
      QT_TRANSLATE_NOOP("fw::MapSearch", "Lakes"),  QT_TRANSLATE_NOOP("fw::MapSearch", "Rivers")};
  return translated(kWords[static_cast<size_t>(kind)]);
}

std::optional<MapFound> places(const World& world, const QString& text) {
  MapFound found{.title = text, .highlight = {}, .places_m = {}, .points = {}};
  for (const NamedPlace& place : world.places) {
    const bool named = same(place.name, text);
    if (!named && !is_word(text, word_for(place.kind))) continue;
    if (named) found.title = QString::fromStdString(place.name);
    found.places_m.push_back(place.at_m);
  }
  if (found.places_m.empty()) return std::nullopt;
  found.highlight.points_m = found.places_m;
  return found;
}

QStringList place_names(const World& world) {
  QStringList names, kinds;
  for (const NamedPlace& place : world.places) {
    names << QString::fromStdString(place.name);
    kinds << word_for(place.kind);
  }
  return names + kinds;
}

/// Rivers and lakes by name; all rivers, lakes, bridges or fords by these words.
std::optional<MapFound> waters(const World& world, const QString& text) {
  MapFound found{.title = text, .highlight = {}, .places_m = {}, .points = {}};
  const auto add = [&found](const std::string& name, Vec2 at) {
    if (!name.empty()) found.title = QString::fromStdString(name);
    found.places_m.push_back(at);
  };
  const Water& water = world.water_network;
  const bool rivers = is_word(text, translated("Rivers")), lakes = is_word(text, translated("Lakes"));
  for (const River& river : water.rivers)
    if (rivers || (!river.name.empty() && same(river.name, text)))
      add(rivers ? std::string() : river.name, middle_of(water, river));
  for (const Lake& lake : water.lakes)
    if (lakes || (!lake.name.empty() && same(lake.name, text)))
      add(lakes ? std::string() : lake.name, middle_of(lake));
  for (const auto& [type, word] :
       {std::pair(CrossingType::bridge, translated("Bridges")), {CrossingType::ford, translated("Fords")}})
    for (const Crossing& crossing : world.roads.crossings)
      if (crossing.type == type && is_word(text, word)) add({}, crossing.position_m);
  if (found.places_m.empty()) return std::nullopt;
  found.highlight.points_m = found.places_m;
  return found;
}

QStringList water_names(const World& world) {
  QStringList names;
  for (const River& river : world.water_network.rivers)
    if (!river.name.empty()) names << QString::fromStdString(river.name);
  for (const Lake& lake : world.water_network.lakes)
    if (!lake.name.empty()) names << QString::fromStdString(lake.name);
  if (!world.water_network.rivers.empty()) names << translated("Rivers");
  if (!world.water_network.lakes.empty()) names << translated("Lakes");
  for (const Crossing& crossing : world.roads.crossings)
    names << (crossing.type == CrossingType::bridge ? translated("Bridges") : translated("Fords"));
  return names;
}

}  // namespace

std::optional<MapFound> search_map(const World& world, const QString& typed) {
  const QString text = typed.trimmed();
  if (text.isEmpty()) return std::nullopt;
  if (auto found = position(world, text)) return found;
  if (auto found = region(world, text)) return found;
  if (auto found = waters(world, text)) return found;
  if (auto found = places(world, text)) return found;
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
    const auto kinds = kinds_of(world, p);
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.means(text); });
    if (kind != kinds.end() && !by_kind) title = kind->label, by_kind = true;
    if (!class_meant[static_cast<size_t>(p.class_index)] && kind == kinds.end() && !same(id, text) &&
        !(!p.name.empty() && same(p.name, text)) && !(!p.label.empty() && same(p.label, text)))
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
  std::set<QString> seen;
  for (const Region& r : world.regions) regions << QString::fromStdString(r.name);
  for (const PointClassInfo& c : world.points.classes) {
    classes << QString::fromStdString(c.slug);
    if (!c.label.empty()) classes << QString::fromStdString(c.label);
  }
  for (const Point& p : world.points.points) {
    if (!p.name.empty()) names << QString::fromStdString(p.name);
    for (const Kind& kind : kinds_of(world, p))
      if (!kind.id.empty() && seen.insert(kind.label).second) kinds << kind.label;
    ids << QString::fromStdString(world.points.id_of(p));
  }
  QStringList all = regions + place_names(world) + water_names(world) + names + classes + kinds + ids;
  all.removeDuplicates();
  return all;
}

}  // namespace fw
