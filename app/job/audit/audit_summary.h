#pragma once

#include <string>
#include <vector>

#include "core/model/world/audit_report.h"

namespace fw {

/// One named figure of an audit. `worst_is_high` says which end is the bad one when many seeds are compared.
struct AuditFigure {
  std::string name;
  double value = 0;
  bool worst_is_high = true;
};

/// The acceptance figures of one audit, always the same names in the same order: errors in percentage points,
/// component counts, seam scores, points asked and placed, landmark and rarity shares in percent, passed (0
/// or 1). The names of rows are those of the world's vocabulary.
std::vector<AuditFigure> summarise_audit(const AuditReport& report, const Vocabulary& vocabulary);

/// Figure by figure the worst of many summaries; all of equal layout, at least one.
std::vector<AuditFigure> worst_of(const std::vector<std::vector<AuditFigure>>& summaries);

}  // namespace fw
