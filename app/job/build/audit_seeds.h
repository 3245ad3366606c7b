#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/job/audit/audit_summary.h"
#include "app/job/build/build.h"
#include "core/search/seed_list.h"

namespace fw {

/// The audits of one template over some master seeds.
struct SeedAudits {
  std::string template_name;
  SeedList seeds;
  std::vector<std::vector<AuditFigure>> summaries;    ///< of seeds.at(i); all of equal layout
  std::vector<std::vector<AuditReport::KpiRow>> kpi;  ///< likewise; rows are empty unless asked for

  /// Whether the audit of every seed passed.
  bool passed() const;
};

/// Builds and audits every one of the seeds, at least one, several at a time; `request.seeds` is not looked
/// at. Errors are those of build().
Result<SeedAudits> audit_seeds(const BuildRequest& request, const SeedList& seeds,
                               const Progress& progress = {});

/// One row per seed and one column per figure: CSV with a head line, JSON as a list of objects.
std::string seeds_csv(const SeedAudits& audits);
std::string seeds_json(const SeedAudits& audits);
/// Markdown: figures down, the worst over all seeds and its seed across.
std::string worst_table(const SeedAudits& audits);

}  // namespace fw
