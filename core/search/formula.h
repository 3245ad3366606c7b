#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/search/figures.h"

namespace fw {

/// What a node of a formula does. The first group gives numbers, the second slacks.
enum class FormulaOp : uint8_t {
  number,
  figure,
  percent,  ///< usual_percent of a figure
  add,
  subtract,
  multiply,
  divide,
  least,
  greatest,
  absolute,
  negative,

  at_most,  ///< left <= right
  below,    ///< left < right
  equal,
  differs,
  both,
  either,
};

struct FormulaNode {
  FormulaOp op = FormulaOp::number;
  double number = 0;
  size_t figure = 0;
  size_t left = 0, right = 0;  ///< earlier nodes
};

/// A sum or a condition as nodes, children before parents; the last node is the whole. A node has one parent.
/// A comparison's value is its slack: how far it holds, >= 0 where it does, negative where it does not;
/// `both` is the least of two, `either` the greatest. A figure that is not known is NaN: a sum with it is
/// NaN, and so is one that is not finite; a negative side makes `both` negative, a side >= 0 makes `either`
/// hold, else NaN stays NaN (Kleene's logic). So a negative value stays negative whatever becomes known.
struct Formula {
  std::vector<FormulaNode> nodes;

  size_t add(FormulaNode node);
  /// Turns a condition into its opposite.
  void negate(size_t node);
  /// The node as a formula of its own.
  Formula part(size_t node) const;
  /// The conditions that `both` joins at the top below `node`, left to right.
  std::vector<size_t> joined(size_t node) const;
};

/// The value of the whole, given a value per figure of the table.
double value_of(const Formula& formula, std::span<const double> values, const FigureTable& table);

/// The formula as text, which reads back as the same.
std::string text_of(const Formula& formula, const FigureTable& table);

/// The stage at which every figure of the formula is known; ground where it has none.
KpiStage stage_of(const Formula& formula, const FigureTable& table);

}  // namespace fw
