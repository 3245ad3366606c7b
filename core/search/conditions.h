#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/search/formula.h"

namespace fw {

inline constexpr size_t kMostConditionCharacters = 4096;
inline constexpr int kMostConditionLevels = 64;

/// A condition that has to hold by itself: what `and` joins at the top of one --where, so units never mix.
struct ConditionPart {
  std::string text;  ///< in one way of writing
  Formula formula;
  KpiStage stage = KpiStage::ground;  ///< at which all its figures are known
};

/// The grammar is in docs/search.md, 2. Errors are ErrorKind::usage: one line with the column.
Result<std::vector<ConditionPart>> parse_condition(std::string_view text, const FigureTable& table);
/// A sum, for a score.
Result<Formula> parse_sum(std::string_view text, const FigureTable& table);

enum class SearchFate : uint8_t { passed, rejected, undefined };

/// What conditions say of a world.
struct Judgement {
  SearchFate fate = SearchFate::passed;
  size_t part = 0;  ///< the first part that does not hold
  KpiStage stage = KpiStage::points;
};

/// The verdict at one stage, given what is known there; NaN = not known or not defined. Nothing while it is
/// open. A part whose figures are all known by now and that is NaN is undefined: it does not hold. All parts
/// open or holding at the stage `points` is passed.
std::optional<Judgement> judge_at(KpiStage stage, std::span<const ConditionPart> parts,
                                  std::span<const double> values, const FigureTable& table);

/// The stages at which parts are looked at: those at which some part is known whole. Ends with points.
std::vector<KpiStage> looks_of(std::span<const ConditionPart> parts);

/// The verdict on a world of which everything is known, reached as by looking at stage after stage.
Judgement judge(std::span<const ConditionPart> parts, std::span<const double> values,
                const FigureTable& table);

}  // namespace fw
