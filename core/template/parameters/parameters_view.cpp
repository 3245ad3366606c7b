#include "core/base/seed.h"
#include "core/model/colour/palette.h"
#include "core/model/template/tuning.h"
#include "core/template/parameters/parameter_rows.h"

// What stands in a template beside the world's identity: stream seeds and the view.
namespace fw::table {
namespace {

constexpr double kMostSaltBytes = 64;

template <typename Ref>
void add_stream_seed(Builder& table, const char* path, const char* help, Ref ref) {
  table.add(outside_digest(
      row(ParameterType::integer, {path, "", "", 0, static_cast<double>(kMaxSeed), help}, ref)));
}

void add_part_seed_rows(Builder& table) {
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    add_stream_seed(
        table, ("seeds." + std::string(kSeedPartSlugs[part])).c_str(),
        "Own seed of this part alone; absent: the streams'.", [part](auto& t, size_t) -> auto& {
          return t.stream_seeds.parts[part];
        });
}

}  // namespace

void add_stream_seed_rows(Builder& table) {
  add_stream_seed(
      table, "seeds.layout", "Own seed of the stream that plans regions, owners and names; absent: seed.",
      [](auto& t, size_t) -> auto& { return t.stream_seeds.layout; });
  add_stream_seed(
      table, "seeds.noise", "Own seed of the stream of every noise field; absent: seed.",
      [](auto& t, size_t) -> auto& { return t.stream_seeds.noise; });
  add_stream_seed(
      table, "seeds.place", "Own seed of the stream that draws places; absent: seed.",
      [](auto& t, size_t) -> auto& { return t.stream_seeds.place; });
  add_part_seed_rows(table);
  omit_default(table.add(row(
      ParameterType::text,
      {"seeds.salt", "", "", 0, kMostSaltBytes,
       "Mixed into every seed, so that templates of one seed are not alike; a class's own "
       "seed alone is free of it. Copies of a template keep it."},
      [](auto& t, size_t) -> auto& { return t.stream_seeds.salt; })));
}

namespace {

template <typename Member>
void add_oblique(Builder& table, ParameterType type, About about, Member member) {
  omit_default(table.add(outside_digest(row(
      type, std::move(about), [member](auto& t, size_t) -> auto& { return t.view.oblique.*member; }))));
}

void add_oblique_rows(Builder& table) {
  add_oblique(table, ParameterType::number,
              {"view.oblique.azimuth", "", "degrees", -180, 180,
               "Where the eye of the oblique view looks, clockwise from north."},
              &ObliqueView::azimuth);
  add_oblique(table, ParameterType::number,
              {"view.oblique.elevation", "", "degrees", 15, 90, "How high it stands above the horizon."},
              &ObliqueView::elevation);
  add_oblique(table, ParameterType::number,
              {"view.oblique.exaggeration", "", "", 0.2, 5,
               "Exaggeration of heights in low country; high relief is exaggerated less."},
              &ObliqueView::exaggeration);
  add_oblique(table, ParameterType::yes_no,
              {"view.oblique.scenery", "", "", 0, 0, "Trees, houses and cast shadows."},
              &ObliqueView::scenery);
}

}  // namespace

void add_view_rows(Builder& table) {
  Parameter palette = outside_digest(row(
      ParameterType::choice, {"view.palette", "", "", 0, 0, "Palette of map and plates; absent: atlas."},
      [](auto& t, size_t) -> auto& { return t.view.palette; }));
  palette.choices.assign(kPaletteSlugs.begin(), kPaletteSlugs.end());
  table.add(std::move(palette));
  Parameter style = outside_digest(row(
      ParameterType::choice,
      {"view.style", "", "", 0, 0, "Colours and lines of map and plates; absent: survey."},
      [](auto& t, size_t) -> auto& { return t.view.style; }));
  style.choices.assign(kMapStyleSlugs.begin(), kMapStyleSlugs.end());
  table.add(std::move(style));
  ParameterList list{"view.layers", "view.layers", "layer", kMapLayerSlugs.size(),
                     "Layers of the designer's map, bottom to top; absent: the overview's."};
  list.size = [](const Template& t, ParameterPlace) { return t.view.layers.size(); };
  list.resize = [](Template& t, size_t n, ParameterPlace) { t.view.layers.resize(n); };
  list.aside = true;
  table.lists.push_back(std::move(list));
  table.add(outside_digest(required(choice_row(
      {"view.layers[].layer", "", "", 0, 0, "Which layer."}, kMapLayerSlugs, 0,
      [](auto& t, size_t i) -> auto& { return t.view.layers[i].layer; }))));
  table.add(outside_digest(choice_row(
      {"view.layers[].shown", "", "", 0, 0, "Whether it is drawn."}, kNoYesSlugs, 0,
      [](auto& t, size_t i) -> auto& { return t.view.layers[i].shown; })));
  table.add(outside_digest(row(
      ParameterType::number, {"view.layers[].opacity", "", "", 0, 1, "0 = clear, 1 = opaque."},
      [](auto& t, size_t i) -> auto& { return t.view.layers[i].opacity; })));
  add_oblique_rows(table);
}

}  // namespace fw::table
