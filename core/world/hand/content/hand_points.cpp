#include "core/world/hand/content/hand_points.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/model/template/spacing_rules.h"
#include "core/world/hand/content/hand_points_internal.h"

namespace fw {
namespace {

/// All targets of a class that placed something, or one without a quota.
std::vector<Target> targets_with_ledger(const RegionMap& map, const PointClass& cls,
                                        const PlacedClass& placed) {
  std::vector<Target> targets = targets_of(map, cls.quota_by);
  if (targets.size() != placed.ledger.size()) targets.assign(1, {});
  return targets;
}

class Adapter {
 public:
  Adapter(const PlacementInputs& inputs, const PointClassRow& row, const LandmarkPlan& landmarks,
          const ClassField& field, const PlacedClass& placed, const ClassHand& hand)
      : p_(prepare_placement(inputs, row.category, *row.cls, landmarks, field)),
        field_(field),
        hand_(hand),
        placed_(placed),
        targets_(targets_with_ledger(inputs.map, *row.cls, placed)),
        rungs_(ladder(*row.cls)),
        points_(placed.points),
        radii_m_(placed.radii_m),
        fate_(placed.points.size(), PointFate::stands),
        target_of_(placed.points.size(), 0) {}

  PlacedClass run() {
    open_targets();
    settle_pins();
    const PinIndex index(grid(), pins_, std::max(1.0, p_.cls.spacing_m));
    ban();
    displace_moved();
    displace_near(index);
    make_room();
    for (size_t t = 0; t < targets_.size(); ++t) fill(t, index);
    number();
    return finish();
  }

 private:
  const GridSpec& grid() const { return p_.inputs.map.code.grid; }

  void open_targets() {
    states_.resize(targets_.size());
    size_t point = 0;
    for (size_t t = 0; t < targets_.size(); ++t) {
      TargetState& state = states_[t];
      state.ledger = placed_.ledger[t];
      state.placed_before = state.ledger.placed;
      state.regional.assign(p_.inputs.map.regions.size() + 1, 0);
      while (state.first_rung + 1 < rungs_.size() &&
             (rungs_[state.first_rung].gate != state.ledger.gate ||
              rungs_[state.first_rung].spacing_m != state.ledger.spacing_m))
        ++state.first_rung;
      for (int64_t i = 0; i < state.placed_before; ++i, ++point) {
        target_of_[point] = t;
        ++state.regional[region_of(point)];
      }
    }
  }

  uint8_t region_of(size_t point) const { return p_.inputs.map.code[points_[point].cell]; }

  void settle_pins() {
    const ScanRules unit = scan_rules(p_, 1, 0);
    for (const PinRow* row : hand_.pins) {
      PinPlace place = settle_pin(*row, p_.inputs.island, p_.inputs.map.code);
      if (!place.stands) {
        suspended_.push_back({row, std::move(place)});
        continue;
      }
      StandingPin pin{row, std::move(place)};
      if (row->counts)
        for (size_t t = 0; t < targets_.size() && pin.target == kNoTarget; ++t)
          if (targets_[t].all() || (pin.place.region > 0 && targets_[t].holds(pin.place.region)))
            pin.target = t;
      if (pin.place.region > 0) {
        const CellDraw draw = draw_of_cell(unit, pin.place.cell);
        if (draw.position_m == pin.place.position_m) pin.factor = draw.radius_m;
      }
      if (pin.target != kNoTarget) ++states_[pin.target].ledger.by_hand;
      pins_.push_back(std::move(pin));
    }
  }

  void remove(size_t point, PointFate fate) {
    fate_[point] = fate;
    TargetState& state = states_[target_of_[point]];
    --state.ledger.placed;
    ++state.removed;
  }

  void displace(size_t point, StandingPin& pin) {
    remove(point, PointFate::displaced);
    if (pin.target != target_of_[point] || pin.displaced) return;
    pin.displaced = true;
    pin.took = points_[point].number;
  }

  void ban() {
    ban_counts_.assign(hand_.bans.size(), 0);
    for (size_t i = 0; i < points_.size(); ++i)
      for (size_t b = 0; b < hand_.bans.size(); ++b) {
        if (!banned_by(*hand_.bans[b], points_[i].position_m)) continue;
        ++ban_counts_[b];
        if (fate_[i] != PointFate::stands) continue;  // by another ban
        const bool for_good = hand_.bans[b]->instead == BanInstead::none;
        remove(i, for_good ? PointFate::banned_for_good : PointFate::banned);
        if (!for_good) continue;
        ++states_[target_of_[i]].ledger.banned;
        --states_[target_of_[i]].regional[region_of(i)];
      }
  }

  bool banned_by(const BanRow& row, Vec2 at) const { return covers(row, p_.cls.spacing_m, at); }

  /// How far from others a point keeps at least.
  double spacing_of(size_t point) const {
    return hard_spacing_m(p_.cls, rungs_[states_[target_of_[point]].first_rung].spacing_m);
  }

  /// The points that pins were moved from: no other is within half the spacing.
  void displace_moved() {
    for (StandingPin& pin : pins_) {
      if (!pin.row->from_x_m || !pin.row->from_y_m) continue;
      const Vec2 from{to_millimetres(*pin.row->from_x_m), to_millimetres(*pin.row->from_y_m)};
      const size_t point = nearest_standing(from, [&](size_t i) {
        return squared_distance(points_[i].position_m, from) <= spacing_of(i) * spacing_of(i) / 4;
      });
      if (point == points_.size()) {
        idle_from_.push_back(static_cast<size_t>(&pin - pins_.data()));
        continue;
      }
      closed_.push_back(points_[point].cell);
      displace(point, pin);
    }
  }

  /// points_.size() if none will do.
  template <typename Will>
  size_t nearest_standing(Vec2 at, const Will& will_do) const {
    size_t best = points_.size();
    double best2 = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < points_.size(); ++i) {
      const double d2 = squared_distance(points_[i].position_m, at);
      if (fate_[i] == PointFate::stands && d2 < best2 && will_do(i)) best = i, best2 = d2;
    }
    return best;
  }

  /// Each point within the spacing of pins gives way to the nearest of them.
  void displace_near(const PinIndex& index) {
    for (size_t i = 0; i < points_.size(); ++i) {
      const double limit2 = conflict_limit2(spacing_of(i));
      size_t nearest = pins_.size();
      double nearest2 = limit2;
      index.within(points_[i].position_m, 1.001 * spacing_of(i), [&](size_t pin, double d2) {
        if (d2 < nearest2 || (d2 == nearest2 && d2 < limit2 && pin < nearest)) nearest = pin, nearest2 = d2;
      });
      if (nearest == pins_.size()) continue;
      if (nearest2 == 0) pins_[nearest].own_radius_m = radii_m_[i];
      if (fate_[i] == PointFate::stands) displace(i, pins_[nearest]);
    }
  }

  /// While there are more points than the quota, pins that displaced nobody take places, in order of their
  /// ids.
  void make_room() {
    std::vector<StandingPin*> order;
    for (StandingPin& pin : pins_)
      if (pin.target != kNoTarget) order.push_back(&pin);
    std::sort(order.begin(), order.end(),
              [](const StandingPin* a, const StandingPin* b) { return a->row->id < b->row->id; });
    for (StandingPin* pin : order) {
      TargetState& state = states_[pin->target];
      if (pin->displaced || state.ledger.placed + state.ledger.by_hand <= state.wanted()) continue;
      const size_t point = place_to_take(*pin);
      if (point == points_.size()) continue;
      closed_.push_back(points_[point].cell);
      displace(point, *pin);
    }
  }

  /// The point whose number the pin keeps or the nearest one of its region, else the nearest of its target.
  size_t place_to_take(const StandingPin& pin) const {
    const auto here = [&](size_t i) {
      return target_of_[i] == pin.target && region_of(i) == pin.place.region;
    };
    for (size_t i = 0; i < points_.size() && pin.row->number; ++i)
      if (fate_[i] == PointFate::stands && points_[i].number == *pin.row->number && here(i)) return i;
    const size_t point = nearest_standing(pin.place.position_m, here);
    if (point < points_.size()) return point;
    return nearest_standing(pin.place.position_m, [&](size_t i) { return target_of_[i] == pin.target; });
  }

  /// What a pin keeps free round it where points keep so far apart.
  static double keeps_m(const StandingPin& pin, double spacing_m) {
    return pin.own_radius_m > 0 ? pin.own_radius_m : pin.factor * spacing_m;
  }

  bool forbids(const PinIndex& index, const Candidates& candidates, double spacing_m, Vec2 at,
               double radius_m) const {
    for (const BanRow* row : hand_.bans)
      if (banned_by(*row, at)) return true;
    bool near = false;
    index.within(at, 1.001 * radius_m, [&](size_t pin, double d2) {
      const double here_m = candidates.spacing_at(pins_[pin].place.cell, spacing_m);
      near |= d2 < conflict_limit2(std::min(radius_m, keeps_m(pins_[pin], here_m)));
    });
    return near;
  }

  /// Fills a target's gaps with the candidates of its rung, then of the next ones until as many stand as
  /// before. What stands remains.
  void fill(size_t t, const PinIndex& index) {
    TargetState& state = states_[t];
    if (state.removed == 0) return;  // what was short remains so
    const int64_t goal = std::min(state.wanted(), state.placed_before - state.ledger.banned);
    std::string relaxed;
    for (size_t rung = state.first_rung; rung < rungs_.size(); ++rung) {
      const int64_t standing = state.ledger.placed + state.ledger.by_hand;
      if (standing >= state.wanted() || (rung > state.first_rung && standing >= goal)) break;
      fill_on_rung(t, rungs_[rung], index);
      if (rung == state.first_rung) continue;
      if (state.ledger.placed + state.ledger.by_hand > standing) {
        state.ledger.gate = rungs_[rung].gate;
        state.ledger.spacing_m = rungs_[rung].spacing_m;
      }
      relaxed += (relaxed.empty() ? "" : "; ") +
                 rung_text(rungs_[rung], state.ledger.placed + state.ledger.by_hand, state.wanted());
    }
    report_relaxed(p_, relaxed, findings_);
  }

  void fill_on_rung(size_t t, const Rung& rung, const PinIndex& index) {
    TargetState& state = states_[t];
    const Candidates candidates = candidates_at(p_, field_, rung, targets_[t]);
    ScanRules rules =
        scan_rules(p_, rung.spacing_m, state.wanted() - state.ledger.placed - state.ledger.by_hand);
    rules.forbids = [&](Vec2 at, double radius_m) {
      return forbids(index, candidates, rung.spacing_m, at, radius_m);
    };
    StandingPoints standing;
    standing.closed = closed_;
    std::vector<int64_t> budgets(state.regional.begin() + 1, state.regional.end());
    for (size_t i = 0; i < points_.size(); ++i) {
      if (fate_[i] != PointFate::stands) continue;
      standing.points.push_back(points_[i]);
      standing.radii_m.push_back(radii_m_[i]);
      if (target_of_[i] == t) --budgets[region_of(i) - 1u];
    }
    for (const StandingPin& pin : pins_)
      if (pin.target == t && pin.place.region > 0) --budgets[pin.place.region - 1u];
    for (int64_t& budget : budgets) budget = std::max<int64_t>(budget, 0);
    const ScanResult found = fill_gaps(candidates, rules, std::move(budgets), standing);
    for (size_t i = 0; i < found.points.size(); ++i) {
      points_.push_back(found.points[i]);
      points_.back().number = -1;
      radii_m_.push_back(found.radii_m[i]);
      fate_.push_back(PointFate::stands);
      target_of_.push_back(t);
      ++state.ledger.placed;
    }
  }

  /// Points keep their numbers, fillers and those whose number a pin keeps count on.
  void number() {
    std::set<int> kept;
    for (StandingPin& pin : pins_)
      if (pin.row->number && kept.insert(*pin.row->number).second) pin.number = *pin.row->number;
    int next = first_free_number(p_.cls, targets_.size(), placed_);
    for (size_t i = 0; i < points_.size(); ++i) {
      Placed& point = points_[i];
      if (fate_[i] != PointFate::stands || (i < placed_.points.size() && !kept.contains(point.number)))
        continue;
      while (kept.contains(next)) ++next;
      point.number = next++;
    }
  }

  PlacedClass finish() {
    PlacedClass out;
    for (size_t i = 0; i < points_.size(); ++i)
      if (fate_[i] == PointFate::stands) out.points.push_back(points_[i]);
    std::vector<uint32_t> cells;
    for (const StandingPin& pin : pins_)
      if (pin.place.region > 0) cells.push_back(pin.place.cell);
    const std::vector<double> ranks = ranks_at(p_.inputs, p_.category, p_.cls, field_, cells);
    size_t next = 0;
    for (const StandingPin& pin : pins_) {
      const double rank = pin.place.region > 0 ? ranks[next++] : 0.0;
      out.points.push_back({pin.place.position_m, pin.place.cell, rank, pin.number, pin.row->id});
    }
    for (TargetState& state : states_) {
      state.ledger.placed += state.ledger.by_hand;
      out.ledger.push_back(state.ledger);
    }
    report_hand({p_, hand_, placed_, targets_, states_, pins_, suspended_, ban_counts_, idle_from_}, out);
    out.findings.insert(out.findings.end(), findings_.begin(), findings_.end());
    return out;
  }

  Placement p_;
  const ClassField& field_;
  const ClassHand& hand_;
  const PlacedClass& placed_;
  std::vector<Target> targets_;
  std::vector<Rung> rungs_;
  std::vector<TargetState> states_;
  std::vector<StandingPin> pins_;
  std::vector<SuspendedPin> suspended_;
  // By point: those of the placement, then those that fill gaps.
  std::vector<Placed> points_;
  std::vector<double> radii_m_;
  std::vector<PointFate> fate_;
  std::vector<size_t> target_of_;
  std::vector<uint32_t> closed_;  ///< cells of displaced points, which do not come again
  std::vector<int64_t> ban_counts_;
  std::vector<size_t> idle_from_;
  Findings findings_;
};

}  // namespace

PinIndex::PinIndex(const GridSpec& grid, const std::vector<StandingPin>& pins, double least_cell_m) {
  for (size_t i = 0; i < pins.size(); ++i) {
    if (!pins[i].keeps_distance()) continue;
    x_.push_back(pins[i].place.position_m.x);
    y_.push_back(pins[i].place.position_m.y);
    index_.push_back(i);
  }
  cells_ = bin_points(x_, y_, std::max(grid.width_m(), grid.height_m()), least_cell_m, false);
}

PlacedClass adapt_class(const PlacementInputs& inputs, const PointClassRow& row,
                        const LandmarkPlan& landmarks, const ClassField& field, const PlacedClass& placed,
                        const ClassHand& hand) {
  return Adapter(inputs, row, landmarks, field, placed, hand).run();
}

}  // namespace fw
