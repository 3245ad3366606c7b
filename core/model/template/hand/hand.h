#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a designer states by hand in a template's group `hand` (docs/hand.md): plain rows, in file order.
// Lengths in metres of the frame, x to the east, y to the north.
namespace fw {

/// Rows that copies of a template share until one of them is edited: a step of the history costs pointers.
template <typename Row>
class HandRows {
 public:
  size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  const Row& operator[](size_t k) const { return *rows_[k]; }
  /// The row to change; copied first if another list shares it.
  Row& edit(size_t k) {
    if (rows_[k].use_count() > 1) rows_[k] = std::make_shared<Row>(*rows_[k]);
    return const_cast<Row&>(*rows_[k]);  // made here as Row, and held by nobody else
  }
  void push_back(Row row) { rows_.push_back(std::make_shared<Row>(std::move(row))); }
  void insert(size_t at, Row row) {
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(at), std::make_shared<Row>(std::move(row)));
  }
  void erase(size_t k) { rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k)); }
  void resize(size_t count) {
    const size_t before = rows_.size();
    rows_.resize(count);
    for (size_t k = before; k < count; ++k) rows_[k] = std::make_shared<Row>();
  }
  /// Whether row k of both is one object.
  bool shares(size_t k, const HandRows& other) const {
    return k < other.size() && rows_[k] == other.rows_[k];
  }

  class Iterator {
   public:
    using Inner = typename std::vector<std::shared_ptr<const Row>>::const_iterator;
    explicit Iterator(Inner at) : at_(at) {}
    const Row& operator*() const { return **at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Inner at_;
  };
  Iterator begin() const { return Iterator(rows_.begin()); }
  Iterator end() const { return Iterator(rows_.end()); }

 private:
  std::vector<std::shared_ptr<const Row>> rows_;
};

/// What every row has. `group`, `note` and `source` are outside the digest, and so is a row that is off.
struct HandRow {
  std::string id;  ///< slug, unique over all lists
  bool on = true;
  std::string group, note;
  std::string source;  ///< the import that made it (app/job/hand/import/import_source.h); "" = none did
};

/// Cells by runs (docs/hand-paint.md): one text per row of the plan grid.
struct HandCells {
  int top = 0, left = 0;           ///< first row from the north, first column from the west
  std::vector<std::string> cells;  ///< "12 5a 3 8b": 12 free cells, 5 of a, 3 free, 8 of b
  std::string key;                 ///< "a grassland, b forest"
};

/// Where a row acts: a shape (WKT; with a radius all places within it), or cells where the list takes them.
struct HandPlace {
  std::string shape;
  double radius_m = 0;
  HandCells runs;
};

enum class PinSpacing : uint8_t { cls, none };
inline constexpr std::array<std::string_view, 2> kPinSpacingSlugs{"class", "none"};
enum class PinWhere : uint8_t { land, anywhere };
inline constexpr std::array<std::string_view, 2> kPinWhereSlugs{"land", "anywhere"};

/// A point or landmark where the designer put it. What is absent goes by the rules.
struct PinRow : HandRow {
  std::string cls;       ///< id of a point class or of a landmark kind
  std::string category;  ///< "landmark", "resource", ... where two have the id; else ""
  double x_m = 0, y_m = 0;
  std::string name, label;
  std::optional<std::string> rarity;
  std::optional<int> level;
  std::optional<double> hp_mult, dps_mult, loot, respawn_s;
  std::optional<int> number;  ///< the natural number that it keeps
  bool counts = true;         ///< towards the quota
  PinSpacing spacing = PinSpacing::cls;
  PinWhere where = PinWhere::land;
  std::optional<double> from_x_m, from_y_m;  ///< the natural point that it was moved from
};

enum class BanInstead : uint8_t { elsewhere, none };
inline constexpr std::array<std::string_view, 2> kBanInsteadSlugs{"elsewhere", "none"};

/// No point of these words (core/model/template/hand_words.h) within the radius.
struct BanRow : HandRow {
  std::string of;
  double x_m = 0, y_m = 0;
  std::optional<double> radius_m;  ///< absent: half the class's spacing, at least 25
  BanInstead instead = BanInstead::elsewhere;
};

/// Where points stand more densely, less, or never.
struct AreaRow : HandRow {
  HandPlace place;
  std::string of;
  double density = 1;  ///< 0 = never, 1 = as ever
  double feather_m = 0;
};

enum class PaintForce : uint8_t { hard, bias };
inline constexpr std::array<std::string_view, 2> kPaintForceSlugs{"hard", "bias"};
inline constexpr std::string_view kPaintNone = "none";  ///< class of a row that takes earlier paint away

/// A biome, band or faction where the designer painted it.
struct PaintRow : HandRow {
  HandPlace place;
  std::string cls;  ///< id of the row, or kPaintNone; "" where the cells' key says it
  PaintForce force = PaintForce::hard;
  double strength_sd = 1.5;         ///< of bias
  std::optional<double> feather_m;  ///< absent: kUsualFeather_m, of cells 0
};
inline constexpr double kUsualFeather_m = 60;
/// Width of the row's rim on either side of its outline: what is stated or usual, at most half the radius of
/// a line.
double feather_of(const PaintRow& row);

enum class RegionIs : uint8_t { holds, exactly };
inline constexpr std::array<std::string_view, 2> kRegionIsSlugs{"holds", "exactly"};

/// What a region is called, whose it is, where it lies.
struct RegionRow : HandRow {
  std::optional<double> x_m, y_m;  ///< a place of the region meant, in the plan without region rows
  std::string name;
  std::string owner;  ///< id of a faction; "" = by the rules
  bool neutral = false;
  HandPlace place;
  RegionIs is = RegionIs::holds;
  std::optional<std::vector<double>> danger, biomes;  ///< its mix, by row of the vocabulary
};

enum class LandIs : uint8_t { land, sea };
inline constexpr std::array<std::string_view, 2> kLandIsSlugs{"land", "sea"};
struct LandRow : HandRow {
  HandPlace place;
  LandIs is = LandIs::land;
};

enum class TerrainDo : uint8_t { raise, lower, level, flatten, smooth, ridge, valley };
inline constexpr std::array<std::string_view, 7> kTerrainDoSlugs{"raise",  "lower", "level", "flatten",
                                                                 "smooth", "ridge", "valley"};
/// A change of the finished height.
struct TerrainRow : HandRow {
  TerrainDo action = TerrainDo::raise;
  HandPlace place;
  std::optional<double> falloff_m;  ///< absent: the radius
  double amount_m = 0;              ///< raise, lower, ridge, valley
  double level_m = 0;               ///< level
};

enum class WaterIs : uint8_t { lake, river };
inline constexpr std::array<std::string_view, 2> kWaterIsSlugs{"lake", "river"};
/// A lake or a river that the designer drew.
struct WaterRow : HandRow {
  WaterIs kind = WaterIs::lake;
  HandPlace place;                ///< of a lake; a river is a line, downstream, without a radius
  std::optional<double> level_m;  ///< of a lake; absent: where its ground lets the water out
  std::string name;               ///< "" = by the rules
};

/// Kind of a row that takes a natural place away.
inline constexpr std::string_view kNoPlace = "none";
/// A named place: added, renamed or taken away.
struct PlaceRow : HandRow {
  std::string kind;  ///< of kPlaceKindSlugs without lake and river, or kNoPlace; "" = the natural place's
  double x_m = 0, y_m = 0;
  std::string name;  ///< "" = by the rules
  std::optional<int>
      number;  ///< the natural place meant, from 1 in the order of World::places without the hand
};

/// A track that the designer drew.
struct LineRow : HandRow {
  std::string kind = "track";
  std::string shape;     ///< LINESTRING
  std::string from, to;  ///< id of a pin, or ""
};

enum class ViewGround : uint8_t { keep, lower };
inline constexpr std::array<std::string_view, 2> kViewGroundSlugs{"keep", "lower"};
/// A line of sight that must stay open.
struct ViewRow : HandRow {
  double x_m = 0, y_m = 0;
  double eye_m = 2;  ///< above the ground
  double to_x_m = 0, to_y_m = 0;
  double target_m = 5;  ///< above the ground
  double width_m = 80;
  ViewGround ground = ViewGround::keep;
  std::string clear;  ///< words of classes that may not stand in the corridor; "" = none
};

/// Other dice inside a shape.
struct RerollRow : HandRow {
  HandPlace place;
  std::string of;  ///< "points", "danger", "biomes", "factions", or ids of classes
  uint64_t seed = 0;
  double blend_m = 300;  ///< layers: how far outside the old dice count alone
};

enum class ImportMode : uint8_t { replace, add, blend };
inline constexpr std::array<std::string_view, 3> kImportModeSlugs{"replace", "add", "blend"};
inline constexpr std::array<std::string_view, 6> kImportWhatSlugs{"land",   "height",  "biome",
                                                                  "danger", "faction", "region"};
/// A raster in a file of its own beside the template (docs/hand.md, imports).
struct ImportRow : HandRow {
  std::string what = "land";  ///< of kImportWhatSlugs
  std::string file;           ///< plain name
  int columns = 0, rows = 0;
  std::string sha256;            ///< of the pixels
  std::string map;               ///< "1 forest, 2 snow"
  double low_m = 0, high_m = 0;  ///< heights: what 0 and the largest value stand for
  ImportMode mode = ImportMode::replace;
  double blend_m = 0;
  PaintForce force = PaintForce::hard;
  double strength_sd = 1.5;
  double feather_m = 0;
};

enum class ZoneIs : uint8_t { zone, wall };
inline constexpr std::array<std::string_view, 2> kZoneIsSlugs{"zone", "wall"};
/// A place that the template's `tactics` name, or a wall for simulated agents. No stage reads it.
struct ZoneRow : HandRow {
  std::string shape;
  double radius_m = 0;
  ZoneIs is = ZoneIs::zone;
};

/// A flag with a text, for people. No stage reads it.
struct NoteRow : HandRow {
  double x_m = 0, y_m = 0;
};

enum class HandMix : uint8_t { hold, follow };
inline constexpr std::array<std::string_view, 2> kHandMixSlugs{"hold", "follow"};

/// The designer's hand. Without rows the world is the natural one, bit for bit.
struct Hand {
  // Compiled once, in hand.cpp: most sources of the program would otherwise each compile copies of all rows.
  Hand();
  Hand(const Hand&);
  Hand(Hand&&) noexcept;
  Hand& operator=(const Hand&);
  Hand& operator=(Hand&&) noexcept;
  ~Hand();

  HandMix mix = HandMix::hold;  ///< what the world's mixes do where paint takes them elsewhere
  double belt_m = 63;           ///< width of each band between painted danger and what lies round it
  HandRows<PinRow> pins;
  HandRows<BanRow> bans;
  HandRows<AreaRow> areas;
  HandRows<PaintRow> biome, danger, faction;
  HandRows<RegionRow> regions;
  HandRows<LandRow> land;
  HandRows<TerrainRow> terrain;
  HandRows<WaterRow> waters;
  HandRows<LineRow> lines;
  HandRows<PlaceRow> places;
  HandRows<ViewRow> views;
  HandRows<RerollRow> rerolls;
  HandRows<ImportRow> imports;
  // Beside the world: outside its identity.
  HandRows<ZoneRow> zones;
  HandRows<NoteRow> notes;
};

/// Calls visit(list's name in a template, rows) for every list of a Hand, const or not, in canonical order.
template <typename AnyHand, typename Visit>
void visit_hand(AnyHand& hand, const Visit& visit) {
  visit("pins", hand.pins);
  visit("bans", hand.bans);
  visit("areas", hand.areas);
  visit("biome", hand.biome);
  visit("danger", hand.danger);
  visit("faction", hand.faction);
  visit("regions", hand.regions);
  visit("land", hand.land);
  visit("terrain", hand.terrain);
  visit("waters", hand.waters);
  visit("lines", hand.lines);
  visit("places", hand.places);
  visit("views", hand.views);
  visit("rerolls", hand.rerolls);
  visit("imports", hand.imports);
  visit("zones", hand.zones);
  visit("notes", hand.notes);
}

/// Whether a list of the hand acts on no world and stands outside its identity.
constexpr bool is_beside_world(std::string_view list) {
  return list == "zones" || list == "notes";
}

/// Whether no list that acts on the world has a row.
bool is_empty(const Hand& hand);

}  // namespace fw
