#pragma once

#include <QColor>
#include <QString>
#include <limits>
#include <vector>

#include "app/gui/audit/audit_place.h"
#include "core/model/world/audit_report.h"

namespace fw {

/// One row of the audit panel: a target, a result and their explanation.
struct AuditRow {
  QString what;                                              ///< class, region or pair
  QString where;                                             ///< region, or the kind of figure
  QColor swatch;                                             ///< the class's colour on the map; invalid: none
  double target = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no target
  double actual = std::numeric_limits<double>::quiet_NaN();  ///< NaN: a statement without a bar
  double full = 1;                                           ///< value at the full width of the bar
  QString figures;                                           ///< "38 of 40"
  double badness = 0;                                        ///< the larger, the worse
  QString off;                                               ///< "0.03 pp", "2 short", ""
  bool failed = false;                                       ///< outside its tolerance
  QString detail;                                            ///< sentences, with the reasons
  AuditPlace place;
};
using AuditRows = std::vector<AuditRow>;

enum class AuditSection { mix, quota, spacing, places, other };
inline constexpr int kAuditSections = 5;

/// The rows of one section, worst first; numbers in the reader's language.
AuditRows audit_rows(const AuditReport& report, AuditSection section, const Template& tmpl,
                     const World& world);

}  // namespace fw
