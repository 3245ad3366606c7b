#include "app/job/search/search_hopeless.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number_text.h"

namespace fw {
namespace {

std::set<size_t> figures_of(const Formula& formula) {
  std::set<size_t> figures;
  for (const FormulaNode& node : formula.nodes)
    if (node.op == FormulaOp::figure || node.op == FormulaOp::percent) figures.insert(node.figure);
  return figures;
}

std::string percent_text(uint64_t part, uint64_t all) {
  return decimal_text(100 * static_cast<double>(part) / static_cast<double>(all), 1) + " %";
}

}  // namespace

void Hopeless::add(const SearchRow& row) {
  ++worlds_;
  passed_ += row.fate == RowFate::passed;
  if (passed_ > 0 || row.fate == RowFate::failed) return;
  if (row.by_preview) {  // nothing else is known of it
    ++parts_[row.part].fails;
    ++parts_[row.part].alone;
    return;
  }
  size_t failing = 0, last = 0;
  for (size_t k = 0; k < parts_.size(); ++k) {
    const double slack = value_of(rules_.parts[k].formula, row.values, rules_.table);
    if (slack < 0) {
      ++parts_[k].fails;
      ++failing;
      last = k;
    }
    if (std::isnan(slack) || (parts_[k].seen && slack <= parts_[k].best)) continue;
    parts_[k].seen = true;
    parts_[k].best = slack;
    parts_[k].at_best.clear();
    for (const size_t figure : figures_of(rules_.parts[k].formula))
      parts_[k].at_best.push_back(row.values[figure]);
  }
  if (failing == 1) ++parts_[last].alone;
}

std::string Hopeless::text() const {
  const auto most = std::max_element(parts_.begin(), parts_.end(),
                                     [](const Part& a, const Part& b) { return a.fails < b.fails; });
  const ConditionPart& part = rules_.parts[static_cast<size_t>(most - parts_.begin())];
  std::string text = "no world out of " + std::to_string(worlds_) + " has passed; \"" + part.text +
                     "\" alone ends " + percent_text(most->fails, worlds_) + " of them";
  if (most->seen) {
    size_t k = 0;
    for (const size_t figure : figures_of(part.formula)) {
      text += (k == 0 ? "; nearest to it: " : ", ") + rules_.table.figures[figure].name + " " +
              rounded_text(most->at_best[k], 4);
      ++k;
    }
  }
  return text + "; without it at most " + percent_text(most->alone, worlds_) + " would pass";
}

}  // namespace fw
