#pragma once

#include <optional>
#include <string>

#include "app/gui/template/place.h"

// Rows that are added in the window: each begins valid, visible and with a name of its own.
namespace fw {

/// "Resource 9": a name from the list's kind that no row of the list has yet; "" for lists without labels.
std::string fresh_label(const Template& tmpl, const ListPlace& list);

/// Gives a row that was just added what the program takes and the map shows: a label, a key that follows it,
/// a share from the largest, a family, a biome, a number to place, a threshold between its neighbours, a
/// colour apart from the others. What the row states already stays. `of`: the row that it is a copy of.
void complete_row(Template& tmpl, const ListPlace& list, size_t row, std::optional<size_t> of = {});

/// Adds a row with that label to the table that a value names rows of, and returns its id; "" where the table
/// is full.
std::string add_row_for(Template& tmpl, const Parameter& parameter, const std::string& label);

/// The slug of a label, "Iron vein" -> "iron_vein"; "" where it has no letter that slugs have.
std::string slug_of_label(const std::string& label);

/// Gives a row another slug, or one like it where that is taken; what names a table's row follows.
void set_key(Template& tmpl, const Place& key, const std::string& wanted);

/// Whether the key follows the row's label: it is made of it, no file or export knows the row (it is not in
/// `settled`, see Document::settled()), and no row of the hand or the export names it.
bool key_follows(const Template& tmpl, const ListPlace& list, size_t row, const Template& settled);

/// Gives a row a unique key (slug, number or word), similar to its present one or to `wanted` if it has none.
void make_key_unique(Template& tmpl, const ListPlace& list, size_t row, const std::string& wanted);

/// A slug like `wanted` that is none of `taken`: with a number where it must be.
std::string free_slug(const std::string& wanted, const std::vector<std::string>& taken);

}  // namespace fw
