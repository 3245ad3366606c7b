#pragma once

#include <optional>

#include "core/model/template/import_pixels.h"
#include "core/model/world/hand_told.h"

namespace fw {

/// Rows of `imports` that are on, but whose pixels are not at hand or do not fit the frame.
HandTold tell_missing_imports(const Template& tmpl, const ImportSet& imports);

/// The template with a row of regions for every word of a raster of regions, beneath its own rows: exactly
/// the cells of that word, called "Name", "Name (owner's id)" or "Name (neutral)". Their ids are the
/// import's. Nothing where there is no such raster.
std::optional<Template> with_imported_regions(const Template& tmpl, const ImportSet& imports);

}  // namespace fw
