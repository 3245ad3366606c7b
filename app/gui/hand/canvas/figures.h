#pragma once

#include <QColor>
#include <QString>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/shape.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// A stretch of a row's place that has one look.
struct FigurePart {
  std::shared_ptr<const Shape> shape;  ///< shared by the figures of a row that stays as it is
  std::string cls;                     ///< painted class, else ""
  QColor colour{};
};

/// A row of the hand as the map shows it, and as the pointer finds it. Metres.
struct HandFigure {
  enum class Form : uint8_t { pin, ban, note, place, line, view };

  std::string id;
  std::string_view list;
  std::string group{};  ///< of its row
  Form form = Form::place;
  std::vector<FigurePart> parts;
  double radius_m = 0;   ///< of strokes and bans, half the width of a view's corridor
  double core_m = 0;     ///< how far inside its outline the hard core begins
  bool hatched = false;  ///< it has a core
  bool takes = false;    ///< paint that takes earlier paint away
  QString text{};        ///< of notes
  bool linked[2] = {};   ///< lines: the end holds on to a pin
  Vec2 low_m, high_m;    ///< what it covers, radius and all
  bool on = true;
  HandState state = HandState::held;
  QString reason{};  ///< of a row that is suspended or held in part

  /// Whether its mark is of one size at one place, whatever the map's scale.
  bool stands() const { return form == Form::pin || form == Form::ban || form == Form::note; }
  Vec2 centre_m() const { return (low_m + high_m) * 0.5; }
};

/// All rows' figures, in canonical order of the lists.
using HandFigures = std::vector<HandFigure>;

/// Makes figures of a template's rows; rows that did not change are not read again.
class FigureMaker {
 public:
  using Outcomes = std::map<std::string_view, const HandOutcome*>;  ///< by row
  using ClassColours = std::map<std::string, QColor, std::less<>>;  ///< by class

  /// The figures made before, the same object, where nothing of theirs changed. `world`, may be null: says
  /// what became of the rows.
  std::shared_ptr<const HandFigures> make(const Template& tmpl, const World* world);

 private:
  static constexpr size_t kNoFigure = std::numeric_limits<size_t>::max();

  /// Whether the figures made before are those of this template.
  bool is_shown(const Template& tmpl, const Outcomes& outcomes) const;

  std::shared_ptr<const HandFigures> made_;
  std::map<const void*, size_t> made_of_row_;   ///< number in `made_`, or kNoFigure
  std::vector<ClassColours> colours_of_lists_;  ///< in the order of visit_hand()
  Hand hand_;  ///< keeps the rows alive by whose addresses `made_of_row_` goes
};

/// The figure under a place: pins before bans, notes, lines and views, those before shapes, later rows before
/// earlier ones. Rows that are off are not found.
const HandFigure* figure_at(const HandFigures& figures, Vec2 place_m, double reach_m);
/// Distance of a place to the figure's outline, > 0 inside; of pins, bans and notes to their place, negative.
double inside_figure_m(const HandFigure& figure, Vec2 place_m);
/// Whether all of the figure's corners lie in a polygon.
bool is_within(const HandFigure& figure, const std::vector<Vec2>& polygon_m);
/// Even-odd.
bool is_inside_polygon(const std::vector<Vec2>& polygon_m, Vec2 place_m);

}  // namespace fw
