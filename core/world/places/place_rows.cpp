#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/world/land/hand_places.h"
#include "core/world/land/spacing.h"
#include "core/world/places/find_internal.h"
#include "core/world/places/places.h"

// The rows of hand.places.

namespace fw {
namespace {

constexpr size_t kNearNames = 3;  // edits between two names that people take for one

std::optional<PlaceKind> kind_of(std::string_view slug) {
  const auto found = std::ranges::find(kPlaceKindSlugs, slug);
  if (found == kPlaceKindSlugs.end()) return std::nullopt;
  return static_cast<PlaceKind>(found - kPlaceKindSlugs.begin());
}

bool lies_on_land(PlaceKind kind) {
  return kind != PlaceKind::sea && kind != PlaceKind::bay && kind != PlaceKind::strait;
}

std::string with_article(std::string_view kind) {
  const bool vowel = kind.starts_with('i');  // island, islet
  return (vowel ? "an " : "a ") + std::string(kind);
}

/// Why a place of this kind cannot stand there; "" where it can.
std::string refused_there(const PlaceInputs& inputs, PlaceKind kind, Vec2 at_m) {
  const GridSpec& g = inputs.island.main.grid;
  if (!g.contains(at_m)) return std::string(kOffFrame);
  const size_t cell = g.cell_at(at_m);
  if (!lies_on_land(kind) || inputs.island.main[cell] != 0 || inputs.island.islets[cell] != 0) return {};
  const Vec2 land = g.centre(static_cast<size_t>(nearest_ground(inputs.island.main, at_m)));
  return with_article(kPlaceKindSlugs[static_cast<size_t>(kind)]) + " lies on land, and " +
         decimal_text(at_m.x, 0) + " m east, " + decimal_text(at_m.y, 0) +
         " m north is at sea; the nearest land is at " + decimal_text(land.x, 0) + " m east, " +
         decimal_text(land.y, 0) + " m north";
}

/// Names by hand that come near to one another stand, and are told.
void tell_near_names(const Template& tmpl, Findings& findings) {
  std::vector<std::pair<std::string, std::string>> names;  // where, name
  for (const RegionRow& row : tmpl.hand.regions)
    if (row.on && !row.name.empty()) names.emplace_back(hand_path("regions", row.id), row.name);
  for (const PlaceRow& row : tmpl.hand.places) {
    if (!row.on || row.name.empty()) continue;
    const std::string where = hand_path("places", row.id);
    for (const auto& [other, name] : names)
      if (edit_distance(folded(row.name), folded(name), kNearNames) < kNearNames)
        findings.push_back(
            {Severity::info, "names_alike", where,
             "The name " + row.name + " is within two letters of " + name + " (" + other + "). Both stand."});
    names.emplace_back(where, row.name);
  }
}

}  // namespace

void apply_place_rows(const PlaceInputs& inputs, Naming& naming, MadePlaces& made) {
  const Template& tmpl = inputs.tmpl;
  const GridSpec& g = inputs.island.main.grid;
  const Tongues tongues(inputs.map, tmpl.vocabulary);
  const int natural = static_cast<int>(made.places.size());
  std::vector<NamedPlace> added;
  std::vector<int> gone;
  for (const PlaceRow& row : tmpl.hand.places) {
    if (!row.on) continue;
    const auto suspend = [&](std::string why) {
      made.told.outcomes.push_back(suspended_row("places", row, std::move(why)));
    };
    const auto meant =
        row.number ? std::ranges::find(made.places, *row.number, &NamedPlace::number) : made.places.end();
    if (row.number && meant == made.places.end()) {
      suspend("there is no natural place " + std::to_string(*row.number) +
              (natural > 0 ? "; they are 1 to " + std::to_string(natural) : "; this world has none"));
      continue;
    }
    if (row.kind == kNoPlace) {
      if (!row.number) {
        suspend("kind none takes a natural place away, and the row states no number");
        continue;
      }
      gone.push_back(*row.number);
      made.told.outcomes.push_back({row.id, "places", HandState::held, 1, 1, {}});
      continue;
    }
    const std::optional<PlaceKind> kind =
        row.kind.empty() && row.number ? std::optional(meant->kind) : kind_of(row.kind);
    if (!kind) {
      suspend("it states neither the kind of a new place nor the number of a natural one");
      continue;
    }
    const Vec2 at_m{to_millimetres(row.x_m), to_millimetres(row.y_m)};
    if (std::string why = refused_there(inputs, *kind, at_m); !why.empty()) {
      suspend(std::move(why));
      continue;
    }
    NamedPlace fresh;
    NamedPlace& place = row.number ? *meant : fresh;
    const auto cell = static_cast<uint32_t>(g.cell_at(at_m));
    place.kind = *kind;
    place.at_m = at_m;
    place.height_m = lies_on_land(*kind) ? static_cast<double>(inputs.island.height_m[cell]) : 0;
    place.hand = row.id;
    if (!row.name.empty()) {
      place.name = row.name;
      place.culture.clear();
    } else if (!row.number) {
      std::vector<NamedPlace> drawn = name_places(tmpl, inputs.seeds, {*kind, g},
                                                  {{*kind, at_m, cell, 0, place.height_m}}, tongues, naming);
      if (drawn.empty()) {
        suspend("it states no name, and the people there have none for " +
                with_article(kPlaceKindSlugs[static_cast<size_t>(*kind)]));
        continue;
      }
      place.name = drawn.front().name;
      place.culture = drawn.front().culture;
    }
    made.told.outcomes.push_back({row.id, "places", HandState::held, 1, 1, {}});
    if (!row.number) added.push_back(std::move(fresh));
  }
  std::erase_if(made.places,
                [&](const NamedPlace& place) { return std::ranges::find(gone, place.number) != gone.end(); });
  made.places.insert(made.places.end(), added.begin(), added.end());
  std::ranges::stable_sort(made.places, {}, &NamedPlace::kind);
  tell_near_names(tmpl, made.findings);
}

}  // namespace fw
