#include "core/world/dice/rerolls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/cure.h"
#include "core/model/template/frontier.h"
#include "core/world/dice/class_streams.h"
#include "core/world/land/cell_noise.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

std::string path_of(size_t row) {
  return "hand.rerolls[" + std::to_string(row) + "].";
}

/// Paths of the rows that are on, can be read and roll what `rolls` says.
template <typename Rolls>
std::vector<std::string> paths_of(const Template& tmpl, const Rolls& rolls) {
  std::vector<std::string> paths;
  for (size_t k = 0; k < tmpl.hand.rerolls.size(); ++k) {
    const RerollRow& row = tmpl.hand.rerolls[k];
    if (!row.on) continue;
    const Result<RerollWords> words = read_reroll_words(row.of, tmpl);
    if (words && rolls(words.value())) paths.push_back(path_of(k));
  }
  return paths;
}

bool rolls_class(const RerollWords& words, const Template& tmpl, Category category, const PointClass& cls) {
  return words.classes.has(category, static_cast<size_t>(&cls - tmpl.classes(category).data()));
}

/// 1 inside, down to 0 at `blend_m` outside.
double share_at(double inside_m, double blend_m) {
  if (inside_m >= 0) return 1;
  const double t = 1 + inside_m / blend_m;
  return t <= 0 ? 0 : t * t * (3 - 2 * t);
}

/// Calls visit(cell, m) where a row's dice count.
void visit_row(const RerollRow& row, const Template& tmpl, const GridSpec& grid,
               const std::function<void(uint32_t cell, double m)>& visit) {
  if (!row.place.shape.empty()) {
    const Result<Shape> shape = read_shape(row.place.shape);
    if (!shape) return;
    visit_shape(shape.value(), row.place.radius_m, grid, row.blend_m, [&](uint32_t cell, double inside_m) {
      if (const double m = share_at(inside_m, row.blend_m); m > 0) visit(cell, m);
    });
    return;
  }
  const Result<Mask> cells = cells_of_place(row.place, tmpl.frame, grid);
  if (!cells) return;
  const Mask& inside = cells.value();
  const bool blends = row.blend_m > 0;
  const Raster<float> away_m = blends ? distance_to(inside) : Raster<float>();
  for (uint32_t cell = 0; cell < inside.size(); ++cell) {
    if (inside[cell] == 0 && !blends) continue;
    const double outside_m = inside[cell] != 0 ? 0 : static_cast<double>(away_m[cell]) - grid.cell_m / 2;
    if (const double m = share_at(-outside_m, row.blend_m); m > 0) visit(cell, m);
  }
}

/// The weights of all dice.
struct Weights {
  Raster<float> own;
  std::map<uint64_t, Raster<float>> others;  ///< by seed
  explicit Weights(const GridSpec& grid) : own(grid, 1.0F) {}

  void add(const RerollRow& row, uint64_t own_seed, const Template& tmpl) {
    Raster<float>& its = row.seed == own_seed ? own : others.try_emplace(row.seed, own.grid).first->second;
    visit_row(row, tmpl, own.grid, [&](uint32_t cell, double m) {
      const auto rest = static_cast<float>(1 - m);
      own[cell] *= rest;
      for (auto& [seed, weight] : others) weight[cell] *= rest;
      its[cell] += static_cast<float>(m);
    });
  }
};

}  // namespace

bool FieldDice::mixed_at(size_t cell) const {
  return std::any_of(others.begin(), others.end(),
                     [&](const Other& other) { return other.weight[cell] > 0; });
}

bool RerollWords::has(SeedPart layer) const {
  return layer == SeedPart::danger     ? danger
         : layer == SeedPart::biomes   ? biomes
         : layer == SeedPart::factions ? factions
                                       : false;
}

Result<RerollWords> read_reroll_words(std::string_view of, const Template& tmpl) {
  RerollWords out;
  const std::array<std::pair<SeedPart, bool*>, 3> layers{{{SeedPart::danger, &out.danger},
                                                          {SeedPart::biomes, &out.biomes},
                                                          {SeedPart::factions, &out.factions}}};
  std::string classes;
  const auto add = [&](std::string_view word) { classes.append(classes.empty() ? "" : ", ").append(word); };
  for (const ListedWord& listed : listed_words(of)) {
    const std::string_view word = listed.text;
    const auto layer = std::find_if(layers.begin(), layers.end(), [&](const auto& one) {
      return kSeedPartSlugs[static_cast<size_t>(one.first)] == word;
    });
    if (layer != layers.end()) {
      *layer->second = true;
    } else if (word == kSeedPartSlugs[static_cast<size_t>(SeedPart::points)]) {
      for (const Category category : kPointCategories) add(kCategorySlugs[static_cast<size_t>(category)]);
    } else {
      add(word);
    }
  }
  if (classes.empty()) return out;
  Result<HandWords> words = read_hand_words(classes, tmpl);
  if (!words) return words.error();
  out.classes = std::move(words).value();
  return out;
}

std::vector<std::string> reroll_paths(const Template& tmpl, SeedPart layer) {
  return paths_of(tmpl, [&](const RerollWords& words) { return words.has(layer); });
}

std::vector<std::string> reroll_paths(const Template& tmpl, Category category, const PointClass& cls) {
  return paths_of(tmpl, [&](const RerollWords& words) { return rolls_class(words, tmpl, category, cls); });
}

FieldDice field_dice(const Template& tmpl, SeedPart layer, const SeedBundle& seeds, const GridSpec& grid) {
  FieldDice out;
  out.salt = seeds.salt;
  std::vector<const RerollRow*> rows;
  for (const RerollRow& row : tmpl.hand.rerolls) {
    if (!row.on) continue;
    const Result<RerollWords> words = read_reroll_words(row.of, tmpl);
    const bool states_what_is_there = rows.empty() && row.seed == seeds.noise;
    if (words && words.value().has(layer) && !states_what_is_there) rows.push_back(&row);
  }
  if (std::all_of(rows.begin(), rows.end(), [&](const RerollRow* row) { return row->seed == seeds.noise; }))
    return out;
  Weights all(grid);
  for (const RerollRow* row : rows) all.add(*row, seeds.noise, tmpl);
  out.own = std::move(all.own);
  for (auto& [seed, weight] : all.others) out.others.push_back({seed, std::move(weight)});
  return out;
}

void mix_dice(const FieldDice& dice, const std::function<NoiseField(const SeedBundle&)>& noise_of,
              const GridSpec& grid, double phase, std::span<const uint32_t> cell_of,
              std::span<float> values) {
  if (dice.empty()) return;
  std::vector<size_t> at;  // values to change
  std::vector<uint32_t> cells;
  for (size_t i = 0; i < values.size(); ++i) {
    const uint32_t cell = cell_of.empty() ? static_cast<uint32_t>(i) : cell_of[i];
    if (!dice.mixed_at(cell)) continue;
    at.push_back(i);
    cells.push_back(cell);
  }
  std::vector<double> sum(at.size()), squares(at.size());
  const auto add = [&](size_t i, float weight, float value) {
    sum[i] += static_cast<double>(weight) * static_cast<double>(value);
    squares[i] += static_cast<double>(weight) * static_cast<double>(weight);
  };
  for (size_t i = 0; i < at.size(); ++i) add(i, dice.own[cells[i]], values[at[i]]);
  std::vector<float> noise(at.size());
  for (const FieldDice::Other& other : dice.others) {
    noise_at_cells(noise_of(SeedBundle::from_master(other.seed).salted(dice.salt)), grid, phase, cells,
                   noise);
    for (size_t i = 0; i < at.size(); ++i) add(i, other.weight[cells[i]], noise[i]);
  }
  for (size_t i = 0; i < at.size(); ++i) values[at[i]] = static_cast<float>(sum[i] / std::sqrt(squares[i]));
}

std::shared_ptr<const CellDice> cell_dice(const Template& tmpl, Category category, const PointClass& cls,
                                          const SeedBundle& seeds, const GridSpec& grid) {
  auto dice = std::make_shared<CellDice>();
  const std::string tag = class_tag(category, cls);
  const uint64_t own = derive(seeds.place_stream(), tag);
  for (const RerollRow& row : tmpl.hand.rerolls) {
    if (!row.on) continue;
    const Result<RerollWords> words = read_reroll_words(row.of, tmpl);
    if (!words || !rolls_class(words.value(), tmpl, category, cls)) continue;
    const Result<Mask> cells = cells_of_place(row.place, tmpl.frame, grid);
    if (!cells) continue;
    const uint64_t substream =
        derive(SeedBundle::from_master(row.seed).salted(seeds.salt).place_stream(), tag);
    uint16_t code = 0;
    if (substream != own) {
      const auto known = std::find(dice->substreams.begin(), dice->substreams.end(), substream);
      code = static_cast<uint16_t>(known - dice->substreams.begin() + 1);
      if (known == dice->substreams.end()) dice->substreams.push_back(substream);
    }
    if (dice->of.size() == 0) dice->of = Raster<uint16_t>(grid);
    for (size_t cell = 0; cell < cells.value().size(); ++cell)
      if (cells.value()[cell] != 0) dice->of[cell] = code;
  }
  if (dice->substreams.empty()) return nullptr;
  return dice;
}

namespace {

bool names_classes(const RerollWords& words) {
  const auto any = [](const std::vector<bool>& rows) {
    return std::find(rows.begin(), rows.end(), true) != rows.end();
  };
  return any(words.classes.resources) || any(words.classes.wildlife) || any(words.classes.enemies);
}

bool names_what_is_rolled(const RerollWords& words) {
  return words.danger || words.biomes || words.factions || names_classes(words);
}

bool rolls_factions_alone(const RerollWords& words) {
  return words.factions && !words.danger && !words.biomes && !names_classes(words);
}

}  // namespace

void tell_rerolls(const Template& tmpl, const Raster<uint8_t>& region_codes, HandTold& told) {
  for (const RerollRow& row : tmpl.hand.rerolls) {
    if (!row.on) continue;
    const Result<RerollWords> words = read_reroll_words(row.of, tmpl);
    const Result<Mask> cells = cells_of_place(row.place, tmpl.frame, region_codes.grid);
    if (!words || !cells) {
      told.outcomes.push_back(
          suspended_row("rerolls", row, words ? cells.error().message : words.error().message));
      continue;
    }
    if (!names_what_is_rolled(words.value())) {
      told.outcomes.push_back(suspended_row(
          "rerolls", row, "landmarks are not rolled: name points, danger, biomes, factions or classes"));
      continue;
    }
    if (has_one_frontier(tmpl) && rolls_factions_alone(words.value())) {
      const Cure field{set_to("modes.factions", "field")};
      told.outcomes.push_back(suspended_row(
          "rerolls", row,
          "with modes.factions regions factions have no dice: reroll seeds.owners or seeds.regions, or " +
              cure_words(field)));
      told.findings.push_back(with_cures(tell_suspended(told.outcomes.back()), {field}));
      continue;
    }
    int64_t asked = 0, got = 0;
    for (size_t cell = 0; cell < region_codes.size(); ++cell) {
      if (cells.value()[cell] == 0) continue;
      ++asked;
      got += region_codes[cell] != 0 ? 1 : 0;
    }
    const auto as_asked = static_cast<double>(asked);
    if (got == 0) {
      told.outcomes.push_back(suspended_row(
          "rerolls", row,
          asked == 0 ? "no cell's centre of the frame lies in it" : "no cell of it lies on the ground",
          as_asked));
      continue;
    }
    std::string reason;
    if (got < asked)
      reason = std::to_string(asked - got) + " of " + std::to_string(asked) + " cells lie off the ground";
    told.outcomes.push_back(
        acting_row("rerolls", row, as_asked, static_cast<double>(got), std::move(reason)));
  }
}

}  // namespace fw
