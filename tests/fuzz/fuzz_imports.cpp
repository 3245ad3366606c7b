// What imports read of strangers' files: rasters and shapes of every format. libFuzzer calls this with the
// number of one of import_cases() and the bytes of a file; it needs no corpus.

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "import_cases.h"
#include "mutations.h"

namespace {

namespace fs = std::filesystem;

/// A folder of this process, with the good files in `good`.
const fs::path& folder() {
  static const fs::path made = [] {
    std::string name = (fs::temp_directory_path() / "fieldwright-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    fs::create_directory(fs::path(name) / "good");
    write_import_files(fs::path(name) / "good");
    return name;
  }();
  return made;
}

/// The good files as inputs: a number, then the bytes.
const std::vector<std::string>& good_inputs() {
  static const std::vector<std::string> inputs = [] {
    std::vector<std::string> all;
    for (const ImportCase& asked : import_cases()) {
      std::ifstream in(folder() / "good" / asked.name, std::ios::binary);
      all.push_back(std::string(1, static_cast<char>(all.size())) +
                    std::string(std::istreambuf_iterator<char>(in), {}));
    }
    return all;
  }();
  return inputs;
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::string input(reinterpret_cast<const char*>(data), size);
  if (size < 2 || seed % 8 == 0) input = good_inputs()[seed / 8 % good_inputs().size()];
  input = input[0] + mutated_bytes(std::string_view(input).substr(1), seed);
  const size_t length = std::min(input.size(), max_size);
  std::copy_n(input.begin(), length, data);
  return length;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const ImportCase& asked = import_cases()[data[0] % import_cases().size()];
  fw::HandImport request = asked.request;
  request.raster.file = folder() / asked.name;
  std::ofstream(request.raster.file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  const auto made = fw::import_into(request, import_template());
  if (!made && made.error().message.empty()) {
    std::fprintf(stderr, "does not hold: a refusal has a reason\n");
    std::abort();
  }
  return 0;
}
