#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"

namespace fw {

/// The template's export with that of a side file before it.
struct ExportMapping {
  ExportParams exports;
  Findings findings;  ///< rows of classes that this world does not have: warnings, they are left out
};

/// Reads a side file {"format": 1, "export": {...}} whose rows win over those of the template. The same
/// checks as in a template, ErrorKind::invalid_template with line, column and JSON path; a class that the
/// template does not have is a warning, for studios share one file over many worlds.
Result<ExportMapping> read_export_mapping(std::string_view text, std::string_view source_name,
                                          const Template& tmpl);

}  // namespace fw
