#include "app/gui/hand/canvas/figures.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "app/gui/hand/tools.h"
#include "app/gui/template/row_look.h"
#include "core/model/template/hand_words.h"
#include "core/template/parameters/parameters.h"
#include "core/world/land/island_outline.h"
#include "render/map/scene/outline.h"

namespace fw {
namespace {

constexpr double kLeastBan_m = 25;
constexpr QRgb kGrey = 0xFF7A7F83;

/// Colours of lists without classes.
constexpr std::pair<std::string_view, QRgb> kListColours[] = {
    {"pins", 0xFF145DA0},  {"bans", 0xFFC62828},    {"areas", 0xFF6A3D9A},   {"regions", 0xFF37474F},
    {"land", 0xFF2E7D32},  {"terrain", 0xFF8D5524}, {"waters", 0xFF1565C0},  {"lines", 0xFF5D4037},
    {"views", 0xFF00778A}, {"places", 0xFF00695C},  {"rerolls", 0xFFAD1457}, {"imports", 0xFF455A64},
    {"zones", 0xFF7B3F9E}, {"notes", 0xFFB8570B},
};

QColor list_colour(std::string_view list) {
  for (const auto& [name, colour] : kListColours)
    if (name == list) return QColor::fromRgb(colour);
  return QColor::fromRgb(kGrey);
}

void add_part(HandFigure& figure, Shape shape, const std::string& cls) {
  figure.parts.push_back({std::make_shared<const Shape>(std::move(shape)), cls});
}

void add_shape(HandFigure& figure, const std::string& wkt, const std::string& cls) {
  if (Result<Shape> shape = read_shape(wkt)) add_part(figure, std::move(shape).value(), cls);
}

Shape points(std::vector<Vec2> places) {
  return {Shape::Kind::points, {std::move(places)}};
}

/// Outlines of the cells of every letter.
void add_cells(HandFigure& figure, const HandCells& runs, const GridSpec& plan) {
  std::vector<std::pair<std::string, std::string>> key;
  if (const auto read = read_hand_key(runs.key)) key = read.value();
  std::string letters;
  for (const auto& [letter, cls] : key) letters += letter.substr(0, 1);
  const auto codes = read_runs(runs.cells, runs.top, runs.left, letters, plan);
  if (!codes) return;
  for (size_t k = 0; k < key.size(); ++k) {
    Raster<float> inside(plan, 0);
    for (size_t cell = 0; cell < plan.cells(); ++cell) inside[cell] = codes.value()[cell] == k + 1 ? 1.0F : 0;
    Shape shape{Shape::Kind::polygons, {}};
    for (Polyline& line : contour_lines(inside, 0.5F, AtFrame::closed)) shape.parts.push_back(line.points);
    if (!shape.parts.empty()) add_part(figure, std::move(shape), key[k].second);
  }
}

void add_place(HandFigure& figure, const HandPlace& place, const std::string& cls, const GridSpec& plan) {
  if (!place.runs.cells.empty()) return add_cells(figure, place.runs, plan);
  figure.radius_m = place.radius_m;
  add_shape(figure, place.shape, cls);
}

/// The geometry of each kind of row.
struct Geometry {
  const Template& tmpl;
  HandFigure& figure;

  void operator()(const PinRow& row) const {
    figure.form = HandFigure::Form::pin;
    add_part(figure, points({{row.x_m, row.y_m}}), row.cls);
  }
  void operator()(const BanRow& row) const {
    figure.form = HandFigure::Form::ban;
    add_part(figure, points({{row.x_m, row.y_m}}), {});
    figure.radius_m = row.radius_m.value_or(half_spacing(row.of));
  }
  void operator()(const AreaRow& row) const {
    add_place(figure, row.place, {}, plan_grid(tmpl));
    figure.core_m = row.feather_m;
  }
  void operator()(const PaintRow& row) const {
    add_place(figure, row.place, row.cls, plan_grid(tmpl));
    figure.takes = row.cls == kPaintNone;
    figure.hatched = row.force == PaintForce::hard && !figure.takes;
    figure.core_m = feather_of(row);
  }
  void operator()(const RegionRow& row) const {
    add_place(figure, row.place, {}, plan_grid(tmpl));
    if (figure.parts.empty() && row.x_m && row.y_m) add_part(figure, points({{*row.x_m, *row.y_m}}), {});
  }
  void operator()(const TerrainRow& row) const { add_place(figure, row.place, {}, plan_grid(tmpl)); }
  void operator()(const WaterRow& row) const {
    if (row.kind == WaterIs::lake) return add_place(figure, row.place, {}, plan_grid(tmpl));
    figure.form = HandFigure::Form::line;
    add_shape(figure, row.place.shape, {});
  }
  void operator()(const LandRow& row) const {
    add_place(figure, row.place, std::string(kLandIsSlugs[static_cast<size_t>(row.is)]), plan_grid(tmpl));
  }
  void operator()(const RerollRow& row) const { add_place(figure, row.place, {}, plan_grid(tmpl)); }
  void operator()(const LineRow& row) const {
    figure.form = HandFigure::Form::line;
    add_shape(figure, row.shape, {});
    figure.linked[0] = !row.from.empty();
    figure.linked[1] = !row.to.empty();
  }
  void operator()(const PlaceRow& row) const { add_part(figure, points({{row.x_m, row.y_m}}), {}); }
  void operator()(const ViewRow& row) const {
    figure.form = HandFigure::Form::view;
    const Shape line{Shape::Kind::lines, {{{row.x_m, row.y_m}, {row.to_x_m, row.to_y_m}}}};
    add_part(figure, line, {});
    figure.radius_m = row.width_m / 2;
  }
  void operator()(const ImportRow&) const {}
  void operator()(const ZoneRow& row) const {
    figure.radius_m = row.radius_m;
    figure.hatched = row.is == ZoneIs::wall;
    add_shape(figure, row.shape, std::string(kZoneIsSlugs[static_cast<size_t>(row.is)]));
  }
  void operator()(const NoteRow& row) const {
    figure.form = HandFigure::Form::note;
    figure.text = QString::fromStdString(row.note).simplified();
    add_part(figure, points({{row.x_m, row.y_m}}), {});
  }

 private:
  /// What a ban without a radius covers: the widest of the classes that it names.
  double half_spacing(const std::string& words) const {
    double half = kLeastBan_m;
    const Result<HandWords> read = read_hand_words(words, tmpl);
    if (!read) return half;
    for (const Category category : kPointCategories)
      for (size_t k = 0; k < tmpl.classes(category).size(); ++k)
        if (read.value().has(category, k)) half = std::max(half, tmpl.classes(category)[k].spacing_m / 2);
    for (size_t k = 0; k < tmpl.vocabulary.landmarks.size(); ++k)
      if (read.value().has(Category::landmark, k))
        half = std::max(half, tmpl.vocabulary.landmarks[k].spacing_m / 2);
    return half;
  }
};

void find_extent(HandFigure& figure) {
  constexpr double kFar = std::numeric_limits<double>::max();
  figure.low_m = {kFar, kFar};
  figure.high_m = {-kFar, -kFar};
  for (const FigurePart& part : figure.parts)
    for (const std::vector<Vec2>& line : part.shape->parts)
      for (const Vec2& v : line) {
        figure.low_m = {std::min(figure.low_m.x, v.x - figure.radius_m),
                        std::min(figure.low_m.y, v.y - figure.radius_m)};
        figure.high_m = {std::max(figure.high_m.x, v.x + figure.radius_m),
                         std::max(figure.high_m.y, v.y + figure.radius_m)};
      }
}

/// Colours of the classes that a list paints, by id.
FigureMaker::ClassColours paint_colours(const Template& tmpl, std::string_view list) {
  FigureMaker::ClassColours colours;
  if (list == "land") colours["sea"] = QColor::fromRgb(0xFF1565C0);
  if (list == "zones") colours["wall"] = QColor::fromRgb(0xFF4A3B32);
  const auto painted = painted_lists();
  if (std::find(painted.begin(), painted.end(), list) == painted.end()) return colours;
  const std::vector<std::string> ids = table_ids(tmpl, table_of(list));
  for (size_t k = 0; k < ids.size(); ++k)
    if (const auto colour = row_colour(tmpl, table_of(list), k)) colours[ids[k]] = *colour;
  return colours;
}

/// What became of a row, and why.
template <typename Row>
std::tuple<HandState, QString> state_of(const Row& row, const FigureMaker::Outcomes& outcomes) {
  if (!row.on) return {HandState::off, {}};
  const auto outcome = outcomes.find(row.id);
  if (outcome == outcomes.end()) return {HandState::held, {}};
  return {outcome->second->state, QString::fromStdString(outcome->second->reason)};
}

/// A ban without a radius follows the spacing of its classes: its figure is not the row's alone.
template <typename Row>
bool follows_classes(const Row& row) {
  if constexpr (std::is_same_v<Row, BanRow>) return !row.radius_m;
  return false;
}

double distance_of(const HandFigure& figure, Vec2 place) {
  return std::sqrt(squared_distance(figure.parts.front().shape->parts.front().front(), place));
}

}  // namespace

std::shared_ptr<const HandFigures> FigureMaker::make(const Template& tmpl, const World* world) {
  Outcomes outcomes;
  if (world)
    for (const HandOutcome& outcome : world->hand) outcomes.emplace(outcome.id, &outcome);
  if (made_ && is_shown(tmpl, outcomes)) return made_;
  auto figures = std::make_shared<HandFigures>();
  std::map<const void*, size_t> made_of_row;
  std::vector<ClassColours> colours_of_lists;
  visit_hand(tmpl.hand, [&](std::string_view list, const auto& rows) {
    const ClassColours& colours = colours_of_lists.emplace_back(paint_colours(tmpl, list));
    for (const auto& row : rows) {
      HandFigure figure;
      const auto known = made_of_row_.find(&row);
      if (known != made_of_row_.end() && known->second != kNoFigure && !follows_classes(row)) {
        figure = (*made_)[known->second];
      } else {
        figure.id = row.id;
        figure.list = list;
        figure.group = row.group;
        Geometry{tmpl, figure}(row);
        if (figure.parts.empty()) {
          made_of_row.emplace(&row, kNoFigure);
          continue;
        }
        find_extent(figure);
      }
      figure.on = row.on;
      std::tie(figure.state, figure.reason) = state_of(row, outcomes);
      for (FigurePart& part : figure.parts) {
        const auto painted = colours.find(part.cls);
        part.colour = figure.state == HandState::suspended ? QColor::fromRgb(kGrey)
                      : painted != colours.end()           ? painted->second
                                                           : list_colour(list);
      }
      made_of_row.emplace(&row, figures->size());
      figures->push_back(std::move(figure));
    }
  });
  made_ = figures;
  made_of_row_ = std::move(made_of_row);
  colours_of_lists_ = std::move(colours_of_lists);
  hand_ = tmpl.hand;
  return figures;
}

bool FigureMaker::is_shown(const Template& tmpl, const Outcomes& outcomes) const {
  bool same = true;
  size_t seen = 0, list_number = 0;
  visit_hand(tmpl.hand, [&](std::string_view list, const auto& rows) {
    same = same && paint_colours(tmpl, list) == colours_of_lists_[list_number++];
    for (const auto& row : rows) {
      if (!same) return;
      ++seen;
      const auto known = made_of_row_.find(&row);
      same = known != made_of_row_.end() && !follows_classes(row);
      if (!same || known->second == kNoFigure) continue;
      const HandFigure& figure = (*made_)[known->second];
      same = figure.on == row.on && std::tie(figure.state, figure.reason) == state_of(row, outcomes);
    }
  });
  return same && seen == made_of_row_.size();
}

double inside_figure_m(const HandFigure& figure, Vec2 place_m) {
  using Form = HandFigure::Form;
  if (figure.stands()) return -distance_of(figure, place_m);
  const double radius = figure.form == Form::view ? 0 : figure.radius_m;
  double best = -std::numeric_limits<double>::max();
  for (const FigurePart& part : figure.parts) best = std::max(best, inside_m(*part.shape, radius, place_m));
  return best;
}

const HandFigure* figure_at(const HandFigures& figures, Vec2 place_m, double reach_m) {
  using Form = HandFigure::Form;
  const HandFigure* found = nullptr;
  double best = reach_m;
  for (const Form form : {Form::pin, Form::ban, Form::note, Form::line, Form::view}) {
    for (const HandFigure& figure : figures) {
      if (figure.form != form || !figure.on) continue;
      double distance = -inside_figure_m(figure, place_m);
      if (form == Form::note)  // the flag flies above its foot
        distance = std::min(distance, -inside_figure_m(figure, place_m - Vec2{0, reach_m}));
      if (distance > best) continue;
      best = distance;
      found = &figure;
    }
    if (found) return found;
  }
  for (auto figure = figures.rbegin(); figure != figures.rend(); ++figure) {
    if (figure->form != Form::place || !figure->on) continue;
    if (place_m.x < figure->low_m.x - reach_m || place_m.x > figure->high_m.x + reach_m ||
        place_m.y < figure->low_m.y - reach_m || place_m.y > figure->high_m.y + reach_m)
      continue;
    if (inside_figure_m(*figure, place_m) > -reach_m / 2) return &*figure;
  }
  return nullptr;
}

bool is_inside_polygon(const std::vector<Vec2>& polygon_m, Vec2 place_m) {
  bool inside = false;
  for (size_t k = 0, before = polygon_m.size() - 1; k < polygon_m.size(); before = k++) {
    const Vec2 &a = polygon_m[k], &b = polygon_m[before];
    if ((a.y > place_m.y) != (b.y > place_m.y) &&
        place_m.x < (b.x - a.x) * (place_m.y - a.y) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside;
}

bool is_within(const HandFigure& figure, const std::vector<Vec2>& polygon_m) {
  for (const FigurePart& part : figure.parts)
    for (const std::vector<Vec2>& line : part.shape->parts)
      for (const Vec2& v : line)
        if (!is_inside_polygon(polygon_m, v)) return false;
  return !figure.parts.empty();
}

}  // namespace fw
