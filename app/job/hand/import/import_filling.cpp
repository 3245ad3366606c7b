#include "app/job/hand/import/import_rows.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "app/job/hand/import/import_notes.h"
#include "app/job/hand/import/import_source.h"
#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_id.h"
#include "core/model/template/hand_words.h"
#include "core/template/hand_rows.h"
#include "core/template/parameters/parameters.h"
#include "render/geo/table_number.h"

namespace fw {
namespace {

constexpr size_t kFeaturesBetweenLooks = 64;
constexpr double kSamePlace_m = 1;  // two points of a class nearer than this are one

/// Whether a row's shape touches the frame, and whether all of it lies inside.
struct Reach {
  bool touches = false, inside = true;
};
Reach reach_of(const Shape& shape, double radius_m, const FrameParams& frame) {
  Reach reach;
  double west = INFINITY, south = INFINITY, east = -INFINITY, north = -INFINITY;
  for (const auto& part : shape.parts)
    for (const Vec2 p : part) {
      west = std::min(west, p.x);
      east = std::max(east, p.x);
      south = std::min(south, p.y);
      north = std::max(north, p.y);
      reach.inside = reach.inside && p.x >= 0 && p.y >= 0 && p.x <= frame.width_m && p.y <= frame.height_m;
    }
  reach.touches = west - radius_m <= frame.width_m && east + radius_m >= 0 &&
                  south - radius_m <= frame.height_m && north + radius_m >= 0;
  return reach;
}

/// One list being filled from one layer.
class Filling {
 public:
  Filling(RowsImport& made, ImportCounts& counts, const RowsImportRequest& request, std::string_view list,
          const ValueWords& words)
      : made_(made),
        counts_(counts),
        request_(request),
        list_(list),
        words_(words),
        rows_(*find_list("hand." + std::string(list))),
        columns_(row_columns(made.tmpl, list)),
        own_(request.what == kAllRows) {
    size_t k = 0;
    for (const HandRowText& row : hand_row_texts(made.tmpl)) {
      taken_.insert(row.id);
      if (row.list == list_) row_of_id_.emplace(row.id, k++);
    }
    before_ = taken_;
  }

  Result<Done> fill(const SourceLayer& layer) {
    auto sources = column_sources(columns_, layer, request_.fields, list_, own_);
    if (!sources) return sources.error();
    sources_ = std::move(sources).value();
    comma_is_point_ = layer.comma_is_point;
    const ColumnSource* const id = source("id");
    const auto joined = std::find(layer.fields.begin(), layer.fields.end(), request_.dissolve);
    feature_id_ = feature_id_field(layer, id != nullptr && !id->constant ? id->field
                                          : !request_.dissolve.empty() && joined != layer.fields.end()
                                              ? static_cast<size_t>(joined - layer.fields.begin())
                                              : SIZE_MAX);
    if (!own_ && !layer.has_shapes && !places_by_fields())
      return source_error(request_.file, no_places_text(layer));
    for (const SourceFeature& feature : layer.features) {
      ++feature_;
      if (feature_ % kFeaturesBetweenLooks == 0 && request_.progress.cancelled())
        return Error{ErrorKind::cancelled, "cancelled"};
      if (feature.off_frame) {
        counts_.add("off_frame", std::string(by_point() ? "point" : "shape") +
                                     "{|s} {lies|lie} off the frame and {is|are} left out");
        continue;
      }
      if (feature.no_area) {
        counts_.add("no_area",
                    "polygon{|s} {has|have} no area, all corners in one place or on one line, and "
                    "{is|are} left out",
                    "feature " + std::to_string(feature_));
        continue;
      }
      if (!feature.broken.empty() && !at_coordinates(feature)) {
        counts_.add("broken_shape",
                    "feature{|s} {has|have} a shape that cannot be read and {is|are} left out",
                    "feature " + std::to_string(feature_) + ": " + feature.broken);
        continue;
      }
      if (feature.shapes.empty()) {
        add(feature, nullptr);
        continue;
      }
      for (const std::string& shape : feature.shapes) add(feature, &shape);
      if (rows_.size(made_.tmpl, {}) > rows_.max_rows) break;
    }
    if (rows_.size(made_.tmpl, {}) > rows_.max_rows)
      return Error{ErrorKind::limit, request_.file.string() + ": it makes more than " +
                                         std::to_string(rows_.max_rows) + " rows of " + std::string(list_) +
                                         ", and that is the limit; --dissolve FIELD makes one row of areas "
                                         "with an equal value, or cut the file to the frame"};
    return Done{};
  }

 private:
  const RowColumn* column(std::string_view name) const {
    for (const RowColumn& c : columns_)
      if (c.name == name) return &c;
    return nullptr;
  }
  FieldValue get(size_t row, std::string_view name) const {
    const RowColumn* const c = column(name);
    return c == nullptr ? FieldValue{} : column_value(made_.tmpl, *c, row);
  }
  Result<Done> put(size_t row, std::string_view name, const FieldValue& value) {
    const RowColumn* const c = column(name);
    return c == nullptr ? Result<Done>(Done{}) : set_column(made_.tmpl, *c, row, value);
  }

  const ColumnSource* source(std::string_view name) const {
    for (const ColumnSource& s : sources_)
      if (s.column.name == name) return &s;
    return nullptr;
  }
  /// Whether the feature says something of a column.
  bool gives(const SourceFeature& feature, std::string_view name) const {
    const ColumnSource* const from = source(name);
    if (from == nullptr) return false;
    if (from->constant) return true;
    const FieldValue& value = feature.fields[from->field];
    const auto* const text = std::get_if<std::string>(&value);
    return !std::holds_alternative<std::monostate>(value) && (text == nullptr || !text->empty());
  }

  /// Whether rows of the list are places.
  bool by_point() const { return list_ == "pins" || list_ == "bans" || list_ == "notes"; }

  /// Whether columns of the layer say where its rows lie.
  bool places_by_fields() const {
    return (source("x_m") != nullptr && source("y_m") != nullptr) || source("shape") != nullptr ||
           source("cells") != nullptr;
  }
  /// Whether fields say where a row of places lies: an empty coordinate is no place.
  bool at_coordinates(const SourceFeature& feature) const {
    bool given = column("x_m") != nullptr;
    for (const char* name : {"x_m", "y_m", "to_x_m", "to_y_m"})
      given = given && (column(name) == nullptr || gives(feature, name));
    return given;
  }

  /// Whether a feature without a shape lies anywhere.
  bool has_place(const SourceFeature& feature) {
    if (column("x_m") == nullptr || at_coordinates(feature)) return true;
    if (gives(feature, "cells")) return true;
    counts_.add("no_place", "feature{|s} {has|have} no place (x_m and y_m, or a shape) and {is|are} left out",
                "feature " + std::to_string(feature_));
    return false;
  }

  /// A row of the feature, or a count of why there is none.
  void add(const SourceFeature& feature, const std::string* shape) {
    if (shape == nullptr && !has_place(feature)) return;
    const size_t row = rows_.size(made_.tmpl, {});
    rows_.resize(made_.tmpl, row + 1, {});
    if (!take_shape(row, feature, shape) || !take_fields(row, feature) || !complete(row) || !on_ground(row) ||
        !once(row))
      return rows_.resize(made_.tmpl, row, {});
    name(row);
    made_.features.push_back(feature_id_ == SIZE_MAX ? "" : value_text(feature.fields[feature_id_]));
  }

  bool take_shape(size_t row, const SourceFeature& feature, const std::string* wkt) {
    if (wkt == nullptr) return true;
    const Result<Shape> shape = read_shape(*wkt);
    if (!shape) {
      counts_.add("bad_shape", "shape{|s} cannot be {a row|rows} and {is|are} left out",
                  shape.error().message);
      return false;
    }
    const std::vector<Vec2>& first = shape.value().parts.front();
    const bool point = shape.value().kind == Shape::Kind::points;
    if (list_ == "views" && first.size() >= 2) {
      (void)put(row, "x_m", first.front().x), (void)put(row, "y_m", first.front().y);
      (void)put(row, "to_x_m", first.back().x), (void)put(row, "to_y_m", first.back().y);
      return true;
    }
    const bool by_place =
        column("shape") == nullptr || (list_ == "regions" && point && !gives(feature, "radius_m"));
    if (by_place && !point) {
      counts_.add("no_point", "shape{|s} {is no point|are no points} and {is|are} left out");
      return false;
    }
    if (by_place) {
      double x = 0, y = 0;
      exact_place(*wkt, x, y);
      (void)put(row, "x_m", x), (void)put(row, "y_m", y);
      return true;
    }
    if (list_ == "lines" && shape.value().kind != Shape::Kind::lines) {
      counts_.add("no_line", "shape{|s} {is no line|are no lines} and {is|are} left out");
      return false;
    }
    (void)put(row, "shape", *wkt);
    if (list_ == "waters" && shape.value().kind == Shape::Kind::lines && !gives(feature, "kind") &&
        !gives(feature, "radius_m"))
      (void)put(row, "kind", std::string("river"));
    if (list_ == "regions" && !own_) (void)put(row, "is", std::string("exactly"));
    return true;
  }

  /// The digits of a point as they stand: rows of points are not rounded to millimetres.
  static void exact_place(const std::string& wkt, double& x, double& y) {
    std::sscanf(wkt.c_str() + wkt.find('('), "(%lf %lf)", &x, &y);
  }

  /// What a value of the file means in a column: a number as a spreadsheet shows it, a word of --map, the id
  /// of a row whatever its capitals and blanks.
  FieldValue meant(const RowColumn& column, const FieldValue& value) const {
    const Parameter& p = *column.parameter;
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr || own_) {
      if (const auto* number = std::get_if<double>(&value); number != nullptr && is_word(p))
        if (const auto found = words_.find(number_text(*number)); found != words_.end()) return found->second;
      return value;
    }
    if (p.type == ParameterType::integer || p.type == ParameterType::number) {
      const auto number = table_number(*text, comma_is_point_);
      return number ? FieldValue(*number) : value;
    }
    if (!is_word(p)) return value;
    if (const auto found = words_.find(lower_case(trimmed(*text))); found != words_.end())
      return found->second;
    return known_word(p, *text);
  }
  static bool is_word(const Parameter& p) {
    return p.type == ParameterType::reference || p.type == ParameterType::choice ||
           p.type == ParameterType::class_words;
  }
  static std::string trimmed(const std::string& text) {
    const size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
  }
  /// "Iron Vein" and "iron-vein" are the id iron_vein, where no row has the word as it stands.
  std::string known_word(const Parameter& p, const std::string& text) const {
    const std::string word = trimmed(text);
    std::vector<std::string> known = table_ids(made_.tmpl, p.refers_to);
    for (const std::string_view choice : p.choices) known.emplace_back(choice);
    if (std::find(known.begin(), known.end(), word) != known.end()) return word;
    std::string id = lower_case(word);
    for (char& c : id)
      if (c == ' ' || c == '-') c = '_';
    return std::find(known.begin(), known.end(), id) != known.end() ? id : word;
  }

  bool take_fields(size_t row, const SourceFeature& feature) {
    for (const ColumnSource& source : sources_) {
      if (source.column.name == "id") continue;
      const FieldValue stated = source.constant ? FieldValue(*source.constant) : feature.fields[source.field];
      const FieldValue value = meant(source.column, stated);
      if (source.column.name == "class" && !words_.empty() && value == FieldValue(std::string("none")) &&
          stated != value) {
        counts_.add("mapped_none", "feature{|s} {means|mean} none by --map and {is|are} left out");
        return false;
      }
      const auto taken = set_column(made_.tmpl, source.column, row, value);
      if (taken) continue;
      const bool needed = source.column.parameter->required || source.column.name == "class";
      counts_.add((needed ? "unknown_" : "unfit_") + source.column.name,
                  needed ? "feature{|s} {has|have} another \"" + source.column.name +
                               "\" than a row may and {is|are} left out"
                         : "value{|s} {does|do} not fit \"" + source.column.name + "\" and {is|are} left out",
                  taken.error().message);
      if (needed) return false;
    }
    wanted_id_ = wanted_id(feature);
    return true;
  }

  std::string wanted_id(const SourceFeature& feature) const {
    for (const ColumnSource& source : sources_)
      if (source.column.name == "id" && !source.constant) return value_text(feature.fields[source.field]);
    return {};
  }

  /// Whether every required column is there; a pin's class must be one.
  bool complete(size_t row) {
    for (const RowColumn& c : columns_) {
      const bool place = c.name == "x_m" || c.name == "y_m" || c.name == "to_x_m" || c.name == "to_y_m";
      if (!c.parameter->required || c.name == "id" || place) continue;
      if (!std::holds_alternative<std::monostate>(column_value(made_.tmpl, c, row))) continue;
      counts_.add("no_" + c.name, "feature{|s} {has|have} no value for the column \"" + c.name +
                                      "\" and {is|are} left out; --fields " + c.name +
                                      "=FIELD says where it is");
      return false;
    }
    if (list_ == "pins") return known_pin(row);
    const bool classes = list_ == "biome" || list_ == "danger" || list_ == "faction";
    if (classes && empty(row, "class") && empty(row, "key")) {
      counts_.add(
          "no_class",
          "feature{|s} {has|have} no class and {is|are} left out; --fields class=FIELD says where it is");
      return false;
    }
    if (column("shape") != nullptr && list_ != "regions" && empty(row, "shape") && empty(row, "cells")) {
      counts_.add("no_shape", "feature{|s} {has|have} no shape and {is|are} left out");
      return false;
    }
    return inner(row);
  }
  bool empty(size_t row, std::string_view name) const {
    return std::holds_alternative<std::monostate>(get(row, name));
  }

  bool known_pin(size_t row) {
    const PinRow& pin = made_.tmpl.hand.pins[row];
    if (find_pin_class(made_.tmpl, pin.cls, pin.category)) return true;
    counts_.add("unknown_class",
                "feature{|s} {has|have} a class that two tables have, and no category; left out", pin.cls);
    return false;
  }

  /// Points and lines need a radius, ridges and valleys too.
  bool inner(size_t row) {
    if (column("radius_m") == nullptr || list_ == "bans" || empty(row, "shape")) return true;
    const Result<Shape> shape = read_shape(std::get<std::string>(get(row, "shape")));
    if (list_ == "waters" && get(row, "kind") == FieldValue(std::string("river"))) return true;
    const FieldValue action = get(row, "do");
    const bool across =
        action == FieldValue(std::string("ridge")) || action == FieldValue(std::string("valley"));
    const bool inside = shape && shape.value().kind == Shape::Kind::polygons && !across;
    if (!shape || inside || !empty(row, "radius_m")) return true;
    counts_.add(
        "no_radius",
        "shape{|s} {has|have} no inside and {is|are} left out; --fields radius_m:=50 gives {it|them} one");
    return false;
  }

  /// Whether the row lies in the frame. Our own rows come as they are.
  bool on_ground(size_t row) {
    if (own_) return true;
    const FrameParams& frame = made_.tmpl.frame;
    if (by_point()) {
      const double x = std::get<double>(or_zero(get(row, "x_m"))),
                   y = std::get<double>(or_zero(get(row, "y_m")));
      if (x >= 0 && y >= 0 && x <= frame.width_m && y <= frame.height_m) return true;
      counts_.add("off_frame", "point{|s} {lies|lie} off the frame and {is|are} left out");
      return false;
    }
    const FieldValue wkt = get(row, "shape");
    const auto* const text = std::get_if<std::string>(&wkt);
    if (text == nullptr) return true;
    const Reach reach =
        reach_of(read_shape(*text).value(), std::get<double>(or_zero(get(row, "radius_m"))), frame);
    if (!reach.touches) counts_.add("off_frame", "shape{|s} {lies|lie} off the frame and {is|are} left out");
    if (reach.touches && !reach.inside)
      counts_.add("partly_off_frame", "shape{|s} {lies|lie} partly off the frame");
    return reach.touches;
  }
  static FieldValue or_zero(const FieldValue& value) {
    return std::holds_alternative<double>(value) ? value : FieldValue(0.0);
  }

  /// Two points of a class in one place are taken once.
  bool once(size_t row) {
    if (own_ || list_ != "pins") return true;
    const PinRow& pin = made_.tmpl.hand.pins[row];
    const auto cell = [](double v) { return static_cast<int64_t>(std::floor(v / kSamePlace_m)); };
    for (int64_t i = cell(pin.x_m) - 1; i <= cell(pin.x_m) + 1; ++i)
      for (int64_t j = cell(pin.y_m) - 1; j <= cell(pin.y_m) + 1; ++j)
        for (const Vec2 other : places_[{pin.cls, i, j}])
          if (squared_distance(other, {pin.x_m, pin.y_m}) < kSamePlace_m * kSamePlace_m) {
            counts_.add(
                "twice",
                "point{|s} {lies|lie} within 1 m of another of {its|their} class and {is|are} taken once");
            return false;
          }
    places_[{pin.cls, cell(pin.x_m), cell(pin.y_m)}].push_back({pin.x_m, pin.y_m});
    return true;
  }

  /// Gives the row its id; our own row takes the place of the one with its id.
  void name(size_t row) {
    const RowColumn& id = *column("id");
    if (own_ && !wanted_id_.empty() && taken_.contains(wanted_id_) && replace(row)) return;
    if (!take_id(id, row)) {
      std::string text = std::string(list_);
      for (const RowColumn& c : columns_) {
        const FieldValue value = column_value(made_.tmpl, c, row);
        if (const auto* word = std::get_if<std::string>(&value)) text += "|" + *word;
        if (const auto* number = std::get_if<double>(&value)) text += "|" + number_text(*number);
      }
      const std::string fresh =
          hand_id(list_, text, [&](const std::string& i) { return taken_.contains(i); });
      (void)set_column(made_.tmpl, id, row, fresh);
    }
    const std::string given = std::get<std::string>(column_value(made_.tmpl, id, row));
    taken_.insert(given);
    row_of_id_.emplace(given, row);
    made_.added.push_back(given);
  }

  /// The id that the feature has; told where it cannot be the row's.
  bool take_id(const RowColumn& id, size_t row) {
    if (wanted_id_.empty()) return false;
    const bool free = !taken_.contains(wanted_id_);
    if (free && set_column(made_.tmpl, id, row, wanted_id_)) return true;
    const std::string fresh = "row{|s} {gets a new id|get new ids} for {its|their} own: ";
    const std::string shown = "\"" + wanted_id_.substr(0, 60) + "\"";
    if (free)
      counts_.add("unfit_id", fresh + "expected a-z, 0-9 and _, not digits alone", "found " + shown);
    else if (before_.contains(wanted_id_))
      counts_.add("taken_id", fresh + "{a row|rows} of the template {has it|have them}", shown);
    else
      counts_.add("twice_id", fresh + "{another|others} of the file {has it|have them}", shown);
    return false;
  }

  /// Moves the last row into the place of the one with its id in this list.
  bool replace(size_t row) {
    const auto found = row_of_id_.find(wanted_id_);
    if (found == row_of_id_.end()) return false;
    (void)set_column(made_.tmpl, *column("id"), row, wanted_id_);
    visit_hand(made_.tmpl.hand, [&](std::string_view name, auto& rows) {
      if (name != list_) return;
      auto moved = rows[row];
      rows.erase(row);
      rows.edit(found->second) = std::move(moved);
    });
    made_.replaced.push_back(wanted_id_);
    return true;
  }

  RowsImport& made_;
  ImportCounts& counts_;
  const RowsImportRequest& request_;
  std::string_view list_;
  const ValueWords& words_;
  const ParameterList& rows_;
  std::vector<RowColumn> columns_;
  bool own_;
  std::vector<ColumnSource> sources_;
  std::set<std::string> taken_, before_;     ///< ids of all lists: now, and before this layer
  std::map<std::string, size_t> row_of_id_;  ///< of this one
  size_t feature_id_ = SIZE_MAX;             ///< the field that tells features apart
  size_t feature_ = 0;                       ///< the one being read, from 1 on
  bool comma_is_point_ = false;              ///< in numbers of the layer's texts
  std::string wanted_id_;
  std::map<std::tuple<std::string, int64_t, int64_t>, std::vector<Vec2>> places_;
};

}  // namespace

Result<Done> fill_list(RowsImport& made, ImportCounts& counts, const RowsImportRequest& request,
                       std::string_view list, const SourceLayer& layer, const ValueWords& words) {
  return Filling(made, counts, request, list, words).fill(layer);
}

}  // namespace fw
