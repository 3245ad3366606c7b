#include "core/measure/world_diff.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/field/filter.h"
#include "core/measure/region_pairs.h"

namespace fw {
namespace {

template <typename T>
Raster<T> on_grid(const Raster<T>& in, const GridSpec& grid) {
  if (in.grid == grid) return in;
  if constexpr (std::is_same_v<T, uint8_t>)
    return resample_nearest(in, grid);
  else
    return resample_bilinear(in, grid);
}

template <typename T>
WorldDiff::Layer diff_layer(std::string_view name, const Raster<T>& before, const Raster<T>& after_any) {
  const Raster<T> after = on_grid(after_any, before.grid);
  WorldDiff::Layer out;
  out.name = name;
  out.classes = std::is_same_v<T, uint8_t>;
  for (size_t i = 0; i < before.size(); ++i) out.cells += before[i] != after[i];
  out.area_m2 = static_cast<double>(out.cells) * before.grid.cell_area_m2();
  out.share = before.size() > 0 ? static_cast<double>(out.cells) / static_cast<double>(before.size()) : 0.0;
  return out;
}

/// A layer's codes; 0 everywhere in a world that does not have it.
Raster<uint8_t> codes_or_none(const World& world, const WorldLayer& layer) {
  return has_layer(layer, world) ? world.*layer.codes : Raster<uint8_t>(world.grid);
}

/// Whether the layer is compared between these worlds.
bool is_compared(const WorldLayer& layer, const World& a, const World& b) {
  return !layer.diff_name.empty() && (has_layer(layer, a) || has_layer(layer, b));
}

/// The codes of another world's layer in this one's: rows are one by their id. 255: a row that this one has
/// not. Regions are compared by code.
Raster<uint8_t> in_codes_of(const World& world, const World& other, const WorldLayer& layer) {
  Raster<uint8_t> codes = on_grid(codes_or_none(other, layer), world.grid);
  if (layer.codes == &World::region) return codes;
  const std::vector<RowIdentity> here = layer_classes(layer, world);
  const std::vector<RowIdentity> there = layer_classes(layer, other);
  std::array<uint8_t, 256> code{};
  for (size_t k = 0; k < there.size(); ++k) {
    const auto same = find_row(here, there[k].id);
    code[k + 1] = same ? static_cast<uint8_t>(*same + 1) : uint8_t{255};
  }
  for (uint8_t& cell : codes.cells) cell = code[cell];
  return codes;
}

void diff_layers(WorldDiff& diff, const World& a, const World& b) {
  if (a.grid.width_m() != b.grid.width_m() || a.grid.height_m() != b.grid.height_m()) {
    diff.layers_comparable = false;
    return;
  }
  diff.resampled = a.grid != b.grid;
  for (const WorldLayer& layer : kWorldLayers)
    if (is_compared(layer, a, b))
      diff.layers.push_back(
          layer.codes != nullptr
              ? diff_layer(layer.diff_name, codes_or_none(a, layer), in_codes_of(a, b, layer))
              : diff_layer(layer.diff_name, a.*layer.values, b.*layer.values));
}

std::string region_label(const World& world, size_t r) {
  if (r >= world.regions.size()) return "";
  const Region& region = world.regions[r];
  return region.name + " (" + world.vocabulary.id_of(region.owner) + ")";
}

/// Where layers can be compared the regions that lie in one place are the same, whatever their codes.
void diff_regions(WorldDiff& diff, const World& a, const World& b) {
  RegionPairs pairs;
  if (diff.layers_comparable) {
    pairs = pair_regions(a, b);
  } else {
    for (size_t r = 0; r < a.regions.size(); ++r)
      pairs.of.push_back(r < b.regions.size() ? std::optional(r) : std::nullopt);
  }
  diff.region_share = pairs.other_share;
  std::vector<uint8_t> paired(b.regions.size(), 0);
  for (size_t r = 0; r < a.regions.size(); ++r) {
    std::string before = region_label(a, r), after;
    if (const std::optional<size_t> there = pairs.of[r]) {
      after = region_label(b, *there);
      paired[*there] = 1;
    }
    if (before != after)
      diff.regions.push_back({static_cast<int>(r + 1), std::move(before), std::move(after)});
  }
  for (size_t r = 0; r < b.regions.size(); ++r)
    if (paired[r] == 0) diff.regions.push_back({static_cast<int>(r + 1), "", region_label(b, r)});
}

std::string region_name(const World& world, const Point& p) {
  return p.region >= 1 && p.region <= world.regions.size() ? world.regions[p.region - 1].name : std::string();
}

/// What a point is called inside its class: its number, or the row of a pin without one.
std::pair<int, std::string> id_key(const Point& p) {
  return {p.number, p.number < 0 ? p.hand : std::string()};
}

/// Names of the attributes that differ; positions and what the class alone decides are compared elsewhere.
std::vector<std::string> changed_attributes(const World& a, const Point& p, const World& b, const Point& q) {
  std::vector<std::string> out;
  const auto note = [&](const char* name, bool differs) {
    if (differs) out.emplace_back(name);
  };
  const PointClassInfo& before = a.points.class_of(p);
  const PointClassInfo& after = b.points.class_of(q);
  note("id", id_key(p) != id_key(q));
  note("label", a.points.label_of(p) != b.points.label_of(q));
  note("name", p.name != q.name);
  note("family", before.family != after.family);
  note("tier", before.tier != after.tier);
  const Vocabulary& was = a.vocabulary;
  const Vocabulary& is = b.vocabulary;
  note("rarity", was.id_of(p.rarity) != is.id_of(q.rarity));
  note("region", region_name(a, p) != region_name(b, q));
  note("faction", was.id_of(p.faction) != is.id_of(q.faction));
  note("biome", was.id_of(p.biome) != is.id_of(q.biome));
  note("danger", was.id_of(p.danger) != is.id_of(q.danger));
  note("intensity", p.intensity != q.intensity);
  note("hp_mult", p.hp_mult != q.hp_mult);
  note("dps_mult", p.dps_mult != q.dps_mult);
  note("level", p.level != q.level);
  note("loot", p.loot != q.loot);
  note("respawn_s", p.respawn_s != q.respawn_s);
  note("height_m", p.height_m != q.height_m);
  note("rank", p.rank != q.rank);
  note("standing", p.standing != q.standing);
  return out;
}

/// (category, class): the classes of both worlds in category order, then by slug.
using ClassKey = std::pair<Category, std::string>;
using Points = std::vector<const Point*>;  // by id_key
using PointsByClass = std::map<ClassKey, Points>;

PointsByClass by_class(const PointSet& set) {
  PointsByClass out;
  for (const Point& p : set.points) out[{set.class_of(p).category, set.class_of(p).slug}].push_back(&p);
  for (auto& [key, points] : out)
    std::sort(points.begin(), points.end(),
              [](const Point* p, const Point* q) { return id_key(*p) < id_key(*q); });
  return out;
}

/// The points of one class in both worlds, one and the same in a row; null where there is no such one.
using Pairs = std::vector<std::pair<const Point*, const Point*>>;

/// Takes the pairs out of both lists whose keys are equal; of equal keys the lower numbers first.
template <typename Key>
void take_pairs(Points& before, Points& after, const Key& key, Pairs& pairs) {
  std::multimap<decltype(key(*before.front())), const Point*> waiting;
  for (const Point* q : after) waiting.emplace(key(*q), q);
  Points left;
  for (const Point* p : before) {
    const auto found = waiting.find(key(*p));
    if (found == waiting.end()) {
      left.push_back(p);
      continue;
    }
    pairs.emplace_back(p, found->second);
    waiting.erase(found);
  }
  before = std::move(left);
  std::erase_if(after, [&](const Point* q) {
    const auto [begin, end] = waiting.equal_range(key(*q));
    return std::none_of(begin, end, [q](const auto& entry) { return entry.second == q; });
  });
}

/// A number counts acceptances, so one point more or less gives others theirs: points in the same place are
/// the same, then those of the same number, and the rest came or went.
Pairs match_points(Points before, Points after) {
  Pairs pairs;
  take_pairs(
      before, after, [](const Point& p) { return std::pair(p.position_m.x, p.position_m.y); }, pairs);
  take_pairs(
      before, after, [](const Point& p) { return id_key(p); }, pairs);
  for (const Point* p : before) pairs.emplace_back(p, nullptr);
  for (const Point* q : after) pairs.emplace_back(nullptr, q);
  const auto key = [](const auto& pair) { return id_key(pair.first ? *pair.first : *pair.second); };
  std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return pairs;
}

WorldDiff::Class diff_class(const ClassKey& key, const World& a, const Points& before, const World& b,
                            const Points& after) {
  WorldDiff::Class out;
  out.category = kCategorySlugs[static_cast<size_t>(key.first)];
  out.cls = key.second;
  out.before = static_cast<int64_t>(before.size());
  out.after = static_cast<int64_t>(after.size());
  for (const auto& [p, q] : match_points(before, after)) {
    if (!q) out.gone.push_back(a.points.id_of(*p));
    if (!p) out.added.push_back(b.points.id_of(*q));
    if (!p || !q) continue;
    if (p->position_m != q->position_m)
      out.moved.push_back({a.points.id_of(*p), std::sqrt(squared_distance(p->position_m, q->position_m))});
    std::vector<std::string> attributes = changed_attributes(a, *p, b, *q);
    if (!attributes.empty()) out.changed.push_back({a.points.id_of(*p), std::move(attributes)});
  }
  return out;
}

void diff_points(WorldDiff& diff, const World& a, const World& b) {
  const PointsByClass before = by_class(a.points);
  const PointsByClass after = by_class(b.points);
  PointsByClass all = before;
  all.insert(after.begin(), after.end());
  const Points none;
  const auto of = [&](const PointsByClass& classes, const ClassKey& key) -> const Points& {
    const auto found = classes.find(key);
    return found == classes.end() ? none : found->second;
  };
  for (const auto& [key, unused] : all) {
    WorldDiff::Class cls = diff_class(key, a, of(before, key), b, of(after, key));
    if (!cls.same()) diff.classes.push_back(std::move(cls));
  }
}

/// A track counts as the same when it runs through the same vertices.
void diff_tracks(WorldDiff& diff, const World& a, const World& b) {
  const auto missing = [](const World& from, const World& in) {
    return std::count_if(from.tracks.begin(), from.tracks.end(), [&](const Track& track) {
      return std::none_of(in.tracks.begin(), in.tracks.end(),
                          [&](const Track& other) { return other.vertices_m == track.vertices_m; });
    });
  };
  diff.tracks_gone = missing(a, b);
  diff.tracks_added = missing(b, a);
}

}  // namespace

bool WorldDiff::same() const {
  const bool equal_layers =
      std::all_of(layers.begin(), layers.end(), [](const Layer& layer) { return layer.cells == 0; });
  return layers_comparable && !resampled && equal_layers && regions.empty() && classes.empty() &&
         tracks_added == 0 && tracks_gone == 0 && rivers.same() && lakes.same() && harbour_sites.same() &&
         crossings.same() && footprints.same() && places.same() && roads_added_km == 0 &&
         roads_gone_km == 0 && roads_changed_km == 0;
}

namespace {

std::string name_or_place(const std::string& name, const char* what, Vec2 at) {
  if (!name.empty()) return name;
  return std::string(what) + " at " + std::to_string(std::llround(at.x)) + ", " +
         std::to_string(std::llround(at.y));
}

using Attributes = std::vector<std::string>;

/// Matches rows by what stays of them, `id`, those of one id in their order; `name` is told by which world
/// the row is of, and `differing` lists the attributes in which two of one id differ.
template <typename Row, typename Id, typename Name, typename Differing>
WorldDiff::Parts match_parts(const std::vector<Row>& before, const std::vector<Row>& after, const Id& id,
                             const Name& name, const Differing& differing) {
  WorldDiff::Parts out;
  // The row of `in` with the id of row k of `of`; of several the one at that turn.
  const auto partner = [&id](const std::vector<Row>& of, size_t k, const std::vector<Row>& in,
                             bool of_after) {
    const auto key = id(of[k], of_after);
    auto turn = std::count_if(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(k),
                              [&](const Row& earlier) { return id(earlier, of_after) == key; });
    return std::find_if(in.begin(), in.end(),
                        [&](const Row& other) { return id(other, !of_after) == key && turn-- == 0; });
  };
  for (size_t k = 0; k < after.size(); ++k)
    if (const auto at = partner(after, k, before, true); at == before.end())
      out.added.push_back(name(after[k], true));
    else if (Attributes attributes = differing(*at, after[k]); !attributes.empty())
      out.changed.push_back({name(after[k], true), std::move(attributes)});
  for (size_t k = 0; k < before.size(); ++k)
    if (partner(before, k, after, false) == after.end()) out.gone.push_back(name(before[k], false));
  return out;
}

/// The names of what is stated to differ.
Attributes listed(std::initializer_list<std::pair<const char*, bool>> differs) {
  Attributes out;
  for (const auto& [name, differs_here] : differs)
    if (differs_here) out.emplace_back(name);
  return out;
}

/// One value of every reach of a river.
template <typename Value>
std::vector<Value> along(const Water& water, const River& river, Value Reach::*value) {
  std::vector<Value> out;
  for (const int r : river.reaches) out.push_back(water.reaches[static_cast<size_t>(r)].*value);
  return out;
}

/// Places and heights of a river's falls.
std::vector<std::array<double, 3>> falls_of(const Water& water, const River& river) {
  std::vector<std::array<double, 3>> out;
  for (const Waterfall& fall : water.falls)
    if (std::find(river.reaches.begin(), river.reaches.end(), fall.reach) != river.reaches.end())
      out.push_back({fall.position_m.x, fall.position_m.y, fall.fall_m});
  return out;
}

WorldDiff::Parts diff_rivers(const Water& before, const Water& after) {
  const auto name = [&](const River& river, bool of_after) {
    const auto courses = along(of_after ? after : before, river, &Reach::vertices_m);
    return name_or_place(river.name, "river",
                         courses.empty() || courses.back().empty() ? Vec2{} : courses.back().back());
  };
  return match_parts(
      before.rivers, after.rivers, [](const River& r, bool) { return r.mouth_cell; }, name,
      [&](const River& x, const River& y) {
        const auto other = [&](auto Reach::*value) {
          return along(before, x, value) != along(after, y, value);
        };
        return listed({{"name", x.name != y.name},
                       {"course", other(&Reach::vertices_m)},
                       {"form", other(&Reach::form)},
                       {"order", other(&Reach::order)},
                       {"discharge", other(&Reach::discharge_m3_s)},
                       {"width", other(&Reach::width_m)},
                       {"bed", other(&Reach::bed_m)},
                       {"depth", other(&Reach::depth_m)},
                       {"falls", falls_of(before, x) != falls_of(after, y)}});
      });
}

WorldDiff::Parts diff_lakes(const Water& before, const Water& after) {
  return match_parts(
      before.lakes, after.lakes, [](const Lake& l, bool) { return l.outlet_cell; },
      [](const Lake& l, bool) { return name_or_place(l.name, "lake", l.outlet_m); },
      [](const Lake& x, const Lake& y) {
        return listed({{"name", x.name != y.name},
                       {"outline", x.rings_m != y.rings_m},
                       {"outlet", x.outlet_m != y.outlet_m},
                       {"level", x.level_m != y.level_m},
                       {"depth", x.depth_max_m != y.depth_max_m},
                       {"volume", x.volume_m3 != y.volume_m3}});
      });
}

WorldDiff::Parts diff_harbour_sites(const Coast& before, const Coast& after) {
  return match_parts(
      before.harbour_sites, after.harbour_sites, [](const HarbourSite& s, bool) { return s.cell; },
      [](const HarbourSite& s, bool) { return name_or_place("", "harbour site", s.position_m); },
      [](const HarbourSite& x, const HarbourSite& y) {
        return listed({{"place", x.position_m != y.position_m}, {"utility", x.utility != y.utility}});
      });
}

WorldDiff::Parts diff_crossings(const Roads& before, const Roads& after) {
  const auto name = [](const Crossing& c, bool) {
    return name_or_place("", kCrossingTypeSlugs[static_cast<size_t>(c.type)].data(), c.position_m);
  };
  return match_parts(
      before.crossings, after.crossings,
      [](const Crossing& c, bool) {
        return std::pair(std::llround(c.position_m.x), std::llround(c.position_m.y));
      },
      name,
      [&](const Crossing& x, const Crossing& y) {
        const auto type = [](const Roads& roads, const Crossing& c) {
          return roads.pieces[static_cast<size_t>(c.piece)].type;
        };
        return listed({{"type", x.type != y.type},
                       {"road", type(before, x) != type(after, y)},
                       {"span", x.span_m != y.span_m},
                       {"width", x.width_m != y.width_m},
                       {"angle", x.angle_deg != y.angle_deg}});
      });
}

/// Places of one kind are paired from the nearest pair on, each with one at most.
WorldDiff::Parts diff_places(const std::vector<NamedPlace>& before, const std::vector<NamedPlace>& after) {
  struct Pair {
    double squared_m;
    size_t a, b;
  };
  std::vector<Pair> pairs;
  for (size_t a = 0; a < before.size(); ++a)
    for (size_t b = 0; b < after.size(); ++b) {
      const double squared_m = squared_distance(before[a].at_m, after[b].at_m);
      if (before[a].kind == after[b].kind && squared_m <= kPlaceMoved_m * kPlaceMoved_m)
        pairs.push_back({squared_m, a, b});
    }
  std::ranges::stable_sort(pairs, {}, &Pair::squared_m);
  std::vector<size_t> partner(before.size(), SIZE_MAX);
  std::vector<bool> paired(after.size());
  for (const Pair& pair : pairs)
    if (partner[pair.a] == SIZE_MAX && !paired[pair.b]) partner[pair.a] = pair.b, paired[pair.b] = true;
  WorldDiff::Parts parts;
  const auto called = [](const NamedPlace& place) {
    return std::string(kPlaceKindSlugs[static_cast<size_t>(place.kind)]) + " " + place.name;
  };
  for (size_t a = 0; a < before.size(); ++a) {
    if (partner[a] == SIZE_MAX) {
      parts.gone.push_back(called(before[a]));
      continue;
    }
    const NamedPlace &x = before[a], &y = after[partner[a]];
    const std::vector<std::string> changed = listed({{"name", x.name != y.name},
                                                     {"place", x.at_m != y.at_m},
                                                     {"size", x.size_m != y.size_m},
                                                     {"height", x.height_m != y.height_m}});
    if (!changed.empty()) parts.changed.push_back({called(x), changed});
  }
  for (size_t b = 0; b < after.size(); ++b)
    if (!paired[b]) parts.added.push_back(called(after[b]));
  return parts;
}

WorldDiff::Parts diff_footprints(const World& a, const World& b) {
  const auto id = [&](const Footprint& plan, bool of_after) {
    const PointSet& points = (of_after ? b : a).points;
    return points.id_of(points.points[static_cast<size_t>(plan.point)]);
  };
  return match_parts(a.footprints, b.footprints, id, id, [](const Footprint& x, const Footprint& y) {
    const auto gates = [](const Footprint& plan) {
      std::vector<Vec2> at;
      for (const Gate& gate : plan.gates) at.push_back(gate.position_m);
      return at;
    };
    return listed({{"outline", x.outline_m != y.outline_m},
                   {"grade", x.grade != y.grade},
                   {"gates", gates(x) != gates(y)}});
  });
}

/// The straight pieces of roads: ends in whole metres, the lesser first.
using RoadParts = std::map<std::array<int64_t, 4>, const RoadPiece*>;

RoadParts road_parts(const Roads& roads) {
  RoadParts out;
  for (const RoadPiece& piece : roads.pieces)
    for (size_t i = 1; i < piece.vertices_m.size(); ++i) {
      const Vec2 p = piece.vertices_m[i - 1], q = piece.vertices_m[i];
      std::array<int64_t, 2> one{std::llround(p.x), std::llround(p.y)};
      std::array<int64_t, 2> other{std::llround(q.x), std::llround(q.y)};
      if (other < one) std::swap(one, other);
      out.try_emplace({one[0], one[1], other[0], other[1]}, &piece);
    }
  return out;
}

double length_km(const std::array<int64_t, 4>& part) {
  const double dx = static_cast<double>(part[2] - part[0]), dy = static_cast<double>(part[3] - part[1]);
  return std::sqrt(dx * dx + dy * dy) / 1000;
}

void diff_roads(WorldDiff& diff, const Roads& a, const Roads& b) {
  const RoadParts before = road_parts(a), after = road_parts(b);
  for (const auto& [part, piece] : before) {
    const auto there = after.find(part);
    if (there == after.end())
      diff.roads_gone_km += length_km(part);
    else if (there->second->type != piece->type || there->second->traffic != piece->traffic)
      diff.roads_changed_km += length_km(part);
  }
  for (const auto& [part, piece] : after)
    if (!before.contains(part)) diff.roads_added_km += length_km(part);
}

}  // namespace

Raster<uint8_t> differing_layers(const World& before, const World& after, const WorldLayer* only) {
  Raster<uint8_t> count(before.grid);
  for (const WorldLayer& layer : kWorldLayers) {
    if (layer.codes == nullptr || !is_compared(layer, before, after) || (only != nullptr && only != &layer))
      continue;
    const Raster<uint8_t> a = codes_or_none(before, layer);
    const Raster<uint8_t> b = in_codes_of(before, after, layer);
    for (size_t cell = 0; cell < count.size(); ++cell)
      if (a[cell] != b[cell]) ++count[cell];
  }
  return count;
}

WorldDiff diff_worlds(const World& before, const World& after) {
  WorldDiff diff;
  diff_layers(diff, before, after);
  diff_regions(diff, before, after);
  diff_points(diff, before, after);
  diff_tracks(diff, before, after);
  diff.rivers = diff_rivers(before.water_network, after.water_network);
  diff.lakes = diff_lakes(before.water_network, after.water_network);
  diff.harbour_sites = diff_harbour_sites(before.coast, after.coast);
  diff.crossings = diff_crossings(before.roads, after.roads);
  diff.places = diff_places(before.places, after.places);
  diff.footprints = diff_footprints(before, after);
  diff_roads(diff, before.roads, after.roads);
  return diff;
}

}  // namespace fw
