#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/file_name.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

/// An SVG file of a set under the name that a copy of it gets.
struct SymbolFile {
  std::string name;
  std::shared_ptr<const SvgSymbol> svg;
};

/// The files of a set, by the names that rows state. load_symbols() finds their copies under these names.
std::vector<SymbolFile> symbol_files(const SymbolSet& symbols, FileLetters letters);

}  // namespace fw
