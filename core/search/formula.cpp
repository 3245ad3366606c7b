#include "core/search/formula.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr double kNever = -std::numeric_limits<double>::denorm_min();

bool is_leaf(FormulaOp op) {
  return op == FormulaOp::number || op == FormulaOp::figure || op == FormulaOp::percent;
}
bool is_unary(FormulaOp op) {
  return op == FormulaOp::absolute || op == FormulaOp::negative;
}

/// A slack of 0 that does not hold.
double strictly(double slack) {
  return slack == 0 ? kNever : slack;
}

double least_known(double a, double b) {
  if (std::isnan(a)) return b < 0 ? b : a;
  if (std::isnan(b)) return a < 0 ? a : b;
  return std::min(a, b);
}

double greatest_known(double a, double b) {
  if (std::isnan(a)) return b >= 0 ? b : a;
  if (std::isnan(b)) return a >= 0 ? a : b;
  return std::max(a, b);
}

/// What is not finite, as a number over 0, is no value.
double finite(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

double apply(FormulaOp op, double a, double b) {
  const bool unknown = std::isnan(a) || std::isnan(b);
  switch (op) {
    case FormulaOp::add:
      return finite(a + b);
    case FormulaOp::subtract:
      return finite(a - b);
    case FormulaOp::multiply:
      return finite(a * b);
    case FormulaOp::divide:
      return finite(a / b);
    case FormulaOp::least:
      return unknown ? a + b : std::min(a, b);
    case FormulaOp::greatest:
      return unknown ? a + b : std::max(a, b);
    case FormulaOp::absolute:
      return std::abs(a);
    case FormulaOp::negative:
      return -a;
    case FormulaOp::at_most:
      return b - a;
    case FormulaOp::below:
      return strictly(b - a);
    case FormulaOp::equal:
      return -std::abs(a - b);
    case FormulaOp::differs:
      return strictly(std::abs(a - b));
    case FormulaOp::both:
      return least_known(a, b);
    case FormulaOp::either:
      return greatest_known(a, b);
    default:
      return a;
  }
}

/// How an operation is written, and how tightly it binds.
struct Written {
  std::string_view sign;
  int binds;
};
constexpr int kBindsOr = 0, kBindsAnd = 1, kBindsComparison = 2, kBindsSum = 3, kBindsProduct = 4,
              kBindsSign = 5, kBindsValue = 6;

Written written(FormulaOp op) {
  switch (op) {
    case FormulaOp::either:
      return {" or ", kBindsOr};
    case FormulaOp::both:
      return {" and ", kBindsAnd};
    case FormulaOp::at_most:
      return {" <= ", kBindsComparison};
    case FormulaOp::below:
      return {" < ", kBindsComparison};
    case FormulaOp::equal:
    case FormulaOp::differs:
      return {" = ", kBindsComparison};
    case FormulaOp::add:
      return {" + ", kBindsSum};
    case FormulaOp::subtract:
      return {" - ", kBindsSum};
    case FormulaOp::multiply:
      return {" * ", kBindsProduct};
    case FormulaOp::divide:
      return {" / ", kBindsProduct};
    case FormulaOp::negative:
      return {"-", kBindsSign};
    default:
      return {"", kBindsValue};
  }
}

struct Piece {
  std::string text;
  int binds = kBindsValue;

  std::string at_least(int wanted) && { return binds < wanted ? "(" + text + ")" : std::move(text); }
};

Piece join(FormulaOp op, Piece left, Piece right, bool number_first) {
  if (op == FormulaOp::least || op == FormulaOp::greatest)
    return {(op == FormulaOp::least ? "min(" : "max(") + left.text + ", " + right.text + ")"};
  Written how = written(op);
  const bool turned = number_first && (op == FormulaOp::at_most || op == FormulaOp::below);
  if (turned) {  // a figure stands first
    std::swap(left, right);
    how.sign = op == FormulaOp::at_most ? " >= " : " > ";
  }
  std::string text = std::move(left).at_least(how.binds == kBindsComparison ? kBindsSum : how.binds) +
                     std::string(how.sign) + std::move(right).at_least(how.binds + 1);
  if (op == FormulaOp::differs) return {"not " + text, kBindsComparison};
  return {std::move(text), how.binds};
}

}  // namespace

size_t Formula::add(FormulaNode node) {
  nodes.push_back(node);
  return nodes.size() - 1;
}

void Formula::negate(size_t top) {
  std::vector<size_t> left{top};
  while (!left.empty()) {
    FormulaNode& node = nodes[left.back()];
    left.pop_back();
    switch (node.op) {
      case FormulaOp::at_most:
      case FormulaOp::below:
        node.op = node.op == FormulaOp::at_most ? FormulaOp::below : FormulaOp::at_most;
        std::swap(node.left, node.right);
        break;
      case FormulaOp::equal:
      case FormulaOp::differs:
        node.op = node.op == FormulaOp::equal ? FormulaOp::differs : FormulaOp::equal;
        break;
      case FormulaOp::both:
      case FormulaOp::either:
        node.op = node.op == FormulaOp::both ? FormulaOp::either : FormulaOp::both;
        left.insert(left.end(), {node.left, node.right});
        break;
      default:
        break;
    }
  }
}

Formula Formula::part(size_t top) const {
  std::vector<uint8_t> wanted(nodes.size(), 0);
  wanted[top] = 1;
  for (size_t k = top + 1; k-- > 0;) {
    if (!wanted[k] || is_leaf(nodes[k].op)) continue;
    wanted[nodes[k].left] = 1;
    if (!is_unary(nodes[k].op)) wanted[nodes[k].right] = 1;
  }
  Formula out;
  std::vector<size_t> at(nodes.size(), 0);
  for (size_t k = 0; k <= top; ++k) {
    if (!wanted[k]) continue;
    FormulaNode node = nodes[k];
    node.left = at[node.left];
    node.right = at[node.right];
    at[k] = out.add(node);
  }
  return out;
}

std::vector<size_t> Formula::joined(size_t top) const {
  std::vector<size_t> out, left{top};
  while (!left.empty()) {
    const size_t k = left.back();
    left.pop_back();
    if (nodes[k].op == FormulaOp::both)
      left.insert(left.end(), {nodes[k].right, nodes[k].left});
    else
      out.push_back(k);
  }
  return out;
}

double value_of(const Formula& formula, std::span<const double> values, const FigureTable& table) {
  std::vector<double> of(formula.nodes.size());
  for (size_t k = 0; k < of.size(); ++k) {
    const FormulaNode& node = formula.nodes[k];
    if (node.op == FormulaOp::number)
      of[k] = node.number;
    else if (node.op == FormulaOp::figure)
      of[k] = values[node.figure];
    else if (node.op == FormulaOp::percent)
      of[k] = usual_percent(table, node.figure, values[node.figure]);
    else
      of[k] = apply(node.op, of[node.left], is_unary(node.op) ? 0.0 : of[node.right]);
  }
  return of.back();
}

std::string text_of(const Formula& formula, const FigureTable& table) {
  std::vector<Piece> of(formula.nodes.size());
  for (size_t k = 0; k < of.size(); ++k) {
    const FormulaNode& node = formula.nodes[k];
    switch (node.op) {
      case FormulaOp::number:
        of[k] = {number_text(node.number)};
        break;
      case FormulaOp::figure:
        of[k] = {table.figures[node.figure].name};
        break;
      case FormulaOp::percent:
        of[k] = {table.figures[node.figure].name + ".pct"};
        break;
      case FormulaOp::absolute:
        of[k] = {"abs(" + of[node.left].text + ")"};
        break;
      case FormulaOp::negative:
        of[k] = {"-" + std::move(of[node.left]).at_least(kBindsSign), kBindsSign};
        break;
      default:
        of[k] = join(node.op, std::move(of[node.left]), std::move(of[node.right]),
                     formula.nodes[node.left].op == FormulaOp::number);
    }
  }
  return of.back().text;
}

KpiStage stage_of(const Formula& formula, const FigureTable& table) {
  KpiStage stage = KpiStage::ground;
  for (const FormulaNode& node : formula.nodes)
    if (node.op == FormulaOp::figure || node.op == FormulaOp::percent)
      stage = std::max(stage, table.figures[node.figure].stage);
  return stage;
}

}  // namespace fw
