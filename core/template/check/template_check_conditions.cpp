#include <cmath>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/template/conditions.h"
#include "core/template/check/feasibility_internal.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

constexpr double kMostLakes = 0.2;            // of the land
constexpr double kMostFootprint = 1.0 / 3.0;  // of the mean region

/// What conditions refer to and a template may switch off.
class Conditionals {
 public:
  Conditionals(const ReadTemplate& read, Problems& problems)
      : read_(read), t_(read.tmpl), problems_(problems) {}

  void run() {
    classes(t_.resources, "resources");
    classes(t_.wildlife, "wildlife");
    classes(t_.enemies, "enemies");
    landmarks();
    lakes();
    footprint("settlement_ha", t_.footprints.settlement_ha);
    footprint("fort_ha", t_.footprints.fort_ha);
  }

 private:
  void problem(const std::string& path, const std::string& what, std::vector<Cure> cures = {}) {
    std::erase_if(cures, [](const Cure& cure) { return cure.empty(); });
    problems_.add(read_.node_at(path), path, what, std::move(cures));
  }

  bool rivers() const { return t_.water.rivers == Nature::natural; }
  bool sea() const { return t_.land.shape != LandShape::inland; }
  bool has_role(LandmarkRole role) const {
    for (const LandmarkRow& kind : t_.vocabulary.landmarks)
      if (kind.role == role && feasibility::landmark_count(t_, kind) > 0) return true;
    return false;
  }
  bool has_harbours() const {
    for (const LandmarkRow& kind : t_.vocabulary.landmarks)
      for (const SiteCondition& condition : kind.site.require)
        if (condition.measure == "mooring" && feasibility::landmark_count(t_, kind) > 0) return true;
    return false;
  }

  /// Something that the template lacks, and how to get it.
  struct Lack {
    std::string why;  ///< "" if nothing is lacking
    Cure cure{};      ///< the edits, where it is that simple
  };

  /// A choice that is none and may be natural.
  static Lack switched_off(const std::string& path) {
    const PathEdit on = set_to(path, std::string(kNatureSlugs[static_cast<size_t>(Nature::natural)]));
    return {path + " is none; set it to " + on.value, {on}};
  }

  /// Of a measure or a ground.
  Lack lack(std::string_view of) const {
    if (of == "river_m" || of == "water_m" || of == "river" || of == "fresh" || of == "bridge_m")
      return rivers() ? Lack{} : switched_off("water.rivers");
    if (of == "lake_m" || of == "lake") {
      if (!rivers()) return switched_off("water.rivers");
      return {t_.lakes.count == 0           ? "lakes.count is 0; raise it"
              : t_.lakes.largest_share <= 0 ? "lakes.largest_share is 0; raise it"
                                            : ""};
    }
    if (of == "harbour_m" || of == "mooring") {
      if (!sea()) return {"land.shape is inland; choose one with a sea"};
      if (t_.coast.types == Nature::none) return switched_off("coast.types");
      return {
          of == "mooring" || has_harbours()
              ? ""
              : "no kind of landmark with a count stands at harbour sites; give one the condition mooring"};
    }
    if (of == "settlement_m" || of == "capital_m" || of == "city_m" || of == "town_m")
      return {has_role(LandmarkRole::seat) ? "" : "no kind of landmark has the role seat; add one"};
    if (of == "fort_m")
      return {has_role(LandmarkRole::guard) ? "" : "no kind of landmark has the role guard; add one"};
    if (of == "coast_m" || of == "shore" || of == "beach" || of == "sea") {
      if (!sea()) return {"land.shape is inland; choose one with a sea"};
      return of == "beach" && t_.coast.types == Nature::none ? switched_off("coast.types") : Lack{};
    }
    return {};
  }

  void classes(const std::vector<PointClass>& list, const std::string& name) {
    for (size_t i = 0; i < list.size(); ++i) {
      const PointClass& cls = list[i];
      if (cls.quota <= 0) continue;
      const std::string path = name + "[" + std::to_string(i) + "].";
      const std::string_view ground = kGroundKindSlugs[static_cast<size_t>(cls.conditions.ground)];
      const Cure none{set_to(path + "quota", 0)};
      if (const Lack of = lack(ground); !of.why.empty())
        problem(path + "ground",
                "found " + std::string(ground) + ", but " + of.why + ", or set the quota to 0",
                {of.cure, none});
      for (size_t k = 0; k < kNearFeatures; ++k) {
        if (!cls.conditions.near[k]) continue;
        const std::string feature(near_key(*kNear[k]));
        if (const Lack of = lack(kNear[k]->slug); !of.why.empty())
          problem(path + "near." + feature,
                  "found a distance to what there is none of: " + of.why +
                      ", or leave the condition or set the quota to 0",
                  {of.cure, none});
      }
      const double reach_m = feasibility::coast_reach_m(cls.conditions.ground);
      const auto& coast = cls.conditions.near[near_index("coast")];
      if (coast && (*coast)[0] > reach_m)
        problem(path + "near.coast", "found at least " + number_text((*coast)[0]) + " m, but ground " +
                                         std::string(ground) + " lies within " + number_text(reach_m) +
                                         " m of the coast; lower it or choose another ground");
    }
  }

  /// Kinds that must stand near what the template switches off.
  void landmarks() {
    for (size_t k = 0; k < t_.vocabulary.landmarks.size(); ++k) {
      const LandmarkRow& kind = t_.vocabulary.landmarks[k];
      if (kind.role != LandmarkRole::site || feasibility::landmark_count(t_, kind) == 0) continue;
      for (size_t c = 0; c < kind.site.require.size(); ++c) {
        const SiteCondition& condition = kind.site.require[c];
        // Inland the sea is as far as the frame is wide, as it always was for rules of landmarks.
        if (condition.measure == "coast_m") continue;
        const SiteMeasure* const measure = find_measure(condition.measure);
        if (measure == nullptr || !(measure->feature || condition.measure == "mooring")) continue;
        const bool near = condition.max || condition.below || condition.measure == "mooring";
        if (!near || condition.measure == "junction_m") continue;
        const Cure none{set_to("landmarks." + kind.id + ".count", 0)};
        if (const Lack of = lack(measure->slug); !of.why.empty())
          problem("landmarks[" + std::to_string(k) + "].site.require[" + std::to_string(c) + "].measure",
                  "found " + condition.measure + ", a distance to what there is none of: " + of.why +
                      ", or " + cure_words(none),
                  {of.cure, none});
      }
    }
  }

  void lakes() {
    double share = 0;
    for (int k = 1; k <= t_.lakes.count; ++k) share += t_.lakes.largest_share / k;
    if (share > kMostLakes)
      problem("lakes", "found lakes of " + rounded_text(100 * share, 3) +
                           " % of the land in all, expected at most " + number_text(100 * kMostLakes) +
                           " %; lower lakes.count or lakes.largest_share");
  }

  void footprint(const std::string& key, double hectares) {
    const double regions = fw::region_count(t_);
    if (hectares <= 0 || regions < 1) return;
    const double most_ha = kMostFootprint * feasibility::land_area_m2(t_) / regions / 1e4;
    if (hectares > most_ha)
      problem("footprints." + key, "found " + number_text(hectares) + " ha, expected at most " +
                                       rounded_text(most_ha, 3) + " ha, a third of the mean region");
  }

  const ReadTemplate& read_;
  const Template& t_;
  Problems& problems_;
};

}  // namespace

void check_conditions(const ReadTemplate& read, Problems& problems) {
  Conditionals(read, problems).run();
}

}  // namespace fw
