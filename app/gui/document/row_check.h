#pragma once

#include <optional>
#include <string>

#include "core/model/template/template.h"

// An edit of a few rows of the hand costs these rows: the others have been through the file format before.
namespace fw {

/// The canonical text of a template without the rows of its hand.
std::string text_without_rows(const Template& tmpl);

/// `edited` as check_edited() gives it. It has one text_without_rows() with `before`, which the file format
/// refused nothing of: the rows that are not shared with `before` are written and read, and the others stay
/// shared. Nothing where something is refused or rows are too many: then the whole must go through it.
std::optional<Template> checked_rows(const Template& edited, const Template& before);

/// Whether two templates of one text_without_rows() have one canonical text. Rows that both share are not
/// written for it.
bool have_rows_of_one_text(const Template& a, const Template& b);

}  // namespace fw
