#include "core/model/template/hand_words.h"

#include <algorithm>

#include "core/base/suggest.h"

namespace fw {
namespace {

constexpr std::string_view kAll = "all";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<bool>& flags_of(HandWords& words, Category category) {
  switch (category) {
    case Category::resource:
      return words.resources;
    case Category::wildlife:
      return words.wildlife;
    case Category::enemy:
      return words.enemies;
    default:
      return words.landmarks;
  }
}

/// Sets what one word means; false if it means nothing.
bool apply(std::string_view word, bool value, const Template& tmpl, HandWords& words) {
  if (word.empty()) return false;
  bool known = false;
  const auto set = [&](std::vector<bool>& flags, size_t row) {
    flags[row] = value;
    known = true;
  };
  const auto set_all = [&](std::vector<bool>& flags) {
    flags.assign(flags.size(), value);
    known = true;
  };
  for (const Category category : kPointCategories) {
    const std::vector<PointClass>& classes = tmpl.classes(category);
    std::vector<bool>& flags = flags_of(words, category);
    for (size_t k = 0; k < classes.size(); ++k)
      if (classes[k].slug == word || classes[k].family == word) set(flags, k);
    if (word == kAll || word == kCategorySlugs[static_cast<size_t>(category)]) set_all(flags);
  }
  if (const auto kind = find_row(tmpl.vocabulary.landmarks, word)) set(words.landmarks, *kind);
  if (word == kAll || word == kCategorySlugs[static_cast<size_t>(Category::landmark)])
    set_all(words.landmarks);
  return known || find_row(tmpl.vocabulary.families, word);
}

std::vector<std::string> known_words(const Template& tmpl) {
  std::vector<std::string> known(kCategorySlugs.begin(), kCategorySlugs.end());
  known.emplace_back(kAll);
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category)) known.push_back(cls.slug);
  for (const LandmarkRow& row : tmpl.vocabulary.landmarks) known.push_back(row.id);
  for (const FamilyRow& row : tmpl.vocabulary.families) known.push_back(row.id);
  return known;
}

/// "resource, wildlife, ..., "
std::string category_words() {
  std::string text;
  for (const std::string_view slug : kCategorySlugs) text += std::string(slug) + ", ";
  return text;
}

}  // namespace

std::vector<ListedWord> listed_words(std::string_view text) {
  std::vector<ListedWord> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    words.push_back({trimmed(text.substr(begin, end - begin)), begin});
    begin = end + 1;
  }
  return words;
}

bool HandWords::has(Category category, size_t row) const {
  const std::vector<bool>& flags = flags_of(const_cast<HandWords&>(*this), category);
  return row < flags.size() && flags[row];
}

Result<HandWords> read_hand_words(std::string_view text, const Template& tmpl) {
  HandWords words{std::vector<bool>(tmpl.resources.size()), std::vector<bool>(tmpl.wildlife.size()),
                  std::vector<bool>(tmpl.enemies.size()),
                  std::vector<bool>(tmpl.vocabulary.landmarks.size())};
  for (auto [word, begin] : listed_words(text)) {
    const bool out = word.starts_with('-');
    if (out) word.remove_prefix(1);
    if (!apply(word, !out, tmpl, words))
      return Error{ErrorKind::invalid_template,
                   "found the word \"" + std::string(word.substr(0, 64)) + "\" at character " +
                       std::to_string(begin + 1) +
                       ", expected ids of classes, landmark kinds and families, " + category_words() +
                       "or all" + did_you_mean(word, known_words(tmpl))};
  }
  return words;
}

Result<std::vector<std::pair<std::string, std::string>>> read_hand_key(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> key;
  for (const auto& [part, begin] : listed_words(text)) {
    const size_t gap = part.find(' ');
    if (gap == std::string_view::npos)
      return Error{ErrorKind::invalid_template, "found \"" + std::string(part.substr(0, 64)) +
                                                    "\" at character " + std::to_string(begin + 1) +
                                                    ", expected a sign and an id: a forest"};
    key.emplace_back(part.substr(0, gap), trimmed(part.substr(gap)));
  }
  return key;
}

std::string rename_in_hand_key(std::string_view text, std::string_view old_id, std::string_view new_id) {
  const auto key = read_hand_key(text);
  if (!key) return std::string(text);
  std::string out;
  for (const auto& [sign, id] : key.value())
    out += (out.empty() ? "" : ", ") + sign + " " + (id == old_id ? std::string(new_id) : id);
  return out;
}

std::string rename_hand_word(std::string_view text, std::string_view old_id, std::string_view new_id) {
  std::string out;
  for (auto [word, begin] : listed_words(text)) {
    const bool minus = word.starts_with('-');
    if (minus) word.remove_prefix(1);
    const bool named = word == old_id;
    if (!(named && new_id.empty())) {
      if (!out.empty()) out += ", ";
      out += (minus ? "-" : "") + std::string(named ? new_id : word);
    }
  }
  return out;
}

size_t rename_class_in_hand(Hand& hand, std::string_view old_id, std::string_view new_id) {
  size_t changed = 0;
  const auto rename = [&](auto& rows, auto member) {
    for (size_t k = rows.size(); k-- > 0;) {
      const std::string& held = rows[k].*member;
      std::string text = rename_hand_word(held, old_id, new_id);
      if (text == rename_hand_word(held, old_id, old_id)) continue;
      ++changed;
      if (text.empty())
        rows.erase(k);
      else
        rows.edit(k).*member = std::move(text);
    }
  };
  rename(hand.pins, &PinRow::cls);
  rename(hand.bans, &BanRow::of);
  rename(hand.areas, &AreaRow::of);
  rename(hand.rerolls, &RerollRow::of);
  for (size_t k = 0; k < hand.views.size(); ++k) {
    std::string text = rename_hand_word(hand.views[k].clear, old_id, new_id);
    if (text == rename_hand_word(hand.views[k].clear, old_id, old_id)) continue;
    hand.views.edit(k).clear = std::move(text);
    ++changed;
  }
  return changed;
}

std::optional<PinClass> find_pin_class(const Template& tmpl, std::string_view id, std::string_view category) {
  std::optional<PinClass> found;
  const auto offer = [&](Category of, size_t row) {
    if (!category.empty() && category != kCategorySlugs[static_cast<size_t>(of)]) return true;
    if (found) return false;
    found = PinClass{of, row};
    return true;
  };
  for (const Category of : kPointCategories) {
    const std::vector<PointClass>& classes = tmpl.classes(of);
    for (size_t k = 0; k < classes.size(); ++k)
      if (classes[k].slug == id && !offer(of, k)) return std::nullopt;
  }
  if (const auto kind = find_row(tmpl.vocabulary.landmarks, id); kind && !offer(Category::landmark, *kind))
    return std::nullopt;
  return found;
}

}  // namespace fw
