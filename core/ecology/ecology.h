#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/ecology/blocks.h"
#include "core/ecology/individuals.h"
#include "core/ecology/players.h"
#include "core/ecology/spots.h"
#include "core/ecology/stocks.h"
#include "core/model/finding.h"

// The world over time, whole: what a template and its world make of it, its state, and one step
// (docs/ecology.md). A state is arrays: copy it to keep it.
namespace fw {

/// Everything that no step changes. Made of a world on any raster; for the same numbers whatever raster a
/// user asked for, make it of a world on the plan grid.
struct Ecology {
  Calendar calendar;
  EcologyParams params;
  GridSpec grid;  ///< the world's
  Blocks blocks;
  Stocks stocks;
  std::vector<ShownClass> shown;  ///< as stocks.classes
  Spots spots;
  PlayerGround players;
  Findings findings;
};
using EcologyPtr = std::shared_ptr<const Ecology>;

/// Whether a template states anything of the world over time; else nothing renews but by itself.
bool has_ecology(const Template& tmpl);
/// Whether it states something of the stocks of animals: `has_ecology` without what acts on nodes alone.
bool has_stocks(const Template& tmpl);

/// Classes of wildlife with a quota and a place to live, calibrated; findings say what cannot hold. Takes up
/// to half a minute with long cycles. Null where `progress` was cancelled.
EcologyPtr bind_ecology(const Template& tmpl, const World& world, const Progress& progress = {});
/// The food web of a template alone, calibrated for its quotas; for checks before a world is made.
FoodWeb template_web(const Template& tmpl, Findings& findings);

struct EcologyState {
  int64_t quarter = 0;  ///< quarters of a day since second 0
  StockState stocks;
  std::vector<Individuals> shown;
  std::vector<SpotState> spots;
  Players players;
  // What follows from `quarter`; null = to be read.
  std::shared_ptr<const std::vector<StockHome>> homes;
  std::shared_ptr<const SpotFronts> fronts;
  int64_t homes_part = -1, fronts_part = -1;

  int64_t part() const { return quarter * kPartsAQuarter; }
};
EcologyState start_ecology(const Ecology& ecology);

/// What a class of animals did in a step.
struct AnimalRow {
  StockFlow flow;    ///< the ledger
  double stock = 0;  ///< at the end
  double shown = 0;  ///< mean over the parts
  int64_t kills = 0;
};
/// What a class of nodes did in a step.
struct NodeRow {
  double target = 0;    ///< quota over the day and the year, mean over the parts
  double standing = 0;  ///< mean over the parts
  int64_t opened = 0, closed = 0, harvested = 0;
  double rest_short = 0, player_short = 0;  ///< missing, mean over the parts (SpotStep)
  int64_t over_cap = 0;                     ///< parts in which more than the cap stood
};
enum class EcologyEventKind : uint8_t { extinct, reseed };
struct EcologyEvent {
  EcologyEventKind kind = EcologyEventKind::extinct;
  int64_t part = 0;
  uint32_t cls = 0;   ///< into stocks.classes
  double amount = 0;  ///< heads
};
struct EcologyStep {
  std::vector<AnimalRow> animals;      ///< as stocks.classes
  std::vector<NodeRow> nodes;          ///< as spots.classes
  std::array<double, kWants> asked{};  ///< by players
  std::array<double, kWants> unmet{};
  std::vector<EcologyEvent> events;
};

/// A quarter of the calendar's day with so many players on line on average. The same bits at any number of
/// threads, interrupted or not.
EcologyStep step_ecology(const Ecology& ecology, EcologyState& state, double players);
/// The same part by part, for who shows every one: the stocks' quarter, then its kPartsAQuarter parts in
/// order, then its end. Between them state.quarter is that of the quarter under way. `part`: since second 0,
/// from state.part() to state.part() + kPartsAQuarter - 1; `players`: at least 0, rounded to a whole number.
EcologyStep begin_quarter(const Ecology& ecology, EcologyState& state);
void step_part(const Ecology& ecology, EcologyState& state, int64_t part, double players, EcologyStep& step);
void end_quarter(EcologyState& state, EcologyStep& step);

/// Removes a share of the stocks of classes (indices) on the cells of the world that `inside` names; what is
/// shown there goes likewise. By class: heads, to be counted as hunted.
std::vector<double> wipe_animals(const Ecology& ecology, EcologyState& state, const Mask& inside,
                                 double share, std::span<const uint32_t> classes);

/// A state as bytes, little-endian, and back; another ecology's are refused.
std::string state_bytes(const Ecology& ecology, const EcologyState& state);
Result<EcologyState> read_state(const Ecology& ecology, std::string_view bytes);
/// SHA-256 of state_bytes().
std::string state_digest(const Ecology& ecology, const EcologyState& state);

/// Stock over quota of a class by block of the frame; 0 where it is not. For maps.
std::vector<double> density_by_block(const Ecology& ecology, const EcologyState& state, size_t cls);

}  // namespace fw
