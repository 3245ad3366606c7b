#pragma once

#include <QColor>
#include <QString>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "app/gui/audit/audit_place.h"
#include "app/gui/template/editors/cures.h"
#include "core/model/world/audit_report.h"

namespace fw {

struct PictureFigures;

/// A key figure's place beside others: percentiles 5, 50 and 95.
struct AuditBand {
  double low = 0, high = 1;                     ///< of the scale
  std::array<double, 3> usual{};                ///< of the template's usual worlds
  std::optional<std::array<double, 2>> real{};  ///< 5 and 95 of real islands
};

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
  std::optional<AuditBand> band{};  ///< of key figures: drawn instead of bar and target
  std::vector<Cure> cures{};        ///< of the findings about it
};
using AuditRows = std::vector<AuditRow>;

enum class AuditSection { mix, quota, spacing, places, other, figures };
inline constexpr int kAuditSections = 6;

/// The rows of one section, worst first; numbers in the reader's language. Figures have rows of their own.
AuditRows audit_rows(const AuditReport& report, AuditSection section, const Template& tmpl,
                     const World& world);
/// The rows of the section `figures`: those farthest from good first, as far as usual values are known.
AuditRows figure_rows(const PictureFigures& figures);

}  // namespace fw
