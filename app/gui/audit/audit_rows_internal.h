#pragma once

#include <QCoreApplication>
#include <QLocale>

#include "app/gui/audit/audit_rows.h"
#include "core/model/audit/audit_tables.h"

namespace fw {

struct Palette;

/// Data that all sections use to make their rows.
struct RowMaker {
  Q_DECLARE_TR_FUNCTIONS(fw::AuditRows)

 public:
  const AuditReport& report;
  const Template& tmpl;
  const World& world;
  const Palette& palette;
  QLocale locale;

  /// Verdict, badness and bar, as the row's table has them; rows that are off come first.
  template <typename Row>
  AuditRow measured(const Row& row) const {
    const AuditTable<Row>& table = audit_table_of<Row>();
    AuditRow out;
    out.failed = is_off(report, row);
    out.badness = (table.badness != nullptr ? table.badness(report, row) : 0) + (out.failed ? 1 : 0);
    const AuditBar bar = table.bar != nullptr ? table.bar(report, row) : AuditBar{};
    out.target = bar.target;
    out.actual = bar.actual;
    out.full = bar.full > 0 ? bar.full : 1;
    return out;
  }

  QString percent(double share, int digits = 1) const;
  QString number(double value, int digits) const { return locale.toString(value, 'f', digits); }
  QString count(int64_t value) const { return locale.toString(static_cast<qlonglong>(value)); }
  const Vocabulary& words() const { return world.vocabulary; }
  /// Cures that begin with a value of the row of that one, "resources.iron_vein.quota".
  std::vector<Cure> cures_beside(const std::string& path) const;
  /// A class's, a landmark kind's or a rarity's label, or its slug in words.
  QString label_of(const std::string& slug) const;
  /// The label of a class of that layer.
  QString class_label(const std::string& layer, const std::string& cls) const;
  QString category_of(const AuditReport::Quota& row) const;
  QString region_or_island(const std::string& region) const;
  QColor swatch(const std::string& layer, const std::string& cls) const;

  AuditRow mix(const AuditReport::Mix& row) const;
  AuditRow biome_limit(const AuditReport::BiomeLimitRow& row) const;
  AuditRow quota(const AuditReport::Quota& row) const;
  AuditRow spacing(const AuditReport::Spacing& row) const;
  AuditRow region(const AuditReport::RegionRow& row) const;
  AuditRow contiguity(const AuditReport::Contiguity& row) const;
  AuditRow colocation(const AuditReport::Colocation& row) const;
  AuditRow seam(const AuditReport::Seam& row) const;
  AuditRow rarity(const AuditReport::RarityRow& row) const;
  AuditRow water(const AuditReport::WaterRow& row) const;
  AuditRow road(const AuditReport::RoadRow& row) const;
  AuditRow condition(const AuditReport::ConditionRow& row) const;
};

}  // namespace fw
