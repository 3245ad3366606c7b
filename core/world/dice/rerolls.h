#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/raster.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/template.h"
#include "core/model/world/hand_told.h"
#include "core/world/dice/class_streams.h"

// Rows of `rerolls`: other dice inside a shape (docs/hand.md, rerolls). They belong to the natural world:
// what the rest of the hand moves is a world with these dice. A row with the dice that are there anyway does
// nothing.
namespace fw {

/// What a row rolls.
struct RerollWords {
  bool danger = false, biomes = false, factions = false;
  HandWords classes;

  bool has(SeedPart layer) const;
};
/// "points" = every class of points. Fails with the unknown word.
Result<RerollWords> read_reroll_words(std::string_view of, const Template& tmpl);

/// The paths of the rows that are on and roll a layer (danger, biomes, factions), or a class of points: what
/// a stage reads that draws from these dice.
std::vector<std::string> reroll_paths(const Template& tmpl, SeedPart layer);
std::vector<std::string> reroll_paths(const Template& tmpl, Category category, const PointClass& cls);

/// Whose dice count how much in the noise of a layer: F = sum_s w_s F_s / sqrt(sum_s w_s^2), which keeps its
/// spread. A row gives its own dice m of the weight, m = 1 inside and a smoothstep to 0 at blend_m outside.
struct FieldDice {
  struct Other {
    uint64_t seed = 0;
    Raster<float> weight;
  };
  Raster<float> own;  ///< weight of the layer's own; empty where no other dice count
  std::vector<Other> others;
  uint64_t salt = 0;  ///< of the streams of all of them

  bool empty() const { return others.empty(); }
  bool mixed_at(size_t cell) const;
};
/// `seeds` = those that the layer draws from.
FieldDice field_dice(const Template& tmpl, SeedPart layer, const SeedBundle& seeds, const GridSpec& grid);
/// Mixes the other dice into the values of one noise. `noise_of` binds the same stack with other seeds.
/// `cell_of` = the cell of every value; empty: values of all cells, in their order.
void mix_dice(const FieldDice& dice, const std::function<NoiseField(const SeedBundle&)>& noise_of,
              const GridSpec& grid, double phase, std::span<const uint32_t> cell_of, std::span<float> values);

/// The cells that draw the numbers of a class from other dice; null where none does. `seeds` = those that the
/// class draws from.
std::shared_ptr<const CellDice> cell_dice(const Template& tmpl, Category category, const PointClass& cls,
                                          const SeedBundle& seeds, const GridSpec& grid);

/// What becomes of every row that is on. Asked and got are cells.
void tell_rerolls(const Template& tmpl, const Raster<uint8_t>& region_codes, HandTold& told);

}  // namespace fw
