#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "core/world/land/stacks.h"

namespace fw {

/// Rasters larger than memory: only a few strips of them are ever there.
inline constexpr int kMaxFieldsResolution = 65536;

/// The plain noise stacks of a template, streamed to one GeoTIFF: no island, no mask, no fit.
struct FieldsRequest {
  Template tmpl;
  SeedBundle seeds;
  int resolution = 4096;  ///< cells along the frame's longer side
  std::vector<StackLayer> layers{StackLayer::type, StackLayer::feature, StackLayer::danger};
  std::filesystem::path file;
  bool overwrite = false;  ///< an existing file is an error otherwise
  int strip_rows = 256;    ///< a multiple of 16
  int threads = 1;         ///< that compress; the file's bytes do not depend on it
  Limits limits;
};

/// What is written where. Values are (n + 1) / 2 in [0, 1], Float32, on land and sea alike.
struct FieldsDone {
  std::vector<std::string> bands;
  double memory_bytes = 0;  ///< what was promised beforehand; fields_bytes()
  uint64_t file_bytes = 0;
};

/// The memory that write_fields() takes at most, the process itself included. It grows with the width and the
/// number of tiles, not with the cells.
double fields_bytes(const FieldsRequest& request);

/// Writes the file beside its place and renames it in when it is whole. Failed or cancelled, it leaves what
/// was there. Errors: ErrorKind::limit (resolution, memory, noise), io, cancelled.
Result<FieldsDone> write_fields(const FieldsRequest& request, const Progress& progress = {});

}  // namespace fw
