#pragma once

#include <optional>

#include "core/model/template/template.h"

// An edit of a few rows of the hand costs these rows: the others have been through the file format before.
namespace fw {

/// `edited` as check_edited() gives it, where only rows of the hand differ from `before`, which the file
/// format refused nothing of: the rows that are not shared with `before` are written and read, and the others
/// stay shared. Nothing where more differs or something is refused: then the whole must go through it.
std::optional<Template> checked_rows(const Template& edited, const Template& before);

/// Whether two templates have one canonical text. Rows that both share are not written for it.
bool have_one_text(const Template& a, const Template& b);

}  // namespace fw
