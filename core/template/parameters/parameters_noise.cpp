#include "core/model/template/tuning.h"
#include "core/template/parameters/parameter_rows.h"

// The noise stacks of a world.
namespace fw::table {
namespace {

template <typename Ref>
void state_features(Builder& table, const std::string& name, Ref ref) {
  const std::string path = "noise." + name + ".state_features";
  ParameterList list{path, "noise.*.state_features", "name", 16,
                     "State features s in [0, 1] of a game, which shift and scale the stack as it plays; the "
                     "generator reads none."};
  list.size = [ref](const Template& t, ParameterPlace) { return ref(t, 0).state_features.size(); };
  list.resize = [ref](Template& t, size_t n, ParameterPlace) { ref(t, 0).state_features.resize(n); };
  table.lists.push_back(std::move(list));
  const auto about = [&path](const char* key, double min, double max, const char* help) {
    return About{path + "[]." + key, std::string("noise.*.state_features[].") + key, "", min, max, help};
  };
  table.add(required(row(
      ParameterType::slug, about("name", 1, 64, "Name of the feature."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].name;
      })));
  table.number(
      about("offset_x", -1000, 1000, "Shift east at s = 1, wavelengths."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].offset_x;
      });
  table.number(
      about("offset_y", -1000, 1000, "Shift north at s = 1, wavelengths."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, 0).state_features[i].offset_y; });
  table.number(
      about("offset_t", -1000, 1000, "Shift in phase at s = 1."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].offset_t;
      });
  table.number(
      about("gain", -10, 10, "The value is scaled by 1 + gain (s - 0.5)."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, 0).state_features[i].gain; });
}

About stack_about(const std::string& name, const char* key, const char* unit, double min, double max,
                  const char* help) {
  return {"noise." + name + "." + key, std::string("noise.*.") + key, unit, min, max, help};
}

/// What a field looks like. `least_wavelength_m`: 0 where 0 stands for a wavelength that grows with the
/// frame.
template <typename Ref>
void stack_shape(Builder& table, const std::string& name, Ref ref, double least_wavelength_m) {
  const auto about = [&name](const char* key, const char* unit, double min, double max, const char* help) {
    return stack_about(name, key, unit, min, max, help);
  };
  table.number(
      about("wavelength_m", "m", least_wavelength_m, 1e6,
            least_wavelength_m > 0 ? "Wavelength of the first octave (1 / frequency)."
                                   : "Wavelength of the first octave (1 / frequency); 0: 0.446 of the "
                                     "frame's shorter side, times relief.grain."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).wavelength_m; });
  table.integer(
      about("octaves", "", 1, 16, "Number of octaves K."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, i).octaves;
      });
  table.number(
      about("persistence", "", 0.01, 1, "Amplitude of an octave over the one before, p."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).persistence; });
  table.number(
      about("lacunarity", "", 1.01, 8, "Frequency of an octave over the one before, l."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).lacunarity; });
}

/// `least_wavelength_m` as of stack_shape().
template <typename Ref>
void stack(Builder& table, const std::string& name, Ref ref, double least_wavelength_m = 10) {
  const auto about = [&name](const char* key, const char* unit, double min, double max, const char* help) {
    return stack_about(name, key, unit, min, max, help);
  };
  stack_shape(table, name, ref, least_wavelength_m);
  table.add(choice_row(
      about("update", "", 0, 0, "drift: the phase moves; resample: new offsets at every cycle boundary."),
      kFieldUpdateSlugs, 0, [ref](auto& t, size_t i) -> auto& { return ref(t, i).update; }));
  table.number(
      about("drift_per_s", "1/s", -100, 100, "Phase added per second (drift)."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).drift_per_s; });
  table.number(
      about("cycle_s", "s", 0, 1e6, "Length of a cycle (resample); 0 = one endless cycle."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).cycle_s; });
  table.add(word_row(
      about("seed_of", "", 0, 0, "Layer whose seed this stack takes; \"\" = its own."),
      {"", "faction", "biome", "danger", "type", "feature", "height"}, [ref](auto& t, size_t i) -> auto& {
        return ref(t, i).seed_of;
      }));
  state_features(table, name, ref);
}

/// A field of the calendar's: its phase is the calendar's too.
template <typename Ref>
void closed_stack(Builder& table, const std::string& name, Ref ref) {
  const size_t rows = table.rows.size();
  stack_shape(table, name, ref, 10);
  table.integer(
      stack_about(name, "cells_t", "", 0, 64,
                  "Cells round the day or the year: what such a field shows comes and goes about so often."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).cells_t; });
  for (size_t k = rows; k < table.rows.size(); ++k)
    table.rows[k].omit_default = true, table.rows[k].in_digest = false;
}

}  // namespace

void add_noise_rows(Builder& table) {
  table.number(
      {"noise.phase", "", "", -1e6, 1e6, "Phase t of every world stack (a slow drift through 3-D noise)."},
      [](auto& t, size_t) -> auto& { return t.noise.phase; });
  stack(
      table, "faction", [](auto& t, size_t) -> auto& { return t.noise.faction; });
  stack(
      table, "biome", [](auto& t, size_t) -> auto& { return t.noise.biome; });
  stack(
      table, "danger", [](auto& t, size_t) -> auto& { return t.noise.danger; });
  stack(
      table, "type", [](auto& t, size_t) -> auto& { return t.noise.type; });
  stack(
      table, "feature", [](auto& t, size_t) -> auto& { return t.noise.feature; });
  stack(
      table, "height", [](auto& t, size_t) -> auto& { return t.noise.height; }, 0);
  const size_t rows = table.rows.size(), lists = table.lists.size();
  stack(
      table, "rain", [](auto& t, size_t) -> auto& { return t.noise.rain; });
  // Templates from before there was rain keep their text.
  for (size_t k = rows; k < table.rows.size(); ++k) table.rows[k].omit_default = true;
  for (size_t k = lists; k < table.lists.size(); ++k) table.lists[k].omit_empty = true;
  closed_stack(
      table, "day", [](auto& t, size_t) -> auto& { return t.calendar.day; });
  closed_stack(
      table, "season", [](auto& t, size_t) -> auto& { return t.calendar.season; });
  closed_stack(
      table, "front", [](auto& t, size_t) -> auto& { return t.calendar.front; });
}

}  // namespace fw::table
