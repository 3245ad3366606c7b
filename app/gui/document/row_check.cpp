#include "app/gui/document/row_check.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/template/template_io.h"

namespace fw {
namespace {

/// Lists of few rows, which are checked against one another or name other rows: they go through it whole.
bool goes_whole(std::string_view list) {
  return list == "regions" || list == "lines" || list == "imports";
}

/// More rows than this may be too many: the whole template says so.
constexpr size_t kFewEnough = 4000;

Template without_rows(Template t) {
  visit_hand(t.hand, [](std::string_view, auto& rows) { rows = {}; });
  t.view.layers.clear();
  return t;
}

/// Calls visit(rows of a, rows of b, name) for every list of both.
template <typename HandA, typename HandB, typename Visit>
void visit_both(HandA& a, HandB& b, const Visit& visit) {
  visit_hand(a, [&](std::string_view list, auto& rows) {
    visit_hand(b, [&](std::string_view other, auto& others) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(rows)>,
                                   std::remove_cvref_t<decltype(others)>>)
        if (list == other) visit(rows, others, list);
    });
  });
}

bool has_cells(const auto& row) {
  if constexpr (requires { row.place; }) return !row.place.runs.cells.empty();
  return false;
}

/// The rows of a template that are checked, by their places in its lists.
using RowsOfLists = std::map<std::string_view, std::vector<size_t>>;

/// The rows that `before` does not share, and those that are checked with them. Nothing where cells are among
/// them (their number is limited over all rows), rows are very many, or two have one id.
std::optional<RowsOfLists> rows_to_check(const Hand& edited, const Hand& before) {
  std::set<const void*> known;
  visit_hand(before, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) known.insert(&row);
  });
  std::set<std::string_view> ids;
  std::set<std::string_view> linked;
  for (const LineRow& line : edited.lines) linked.insert({line.from, line.to});
  RowsOfLists checked;
  bool simple = true;
  visit_hand(edited, [&](std::string_view list, const auto& rows) {
    simple = simple && rows.size() <= kFewEnough;
    std::vector<size_t>& places = checked[list];
    for (size_t k = 0; k < rows.size(); ++k) {
      const bool fresh = !known.contains(&rows[k]);
      simple = simple && ids.insert(rows[k].id).second && !(fresh && has_cells(rows[k]));
      if (fresh || goes_whole(list) || (list == "pins" && linked.contains(rows[k].id))) places.push_back(k);
    }
  });
  return simple ? std::optional(std::move(checked)) : std::nullopt;
}

Template with_rows(Template bare, const Hand& from, const RowsOfLists& places) {
  visit_both(bare.hand, from, [&](auto& rows, const auto& source, std::string_view list) {
    for (const size_t k : places.at(list)) rows.push_back(source[k]);
  });
  return bare;
}

}  // namespace

std::string text_without_rows(const Template& tmpl) {
  return write_template(without_rows(tmpl));
}

std::optional<Template> checked_rows(const Template& edited, const Template& before) {
  const auto places = rows_to_check(edited.hand, before.hand);
  if (!places) return std::nullopt;
  CheckedTemplate checked = check_edited(with_rows(without_rows(edited), edited.hand, *places));
  if (!checked.refusals.empty()) return std::nullopt;
  Template out = std::move(checked.tmpl);
  out.view.layers = edited.view.layers;
  Hand hand = edited.hand;
  std::set<const void*> known;
  visit_hand(before.hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) known.insert(&row);
  });
  visit_both(hand, out.hand, [&](auto& rows, const auto& read, std::string_view list) {
    const std::vector<size_t>& of = places->at(list);
    for (size_t k = 0; k < of.size(); ++k)
      if (!known.contains(&rows[of[k]])) rows.edit(of[k]) = read[k];
  });
  hand.mix = out.hand.mix;
  hand.belt_m = out.hand.belt_m;
  out.hand = std::move(hand);
  return out;
}

bool have_rows_of_one_text(const Template& a, const Template& b) {
  RowsOfLists differ;
  bool sizes = true, shared = true;
  visit_both(a.hand, b.hand, [&](const auto& rows, const auto& others, std::string_view list) {
    sizes = sizes && rows.size() == others.size();
    std::vector<size_t>& places = differ[list];
    for (size_t k = 0; sizes && k < rows.size(); ++k)
      if (!rows.shares(k, others)) places.push_back(k);
    shared = shared && places.empty();
  });
  if (!sizes || shared) return sizes;
  return write_template(with_rows(without_rows(a), a.hand, differ)) ==
         write_template(with_rows(without_rows(b), b.hand, differ));
}

}  // namespace fw
