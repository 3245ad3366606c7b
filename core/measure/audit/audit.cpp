#include "core/measure/audit/audit.h"

#include <array>
#include <string>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit_findings.h"
#include "core/measure/audit/biome_limits.h"
#include "core/measure/audit/colocation.h"
#include "core/measure/audit/contiguity.h"
#include "core/measure/audit/hand_audit.h"
#include "core/measure/audit/mix.h"
#include "core/measure/audit/quota.h"
#include "core/measure/audit/spacing.h"
#include "core/measure/audit/water_audit.h"
#include "core/model/world/seam.h"

namespace fw {
namespace {

/// Contiguity and seam of one class layer.
struct LayerRows {
  std::vector<AuditReport::Contiguity> contiguity;
  AuditReport::Seam seam;
};

LayerRows measure_layer(const World& world, const std::string& layer, const Raster<uint8_t>& code,
                        const HeldByPaint& held, const std::vector<std::string>& ids) {
  LayerRows out;
  const std::vector<ClassContiguity> rows =
      measure_contiguity(code, static_cast<int>(ids.size()), kAuditedSpeckArea_m2, held.code);
  for (size_t k = 0; k < ids.size(); ++k)
    if (rows[k].cells > 0)
      out.contiguity.push_back({layer, ids[k], rows[k].patches, rows[k].largest_share, rows[k].speckle_share,
                                rows[k].held_patches, rows[k].held_speckle_share});
  out.seam = {layer, seam_score(count_seam(code, world.region))};
  return out;
}

void measure_regions(const World& world, AuditReport& report) {
  const Vocabulary& vocabulary = world.vocabulary;
  for (const LandmarkRow& kind : vocabulary.landmarks) {
    if (kind.role == LandmarkRole::seat) report.seat_kind = kind.id;
    if (kind.role == LandmarkRole::guard) report.guard_kinds.push_back(kind.id);
  }
  for (const Region& region : world.regions)
    report.regions.push_back({region.name, vocabulary.id_of(region.owner), false, "",
                              std::vector<bool>(report.guard_kinds.size())});
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    if (info.category != Category::landmark || p.region == 0 || p.region > report.regions.size()) continue;
    AuditReport::RegionRow& row = report.regions[p.region - 1u];
    if (info.slug == report.seat_kind) {
      row.seat = true;
      row.seat_band = vocabulary.id_of(p.danger);
    }
    for (size_t g = 0; g < report.guard_kinds.size(); ++g)
      if (info.slug == report.guard_kinds[g]) row.guards[g] = true;
  }
}

std::vector<AuditReport::RarityRow> measure_rarity(const World& world) {
  const size_t bands = world.vocabulary.danger.size();
  std::vector<AuditReport::RarityRow> rows;
  for (const RarityRow& rarity : world.vocabulary.rarities)
    for (const BandRow& band : world.vocabulary.danger) rows.push_back({rarity.id, band.id, 0});
  for (const Point& p : world.points.points)
    if (p.rarity != Rarity::none && p.region > 0)
      ++rows[(static_cast<size_t>(p.rarity) - 1) * bands + static_cast<size_t>(p.danger)].count;
  return rows;
}

}  // namespace

AuditReport audit(const World& world, const Template& tmpl) {
  const Vocabulary& words = world.vocabulary;
  AuditReport report;
  std::array<LayerRows, 3> layers;
  parallel_invoke({
      [&] {
        layers[0] = measure_layer(world, "danger", world.danger, world.danger_held, row_ids(words.danger));
      },
      [&] {
        layers[1] = measure_layer(world, "biome", world.biome, world.biome_held, row_ids(words.biomes));
      },
      [&] {
        layers[2] =
            measure_layer(world, "faction", world.faction, world.faction_held, row_ids(words.factions));
      },
      [&] { report.colocation = measure_colocation(world, tmpl); },
      [&] {
        report.water = measure_water(world, tmpl);
        report.roads = measure_roads(world);
        report.conditions = measure_conditions(world, tmpl);
      },
      [&] {
        report.mix = measure_mix(world, tmpl);
        report.biome_limits = measure_biome_limits(world);
        report.quota = measure_quota(world, tmpl);
        report.spacing = measure_spacing(world, tmpl);
      },
  });
  for (LayerRows& layer : layers) {
    report.contiguity.insert(report.contiguity.end(), layer.contiguity.begin(), layer.contiguity.end());
    report.seam.push_back(std::move(layer.seam));
  }
  measure_regions(world, report);
  report.rarity = measure_rarity(world);
  report.hand = world.hand;
  report.views = measure_views(world, tmpl);
  report.frozen_edges = measure_frozen_edges(world, tmpl);
  AuditVerdict verdict = judge_audit(report, world, tmpl);
  report.findings = world.findings;
  report.findings.insert(report.findings.end(), verdict.findings.begin(), verdict.findings.end());
  report.passed = verdict.passed;
  return report;
}

}  // namespace fw
