#include "app/gui/hand/conflicts.h"

#include <QCoreApplication>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "app/gui/hand/rows.h"
#include "app/gui/map/ruler.h"
#include "app/gui/template/editors/cures.h"
#include "core/model/world/hand_told.h"

namespace fw {
namespace {

QString conflict_text(const char* text) {
  return QCoreApplication::translate("fw::HandConflicts", text);
}

/// Ids of rows of the template, whose texts they are.
using Ids = std::set<std::string_view>;

/// The rows that a finding is about: of its path, and those that its sentence names.
std::vector<std::string> rows_named(const Finding& finding, const Template& tmpl, const Ids& ids) {
  std::vector<std::string> rows;
  const auto add = [&](std::string_view id) {
    if (ids.contains(id) && std::find(rows.begin(), rows.end(), id) == rows.end()) rows.emplace_back(id);
  };
  const auto of_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  // hand.pins[3].class, hand.pins.p3s
  constexpr std::string_view kHand = "hand.";
  if (finding.where.starts_with(kHand)) {
    const std::string_view path = std::string_view(finding.where).substr(kHand.size());
    const std::string_view list = path.substr(0, path.find_first_of(".["));
    const std::string_view rest = path.substr(list.size());
    size_t row = 0;
    if (rest.starts_with('.'))
      add({rest.begin() + 1, std::find_if_not(rest.begin() + 1, rest.end(), of_word)});
    else if (rest.starts_with('[') &&
             std::from_chars(rest.data() + 1, rest.data() + rest.size(), row).ec == std::errc() &&
             row < hand_size(tmpl.hand, list))
      add(row_at(tmpl.hand, {std::string(list), row}).id);
  }
  const std::string_view message = finding.message;
  for (auto from = message.begin(); from != message.end();) {
    from = std::find_if(from, message.end(), of_word);
    const auto end = std::find_if_not(from, message.end(), of_word);
    add({from, end});
    from = end;
  }
  return rows;
}

Ids all_ids(const Hand& hand) {
  Ids ids;
  visit_hand(hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) ids.insert(row.id);
  });
  return ids;
}

bool has_edit_of(const std::vector<Cure>& cures, const std::string& path) {
  return std::ranges::any_of(cures, [&](const Cure& cure) {
    return std::ranges::any_of(cure, [&](const PathEdit& edit) { return edit.path == path; });
  });
}

/// A pin off the ground: there, or anywhere where no cure says so.
void add_pin_fixes(std::vector<HandFix>& fixes, const std::string& id, const Template& tmpl,
                   const World& world, const std::vector<Cure>& cures) {
  for (const PinRow& pin : tmpl.hand.pins) {
    if (pin.id != id || pin.where != PinWhere::land) continue;
    const Vec2 at{pin.x_m, pin.y_m};
    const std::optional<Vec2> ground = nearest_ground(world, at);
    if (!ground || *ground == at) continue;
    const double way = std::sqrt(squared_distance(at, *ground));
    const Vec2 by = *ground - at;
    fixes.push_back({conflict_text("Move %1 to land").arg(length_text(way)),
                     [id, by](Template& t) { move_hand_rows(t, {id}, by); }});
    if (has_edit_of(cures, hand_path("pins", id) + ".where")) continue;
    fixes.push_back({conflict_text("Let it stand anywhere"), [id](Template& t) {
                       for (size_t k = 0; k < t.hand.pins.size(); ++k)
                         if (t.hand.pins[k].id == id) t.hand.pins.edit(k).where = PinWhere::anywhere;
                     }});
  }
}

bool is_suspended(const World& world, const std::string& id) {
  return std::any_of(world.hand.begin(), world.hand.end(), [&](const HandOutcome& outcome) {
    return outcome.id == id && outcome.state == HandState::suspended;
  });
}

}  // namespace

std::vector<HandConflict> hand_conflicts(const Template& tmpl, const Findings& of_template,
                                         const World* world) {
  const Ids ids = all_ids(tmpl.hand);
  std::vector<HandConflict> conflicts;
  std::set<std::string> told;
  std::set<std::string_view> messages;
  const auto take = [&](const Findings& findings) {
    for (const Finding& finding : findings) {
      std::vector<std::string> rows = rows_named(finding, tmpl, ids);
      if (rows.empty() || !messages.insert(finding.message).second) continue;
      told.insert(rows.begin(), rows.end());
      conflicts.push_back(
          {finding.severity, QString::fromStdString(finding.message), std::move(rows), finding.cures});
    }
  };
  if (ids.empty()) return conflicts;
  take(of_template);
  if (world) {
    take(world->findings);
    for (const HandOutcome& outcome : world->hand)
      if (outcome.state == HandState::suspended && ids.contains(outcome.id) && !told.contains(outcome.id))
        conflicts.push_back({Severity::warning,
                             outcome.reason.empty()
                                 ? conflict_text("%1 is suspended").arg(QString::fromStdString(outcome.id))
                                 : QString::fromStdString(outcome.reason),
                             {outcome.id}});
  }
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [](const HandConflict& a, const HandConflict& b) { return a.severity > b.severity; });
  return conflicts;
}

std::vector<HandFix> fixes_of(const HandConflict& conflict, const Template& tmpl, const World* world) {
  std::vector<HandFix> fixes;
  if (world)
    for (const std::string& id : conflict.rows)
      if (is_suspended(*world, id)) add_pin_fixes(fixes, id, tmpl, *world, conflict.cures);
  for (const Cure& cure : conflict.cures)
    if (is_of(cure, tmpl))
      fixes.push_back({cure_text(cure, tmpl), [cure](Template& t) { apply_cure(cure, t); }});
  const std::set<std::string> rows(conflict.rows.begin(), conflict.rows.end());
  fixes.push_back(
      {rows.size() == 1 ? conflict_text("Switch off") : conflict_text("Switch %1 rows off").arg(rows.size()),
       [rows](Template& t) { switch_hand_rows(t, rows, false); }});
  return fixes;
}

std::optional<Vec2> nearest_ground(const World& world, Vec2 place_m) {
  std::optional<Vec2> nearest;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    if (!world.on_island(cell)) continue;
    const Vec2 centre = world.grid.centre(cell);
    if (!nearest || squared_distance(centre, place_m) < squared_distance(*nearest, place_m)) nearest = centre;
  }
  return nearest;
}

}  // namespace fw
