#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/template.h"

namespace fw {

// Edits of whole rows of a template's tables ("factions", "names", "biomes", "danger", "landmarks",
// "families", "rarities"). Everything that refers to a row by its id or by its place follows. The result may
// be what check_edited() refuses, as any edited template may. Errors (ErrorKind::usage): no such table or
// row, an id that is no slug or taken, too few or too many rows.

/// Gives a row another id; all that names it follows. A new id is a new identity: noise and draws change.
Result<Template> rename_row(const Template& tmpl, std::string_view table, std::string_view old_id,
                            std::string_view new_id);

/// The paths of all values and keyed members that name the row, "resources[3].biomes.arid".
std::vector<std::string> references_to(const Template& tmpl, std::string_view table, std::string_view id);

struct RowRemoval {
  Template tmpl;
  std::vector<std::string> gone;  ///< references_to() the row before: removed, or moved to a neighbour
};
/// Takes a row out. Keyed members, list entries, conditions, terms and ladder steps that name it go; where a
/// value must name a row, its neighbour takes the place (a resource without any family left goes, a faction
/// goes back to the first rules of names). Shares that summed to 1 do so again.
Result<RowRemoval> remove_row(const Template& tmpl, std::string_view table, std::string_view id);

/// A row of defaults at the end, with share 0.
Result<Template> add_row(const Template& tmpl, std::string_view table, std::string_view id);

/// A copy at the end under another id, with share 0; a copied neutral faction is an owner. Weights by biome
/// or band of classes are copied too.
Result<Template> duplicate_row(const Template& tmpl, std::string_view table, std::string_view id,
                               std::string_view new_id);

/// Moves a row to the place `to` of the list after it was taken out.
Result<Template> move_row(const Template& tmpl, std::string_view table, size_t from, size_t to);

}  // namespace fw
