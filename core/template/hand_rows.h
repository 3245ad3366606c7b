#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"

// The rows of a template's hand as its file has them.
namespace fw {

struct HandRowText {
  std::string list;  ///< "pins"
  std::string id;
  bool on = true;
  std::string json;  ///< the row in canonical form: one line
};
/// Every row, by list in canonical order, then in order of the file.
std::vector<HandRowText> hand_row_texts(const Template& tmpl);

/// SHA-256 of the hand's canonical form without what is outside the digest; of rows that are on alone.
std::string hand_digest(const Template& tmpl);

/// What changed from one hand to another, rows matched by id.
struct HandDiff {
  struct Row {
    std::string list, id;
    std::string before, after;  ///< canonical rows; "" where there is none
  };
  /// A value of the hand that is no row.
  struct Value {
    std::string path;           ///< "hand.belt_m"
    std::string before, after;  ///< as JSON
  };
  std::vector<Row> added, gone, changed;
  std::vector<Value> values;
  std::vector<std::string> reordered;  ///< lists in which rows of both stand in another order

  bool same() const {
    return added.empty() && gone.empty() && changed.empty() && values.empty() && reordered.empty();
  }
};
HandDiff diff_hands(const Template& before, const Template& after);

}  // namespace fw
