#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/hand/import/hand_import.h"

// Files that imports read, of every format, small and as other programs write them.

/// A file of some format, and how it is asked for.
struct ImportCase {
  std::string name;        ///< with its suffix
  fw::HandImport request;  ///< without the file
};

/// The template that the files are read into, and its text with a hand that has rows of every list.
const fw::Template& import_template();
std::string template_with_hand();

/// One of every format: GeoTIFF (with and without CRS), PNG of 8 and 16 bits, bare samples, GeoPackage,
/// GeoJSON, CSV.
const std::vector<ImportCase>& import_cases();

/// Writes the files of import_cases() into a folder. By GDAL, which no process should have used that forks.
void write_import_files(const std::filesystem::path& folder);
