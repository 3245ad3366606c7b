#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/plan_grid.h"
#include "core/template/text/template_reader.h"

// What a file alone can say about rows of the hand; what the ground decides is told by the world
// (HandOutcome).
namespace fw {
namespace {

constexpr std::array<std::string_view, 4> kRerollParts{"points", "danger", "biomes", "factions"};
constexpr int64_t kMostRunCells = 2'000'000;
constexpr std::string_view kAnyLetter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

class HandCheck {
 public:
  HandCheck(const ReadTemplate& read, Problems& problems)
      : read_(read), t_(read.tmpl), hand_(read.tmpl.hand), problems_(problems) {}

  void run() {
    ids();
    pins();
    each("bans", hand_.bans, [&](const BanRow& row, const std::string& at) { words(row.of, at + ".of"); });
    each("areas", hand_.areas, [&](const AreaRow& row, const std::string& at) { words(row.of, at + ".of"); });
    each("views", hand_.views, [&](const ViewRow& row, const std::string& at) {
      if (!row.clear.empty()) words(row.clear, at + ".clear");
    });
    paint("biome", hand_.biome);
    paint("danger", hand_.danger);
    paint("faction", hand_.faction);
    each("land", hand_.land, [&](const LandRow& row, const std::string& at) { place(row.place, at); });
    each("rerolls", hand_.rerolls, [&](const RerollRow& row, const std::string& at) {
      place(row.place, at);
      rerolled(row.of, at + ".of");
    });
    each("terrain", hand_.terrain, [&](const TerrainRow& row, const std::string& at) { terrain(row, at); });
    each("waters", hand_.waters, [&](const WaterRow& row, const std::string& at) { water(row, at); });
    each("lines", hand_.lines, [&](const LineRow& row, const std::string& at) {
      if (!row.shape.empty() && kind_of(row.shape) != Shape::Kind::lines)
        problem(at + ".shape", "found no line, expected LINESTRING");
    });
    each("zones", hand_.zones,
         [&](const ZoneRow& row, const std::string& at) { inside(row.shape, row.radius_m, at); });
    regions();
    imports();
    if (run_cells_ > kMostRunCells)
      problem("hand", "found " + std::to_string(run_cells_) + " cells in runs, expected at most " +
                          std::to_string(kMostRunCells) + " in all rows");
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }

  /// Calls visit(row, "hand.list[3]") for every row.
  template <typename Row, typename Visit>
  void each(const char* list, const HandRows<Row>& rows, const Visit& visit) {
    for (size_t k = 0; k < rows.size(); ++k)
      visit(rows[k], std::string("hand.") + list + "[" + std::to_string(k) + "]");
  }

  void ids() {
    std::map<std::string, std::string> seen;
    visit_hand(hand_, [&](const char* list, const auto& rows) {
      each(list, rows, [&](const HandRow& row, const std::string& at) {
        const bool digits =
            std::all_of(row.id.begin(), row.id.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (digits && !row.id.empty())
          problem(at + ".id", "found " + row.id + ", expected an id that is not digits alone");
        const auto [first, fresh] = seen.emplace(row.id, at + ".id");
        if (!fresh)
          problem(at + ".id", "found the id " + row.id + " again, first in " + first->second +
                                  "; expected an id once in the hand");
      });
    });
  }

  void words(const std::string& text, const std::string& path) {
    if (const auto read = read_hand_words(text, t_); !read) problem(path, read.error().message);
  }

  void pins() {
    each("pins", hand_.pins, [&](const PinRow& row, const std::string& at) {
      if (row.from_x_m.has_value() != row.from_y_m.has_value())
        problem(at, "found one of from_x_m and from_y_m, expected both or none");
      const std::optional<PinClass> cls = find_pin_class(t_, row.cls, row.category);
      if (cls && cls->category == Category::landmark && row.rarity)
        problem(at + ".rarity",
                "found the rarity " + *row.rarity + " of a landmark, expected none: only enemies have one");
      if (!cls && find_any(row.cls))
        problem(at + ".category",
                row.category.empty()
                    ? "found the class " + row.cls + " in two tables, expected a category that says which"
                    : "found " + row.category + ", expected a category that has the class " + row.cls);
    });
  }
  bool find_any(const std::string& cls) const {
    const std::vector<std::string> ids = table_ids(t_, "classes");
    return std::find(ids.begin(), ids.end(), cls) != ids.end();
  }

  Shape::Kind kind_of(const std::string& wkt) const {
    const Result<Shape> shape = read_shape(wkt);
    return shape ? shape.value().kind : Shape::Kind::points;
  }

  /// A shape or cells: one of them, and a shape that has an inside. `any_letter`: the row's class stands for
  /// letters that the key has not.
  void place(const HandPlace& where, const std::string& at, bool any_letter = false) {
    const bool cells = !where.runs.cells.empty();
    if (cells == !where.shape.empty())
      return problem(at, cells ? "found a shape and cells, expected one of them"
                               : "found neither a shape nor cells, expected one");
    if (!cells) return inside(where, at);
    signs_once(where.runs.key, at + ".key");
    if (!runs(where.runs, at, any_letter)) return;
    for (const std::string& row : where.runs.cells)
      for (size_t k = 0; k < row.size();) {
        int64_t count = 0;
        const size_t begin = k;
        while (k < row.size() && row[k] >= '0' && row[k] <= '9' && count <= kMostRunCells)
          count = 10 * count + (row[k++] - '0');
        if (k < row.size() && row[k] != ' ') run_cells_ += std::max<int64_t>(count, 1);
        k = std::max(k, begin + 1);
      }
  }
  /// No sign of a key stands for two ids.
  void signs_once(const std::string& text, const std::string& path) {
    const auto key = read_hand_key(text);
    if (!key) return;  // told with the references
    std::map<std::string, std::string> first;
    for (const auto& [sign, id] : key.value())
      if (const auto [known, fresh] = first.emplace(sign, id); !fresh)
        problem(path, "found " + json_string(json::shortened(sign)) + " twice, first for " +
                          json::shortened(known->second) + "; expected each once");
  }
  /// Runs on the plan grid, with letters of the key where one says which.
  bool runs(const HandCells& cells, const std::string& at, bool any_letter) {
    std::string letters;
    if (const auto key = read_hand_key(cells.key); key && !any_letter)
      for (const auto& [sign, id] : key.value())
        if (sign.size() == 1) letters += sign;
    if (letters.empty()) letters = kAnyLetter;
    const auto read = check_runs(cells.cells, cells.top, cells.left, letters, plan_grid(t_.frame));
    if (!read) problem(at + ".cells", read.error().message);
    return bool(read);
  }
  void inside(const HandPlace& where, const std::string& at) { inside(where.shape, where.radius_m, at); }
  void inside(const std::string& wkt, double radius_m, const std::string& at) {
    if (radius_m <= 0 && kind_of(wkt) != Shape::Kind::polygons)
      problem(at + ".radius_m",
              "found 0 with a shape that has no inside, expected a radius above 0 or a polygon");
  }

  void paint(const char* list, const HandRows<PaintRow>& rows) {
    each(list, rows, [&](const PaintRow& row, const std::string& at) {
      place(row.place, at, !row.cls.empty());
      const bool cells = !row.place.runs.cells.empty();
      if (row.cls.empty() && (!cells || row.place.runs.key.empty()))
        problem(at + ".class",
                cells ? "found neither a class nor a key, expected one" : "found no class, expected one");
    });
  }

  void terrain(const TerrainRow& row, const std::string& at) {
    const bool line = row.action == TerrainDo::ridge || row.action == TerrainDo::valley;
    if (row.place.radius_m <= 0 && row.action == TerrainDo::smooth)
      return problem(at + ".radius_m", "found 0, expected a radius above 0: how far smooth mixes heights");
    if (row.place.radius_m <= 0 && (line || kind_of(row.place.shape) != Shape::Kind::polygons))
      problem(at + ".radius_m", "found 0, expected a radius above 0, or a polygon");
  }

  void water(const WaterRow& row, const std::string& at) {
    if (row.kind == WaterIs::lake) return inside(row.place, at);
    if (!row.place.shape.empty() && kind_of(row.place.shape) != Shape::Kind::lines)
      problem(at + ".shape", "found no line, expected the LINESTRING of a river, downstream");
    if (row.place.radius_m > 0)
      problem(at + ".radius_m", "found " + number_text(row.place.radius_m) +
                                    " of a river, expected none: its discharge says how wide it is");
    if (row.level_m)
      problem(at + ".level_m",
              "found " + number_text(*row.level_m) + " of a river, expected none: only a lake has one level");
  }

  void rerolled(const std::string& text, const std::string& path) {
    for (const auto& [word, begin] : listed_words(text))
      if (std::ranges::find(kRerollParts, word) == kRerollParts.end() && !read_hand_words(word, t_))
        problem(path, "found the word \"" + std::string(word.substr(0, 64)) + "\" at character " +
                          std::to_string(begin + 1) +
                          ", expected danger, biomes, factions, points, resource, wildlife, enemy, or ids of "
                          "classes or families" +
                          did_you_mean(word, reroll_words()));
  }
  std::vector<std::string> reroll_words() const {
    std::vector<std::string> known(kRerollParts.begin(), kRerollParts.end());
    for (const Category category : kPointCategories) {
      known.emplace_back(kCategorySlugs[static_cast<size_t>(category)]);
      for (const PointClass& cls : t_.classes(category)) known.push_back(cls.slug);
    }
    for (const FamilyRow& row : t_.vocabulary.families) known.push_back(row.id);
    return known;
  }

  void regions() {
    int exact = 0, exact_neutral = 0;
    each("regions", hand_.regions, [&](const RegionRow& row, const std::string& at) {
      const bool has_place = !row.place.shape.empty() || !row.place.runs.cells.empty();
      if (row.x_m.has_value() != row.y_m.has_value())
        problem(at, "found one of x_m and y_m, expected both or none");
      if (has_place) place(row.place, at);
      if (!row.x_m && !(has_place && row.is == RegionIs::exactly))
        problem(at,
                "found no x_m and y_m, expected a place of the region meant, or a shape that it is exactly");
      if (row.is == RegionIs::exactly && !has_place)
        problem(at + ".is", "found exactly without a shape or cells, expected one");
      if (row.is == RegionIs::exactly && row.on) ++(row.neutral ? exact_neutral : exact);
      if (row.danger) sums_to_one(*row.danger, at + ".danger");
      if (row.biomes) sums_to_one(*row.biomes, at + ".biomes");
    });
    if (exact > t_.regions.controllable)
      problem("hand.regions", "found " + std::to_string(exact) +
                                  " rows that are exactly regions with an owner, expected at most " +
                                  std::to_string(t_.regions.controllable) + " (regions.controllable)");
    if (exact_neutral > neutral_regions(t_))
      problem("hand.regions", "found " + std::to_string(exact_neutral) +
                                  " rows that are exactly neutral regions, expected at most " +
                                  std::to_string(neutral_regions(t_)) + " (regions.neutral)");
  }
  void sums_to_one(const std::vector<double>& shares, const std::string& path) {
    double sum = 0;
    for (const double share : shares) sum += share;
    if (std::fabs(sum - 1) > kSumTolerance)
      problem(path, "found shares that sum to " + number_text(sum) + ", expected 1");
  }

  void imports() {
    each("imports", hand_.imports, [&](const ImportRow& row, const std::string& at) {
      const bool hex =
          row.sha256.size() == 64 && row.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
      if (!hex) problem(at + ".sha256", "found no SHA-256, expected 64 digits out of 0-9 and a-f");
      signs_once(row.map, at + ".map");
      if (row.what == "height" && !(row.high_m > row.low_m))
        problem(at + ".high_m",
                "found " + number_text(row.high_m) + ", expected more than low_m " + number_text(row.low_m));
      if (row.what != "height" && row.what != "land" && row.map.empty())
        problem(at + ".map", "found no map, expected which value is which row: 1 forest, 2 snow");
    });
  }

  const ReadTemplate& read_;
  const Template& t_;
  const Hand& hand_;
  Problems& problems_;
  int64_t run_cells_ = 0;
};

}  // namespace

void check_hand(const ReadTemplate& read, Problems& problems) {
  HandCheck(read, problems).run();
}

}  // namespace fw
