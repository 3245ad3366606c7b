#pragma once

#include "core/field/noise/noise.h"
#include "core/model/template/tuning.h"

namespace fw {

// One set of limits and texts for the noise stacks of every coordinator. A template's stacks have limits of
// their own, which its file format promises (core/template/parameters/parameters_world.cpp).

/// What is said of a member of NoiseStack, without a path.
template <auto Member>
inline constexpr ValueRule kNoiseRule{};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::wavelength_m>{
    .unit = "m", .min = 0.1, .max = 1e6, .help = "wavelength of the first octave, 1 / frequency"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::octaves>{
    .min = 1, .max = 12, .whole = true, .help = "octaves K"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::persistence>{
    .min = 0.01, .max = 1, .help = "amplitude ratio p of an octave to the one before"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::lacunarity>{
    .min = 1, .max = 8, .help = "frequency ratio l of an octave to the one before"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::update>{
    .choices = kFieldUpdateSlugs, .help = "drift moves the phase; resample draws a new field every cycle"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::drift_per_s>{
    .unit = "1/s", .min = -10, .max = 10, .help = "drift: phase added per second"};
template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::cycle_s>{
    .unit = "s", .max = 1e9, .help = "resample: length of a cycle, 0 = one endless cycle"};

template <>
inline constexpr ValueRule kNoiseRule<&NoiseStack::cells_t>{
    .max = 64,
    .whole = true,
    .help =
        "phase after which the field returns to where it began, 0 = never; with a drift of cells_t / "
        "period the field closes over that period"};

/// The row of a member of the noise stack at the end of `Stack`.
template <typename Params, auto Member, auto... Stack>
constexpr TuningRow<Params> noise_row(std::string_view path) {
  ValueRule rule = kNoiseRule<Member>;
  rule.path = path;
  return tuning_row<Params, Stack..., Member>(rule);
}

}  // namespace fw
