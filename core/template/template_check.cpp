#include <cmath>
#include <map>

#include "core/model/number_text.h"
#include "core/template/template_reader.h"

namespace fw {
namespace {

constexpr double kSumTolerance = 1e-6;

class Checker {
 public:
  Checker(const ReadTemplate& read, Problems& problems) : read_(read), t_(read.tmpl), problems_(problems) {}

  void run() {
    sums_to_one(t_.factions, "factions");
    sums_to_one(t_.biomes, "biomes");
    sums_to_one(t_.danger, "danger");
    thresholds();
    region_count();
    region_mixes();
    std::map<std::string, std::string> slugs;
    classes(t_.resources, "resources", slugs);
    classes(t_.wildlife, "wildlife", slugs);
    classes(t_.enemies, "enemies", slugs);
    state_features();
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }

  template <size_t N>
  void sums_to_one(const std::array<double, N>& shares, const std::string& path) {
    double sum = 0;
    for (const double share : shares) sum += share;
    const double excess = sum - 1;
    if (std::fabs(excess) <= kSumTolerance) return;
    problem(path, "found shares that sum to " + rounded_text(sum, 9) + ", " +
                      rounded_text(std::fabs(excess)) + (excess > 0 ? " too much" : " too little") +
                      "; expected a sum of 1");
  }

  void thresholds() {
    const auto& cut = t_.danger_thresholds;
    if (cut[0] < cut[1] && cut[1] < cut[2]) return;
    problem("danger_thresholds", "found " + number_text(cut[0]) + ", " + number_text(cut[1]) + ", " +
                                     number_text(cut[2]) + ", expected yellow < red < black");
  }

  void region_count() {
    const int total = t_.regions.controllable + t_.regions.neutral;
    if (total > kMaxRegions)
      problem("regions", "found " + std::to_string(total) + " regions in all, expected at most " +
                             std::to_string(kMaxRegions));
  }

  void region_mixes() {
    const int total = t_.regions.controllable + t_.regions.neutral;
    std::map<int, std::string> seen;
    for (size_t i = 0; i < t_.region_mixes.size(); ++i) {
      const RegionMix& mix = t_.region_mixes[i];
      const std::string path = "region_mixes[" + std::to_string(i) + "]";
      if (mix.region > total)
        problem(path + ".region", "found " + std::to_string(mix.region) + ", expected a region from 1 to " +
                                      std::to_string(total) + " (regions.neutral + regions.controllable)");
      const auto [first, fresh] = seen.emplace(mix.region, path);
      if (!fresh)
        problem(path + ".region", "found region " + std::to_string(mix.region) + " again, first in " +
                                      first->second + "; expected one row per region");
      if (mix.danger) sums_to_one(*mix.danger, path + ".danger");
      if (mix.biomes) sums_to_one(*mix.biomes, path + ".biomes");
    }
  }

  void classes(const std::vector<PointClass>& list, const std::string& name,
               std::map<std::string, std::string>& slugs) {
    for (size_t i = 0; i < list.size(); ++i) {
      const PointClass& cls = list[i];
      const std::string path = name + "[" + std::to_string(i) + "]";
      const auto [first, fresh] = slugs.emplace(cls.slug, path + ".class");
      if (!fresh)
        problem(path + ".class", "found the class " + cls.slug + " again, first in " + first->second +
                                     "; expected a class once in all lists");
      if (cls.danger_min > cls.danger_max)
        problem(path + ".danger_min",
                "found " + std::string(kDangerSlugs[static_cast<size_t>(cls.danger_min)]) +
                    " above danger_max " + std::string(kDangerSlugs[static_cast<size_t>(cls.danger_max)]) +
                    ", expected danger_min not above danger_max");
    }
  }

  void state_features() {
    for (const ParameterList& list : parameter_lists()) {
      if (list.pattern != "noise.*.state_features") continue;
      std::map<std::string, std::string> seen;
      for (size_t i = 0; i < list.size(t_); ++i) {
        const std::string path = list.path + "[" + std::to_string(i) + "].name";
        const json::Node& node = read_.node_at(path);
        const auto [first, fresh] = seen.emplace(node.text, path);
        if (!fresh)
          problem(path,
                  "found the name " + node.text + " again, first in " + first->second + "; expected it once");
      }
    }
  }

  const ReadTemplate& read_;
  const Template& t_;
  Problems& problems_;
};

}  // namespace

void check_combinations(const ReadTemplate& read, Problems& problems) {
  Checker(read, problems).run();
}

}  // namespace fw
