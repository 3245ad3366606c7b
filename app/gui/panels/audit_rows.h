#pragma once

#include <QColor>
#include <QMetaType>
#include <QString>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/model/audit_report.h"
#include "core/model/classes.h"
#include "core/model/template.h"
#include "core/model/view.h"

namespace fw {

/// What a row of the audit speaks of, for the map to show. What does not apply is empty.
struct AuditPlace {
  int region = 0;                 ///< code in World::region; 0: the whole island
  std::optional<MapLayer> layer;  ///< biome, danger or faction
  int class_code = 0;             ///< code in that layer's raster; 0: all
  std::optional<Category> category;
  std::string class_slug;  ///< class of points in that category; "": all
  std::optional<Rarity> rarity;
  QString text;  ///< what it is, for a person

  friend bool operator==(const AuditPlace&, const AuditPlace&) = default;
};

/// One line of the audit panel: a target, a result and what is to be said of them.
struct AuditRow {
  QString what;                                              ///< class, region or pair
  QString where;                                             ///< region or kind of figure
  QColor swatch;                                             ///< the class's colour on the map; invalid: none
  double target = std::numeric_limits<double>::quiet_NaN();  ///< NaN: nothing was asked
  double actual = std::numeric_limits<double>::quiet_NaN();  ///< NaN: a statement without a bar
  double full = 1;                                           ///< the bar's whole width stands for this
  QString figures;                                           ///< "38 of 40"
  double badness = 0;                                        ///< the larger, the worse
  QString off;                                               ///< "0.03 pp", "2 short", ""
  bool failed = false;                                       ///< outside its tolerance
  QString detail;                                            ///< sentences with the reasons
  AuditPlace place;
};
using AuditRows = std::vector<AuditRow>;

enum class AuditSection { mix, quota, spacing, places, other };
inline constexpr int kAuditSections = 5;

/// The rows of one section, worst first. `world` may be null: region codes stay 0 then.
AuditRows audit_rows(const AuditReport& report, AuditSection section, const Template& tmpl,
                     const World* world);

/// What a finding speaks of, as far as its `where` tells.
AuditPlace place_of(const Finding& finding, const Template& tmpl, const World* world);

}  // namespace fw

Q_DECLARE_METATYPE(fw::AuditPlace)
