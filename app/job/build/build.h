#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/job/project/load.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/template/template_io.h"
#include "render/map/symbols/pictograms.h"

namespace fw {

/// What a build may cost before it is refused (exit 5), checked before anything is allocated.
struct Limits {
  double max_bytes = 8.0 * (1ull << 30);
  double max_cell_octaves = 2e11;  ///< minutes of noise on one core
  double max_hand_s = 3600;        ///< an hour of rows of the hand on one core
};

inline constexpr int kMinResolution = 32;
inline constexpr int kMaxResolution = 16384;

struct BuildRequest {
  Template tmpl;
  TemplateText source;  ///< of the template, for line and column in messages; empty = its name alone
  SeedBundle seeds;
  int resolution = 512;  ///< cells along the frame's longer side
  Limits limits;
  bool kpi = false;                ///< the audit holds the key figures too
  std::filesystem::path folder{};  ///< of the template's file: its symbols and imports lie there
  std::string stem{};              ///< of the file's name; "" in a bundle or a pack
  std::shared_ptr<const StagingFolder> unpacked{};  ///< of a packed template: holds `folder`

  FilesOf files() const { return {folder, stem}; }
};

/// A template made into a world, and what is to be said of it.
struct Build {
  Findings feasibility;  ///< before generating
  std::shared_ptr<const World> world;
  AuditReport audit;
  ImportSet imports{};  ///< pixels that the world was made of
};

/// What stated the values that findings are about; the template's name alone where the request holds no text.
std::vector<TemplatePlace> places_of(const BuildRequest& request, const Findings& findings);
/// "my.json:12:5: danger[3].share": the place with its path.
std::string place_text(const TemplatePlace& place);
std::string place_text(const BuildRequest& request, const Finding& finding);

/// The symbols of the template's rows; ErrorKind::invalid_template with the place of the row whose pictogram
/// is unknown or whose file is missing or refused.
Result<SymbolSet> symbols_of(const BuildRequest& request);

/// The pixels of the template's imports; ErrorKind::io with the place of the row whose file is missing,
/// altered, a link or too large.
Result<ImportSet> imports_of(const BuildRequest& request);

/// Feasibility, cost, world, audit. Contradictory templates fail with ErrorKind::invalid_template, too large
/// ones with ErrorKind::limit.
Result<Build> build(const BuildRequest& request, const Progress& progress = {});

/// "12 MiB", rounded up.
std::string mebibytes(double bytes);

/// The program and its libraries before they do anything.
inline constexpr double kProcessBytes = 48.0 * (1 << 20);
/// The most memory that the process holds while it builds a world with the threads it may use now.
double build_bytes(const Template& tmpl, int resolution);
/// ErrorKind::limit, with what to change, where more bytes are needed than allowed.
Result<Done> check_memory(double bytes, int resolution, const Limits& limits);

/// The cost check of build() alone.
Result<Done> check_cost(const Template& tmpl, int resolution, const Limits& limits);

}  // namespace fw
