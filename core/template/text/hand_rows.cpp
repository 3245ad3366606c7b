#include "core/template/hand_rows.h"

#include <map>

#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/template/text/template_reader.h"

namespace fw {

std::vector<HandRowText> hand_row_texts(const Template& tmpl) {
  std::vector<HandRowText> rows;
  Template alone;  // the hand refers to rows of tables by text alone
  alone.vocabulary = tmpl.vocabulary;
  alone.hand = tmpl.hand;
  const json::Node tree = template_tree(alone, TreeOf::canonical);
  const json::Node* const hand = tree.find("hand");
  visit_hand(tmpl.hand, [&](const char* name, const auto& list) {
    const json::Node* const texts = hand == nullptr ? nullptr : hand->find(name);
    for (size_t k = 0; k < list.size(); ++k)
      rows.push_back({name, list[k].id, list[k].on, json::write(texts->items[k])});
  });
  return rows;
}

std::string hand_digest(const Template& tmpl) {
  const json::Node tree = template_tree(tmpl, TreeOf::digest);
  const json::Node* const hand = tree.find("hand");
  return sha256_hex(hand == nullptr ? "" : json::write(*hand));
}

namespace {

/// Of a list, the ids of rows that the other hand's list has too, in order.
std::map<std::string, std::vector<std::string>> common_order(
    const std::vector<HandRowText>& rows, const std::map<std::string, const HandRowText*>& others) {
  std::map<std::string, std::vector<std::string>> out;
  for (const HandRowText& row : rows)
    if (const auto other = others.find(row.id); other != others.end() && other->second->list == row.list)
      out[row.list].push_back(row.id);
  return out;
}

std::vector<HandDiff::Value> changed_values(const Hand& before, const Hand& after) {
  std::vector<HandDiff::Value> out;
  const auto mix = [](const Hand& hand) { return json_string(kHandMixSlugs[static_cast<size_t>(hand.mix)]); };
  if (before.mix != after.mix) out.push_back({"hand.mix", mix(before), mix(after)});
  if (before.belt_m != after.belt_m)
    out.push_back({"hand.belt_m", number_text(before.belt_m), number_text(after.belt_m)});
  return out;
}

}  // namespace

HandDiff diff_hands(const Template& before, const Template& after) {
  HandDiff diff;
  const std::vector<HandRowText> was = hand_row_texts(before), is = hand_row_texts(after);
  std::map<std::string, const HandRowText*> old_rows, new_rows;
  for (const HandRowText& row : was) old_rows.emplace(row.id, &row);
  for (const HandRowText& row : is) new_rows.emplace(row.id, &row);
  for (const HandRowText& row : was)
    if (!new_rows.contains(row.id)) diff.gone.push_back({row.list, row.id, row.json, ""});
  for (const HandRowText& row : is) {
    const auto old = old_rows.find(row.id);
    if (old == old_rows.end())
      diff.added.push_back({row.list, row.id, "", row.json});
    else if (old->second->json != row.json || old->second->list != row.list)
      diff.changed.push_back({row.list, row.id, old->second->json, row.json});
  }
  diff.values = changed_values(before.hand, after.hand);
  const auto old_order = common_order(was, new_rows), new_order = common_order(is, old_rows);
  for (const auto& [list, ids] : new_order)
    if (old_order.at(list) != ids) diff.reordered.push_back(list);
  return diff;
}

}  // namespace fw
