#include "app/job/hand/import/import_source.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>

#include "core/base/hash.h"
#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_id.h"
#include "core/template/hand_rows.h"

namespace fw {
namespace {

constexpr size_t kMostFeatureText = 40;
constexpr size_t kMostPairsTried = size_t{4} << 20;  // of rows without a feature and features without a row
constexpr char kPlaceMark = '@';

std::string short_digest(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
  const uint64_t bits = fnv1a64(text);
  std::string out;
  for (int k = 0; k < 8; ++k) out += kDigits[(bits >> (5 * k)) & 31];
  return out;
}

/// A feature's id as it stands in a source: itself where it is short and plain, else a digest.
std::string feature_text(const std::string& id) {
  const bool plain = id.size() <= kMostFeatureText && is_plain_text(id) && id.front() != kPlaceMark &&
                     id.front() != '~' && id.find('#') == std::string::npos;
  return plain ? id : "~" + short_digest(id);
}

template <typename Visit>
void visit_list(Hand& hand, std::string_view list, const Visit& visit) {
  visit_hand(hand, [&](std::string_view name, auto& rows) {
    if (name == list) visit(rows);
  });
}

/// Rows of one list as texts, without what an import does not make.
template <typename Row>
std::vector<std::string> made_texts(const Template& tmpl, std::string_view list,
                                    const std::vector<Row>& rows) {
  Template alone;
  alone.vocabulary = tmpl.vocabulary;
  visit_list(alone.hand, list, [&](auto& all) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(all)>, HandRows<Row>>)
      for (Row row : rows) {
        row.id = "x";
        row.on = true;
        row.source.clear();
        all.push_back(std::move(row));
      }
  });
  std::vector<std::string> texts;
  for (const HandRowText& row : hand_row_texts(alone)) texts.push_back(row.json);
  return texts;
}

/// What a row is about, and where it lies: "place and class".
template <typename Row>
std::string class_text(const Row& row) {
  if constexpr (requires { row.cls; })
    return row.cls;
  else if constexpr (std::is_same_v<Row, TerrainRow>)
    return std::string(kTerrainDoSlugs[static_cast<size_t>(row.action)]);
  else if constexpr (std::is_same_v<Row, LandRow>)
    return std::string(kLandIsSlugs[static_cast<size_t>(row.is)]);
  else if constexpr (std::is_same_v<Row, WaterRow>)
    return std::string(kWaterIsSlugs[static_cast<size_t>(row.kind)]);
  else if constexpr (std::is_same_v<Row, ZoneRow>)
    return std::string(kZoneIsSlugs[static_cast<size_t>(row.is)]);
  else if constexpr (std::is_same_v<Row, LineRow>)
    return row.kind;
  else if constexpr (requires { row.of; })
    return row.of;
  else
    return "";
}
template <typename Row>
std::string place_text(const Row& row) {
  const auto at = [](const auto& x, const auto& y) {
    return number_text(std::round(x * 1000)) + " " + number_text(std::round(y * 1000));
  };
  std::string text;
  if constexpr (requires { row.place.shape; }) {
    text = row.place.shape + std::to_string(row.place.runs.top) + " " + std::to_string(row.place.runs.left);
    for (const std::string& cells : row.place.runs.cells) text += "\n" + cells;
  }
  if constexpr (requires { row.shape; }) text = row.shape;
  if constexpr (std::is_same_v<Row, RegionRow>)
    text += at(row.x_m.value_or(0), row.y_m.value_or(0));
  else if constexpr (requires { row.x_m; })
    text += at(row.x_m, row.y_m);
  if constexpr (requires { row.to_x_m; }) text += at(row.to_x_m, row.to_y_m);
  return text;
}
/// Some place of a row, to find the nearest by.
template <typename Row>
Vec2 spot_of(const Row& row) {
  std::string wkt;
  if constexpr (std::is_same_v<Row, RegionRow>) {
    if (row.x_m && row.y_m) return {*row.x_m, *row.y_m};
  } else if constexpr (requires { row.x_m; }) {
    return {row.x_m, row.y_m};
  }
  if constexpr (requires { row.place.shape; }) wkt = row.place.shape;
  if constexpr (requires { row.shape; }) wkt = row.shape;
  const Result<Shape> shape = read_shape(wkt);
  if (!shape || shape.value().parts.empty() || shape.value().parts.front().empty()) return {0, 0};
  Vec2 sum{0, 0};
  for (const Vec2 p : shape.value().parts.front()) sum = sum + p;
  const auto count = static_cast<double>(shape.value().parts.front().size());
  return {sum.x / count, sum.y / count};
}

template <typename Row>
class Settling {
 public:
  Settling(RowsImport& made, ImportCounts& counts, const HandRows<Row>& before, HandRows<Row>& rows,
           std::string_view list, size_t first, const std::string& import)
      : made_(made), counts_(counts), before_(before), rows_(rows), list_(list) {
    for (size_t k = first; k < rows.size(); ++k) fresh_.push_back({rows[k], {import, "", ""}, {}});
    for (size_t k = 0; k < before.size(); ++k)
      if (const auto source = read_source(before[k].source); source && source->import == import)
        old_.push_back({k, *source, false});
    name_features();
  }

  void settle(const std::set<std::string>& needed) {
    match_names();
    match_rest();
    put_rows(needed);
  }

 private:
  struct Fresh {
    Row row;
    RowSource source;
    std::optional<size_t> of;  ///< place in old_ of the row that it made before
  };
  struct Old {
    size_t place;
    RowSource source;
    bool taken;
  };

  void name_features() {
    std::vector<Row> rows;
    for (const Fresh& fresh : fresh_) rows.push_back(fresh.row);
    const std::vector<std::string> texts = made_texts(made_.tmpl, list_, rows);
    std::map<std::string, int> seen;
    for (size_t k = 0; k < fresh_.size(); ++k) {
      const std::string& id = made_.features[k];
      std::string name = id.empty()
                             ? kPlaceMark + short_digest(class_text(rows[k]) + "|" + place_text(rows[k]))
                             : feature_text(id);
      if (const int twice = seen[name]++; twice > 0) name += "/" + std::to_string(twice + 1);
      fresh_[k].source.feature = std::move(name);
      fresh_[k].source.made = short_digest(texts[k]);
    }
  }

  void pair(size_t fresh, size_t old) {
    fresh_[fresh].of = old;
    old_[old].taken = true;
  }

  void match_names() {
    std::map<std::string, size_t> by_name;
    for (size_t k = 0; k < old_.size(); ++k) by_name.emplace(old_[k].source.feature, k);
    for (size_t k = 0; k < fresh_.size(); ++k)
      if (const auto found = by_name.find(fresh_[k].source.feature);
          found != by_name.end() && !old_[found->second].taken)
        pair(k, found->second);
  }

  static bool by_place(const RowSource& source) { return source.feature.starts_with(kPlaceMark); }

  /// Features without an id that moved or were edited: those that are the same but for the name; at one
  /// place; of one class, the nearest first.
  void match_rest() {
    const auto free_pairs = [&](const auto& alike) {
      for (size_t k = 0; k < fresh_.size(); ++k)
        for (size_t o = 0; !fresh_[k].of && o < old_.size(); ++o)
          if (!old_[o].taken && alike(fresh_[k], old_[o])) pair(k, o);
    };
    if (free_fresh().size() * free_old().size() > kMostPairsTried) return;
    free_pairs([](const Fresh& a, const Old& b) { return a.source.made == b.source.made; });
    const auto unnamed = [](const Fresh& a, const Old& b) {
      return by_place(a.source) && by_place(b.source);
    };
    free_pairs([&](const Fresh& a, const Old& b) {
      return unnamed(a, b) && place_text(a.row) == place_text(before_[b.place]);
    });
    std::vector<std::tuple<double, size_t, size_t>> near;
    for (const size_t k : free_fresh())
      for (const size_t o : free_old())
        if (unnamed(fresh_[k], old_[o]) && class_text(fresh_[k].row) == class_text(before_[old_[o].place]))
          near.emplace_back(squared_distance(spot_of(fresh_[k].row), spot_of(before_[old_[o].place])), k, o);
    std::sort(near.begin(), near.end());
    for (const auto& [distance, k, o] : near)
      if (!fresh_[k].of && !old_[o].taken) pair(k, o);
  }
  std::vector<size_t> free_fresh() const {
    std::vector<size_t> out;
    for (size_t k = 0; k < fresh_.size(); ++k)
      if (!fresh_[k].of) out.push_back(k);
    return out;
  }
  std::vector<size_t> free_old() const {
    std::vector<size_t> out;
    for (size_t k = 0; k < old_.size(); ++k)
      if (!old_[k].taken) out.push_back(k);
    return out;
  }

  void put_rows(const std::set<std::string>& needed) {
    rows_ = before_;
    made_.added.clear();
    std::vector<Row> held;
    for (const Old& old : old_) held.push_back(before_[old.place]);
    const std::vector<std::string> texts = made_texts(made_.tmpl, list_, held);
    for (Fresh& fresh : fresh_)
      if (fresh.of) put_again(fresh, texts[*fresh.of]);
    for (size_t k = old_.size(); k-- > 0;)
      if (!old_[k].taken) take_away(before_[old_[k].place].id, old_[k].place, needed);
    std::set<std::string> taken = hand_ids(made_.tmpl.hand);
    for (Fresh& fresh : fresh_) {
      if (fresh.of) continue;
      Row& row = fresh.row;
      if (taken.contains(row.id))
        row.id =
            hand_id(list_, fresh.source.feature, [&](const std::string& id) { return taken.contains(id); });
      taken.insert(row.id);
      made_.added.push_back(row.id);
      row.source = source_text(fresh.source);
      rows_.push_back(std::move(row));
    }
  }

  void put_again(Fresh& fresh, const std::string& held_text) {
    const Old& old = old_[*fresh.of];
    const Row& held = before_[old.place];
    const bool by_hand = short_digest(held_text) != old.source.made;
    if (old.source.made == fresh.source.made) {
      ++made_.unchanged;
      if (by_hand)
        counts_.add(
            "hand_kept",
            "row{|s} edited by hand {stays|stay} as {it is|they are}: {its feature|their features} did "
            "not change",
            held.id);
      if (const std::string source = source_text(fresh.source); source != held.source)
        rows_.edit(old.place).source = source;
      return;
    }
    if (by_hand)
      counts_.add("hand_replaced",
                  "row{|s} edited by hand {is|are} made anew: {its feature|their features} changed", held.id);
    Row row = fresh.row;
    row.id = held.id;
    row.on = held.on;
    if (row.group.empty()) row.group = held.group;
    if (row.note.empty()) row.note = held.note;
    row.source = source_text(fresh.source);
    made_.replaced.push_back(row.id);
    rows_.edit(old.place) = std::move(row);
  }

  void take_away(const std::string& id, size_t place, const std::set<std::string>& needed) {
    if (needed.contains(id)) {
      counts_.add(
          "needed",
          "row{|s} without a feature any more {stays|stay}: a line of the hand begins or ends at {it|them}",
          id);
      return;
    }
    counts_.add("gone", "row{|s} {has|have} no feature any more and {is|are} taken away", id);
    made_.removed.push_back(id);
    rows_.erase(place);
  }

  RowsImport& made_;
  ImportCounts& counts_;
  const HandRows<Row>& before_;
  HandRows<Row>& rows_;
  std::string_view list_;
  std::vector<Fresh> fresh_;
  std::vector<Old> old_;
};

/// Pins that lines of the hand begin or end at.
std::set<std::string> needed_rows(const Hand& hand, std::string_view list) {
  std::set<std::string> ids;
  if (list == "pins")
    for (const LineRow& line : hand.lines) ids.insert({line.from, line.to});
  return ids;
}

}  // namespace

Result<std::string> import_name(const std::string& stated, const std::filesystem::path& file,
                                const std::string& part) {
  if (!stated.empty()) {
    if (stated.size() > kMostImportName || !is_plain_text(stated))
      return usage_error("--as " + plain_text(stated.substr(0, kMostImportName)) +
                         ": expected a name of at most " + std::to_string(kMostImportName) +
                         " bytes without control characters");
    return stated;
  }
  const std::string name = plain_text(file.filename().string() + (part.empty() ? "" : ":" + part));
  if (name.size() <= kMostImportName) return name;
  return "~" + short_digest(name);
}

size_t feature_id_field(const SourceLayer& layer, size_t own) {
  static const std::vector<std::string> kNames{"id",   "fid",      "gid",        "osm_id",  "full_id", "@id",
                                               "uuid", "globalid", "feature_id", "ogc_fid", "objectid"};
  std::vector<size_t> fields;
  if (own != SIZE_MAX) fields.push_back(own);
  for (const std::string& name : kNames)
    for (size_t f = 0; f < layer.fields.size(); ++f)
      if (lower_case(layer.fields[f]) == name) fields.push_back(f);
  for (const size_t field : fields) {
    std::set<std::string> seen;
    const bool apart =
        std::all_of(layer.features.begin(), layer.features.end(), [&](const SourceFeature& feature) {
          const std::string text = value_text(feature.fields[field]);
          return !text.empty() && seen.insert(text).second;
        });
    if (apart) return field;
  }
  return SIZE_MAX;
}

void take_rows_of_import(Template& tmpl, std::string_view list, const std::string& import) {
  visit_list(tmpl.hand, list, [&](auto& rows) {
    for (size_t k = rows.size(); k-- > 0;)
      if (const auto source = read_source(rows[k].source); source && source->import == import) rows.erase(k);
  });
}

void settle_rows(RowsImport& made, ImportCounts& counts, const Template& before, std::string_view list,
                 size_t first, const std::string& import) {
  Hand held = before.hand;
  visit_list(held, list, [&](auto& old_rows) {
    visit_list(made.tmpl.hand, list, [&](auto& rows) {
      if constexpr (std::is_same_v<decltype(old_rows), decltype(rows)>) {
        using Row = std::remove_cvref_t<decltype(rows[0])>;
        Settling<Row>(made, counts, old_rows, rows, list, first, import)
            .settle(needed_rows(before.hand, list));
      }
    });
  });
}

std::string made_digest(const Template& tmpl, const ImportRow& row) {
  return short_digest(made_texts<ImportRow>(tmpl, "imports", {row}).front());
}

void note_same_places(const RowsImport& made, ImportCounts& counts) {
  constexpr double kSame_m = 1;
  const std::set<std::string> added(made.added.begin(), made.added.end());
  const auto cell = [](double v) { return static_cast<int64_t>(std::floor(v / kSame_m)); };
  std::map<std::tuple<std::string, int64_t, int64_t>, std::vector<const PinRow*>> there;
  for (const PinRow& pin : made.tmpl.hand.pins)
    if (!added.contains(pin.id)) there[{pin.cls, cell(pin.x_m), cell(pin.y_m)}].push_back(&pin);
  for (const PinRow& pin : made.tmpl.hand.pins) {
    if (!added.contains(pin.id)) continue;
    const PinRow* other = nullptr;
    for (int64_t i = cell(pin.x_m) - 1; i <= cell(pin.x_m) + 1; ++i)
      for (int64_t j = cell(pin.y_m) - 1; j <= cell(pin.y_m) + 1; ++j)
        if (const auto found = there.find({pin.cls, i, j}); found != there.end())
          for (const PinRow* near : found->second)
            if (squared_distance({near->x_m, near->y_m}, {pin.x_m, pin.y_m}) < kSame_m * kSame_m)
              other = near;
    if (other != nullptr)
      counts.add("same_place",
                 "new pin{|s} {stands|stand} within 1 m of a pin of the template of {its|their} class",
                 pin.id + " on " + other->id);
  }
}

}  // namespace fw
