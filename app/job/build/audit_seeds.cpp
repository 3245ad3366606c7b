#include "app/job/build/audit_seeds.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"

namespace fw {

bool SeedAudits::passed() const {
  return std::all_of(summaries.begin(), summaries.end(),
                     [](const auto& row) { return row.back().value == 1; });
}

Result<SeedAudits> audit_seeds(const BuildRequest& request, const SeedList& seeds, const Progress& progress) {
  const size_t count = static_cast<size_t>(seeds.size());
  SeedAudits audits{request.tmpl.name, seeds, std::vector<std::vector<AuditFigure>>(count),
                    std::vector<std::vector<AuditReport::KpiRow>>(count)};
  std::optional<Error> problem;
  std::mutex guard;
  size_t done = 0;
  parallel_for(count, 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      BuildRequest one = request;
      one.seeds = SeedBundle::from_master(seeds.at(i));
      Progress quiet;
      quiet.cancel = progress.cancel;
      const Result<Build> made = build(one, quiet);
      const std::lock_guard lock(guard);
      if (made) {
        audits.summaries[i] = summarise_audit(made.value().audit, request.tmpl.vocabulary);
        audits.kpi[i] = made.value().audit.kpi;
        progress.at("seed " + std::to_string(seeds.at(i)),
                    static_cast<double>(++done) / static_cast<double>(count));
      } else {
        problem = made.error();
      }
    }
  });
  if (problem) return *problem;
  return audits;
}

std::string seeds_csv(const SeedAudits& audits) {
  std::string text = "template,seed";
  for (const AuditFigure& figure : audits.summaries.front()) text += "," + figure.name;
  for (const AuditReport::KpiRow& row : audits.kpi.front()) text += "," + row.name;
  text += "\n";
  for (size_t i = 0; i < audits.summaries.size(); ++i) {
    text += audits.template_name + "," + std::to_string(audits.seeds.at(i));
    for (const AuditFigure& figure : audits.summaries[i]) text += "," + short_decimal(figure.value, 3);
    for (const AuditReport::KpiRow& row : audits.kpi[i])
      text += "," + (std::isfinite(row.value) ? number_text(row.value) : std::string());
    text += "\n";
  }
  return text;
}

std::string seeds_json(const SeedAudits& audits) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (size_t i = 0; i < audits.summaries.size(); ++i) {
    nlohmann::ordered_json row{{"template", audits.template_name}, {"seed", audits.seeds.at(i)}};
    for (const AuditFigure& figure : audits.summaries[i]) row[figure.name] = figure.value;
    for (const AuditReport::KpiRow& kpi : audits.kpi[i])
      row[kpi.name] = std::isfinite(kpi.value) ? nlohmann::ordered_json(kpi.value) : nlohmann::ordered_json();
    list.push_back(std::move(row));
  }
  return list.dump(2) + "\n";
}

std::string worst_table(const SeedAudits& audits) {
  const std::vector<AuditFigure> worst = worst_of(audits.summaries);
  std::string text = "| " + audits.template_name + ", " + std::to_string(audits.summaries.size()) +
                     " seeds | worst | at seed |\n|---|---|---|\n";
  for (size_t f = 0; f < worst.size(); ++f) {
    size_t at = 0;
    while (audits.summaries[at][f].value != worst[f].value) ++at;
    text += "| " + worst[f].name + " | " + short_decimal(worst[f].value, 3) + " | " +
            std::to_string(audits.seeds.at(at)) + " |\n";
  }
  return text;
}

}  // namespace fw
