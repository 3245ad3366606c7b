#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"

// What the words of a row of the hand mean: comma-separated ids of classes, landmark kinds and families,
// names of categories, or "all"; "-id" takes one out again. Read from left to right.
namespace fw {

/// Which classes and kinds a text of words names.
struct HandWords {
  std::vector<bool> resources, wildlife, enemies;  ///< by row of the template's lists
  std::vector<bool> landmarks;                     ///< by row of the vocabulary

  bool has(Category category, size_t row) const;
};

/// Fails with the unknown word, what it might mean and where it stands in the text.
Result<HandWords> read_hand_words(std::string_view text, const Template& tmpl);

/// The class or kind that a pin names.
struct PinClass {
  Category category = Category::resource;
  size_t row = 0;  ///< of the template's list, of the vocabulary's kinds for Category::landmark
};
/// Nothing where there is none of that id, or where two have it and `category` does not say which.
std::optional<PinClass> find_pin_class(const Template& tmpl, std::string_view id, std::string_view category);

}  // namespace fw
