#include "core/measure/audit/audit.h"

#include <array>
#include <string>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit_findings.h"
#include "core/measure/audit/colocation.h"
#include "core/measure/audit/contiguity.h"
#include "core/measure/audit/mix.h"
#include "core/measure/audit/quota.h"
#include "core/measure/audit/spacing.h"
#include "core/model/seam.h"

namespace fw {
namespace {

/// Contiguity and seam of one class layer.
struct LayerRows {
  std::vector<AuditReport::Contiguity> contiguity;
  AuditReport::Seam seam;
};

template <size_t K>
LayerRows measure_layer(const World& world, const std::string& layer, const Raster<uint8_t>& code,
                        const std::array<std::string_view, K>& slugs) {
  LayerRows out;
  const std::vector<ClassContiguity> rows = measure_contiguity(code, static_cast<int>(K));
  for (size_t k = 0; k < K; ++k)
    if (rows[k].cells > 0)
      out.contiguity.push_back(
          {layer, std::string(slugs[k]), rows[k].patches, rows[k].largest_share, rows[k].speckle_share});
  out.seam = {layer, seam_score(count_seam(code, world.region))};
  return out;
}

std::vector<AuditReport::RegionRow> measure_regions(const World& world) {
  std::vector<AuditReport::RegionRow> rows;
  for (const Region& region : world.regions) {
    AuditReport::RegionRow row;
    row.region = region.name;
    row.owner = kFactionSlugs[static_cast<size_t>(region.owner)];
    rows.push_back(std::move(row));
  }
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    if (info.category != Category::landmark || p.region == 0 || p.region > rows.size()) continue;
    AuditReport::RegionRow& row = rows[static_cast<size_t>(p.region - 1)];
    if (info.landmark == LandmarkKind::fort) row.fort = true;
    if (info.landmark == LandmarkKind::settlement) {
      row.settlement = true;
      row.settlement_band = kDangerSlugs[static_cast<size_t>(p.danger)];
    }
  }
  return rows;
}

std::vector<AuditReport::RarityRow> measure_rarity(const PointSet& set) {
  std::vector<AuditReport::RarityRow> rows;
  for (const Rarity rarity : {Rarity::ordinary, Rarity::elite, Rarity::named, Rarity::boss})
    for (size_t band = 0; band < kDangers; ++band) {
      int64_t count = 0;
      for (const Point& p : set.points) count += p.rarity == rarity && static_cast<size_t>(p.danger) == band;
      rows.push_back(
          {std::string(kRaritySlugs[static_cast<size_t>(rarity)]), std::string(kDangerSlugs[band]), count});
    }
  return rows;
}

}  // namespace

AuditReport audit(const World& world, const Template& tmpl) {
  AuditReport report;
  std::array<LayerRows, 3> layers;
  parallel_invoke({
      [&] { layers[0] = measure_layer(world, "danger", world.danger, kDangerSlugs); },
      [&] { layers[1] = measure_layer(world, "biome", world.biome, kBiomeSlugs); },
      [&] { layers[2] = measure_layer(world, "faction", world.faction, kFactionSlugs); },
      [&] { report.colocation = measure_colocation(world, tmpl); },
      [&] {
        report.mix = measure_mix(world, tmpl);
        report.quota = measure_quota(world, tmpl);
        report.spacing = measure_spacing(world, tmpl);
      },
  });
  for (LayerRows& layer : layers) {
    report.contiguity.insert(report.contiguity.end(), layer.contiguity.begin(), layer.contiguity.end());
    report.seam.push_back(std::move(layer.seam));
  }
  report.regions = measure_regions(world);
  report.rarity = measure_rarity(world.points);
  AuditVerdict verdict = judge_audit(report, world, tmpl);
  report.findings = world.findings;
  report.findings.insert(report.findings.end(), verdict.findings.begin(), verdict.findings.end());
  report.passed = verdict.passed;
  return report;
}

}  // namespace fw
