#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/number_text.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

constexpr double kMostAspect = 4;

class Checker {
 public:
  Checker(const ReadTemplate& read, Problems& problems) : read_(read), t_(read.tmpl), problems_(problems) {}

  void run() {
    const Vocabulary& v = t_.vocabulary;
    ids_once(v.factions, "factions");
    ids_once(v.names, "names");
    ids_once(v.biomes, "biomes");
    ids_once(v.danger, "danger");
    ids_once(v.landmarks, "landmarks");
    ids_once(v.families, "families");
    ids_once(v.rarities, "rarities");
    sums_to_one(row_shares(v.factions), "factions");
    sums_to_one(row_shares(v.biomes), "biomes");
    sums_to_one(row_shares(v.danger), "danger");
    roles();
    names();
    biome_limits();
    bands();
    frame_and_land();
    region_count();
    region_mixes();
    modes();
    std::map<std::string, std::string> slugs;
    classes(t_.resources, "resources", slugs);
    classes(t_.wildlife, "wildlife", slugs);
    classes(t_.enemies, "enemies", slugs);
    families();
    state_features();
    check_rules(read_, problems_);
    check_conditions(read_, problems_);
    check_exports(read_, problems_);
    check_calendar(read_, problems_);
    check_tactics(read_, problems_);
    check_ecology(read_, problems_);
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }

  template <typename Row>
  void ids_once(const std::vector<Row>& rows, const std::string& table) {
    std::map<std::string, std::string> seen;
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string path = table + "[" + std::to_string(i) + "].id";
      const auto [first, fresh] = seen.emplace(rows[i].id, path);
      if (!fresh)
        problem(path, "found the id " + rows[i].id + " again, first in " + first->second +
                          "; expected an id once in its table");
    }
  }

  void sums_to_one(const std::vector<double>& shares, const std::string& path) {
    double sum = 0;
    for (const double share : shares) sum += share;
    const double excess = sum - 1;
    if (std::fabs(excess) <= kSumTolerance) return;
    problem(path, "found shares that sum to " + rounded_text(sum, 9) + ", " +
                      rounded_text(std::fabs(excess)) + (excess > 0 ? " too much" : " too little") +
                      "; expected a sum of 1");
  }

  void modes() {
    if (t_.layer_mode == LayerMode::strict_quantile && t_.faction_mode == FactionMode::regions)
      problem("modes.factions",
              "found regions with modes.layers strict_quantile, which cuts the factions in every region; "
              "expected "
              "field, or modes.layers balanced");
  }

  void roles() {
    const std::vector<FactionRow>& rows = t_.vocabulary.factions;
    size_t owners = 0, neutral = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool owner = rows[i].role == FactionRole::owner;
      owners += owner;
      if (!owner && ++neutral > 1)
        problem("factions[" + std::to_string(i) + "].role",
                "found another neutral faction, " + rows[i].id + "; expected at most one");
    }
    if (owners == 0) problem("factions", "found no faction of the role owner, expected at least one");
    if (neutral == 0 && t_.regions.neutral > 0)
      problem("regions.neutral", "found " + std::to_string(t_.regions.neutral) +
                                     " without a faction of the role neutral, expected 0 or such a faction");
  }

  /// Every start with every middle and every end makes a name.
  void names() {
    const auto may_be_blank = [](const std::vector<std::string>& parts) {
      return parts.empty() || std::ranges::any_of(parts, [](const std::string& part) {
               return part.find_first_not_of(' ') == std::string::npos;
             });
    };
    for (size_t i = 0; i < t_.vocabulary.names.size(); ++i) {
      const NameRow& row = t_.vocabulary.names[i];
      if (may_be_blank(row.starts) && may_be_blank(row.middles) && may_be_blank(row.ends))
        problem(
            "names[" + std::to_string(i) + "].starts",
            "found names without a letter, since starts, middles and ends all may be blank; expected starts "
            "or ends without \"\"");
      for (size_t kind = 0; kind < row.forms.size(); ++kind)
        for (const std::string& pattern : row.forms[kind])
          if (std::ranges::count_if(pattern, [](char c) { return c == '%' || c == '#'; }) != 1)
            problem("names[" + std::to_string(i) + "].forms." + std::string(kPlaceKindSlugs[kind]),
                    "found the pattern \"" + pattern +
                        "\", expected one % for the stem or one # for the height in metres");
    }
  }

  void biome_limits() {
    const std::vector<BiomeRow>& rows = t_.vocabulary.biomes;
    for (size_t i = 0; i < rows.size(); ++i)
      for (const auto& [measure, limit] : {std::pair{"height", &rows[i].only.height},
                                           {"slope", &rows[i].only.slope},
                                           {"coast_m", &rows[i].only.coast_m},
                                           {"wet", &rows[i].only.wet}})
        if (limit->min && limit->max && *limit->min > *limit->max)
          problem("biomes[" + std::to_string(i) + "].only." + measure + ".min",
                  "found " + number_text(*limit->min) + " above max, which is " + number_text(*limit->max) +
                      "; expected at most that");
  }

  void bands() {
    const std::vector<BandRow>& rows = t_.vocabulary.danger;
    double floors = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      floors += rows[i].floor;
      const std::string path = "danger[" + std::to_string(i) + "].threshold";
      if (i == 0 && rows[i].threshold != 0)
        problem(path, "found " + number_text(rows[i].threshold) + ", expected 0 for the first band");
      if (i > 0 && rows[i].threshold < rows[i - 1].threshold)
        problem(path, "found " + number_text(rows[i].threshold) + " after " +
                          number_text(rows[i - 1].threshold) + ", expected ascending thresholds");
    }
    if (floors > 1 + kSumTolerance)
      problem("danger", "found floors that sum to " + rounded_text(floors, 9) + ", expected at most 1");
  }

  void frame_and_land() {
    const FrameParams& frame = t_.frame;
    if (frame.longer_m() > kMostAspect * frame.shorter_m())
      problem("frame", "found " + number_text(frame.width_m) + " m by " + number_text(frame.height_m) +
                           " m, expected sides of at most 4 : 1");
    if (const double most = most_land_fraction(t_.land.shape); t_.land.fraction > most)
      problem("land.fraction", "found " + number_text(t_.land.fraction) + ", expected at most " +
                                   number_text(most) + " for land in the sea");
    const std::vector<std::string>& sides = t_.land.sea_sides;
    if (t_.land.shape == LandShape::coast && sides.empty())
      problem("land.sea_sides", "found no side, expected one to four out of north, east, south, west");
    if (std::set<std::string>(sides.begin(), sides.end()).size() < sides.size())
      problem("land.sea_sides", "found a side twice, expected each once");
  }

  void region_count() {
    const int total = t_.regions.controllable + t_.regions.neutral;
    if (total > kMaxRegions)
      problem("regions", "found " + std::to_string(total) + " regions in all, expected at most " +
                             std::to_string(kMaxRegions));
  }

  /// Resources have a family of resources, enemies one of enemies.
  void families() {
    const auto one = [this](const PointClass& cls, FamilyOf of, const std::string& path) {
      const auto row = find_row(t_.vocabulary.families, cls.family);
      if (row && t_.vocabulary.families[*row].of != of)
        problem(path, "found the family " + cls.family + " of the other sort, expected one of " +
                          std::string(kFamilyOfSlugs[static_cast<size_t>(of)]));
    };
    for (size_t i = 0; i < t_.resources.size(); ++i)
      one(t_.resources[i], FamilyOf::resource, "resources[" + std::to_string(i) + "].family");
    for (size_t i = 0; i < t_.enemies.size(); ++i)
      if (t_.enemies[i].family != t_.enemies[i].slug)
        one(t_.enemies[i], FamilyOf::enemy, "enemies[" + std::to_string(i) + "].family");
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
        problem(path + ".danger_min", "found " + t_.vocabulary.id_of(cls.danger_min) + " above danger_max " +
                                          t_.vocabulary.id_of(cls.danger_max) +
                                          ", expected danger_min not above danger_max");
    }
  }

  void state_features() {
    for (const ParameterList& list : parameter_lists()) {
      if (list.pattern != "noise.*.state_features") continue;
      std::map<std::string, std::string> seen;
      for (size_t i = 0; i < list.size(t_, {}); ++i) {
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
