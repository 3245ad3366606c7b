#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "core/template/parameters.h"

namespace fw {

/// Contents of one page of the editor; derived from the parameter table, so that a new row appears
/// automatically.
struct PageSpec {
  std::string key;                          ///< "island", "noise.danger", "resources"
  QString title;                            ///< "Island"
  std::vector<const Parameter*> fields;     ///< scalars outside mixes and lists
  std::vector<std::string> mixes;           ///< groups of shares: "danger"
  std::vector<const ParameterList*> lists;  ///< tables
  std::vector<std::string> stacks;          ///< noise stacks with a sketch: "danger"
};

/// The page of a template path, with or without row numbers: "resources[3].quota" -> "resources".
std::string page_key(std::string_view path);
QString page_title(const std::string& key);

/// All pages in canonical order.
std::vector<PageSpec> page_specs();

}  // namespace fw
