#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/template/parameters/parameters.h"

// The parameter table as a tree of JSON objects; private to this room.
namespace fw {

/// One place of a template: a scalar (leaf), a list of rows, or a group. A leaf of the key "*" stands
/// for every id of a table.
struct TemplateShape {
  std::string key;
  std::string path;
  const Parameter* leaf = nullptr;
  const ParameterList* list = nullptr;  ///< children are then the members of one row
  std::vector<TemplateShape> children;  ///< in canonical order

  const TemplateShape* find(std::string_view member) const;
  /// The leaf of a group whose members are ids of a table; null for other groups.
  const TemplateShape* keyed() const {
    return children.size() == 1 && children[0].key == "*" ? &children[0] : nullptr;
  }
  /// Where row i of this list lies.
  ParameterPlace row_place(ParameterPlace at, size_t i) const {
    return path.find("[]") == std::string::npos ? ParameterPlace(i) : ParameterPlace(at.row, i);
  }
  std::vector<std::string> keys() const;
};

const TemplateShape& template_shape();

inline constexpr int kTemplateFormat = 3;

}  // namespace fw
