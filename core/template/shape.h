#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/template/parameters.h"

// The parameter table as a tree of JSON objects; private to this room.
namespace fw {

/// One place of a template: a scalar (leaf), a list of rows, or a group.
struct TemplateShape {
  std::string key;
  std::string path;
  const Parameter* leaf = nullptr;
  const ParameterList* list = nullptr;  ///< children are then the members of one row
  std::vector<TemplateShape> children;  ///< in canonical order

  const TemplateShape* find(std::string_view member) const;
  std::vector<std::string> keys() const;
};

const TemplateShape& template_shape();

inline constexpr int kTemplateFormat = 1;

}  // namespace fw
