#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/job/audit/audit_summary.h"
#include "app/job/build/build.h"

namespace fw {

/// An inclusive range of master seeds.
struct SeedRange {
  uint64_t first = 0;
  uint64_t last = 0;
};

/// The audits of one template over a range of seeds.
struct SeedAudits {
  std::string template_name;
  SeedRange range;
  std::vector<std::vector<AuditFigure>> summaries;    ///< of seed range.first + i; all of equal layout
  std::vector<std::vector<AuditReport::KpiRow>> kpi;  ///< likewise; rows are empty unless asked for

  /// Whether the audit of every seed passed.
  bool passed() const;
};

/// Builds and audits every seed of the range, several at a time; `request.seeds` is not looked at. Errors are
/// those of build().
Result<SeedAudits> audit_seeds(const BuildRequest& request, SeedRange range, const Progress& progress = {});

/// One row per seed and one column per figure: CSV with a head line, JSON as a list of objects.
std::string seeds_csv(const SeedAudits& audits);
std::string seeds_json(const SeedAudits& audits);
/// Markdown: figures down, the worst over all seeds and its seed across.
std::string worst_table(const SeedAudits& audits);

}  // namespace fw
