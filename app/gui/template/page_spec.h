#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "core/template/parameters/parameters.h"

namespace fw {

/// Contents of one page of the editor; derived from the parameter table, so that a new row appears
/// automatically.
struct PageSpec {
  std::string key;                          ///< "land", "noise.danger", "resources", "mixes"
  QString title;                            ///< "Land", without a template's own words
  std::vector<const Parameter*> fields;     ///< scalars outside mixes and lists
  std::vector<std::string> mixes;           ///< tables whose rows' shares sum to 1: "danger"
  std::vector<const ParameterList*> lists;  ///< tables
  std::vector<std::string> stacks;          ///< noise stacks with a sketch: "danger"
};

/// The page of a template path, with or without row numbers: "resources[3].quota" -> "resources";
/// frame, land and relief share one.
std::string page_key(std::string_view path);
QString page_title(const std::string& key);
/// The same with the template's words for sorts of points.
QString page_title(const std::string& key, const Template& tmpl);

/// All pages in canonical order; "mixes" holds the shares of every table whose rows share the land.
std::vector<PageSpec> page_specs();

}  // namespace fw
