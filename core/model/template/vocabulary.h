#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/colour.h"
#include "core/base/geometry.h"
#include "core/model/template/place_kinds.h"

namespace fw {

// The words of a world are rows of tables that the template states: factions, rules of names, biomes, danger
// bands, landmark kinds, families, rarities. The program knows what a row may do (its columns), never what it
// is called. A row's id is its identity: noise, random streams and references go by it. Its index is its
// raster code - 1 and the tie order everywhere.

inline constexpr size_t kMaxFactions = 12;
inline constexpr size_t kMaxBiomes = 24;
inline constexpr size_t kMaxBands = 8;
inline constexpr size_t kMaxLandmarkKinds = 32;
inline constexpr size_t kMaxFamilies = 40;
inline constexpr size_t kMaxRarities = 6;
inline constexpr size_t kMaxNameRows = 24;
inline constexpr size_t kStandings = 4;  ///< capital, city, town, village
inline constexpr int kMaxRegions = 250;  ///< codes fit a byte

/// Indices of rows; raster codes are index + 1, 0 = sea or none.
enum class Faction : uint8_t {};
enum class Biome : uint8_t {};
enum class Danger : uint8_t {};        ///< 0 = safest
enum class LandmarkKind : uint8_t {};  ///< in the order in which kinds are placed
/// Index + 1 of a row of `rarities`.
enum class Rarity : uint8_t { none };

/// What the rows of every table have.
struct RowIdentity {
  std::string id;               ///< slug, unique in its table
  std::string label;            ///< what people read; never empty once a template is read
  std::optional<Rgb> colour{};  ///< absent: from the palette
};

enum class FactionRole : uint8_t { owner, neutral };
inline constexpr std::array<std::string_view, 2> kFactionRoleSlugs{"owner", "neutral"};

/// The rule set of names that is there without a row; a row of this id takes its place.
inline constexpr std::string_view kFirstNames = "classic";

struct FactionRow : RowIdentity {
  std::optional<Rgb> ink{};  ///< of its symbols and borders; absent: a dark shade of the colour
  double share = 0;          ///< of the land; all sum to 1
  FactionRole role = FactionRole::owner;
  std::optional<Vec2>
      home{};              ///< shares of the frame from the south-west corner; the owner search pulls there
  double home_weight = 0;  ///< [0, 10]
  std::string names{kFirstNames};  ///< id of a row of `names`: how its regions and landmarks are called
};

/// How a culture's names are formed: one start, one middle and one end, and after a space one epithet. A part
/// that stands in its list several times comes that much oftener. What a row leaves out is the first rule
/// set's.
struct NameRow : RowIdentity {
  std::vector<std::string> starts{"Bra", "Cal", "Dun", "El",  "Fen", "Gar", "Hol",  "Is",
                                  "Kel", "Lor", "Mer", "Nor", "Or",  "Pel", "Quen", "Ros",
                                  "Sel", "Tor", "Ul",  "Var", "Wen", "Yar"};
  std::vector<std::string> middles{"a",  "e",  "i",  "o",  "en", "an",
                                   "ar", "el", "or", "is", ""};  ///< none: no middle
  std::vector<std::string> ends{"mere",  "hold", "wick",  "fell",  "reach", "moor",   "stead",
                                "march", "vale", "garth", "combe", "dale",  "strand", "holt"};
  std::vector<std::string> epithets{};  ///< none: no name has one; "" = no epithet
  /// By PlaceKind: patterns of the names of places, lakes and rivers. `%` = a stem (start + middle), `#` =
  /// the height in whole metres; one of them a pattern. None: places of that kind have no names.
  std::array<std::vector<std::string>, kPlaceKindSlugs.size()> forms{{
      {"% Sea", "The % Deeps", "Sea of %"},
      {"% Isle", "Isle of %"},
      {"% Skerry", "% Holm"},
      {"% Sound", "% Strait"},
      {"% Bay", "Bay of %", "% Bight"},
      {"% Head", "Cape %", "% Point"},
      {"% Hills", "% Downs", "% Fells"},
      {"% Tor", "% Beacon", "% Top", "High %"},
      {"% Gap", "% Hause", "% Edge"},
      {"% Dale", "% Vale", "Vale of %"},
      {"% Wood", "% Forest", "% Holt"},
      {"% Fen", "% Carr", "% Moss"},
      {"% Water", "Lake %", "% Pool"},
      {"River %", "% Water", "% Burn"},
  }};
};

/// Weights of the terrain in a biome's prior (docs/world.md, 4.3); each in [-5, 5].
struct BiomePrior {
  float height = 0;      ///< rank of the height
  float slope = 0;       ///< rank of the slope
  float coast = 0;       ///< rank of the distance to the sea
  float south = 0;       ///< distance from the frame's north edge over its height
  float danger = 0;      ///< calibrated
  float mid_height = 0;  ///< |rank of the height - 0.5|
  float constant = 0;
  float wet = 0;  ///< rank of the wetness: low over the channels, where water gathers, where it rains
  float sun = 0;  ///< how much the ground falls to the south, -1 to 1
};

/// Inclusive; an absent end is free.
struct BiomeLimit {
  std::optional<double> min{};
  std::optional<double> max{};

  bool stated() const { return min || max; }
};
/// Ground beyond which a biome is dear, not forbidden (docs/world.md, 4.3).
struct BiomeLimits {
  BiomeLimit height;   ///< rank of the height, 0 to 1
  BiomeLimit slope;    ///< rise over run
  BiomeLimit coast_m;  ///< distance to the sea
  BiomeLimit wet;      ///< rank of the wetness, 0 to 1
};

enum class Texture : uint8_t { none, dots, tufts, waves, hatch, stipple };
inline constexpr std::array<std::string_view, 6> kTextureSlugs{"none",  "dots",  "tufts",
                                                               "waves", "hatch", "stipple"};

struct BiomeRow : RowIdentity {
  double share = 0;
  BiomePrior prior{};
  BiomeLimits only{};
  double track_cost = 0;  ///< added to the walking cost of a track's step, [0, 100]
  Texture texture = Texture::none;
  double canopy = 0;  ///< share of the ground under trees in the oblique view, [0, 1]; outside the identity
  std::vector<std::string> tags{};  ///< slugs that rules may refer to
};

/// A danger band, from safe to worst.
struct BandRow : RowIdentity {
  std::optional<Rgb> ink{};  ///< of the outline round this band and worse ones
  double share = 0;
  double threshold = 0;        ///< calibrated danger at which the band begins (raw_thresholds); the first: 0
  double tier_at = 0.05;       ///< regional tier at which the band's affinity peaks
  double floor = 0;            ///< least share in every controllable region
  double in_neutral = 1;       ///< factor on the regional kernel of neutral regions
  double outside_neutral = 1;  ///< factor on the regional kernel of controllable regions; below 1 it
                               ///< becomes 0 when neutral ground has room for the whole band
  double track_cost = 0;       ///< added to the walking cost of a track's step, [0, 100]
  double wildlife = 1;         ///< weight of wildlife in this band, [0, 1]
  bool safe = false;           ///< settlements may stand there
  bool strong = false;         ///< bosses; named enemies are likelier
  // How strong an enemy is: ranges are mapped by the rank inside the band.
  std::array<double, 2> hp_mult{1, 1};
  std::array<double, 2> dps_mult{1, 1};
  std::array<double, 2> level{1, 1};
  std::array<double, 2> loot{0, 0};
  std::array<double, 2> respawn_s{60, 60};
  double elite_rate = 0;  ///< share of the band's enemies that get the rarity without count and rate
  double named_rate = 0;  ///< informative: counts stand in `rarities`
  double boss_rate = 0;   ///< informative
};

/// Which solver a landmark kind uses.
enum class LandmarkRole : uint8_t {
  seat,   ///< one per controllable region, coordinate descent with soft repulsion (at most one kind)
  guard,  ///< one per controllable region, at a distance from its seat
  site,   ///< facility location by the row's rules
};
inline constexpr std::array<std::string_view, 3> kLandmarkRoleSlugs{"seat", "guard", "site"};
enum class CountPer : uint8_t { island, region, owner };
inline constexpr std::array<std::string_view, 3> kCountPerSlugs{"island", "region", "owner"};

/// Where a landmark may stand: the cell's `measure` lies inside the stated limits, or is one of `in`.
struct SiteCondition {
  std::string measure;          ///< core/world/landmarks/measures.h lists them; "to.<kind>_m"
  std::optional<double> min{};  ///< inclusive
  std::optional<double> max{};
  std::optional<double> above{};  ///< exclusive
  std::optional<double> below{};
  std::vector<std::string> in{};  ///< ids of bands, biomes, factions; "neutral", "controllable" for `region`
};

enum class TermShape : uint8_t {
  linear,
  exp,       ///< e^(-value / scale)
  bell,      ///< e^-((value - at) / width)^2
  saturate,  ///< min(value / at, 1)
};
inline constexpr std::array<std::string_view, 4> kTermShapeSlugs{"linear", "exp", "bell", "saturate"};

/// One term of a landmark's utility: weight * shape(value of `measure`). Terms are summed in order.
struct SiteTerm {
  std::string measure;
  double weight = 1;
  TermShape shape = TermShape::linear;
  double at = 0;     ///< bell, saturate
  double width = 1;  ///< bell
  double scale = 1;  ///< exp
};

/// How much a landmark is needed where: 1 on cells that meet `demand` (none: everywhere), plus `elsewhere`.
struct SiteCoverage {
  double weight = 1;
  double reach_m = 0;  ///< 0: 2200 m (docs/world.md, 6.3)
  std::optional<SiteCondition> demand{};
  double elsewhere = 0;
};

struct SiteRules {
  std::vector<SiteCondition> require{};
  std::vector<SiteTerm> prefer{};
  SiteCoverage cover{};
  bool cap_per_region = false;  ///< at most an even share of the count in each region that meets `require`
  std::vector<double> relax{0.9, 0.81,
                            0.729};  ///< factors on spacing_m, tried in order while the count is short
};

struct LandmarkRow : RowIdentity {
  std::string symbol{};  ///< pictogram's name, or an SVG file beside the template; "": a free one
  LandmarkRole role = LandmarkRole::site;
  std::optional<int> count{};  ///< absent: seat and guard one per controllable region, site 0
  CountPer per = CountPer::island;
  double spacing_m = 600;      ///< between two of this kind
  double others_m = 260;       ///< to every landmark of another kind placed before
  bool joins_tracks = false;   ///< tracks are laid after the last kind that joins them
  bool strong = false;         ///< bosses stay near
  bool draws_enemies = false;  ///< where enemy classes with a landmark_pull gather
  double keep_enemies_m = 0;   ///< least distance of enemies
  double keep_wildlife_m = 0;  ///< least distance of wildlife
  bool named = false;
  std::string name_suffix{};  ///< " Post"
  /// Role seat: words for the standing of a seat, from the first owner's capital down; at most kStandings.
  std::vector<std::string> standing_labels{"capital", "city", "town", "village"};
  SiteRules site{};  ///< role site
};

enum class FamilyOf : uint8_t { resource, enemy };
inline constexpr std::array<std::string_view, 2> kFamilyOfSlugs{"resource", "enemy"};

struct FamilyRow : RowIdentity {
  FamilyOf of = FamilyOf::resource;
  std::string symbol{};
};

/// One step of a rarity's ladder: who may get it, and how far from those that have it.
struct LadderStep {
  std::string from_band{};  ///< id; "": the first
  std::string to_band{};    ///< id; "": the last
  double least_rank = 0;    ///< of the enemy's power in its band
  std::vector<std::string>
      near{};           ///< landmark ids, or "strong" for all kinds with strong = true; none: anywhere
  double within_m = 0;  ///< of one of `near`
  double spacing_factor = 1;
};

/// Enemies get rarities from the last row to the second; the first is what all others have.
struct RarityRow : RowIdentity {
  double hp_factor = 1;
  std::optional<int> count{};    ///< of the world
  std::optional<double> rate{};  ///< share of all enemies; neither: every band's elite_rate
  double spacing_m = 0;          ///< to all enemies that have this or a rarer one
  double near_bonus = 0;         ///< added to the score, times e^(-distance to a strong site / near_scale_m)
  double near_scale_m = 260;
  double strong_bonus = 0;  ///< added to the score in bands with strong = true
  std::vector<LadderStep> ladder{};
};

/// The four roles of points with their labels.
struct CategoryLabels {
  std::string resource = "Resources";
  std::string wildlife = "Wildlife";
  std::string enemy = "Enemies";
};

/// All tables of one template.
struct Vocabulary {
  // Compiled once, in vocabulary.cpp: most sources of the program would otherwise each compile copies of
  // all rows.
  Vocabulary();
  Vocabulary(const Vocabulary&);
  Vocabulary(Vocabulary&&) noexcept;
  Vocabulary& operator=(const Vocabulary&);
  Vocabulary& operator=(Vocabulary&&) noexcept;
  ~Vocabulary();

  std::vector<FactionRow> factions;
  std::vector<BiomeRow> biomes;
  std::vector<BandRow> danger;
  std::vector<LandmarkRow> landmarks;
  std::vector<FamilyRow> families;
  std::vector<RarityRow> rarities;
  CategoryLabels categories;
  std::vector<NameRow> names{};

  /// The row of the faction that owns what no owner has; nothing where no row has that role.
  std::optional<Faction> neutral() const {
    for (size_t k = 0; k < factions.size(); ++k)
      if (factions[k].role == FactionRole::neutral) return static_cast<Faction>(k);
    return std::nullopt;
  }
  const std::string& id_of(Faction k) const { return factions[static_cast<size_t>(k)].id; }
  const std::string& id_of(Biome k) const { return biomes[static_cast<size_t>(k)].id; }
  const std::string& id_of(Danger k) const { return danger[static_cast<size_t>(k)].id; }
  const std::string& id_of(LandmarkKind k) const { return landmarks[static_cast<size_t>(k)].id; }
  /// "" for none.
  std::string id_of(Rarity k) const {
    return k == Rarity::none ? std::string() : rarities[static_cast<size_t>(k) - 1].id;
  }
};

/// The index of the row with that id.
template <typename Row>
std::optional<size_t> find_row(const std::vector<Row>& rows, std::string_view id) {
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].id == id) return k;
  return std::nullopt;
}

template <typename Row>
std::vector<std::string> row_ids(const std::vector<Row>& rows) {
  std::vector<std::string> ids;
  for (const Row& row : rows) ids.push_back(row.id);
  return ids;
}

/// The column `share` of all rows.
template <typename Row>
std::vector<double> row_shares(const std::vector<Row>& rows) {
  std::vector<double> shares;
  for (const Row& row : rows) shares.push_back(row.share);
  return shares;
}

}  // namespace fw
