#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"

// What the words of a row of the hand mean: comma-separated ids of classes, landmark kinds and families,
// names of categories, or "all"; "-id" takes one out again. Read from left to right.
namespace fw {

/// One entry of a comma-separated text, without the blanks round it, and where it begins in the text, blanks
/// too.
struct ListedWord {
  std::string_view text;
  size_t begin = 0;
};
std::vector<ListedWord> listed_words(std::string_view text);

/// Which classes and kinds a text of words names.
struct HandWords {
  std::vector<bool> resources, wildlife, enemies;  ///< by row of the template's lists
  std::vector<bool> landmarks;                     ///< by row of the vocabulary

  bool has(Category category, size_t row) const;
};

/// Fails with the unknown word, what it might mean and where it stands in the text.
Result<HandWords> read_hand_words(std::string_view text, const Template& tmpl);

/// A key of cells or pixels, "a grassland, b forest" or "1 forest, 2 snow": what stands for which id, in
/// order. Fails with the part that is not a sign and an id.
Result<std::vector<std::pair<std::string, std::string>>> read_hand_key(std::string_view text);
/// The key with one id renamed.
std::string rename_in_hand_key(std::string_view text, std::string_view old_id, std::string_view new_id);

/// The words with one id renamed, or taken out if `new_id` is "".
std::string rename_hand_word(std::string_view text, std::string_view old_id, std::string_view new_id);

/// Renames a class of the template's lists in all rows of the hand; with "" as the new id takes it out of
/// words, and takes out rows that named nothing else. How many rows changed or went.
size_t rename_class_in_hand(Hand& hand, std::string_view old_id, std::string_view new_id);

/// The class or kind that a pin names.
struct PinClass {
  Category category = Category::resource;
  size_t row = 0;  ///< of the template's list, of the vocabulary's kinds for Category::landmark
};
/// Nothing where there is none of that id, or where two have it and `category` does not say which.
std::optional<PinClass> find_pin_class(const Template& tmpl, std::string_view id, std::string_view category);

}  // namespace fw
