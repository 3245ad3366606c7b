#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/template/check/feasibility_internal.h"

namespace fw::feasibility {
namespace {

/// A class whose nodes move, and what its spots come to.
struct Spots {
  const PointClass* cls = nullptr;
  std::string path;
  double nodes = 0;
  double all = 0;     ///< points and spare spots
  double load_s = 0;  ///< harvests a second at the design load

  /// Little's law: while the rest stands open, this many a second may be used.
  double most_s() const { return (all - nodes) / cls->renewal.rest_s; }
  double use() const { return load_s / most_s(); }
};

std::vector<Spots> moving_classes(const Template& t) {
  std::vector<Spots> out;
  double nodes = 0;  // of all resources: the load is dealt by quotas
  for (size_t i = 0; i < t.resources.size(); ++i) {
    const PointClass& cls = t.resources[i];
    Spots of{&cls, "resources[" + std::to_string(i) + "]"};
    of.nodes = cls.quota * quota_places(t, cls);
    of.all = of.nodes * (1 + cls.renewal.spare);
    nodes += of.nodes;
    if (cls.renewal.how == Renewal::moving && cls.quota > 0) out.push_back(of);
  }
  const double load_s = t.ecology.players / t.ecology.harvest_every_s;
  for (Spots& of : out) of.load_s = load_s * of.nodes / nodes;
  return out;
}

std::string per_hour(double a_second) {
  return rounded_text(3600 * a_second, 3);
}

/// Spare spots are placed as points are, at the closest with the least relaxed spacing.
void check_room(const Template& t, const Spots& of, Findings& findings) {
  const double area = class_area_m2(t, Category::resource, *of.cls);
  const std::vector<double> relaxed = usual_relaxation();
  const double least = relaxed.empty() ? 1 : *std::min_element(relaxed.begin(), relaxed.end());
  const double fit = std::floor(spacing_capacity(area, of.cls->spacing_m * least));
  if (area <= 0 || of.all <= fit || of.nodes > fit) return;  // the quota's own findings tell of the others
  const double spare = std::floor(10 * (fit / of.nodes - 1)) / 10;
  const Cure fewer{lower_to(of.path + ".spare", spare)};
  findings.push_back({Severity::warning,
                      "spots_over_capacity",
                      of.path + ".spare",
                      of.cls->label + ": " + rounded_text(of.all - of.nodes) + " spare spots beside " +
                          rounded_text(of.nodes) + " nodes, where about " +
                          rounded_text(std::max(0.0, fit - of.nodes)) + " more have room. " +
                          sentence_case(cure_words(fewer)) + ".",
                      {fewer}});
}

void check_load(const Spots& of, Findings& findings) {
  if (of.load_s <= of.most_s()) return;
  const double spare = std::ceil(10 * of.load_s * of.cls->renewal.rest_s / of.nodes) / 10;
  const double rest = std::floor((of.all - of.nodes) / of.load_s);
  std::vector<Cure> cures;
  if (rest >= 1) cures.push_back({lower_to(of.path + ".rest_s", rest)});
  if (spare <= 20) cures.push_back({raise_to(of.path + ".spare", spare)});
  std::string words;
  for (const Cure& cure : cures) words += (words.empty() ? "" : " or ") + cure_words(cure);
  if (cures.empty()) words = "lower ecology.players or raise ecology.harvest_every_s";
  findings.push_back({Severity::warning, "load_over_spots", of.path + ".spare",
                      of.cls->label + ": the design load is " + per_hour(of.load_s) + " harvests an hour; " +
                          rounded_text(of.all) + " spots that rest " + number_text(of.cls->renewal.rest_s) +
                          " s bear " + per_hour(of.most_s()) + ", so nodes will be missing. " +
                          sentence_case(words) + ".",
                      std::move(cures)});
}

}  // namespace

void check_spots(const Template& t, Findings& findings) {
  const std::vector<Spots> classes = moving_classes(t);
  double load_s = 0, most_s = 0;
  const Spots* tightest = nullptr;
  for (const Spots& of : classes) {
    check_room(t, of, findings);
    check_load(of, findings);
    load_s += of.load_s, most_s += of.most_s();
    if (tightest == nullptr || of.use() > tightest->use()) tightest = &of;
  }
  if (tightest == nullptr || load_s <= 0) return;
  findings.push_back({Severity::info, "harvest_load", "ecology.players",
                      "The design load is " + per_hour(load_s) +
                          " harvests an hour; the spots that move bear " + per_hour(most_s) +
                          ". Tightest: " + tightest->cls->label + ", " + per_hour(tightest->load_s) + " of " +
                          per_hour(tightest->most_s()) + "."});
}

}  // namespace fw::feasibility
