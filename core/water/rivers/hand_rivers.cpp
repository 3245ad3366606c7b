#include "core/water/rivers/hand_rivers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/field/lower_envelope.h"
#include "core/field/shape.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"
#include "core/water/rivers/river_paths.h"

namespace fw {
namespace {

constexpr double kWalkStep_cells = 0.125;
constexpr size_t kSmallLoop_cells = 6;  // of a line that turns within its own cells
constexpr size_t kSlip_cells = 3;       // of land that a line crosses beside a lake
constexpr double kBedFall_m = 1e-3;     // a cell, at least
constexpr double kBedSunk_m = 0.5;      // below the lowest ground so far: what lies beside drains to it
constexpr float kWayStep_m = 0.01F;

/// Where a line runs, cell by cell; kOffLand off the frame.
struct Walk {
  std::vector<uint32_t> cells;
  std::vector<Vec2> at_m;
};

Walk walk_line(const std::vector<Vec2>& line, const GridSpec& g) {
  Walk out;
  size_t samples = 0;
  const auto visit = [&](Vec2 at) {
    const uint32_t cell = g.contains(at) ? static_cast<uint32_t>(g.cell_at(at)) : kOffLand;
    if (out.cells.empty() || out.cells.back() != cell) {
      out.cells.push_back(cell);
      out.at_m.push_back(at);
      samples = 1;
      return;
    }
    ++samples;  // the mean of what lies in the cell
    out.at_m.back() = out.at_m.back() + (at - out.at_m.back()) * (1.0 / static_cast<double>(samples));
  };
  visit(line.front());
  for (size_t k = 0; k + 1 < line.size(); ++k) {
    const Vec2 way = line[k + 1] - line[k];
    const double length = std::sqrt(way.x * way.x + way.y * way.y);
    const auto steps = static_cast<size_t>(std::min(length / (kWalkStep_cells * g.cell_m) + 1, 1e6));
    for (size_t i = 1; i <= steps; ++i)
      visit(line[k] + way * (static_cast<double>(i) / static_cast<double>(steps)));
  }
  return out;
}

/// Leads the rows' rivers one after the other.
class Leader {
 public:
  Leader(const HandRiverGround& ground, Raster<uint32_t>& receiver)
      : ground_(ground), g_(ground.land.grid), receiver_(receiver), river_at_(g_) {
    lake_row_.resize(ground.lakes.outlet.size());
  }

  /// Adds the pieces of a row; otherwise says why it cannot act. `beyond`: what of it is not drawn.
  std::string add(const WaterRow& row, std::vector<HandReach>& reaches, std::string& beyond, size_t& cells) {
    const Result<Shape> shape = read_shape(row.place.shape);
    if (!shape) return shape.error().message;
    if (shape.value().kind != Shape::Kind::lines || shape.value().parts.empty())
      return "its shape is no line: draw a LINESTRING, downstream";
    Walk walk = walk_line(shape.value().parts.front(), g_);
    if (std::string reason = without_loops(walk); !reason.empty()) return reason;
    if (std::string reason = trim(walk, beyond); !reason.empty()) return reason;
    cells = walk.cells.size();
    std::vector<HandReach> pieces;
    if (std::string reason = part(row, walk, pieces, beyond); !reason.empty()) return reason;
    for (const HandReach& piece : pieces)
      if (std::string reason = check(piece); !reason.empty()) return reason;
    return take(row, std::move(pieces), reaches);
  }

 private:
  std::string without_loops(Walk& walk) const {
    std::map<uint32_t, size_t> seen;
    Walk out;
    for (size_t i = 0; i < walk.cells.size(); ++i) {
      const uint32_t cell = walk.cells[i];
      const auto found = cell == kOffLand ? seen.end() : seen.find(cell);
      if (found != seen.end()) {
        if (out.cells.size() - found->second > kSmallLoop_cells)
          return "its line crosses itself at " + told_place(walk.at_m[i]);
        while (out.cells.size() > found->second + 1) {
          seen.erase(out.cells.back());
          out.cells.pop_back();
          out.at_m.pop_back();
        }
        continue;
      }
      seen[cell] = out.cells.size();
      out.cells.push_back(cell);
      out.at_m.push_back(walk.at_m[i]);
    }
    walk = std::move(out);
    return {};
  }

  bool is_land(uint32_t cell) const { return cell != kOffLand && ground_.land[cell] != 0; }

  /// Leaves what runs over the main ground, from its head to the sea.
  std::string trim(Walk& walk, std::string& beyond) {
    size_t first = 0;
    while (first < walk.cells.size() && !is_land(walk.cells[first])) ++first;
    if (first == walk.cells.size()) return "none of it lies on the main ground";
    if (first > 0 && walk.cells[first - 1] != kOffLand)
      return "it begins at sea: draw it downstream, from its source to its mouth";
    if (first > 0) beyond = "its beginning lies off the frame";
    size_t end = first;
    while (end < walk.cells.size() && is_land(walk.cells[end])) ++end;
    for (size_t i = end; i < walk.cells.size() && beyond.empty(); ++i)
      if (is_land(walk.cells[i])) beyond = "it goes on beyond the sea, at " + told_place(walk.at_m[i]);
    const auto keep = [&](auto& all) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
      all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
    };
    ends_at_sea_ = end < walk.cells.size();
    keep(walk.cells);
    keep(walk.at_m);
    return {};
  }

  std::string lake_text(int lake) const {
    return "the lake at " +
           told_metres(static_cast<double>(ground_.lakes.level_m[static_cast<size_t>(lake)]));
  }

  /// Parts a row's way at lakes, up to an earlier river by hand.
  std::string part(const WaterRow& row, const Walk& walk, std::vector<HandReach>& pieces,
                   std::string& beyond) const {
    int last_lake = -1;
    bool open = false;
    for (size_t i = 0; i < walk.cells.size(); ++i) {
      const uint32_t cell = walk.cells[i];
      const int lake = ground_.lakes.at(cell) - 1;
      if (lake >= 0) {
        if (open) {
          HandReach& piece = pieces.back();
          piece.into_lake = lake;
          piece.next = cell;
          if (piece.from_lake == lake && piece.cells.size() > kSlip_cells)
            return "it leaves " + lake_text(lake) + " and returns to it at " + told_place(walk.at_m[i]);
          if (piece.from_lake == lake) pieces.pop_back();
        }
        open = false;
        last_lake = lake;
        continue;
      }
      if (river_at_[cell] != nullptr) {
        if (open) pieces.back().next = cell;
        if (i + 1 < walk.cells.size())
          beyond =
              "from " + told_place(walk.at_m[i]) + " on it runs in the river of row " + river_at_[cell]->id;
        break;
      }
      if (!open) {
        pieces.emplace_back();
        pieces.back().row = &row;
        pieces.back().from_lake = last_lake;
        open = true;
      }
      pieces.back().cells.push_back(cell);
      pieces.back().at_m.push_back(walk.at_m[i]);
    }
    if (pieces.empty()) return "all of it lies in a lake or in the river of another row";
    return {};
  }

  std::string check(const HandReach& piece) const {
    if (piece.from_lake < 0 && piece.cells.size() < kLeastRiver_cells)
      return "it is " + std::to_string(piece.cells.size()) + " cells of the plan long, and a river needs " +
             std::to_string(kLeastRiver_cells);
    if (piece.from_lake >= 0)
      if (const WaterRow* other = lake_row_[static_cast<size_t>(piece.from_lake)])
        return lake_text(piece.from_lake) + " has its way out by row " + other->id + ": a lake has one";
    double run = std::numeric_limits<double>::infinity(), least = 0;
    if (piece.from_lake >= 0) run = level(piece.from_lake);
    if (piece.into_lake >= 0) least = level(piece.into_lake);
    if (run < least)
      return "it would run uphill, from " + lake_text(piece.from_lake) + " to " + lake_text(piece.into_lake);
    for (size_t i = 0; i < piece.cells.size(); ++i) {
      const auto ground = static_cast<double>(ground_.height_m[piece.cells[i]]);
      run = std::min(run, ground);
      const std::string where =
          "it would run uphill: at " + told_place(piece.at_m[i]) + " the ground stands ";
      if (ground - run > ground_.most_cut_m)
        return where + told_metres(ground - run) + " above where it has come down to, and at most " +
               told_metres(ground_.most_cut_m) + " are cut: lead it round, or lower the ground";
      if (least - ground > ground_.most_cut_m)
        return where + told_metres(least - ground) + " below " + lake_text(piece.into_lake) +
               ": lead it round, or raise the ground";
    }
    return {};
  }

  double level(int lake) const {
    return static_cast<double>(ground_.lakes.level_m[static_cast<size_t>(lake)]);
  }

  /// Leads the water along the pieces, unless it would come round to where it was.
  std::string take(const WaterRow& row, std::vector<HandReach> pieces, std::vector<HandReach>& reaches) {
    std::set<uint32_t> own;
    for (HandReach& piece : pieces) {
      own.insert(piece.cells.begin(), piece.cells.end());
      if (piece.next == kOffLand &&
          !(ends_at_sea_ && &piece == &pieces.back() && ground_.outlets[piece.cells.back()] != 0))
        piece.next = receiver_[piece.cells.back()];
      if (piece.next == piece.cells.back()) piece.next = kOffLand;
    }
    for (size_t k = 0; k < pieces.size(); ++k)
      if (comes_back(pieces, k, own))
        return "the ground at its end, " + told_place(pieces[k].at_m.back()) +
               ", drains back to it: lead it on to the sea, a lake or lower ground";
    for (HandReach& piece : pieces) {
      for (size_t i = 0; i < piece.cells.size(); ++i) {
        river_at_[piece.cells[i]] = &row;
        const uint32_t next = i + 1 < piece.cells.size() ? piece.cells[i + 1] : piece.next;
        receiver_[piece.cells[i]] = next == kOffLand ? piece.cells[i] : next;
      }
      if (piece.from_lake >= 0) lake_row_[static_cast<size_t>(piece.from_lake)] = &row;
      reaches.push_back(std::move(piece));
    }
    return {};
  }

  /// Whether the way on from a piece's end meets a cell of the row that lies above it.
  bool comes_back(const std::vector<HandReach>& pieces, size_t k, const std::set<uint32_t>& own) const {
    std::vector<uint32_t> outlet = ground_.lakes.outlet;
    for (const HandReach& piece : pieces)
      if (piece.from_lake >= 0) outlet[static_cast<size_t>(piece.from_lake)] = piece.cells.front();
    uint32_t at = pieces[k].next;
    for (size_t steps = 0; at != kOffLand; ++steps) {
      if (steps > g_.cells()) return true;
      const int lake = ground_.lakes.at(at) - 1;
      if (lake >= 0) {
        at = outlet[static_cast<size_t>(lake)];
        const bool below = k + 1 < pieces.size() && pieces[k + 1].cells.front() == at;
        if (below) return false;  // the next piece is looked at itself
      }
      if (own.contains(at)) return true;
      if (receiver_[at] == at) return false;
      at = receiver_[at];
    }
    return false;
  }

  const HandRiverGround& ground_;
  const GridSpec& g_;
  Raster<uint32_t>& receiver_;
  Raster<const WaterRow*> river_at_;       ///< by cell; null: none
  std::vector<const WaterRow*> lake_row_;  ///< by lake: whose river is its way out
  bool ends_at_sea_ = false;
};

}  // namespace

LedRivers lead_rivers(const Template& tmpl, const HandRiverGround& ground, Raster<uint32_t>& receiver,
                      HandTold& told) {
  Leader leader(ground, receiver);
  LedRivers led;
  for (const WaterRow& row : tmpl.hand.waters) {
    if (!row.on || row.kind != WaterIs::river) continue;
    std::string beyond;
    size_t cells = 0;
    std::string reason = leader.add(row, led.reaches, beyond, cells);
    if (!reason.empty()) {
      told.outcomes.push_back(suspended_row("waters", row, std::move(reason), static_cast<double>(cells)));
      continue;
    }
    led.rows.push_back({&row, cells, std::move(beyond)});
  }
  return led;
}

void tell_rivers(const LedRivers& rivers, const Drainage& drainage, HandTold& told) {
  for (const LedRivers::OfRow& of : rivers.rows) {
    size_t got = 0;
    std::string reason = of.beyond;
    for (const HandReach& reach : rivers.reaches) {
      if (reach.row != of.row) continue;
      for (size_t i = 0; i < reach.cells.size(); ++i) {
        const uint32_t next = i + 1 < reach.cells.size() ? reach.cells[i + 1] : reach.next;
        const bool along = next == kOffLand || drainage.receiver[reach.cells[i]] == next;
        got += along ? 1 : 0;
        if (!along && reason.empty())
          reason = "at " + told_place(reach.at_m[i]) + " the ground drains another way than the line";
      }
    }
    told.outcomes.push_back(acting_row("waters", *of.row, static_cast<double>(of.cells),
                                       static_cast<double>(got), std::move(reason)));
  }
}

void cut_rivers(const Template& tmpl, const HandRiverGround& ground, const std::vector<HandReach>& reaches,
                const Raster<uint32_t>& receiver, Raster<float>& height_m) {
  if (reaches.empty()) return;
  const GridSpec& g = ground.land.grid;
  Mask still(g);  // lakes and the ground beside them
  for (uint32_t cell = 0; cell < still.size(); ++cell)
    if (ground.lakes.at(cell) != 0) {
      still[cell] = 1;
      for (const uint32_t other : neighbours(g, cell)) still[other] = 1;
    }
  Raster<float> start(g, std::numeric_limits<float>::infinity());
  for (const HandReach& reach : reaches) {
    const size_t count = reach.cells.size();
    const auto level = [&](int lake) {
      return static_cast<double>(ground.lakes.level_m[static_cast<size_t>(lake)]);
    };
    double run = reach.from_lake >= 0 ? level(reach.from_lake) : std::numeric_limits<double>::infinity();
    double least = kLeastLand_m;
    if (reach.into_lake >= 0) least = level(reach.into_lake);
    if (reach.into_lake < 0 && reach.next != kOffLand && std::isfinite(start[reach.next]))
      least = static_cast<double>(start[reach.next]);
    for (size_t i = 0; i < count; ++i) {
      const uint32_t cell = reach.cells[i];
      run = std::min(run, static_cast<double>(height_m[cell]));
      // Falls all the way, also over level ground. A lake stands as high as its outlet, the first cell.
      const double sunk_m = i == 0 && reach.from_lake >= 0 ? 0 : kBedSunk_m;
      const double bed_m = std::max(run - sunk_m - kBedFall_m * static_cast<double>(i),
                                    least + kBedFall_m * static_cast<double>(count - i));
      height_m[cell] = start[cell] = static_cast<float>(bed_m);
    }
    uint32_t cell = reach.cells.back();
    for (uint32_t to = reach.next; to != kOffLand && ground.lakes.at(to) == 0; to = receiver[to]) {
      const float lower = std::max(height_m[cell] - kWayStep_m, static_cast<float>(kLeastLand_m));
      if (height_m[to] <= lower) break;
      height_m[to] = start[to] = lower;
      cell = to;
      if (receiver[to] == to) break;
    }
  }
  const Raster<float> envelope = lower_envelope(start, valley_curvature(tmpl));
  for (size_t cell = 0; cell < height_m.size(); ++cell)
    if (ground.land[cell] != 0 && still[cell] == 0 && !std::isfinite(start[cell]))
      height_m[cell] = std::min(height_m[cell], envelope[cell]);
}

void lead_drainage(const std::vector<HandReach>& reaches, Drainage& drainage) {
  if (reaches.empty()) return;
  std::vector<uint32_t> rank(drainage.receiver.size(), 0);
  for (uint32_t i = 0; i < drainage.order.size(); ++i) rank[drainage.order[i]] = i;
  for (const HandReach& reach : reaches)
    for (size_t i = 0; i < reach.cells.size(); ++i) {
      const uint32_t cell = reach.cells[i];
      const uint32_t next = i + 1 < reach.cells.size() ? reach.cells[i + 1] : reach.next;
      if (next != kOffLand && rank[next] < rank[cell]) drainage.receiver[cell] = next;
    }
}

std::map<uint32_t, Vec2> drawn_cells(const std::vector<HandReach>& reaches) {
  std::map<uint32_t, Vec2> drawn;
  for (const HandReach& reach : reaches)
    for (size_t i = 0; i < reach.cells.size(); ++i) drawn[reach.cells[i]] = reach.at_m[i];
  return drawn;
}

}  // namespace fw
