#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/world/landmarks/measures.h"

namespace fw {

/// Cells where a kind may stand, ascending, with their utilities.
struct RatedCells {
  std::vector<uint32_t> cells;
  std::vector<double> utility;
  std::vector<double> values, shaped;  ///< work space
};

/// One term of a landmark's utility at one cell.
struct SiteTermValue {
  std::string measure;
  double value = 0;  ///< of the measure
  double weight = 0;
  double contribution = 0;  ///< weight * shape(value)
};

/// The rules of one kind of role site, made ready for many cells: a pass over arrays for each condition and
/// term.
class SiteRating {
 public:
  /// `site_inputs` and `row` are kept by the caller.
  SiteRating(const SiteInputs& site_inputs, const LandmarkRow& row);

  /// Regions (by code) that the row's conditions on `region` and `island` allow.
  const RegionTable& regions() const { return regions_; }
  /// Takes all other regions off.
  void restrict_to(const RegionTable& regions);

  /// Those of `cells` (ascending) where the kind may stand. Utilities are the terms' sum, in order.
  void rate(std::span<const uint32_t> cells, RatedCells& out) const;
  /// Demand weights of the cells (ascending).
  std::vector<double> demand(const std::vector<uint32_t>& cells) const;
  /// Every term at one cell, whether or not the kind may stand there.
  std::vector<SiteTermValue> explain(uint32_t cell) const;
  /// The conditions of the row that do not hold at one cell, for people: "coast_m is 140, asked at most 60".
  std::vector<std::string> broken(uint32_t cell) const;

 private:
  struct Condition {
    bool by_class = false;
    ClassMeasure classes;
    NumberMeasure number;
    NumberRange range{};
  };
  struct Term {
    const SiteTerm* row;
    NumberMeasure number;
  };
  NumberMeasure measure(std::string_view slug);
  Condition compile(const SiteCondition& condition);
  static void keep(const Condition& condition, std::vector<uint32_t>& cells, std::vector<double>& values);
  void shape(const SiteTerm& term, std::vector<double>& values, std::vector<double>& shaped) const;

  const SiteInputs& site_inputs_;
  const LandmarkRow& row_;
  std::vector<std::pair<std::string, NumberMeasure>> measures_;  ///< each is surveyed once
  std::vector<Condition> conditions_;
  std::vector<Term> terms_;
  std::vector<Condition> demand_;  ///< none or one
  RegionTable regions_{};
  double farthest_m_;  ///< no distance is longer
};

/// What of the rules of seats holds at a cell of ground, as a sentence for people.
std::string explain_seat_place(const SiteInputs& site_inputs, uint32_t cell);
/// The terms of a seat.
std::vector<SiteTermValue> explain_seat(const SiteInputs& site_inputs, uint32_t cell);
/// What bridges add to the utility of a guard; nothing without a network of roads.
std::vector<SiteTermValue> explain_tolls(const SiteInputs& site_inputs, uint32_t cell);

/// What every square of 250 m adds to the utility of its sites for the seed's luck: among sites that are
/// almost equal it decides alike whatever else changes a little.
SiteTermValue site_luck(const PlacementInputs& inputs, Vec2 at_m);

/// The terms of a placed or possible landmark of any role at a cell; `site_inputs` as they were when its kind
/// was placed.
std::vector<SiteTermValue> explain_site(const SiteInputs& site_inputs, LandmarkKind kind, uint32_t cell);

}  // namespace fw
