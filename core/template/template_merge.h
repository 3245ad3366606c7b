#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"

namespace fw {

/// Two edits of one template brought together.
struct TemplateMerge {
  std::string text;  ///< canonical; "" with conflicts
  /// What both changed, each another way: "hand.biome.b2k1x: ours {...}, theirs {...}"; and what is wrong
  /// with what they make together.
  std::vector<std::string> conflicts;
};

/// Rows of the hand are merged whole by their id, rows of tables by id and column, everything else value by
/// value. Where one side alone changed something, its change counts; an order of rows is one value.
TemplateMerge merge_templates(const Template& base, const Template& ours, const Template& theirs);

}  // namespace fw
