// Named places of the land and the sea, and all names of whole worlds.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/suggest.h"
#include "core/model/world/digest.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/names/draw_names.h"
#include "core/world/places/find_places.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::shared_ptr<const World> world_of(const Template& tmpl, uint64_t seed, int resolution = 512,
                                      StageCache* cache = nullptr) {
  return generate(tmpl, SeedBundle::from_master(seed), resolution, {}, cache).value();
}

Template with(const char* name, const std::vector<std::string>& settings) {
  const std::string text = write_template(builtin(name));
  const Result<Template> made = parse_template_with(text, name, settings);
  if (!made) qFatal("%s", made.error().message.c_str());
  return made.value();
}

/// A name and what it ends in: a part of its culture or a pattern.
struct Called {
  std::string name, culture, ending, stem, generic;
};

const NameRow& row_of(const Vocabulary& words, const std::string& culture) {
  static const NameRow kFirst;
  const auto row = find_row(words.names, culture);
  return row ? words.names[*row] : kFirst;
}

Called by_pattern(const Vocabulary& words, const std::string& name, const std::string& culture,
                  PlaceKind kind) {
  Called out{name, culture, "%", "", ""};  // of the height alone
  for (const std::string& pattern : row_of(words, culture).forms[static_cast<size_t>(kind)]) {
    const size_t at = pattern.find('%');
    if (at == std::string::npos) continue;
    const std::string before = pattern.substr(0, at), after = pattern.substr(at + 1);
    if (!name.starts_with(before) || !name.ends_with(after) || name.size() <= before.size() + after.size())
      continue;
    if (pattern.size() <= out.ending.size()) continue;
    out.ending = pattern;
    out.stem = name.substr(at, name.size() - before.size() - after.size());
  }
  return out;
}

Called whole(const Vocabulary& words, const std::string& name, const std::string& suffix, Faction owner) {
  const NameRow& rules = names_of(words, owner);
  Called out{name, rules.id.empty() ? std::string(kFirstNames) : rules.id, "", "", suffix};
  std::string body = name;
  if (!suffix.empty() && body.ends_with(suffix)) body.resize(body.size() - suffix.size());
  for (const std::string& end : rules.ends)
    if (body.ends_with(end) && end.size() > out.ending.size()) out.ending = end;
  out.stem = body.substr(0, body.size() - out.ending.size());
  return out;
}

std::vector<Called> all_names(const World& world) {
  const Vocabulary& words = world.vocabulary;
  std::vector<Called> out;
  for (const Region& region : world.regions) out.push_back(whole(words, region.name, "", region.owner));
  for (const Point& point : world.points.points) {
    const PointClassInfo& of = world.points.class_of(point);
    if (point.name.empty() || of.category != Category::landmark || point.region == 0) continue;
    const LandmarkRow& kind = words.landmarks[static_cast<size_t>(of.landmark)];
    out.push_back(whole(words, point.name, kind.name_suffix,
                        world.regions[static_cast<size_t>(point.region) - 1].owner));
  }
  for (const NamedPlace& place : world.places)
    out.push_back(by_pattern(words, place.name, place.culture, place.kind));
  for (const Lake& lake : world.water_network.lakes)
    if (!lake.name.empty()) out.push_back({lake.name, "", "", "", ""});
  for (const River& river : world.water_network.rivers)
    if (!river.name.empty()) out.push_back({river.name, "", "", "", ""});
  return out;
}

bool of_height(const Called& called) {
  return std::ranges::any_of(called.name, [](unsigned char c) { return std::isdigit(c); });
}

struct NameFigures {
  size_t names = 0, least = SIZE_MAX, doubled = 0;
  double commonest = 0;
  std::string nearest;
};

NameFigures figures_of(const World& world) {
  NameFigures figures;
  const std::vector<Called> names = all_names(world);
  figures.names = names.size();
  for (size_t a = 0; a < names.size(); ++a)
    for (size_t b = 0; b < a; ++b) {
      if (of_height(names[a]) && of_height(names[b])) continue;
      const size_t d = edit_distance(names[a].name, names[b].name, figures.least);
      if (d < figures.least) figures.least = d, figures.nearest = names[a].name + ", " + names[b].name;
    }
  std::map<std::string, std::map<std::string, int>> endings;
  std::map<std::string, int> of_culture;
  for (const Called& called : names) {
    if (called.culture.empty()) continue;
    ++of_culture[called.culture];
    ++endings[called.culture][called.ending];
  }
  for (const auto& [culture, count] : of_culture) {
    if (count < 20) continue;
    for (const auto& [ending, times] : endings[culture])
      if (ending.find('%') == std::string::npos)  // a part; a kind has two to four patterns
        figures.commonest = std::max(figures.commonest, static_cast<double>(times) / count);
  }
  // A word of a pattern that stands in the stem too.
  for (const Called& called : names) {
    const std::string pattern = called.ending, stem = folded(called.stem);
    if (pattern.find('%') == std::string::npos) {
      figures.doubled += called.ending.size() > 2 && stem.find(folded(called.ending)) != std::string::npos;
      continue;
    }
    std::string word;
    for (const char c : pattern + " ") {
      if (c != ' ' && c != '%') {
        word += c;
        continue;
      }
      if (word.size() > 2 && word != "The" && stem.find(folded(word)) != std::string::npos) ++figures.doubled;
      word.clear();
    }
  }
  return figures;
}

std::map<PlaceKind, int> counts(const World& world) {
  std::map<PlaceKind, int> out;
  for (const NamedPlace& place : world.places) ++out[place.kind];
  return out;
}

bool same_places(const World& a, const World& b) {
  return std::ranges::equal(a.places, b.places, [](const NamedPlace& x, const NamedPlace& y) {
    return x.kind == y.kind && x.name == y.name && x.culture == y.culture && x.at_m == y.at_m &&
           x.size_m == y.size_m && x.height_m == y.height_m && x.line_m == y.line_m && x.number == y.number;
  });
}

/// Places that stay within 150 m, and how many of them have another name.
struct Kept {
  int stay = 0, renamed = 0;
};

void compare(const World& a, const World& b, Kept& kept) {
  for (const NamedPlace& place : a.places) {
    const NamedPlace* best = nullptr;
    double least = 150.0 * 150.0;
    for (const NamedPlace& other : b.places)
      if (const double d = squared_distance(place.at_m, other.at_m); other.kind == place.kind && d <= least)
        least = d, best = &other;
    if (best == nullptr) continue;
    ++kept.stay;
    kept.renamed += best->name != place.name;
  }
}

const NamedPlace* find(const World& world, const std::string& name) {
  const auto found = std::ranges::find(world.places, name, &NamedPlace::name);
  return found == world.places.end() ? nullptr : &*found;
}

const HandOutcome& outcome(const World& world, const std::string& id) {
  return *std::ranges::find(world.hand, id, &HandOutcome::id);
}

int seeds_asked() {
  const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_PLACE_SEEDS");
  return asked > 0 ? asked : 1;
}

}  // namespace

class TestPlaces : public QObject {
  Q_OBJECT

 private slots:
  void namesOfBuiltInsAreApartAndPlacesAreMany() {
    for (const BuiltinTemplate& b : builtin_templates()) {
      const std::string name(b.name);
      if (name == "Minimal" || name == "Tiny") continue;
      if (name == "ContinentLike" && seeds_asked() == 1) continue;
      const Template tmpl = builtin(name);
      for (int seed = 1; seed <= std::min(seeds_asked(), name == "ContinentLike" ? 4 : 1000); ++seed) {
        const auto world = world_of(tmpl, static_cast<uint64_t>(seed));
        const NameFigures figures = figures_of(*world);
        const std::string where = name + " " + std::to_string(seed);
        if (qEnvironmentVariableIsSet("FIELDWRIGHT_PLACES_TOLD")) {
          std::printf("%-24s names %3zu least %zu ending %.3f doubled %zu places %2zu:", where.c_str(),
                      figures.names, figures.least, figures.commonest, figures.doubled, world->places.size());
          for (const auto& [kind, count] : counts(*world))
            std::printf(" %s %d", std::string(kPlaceKindSlugs[static_cast<size_t>(kind)]).c_str(), count);
          for (const Finding& f : world->findings)
            if (f.code == "names_relaxed") std::printf(" [%s]", f.message.c_str());
          std::printf("\n");
          std::fflush(stdout);
        }
        QVERIFY2(figures.least >= 3, (where + ": " + figures.nearest).c_str());
        QVERIFY2(figures.commonest <= 0.09,
                 qPrintable(QString("%1: %2").arg(where.c_str()).arg(figures.commonest)));
        QVERIFY2(figures.doubled == 0, where.c_str());
        const size_t least = tmpl.land.shape == LandShape::inland ? 18 : 25;
        QVERIFY2(world->places.size() >= least,
                 qPrintable(QString("%1: %2").arg(where.c_str()).arg(world->places.size())));
      }
    }
  }

  void everyResolutionAndThreadCountShowsTheSamePlaces() {
    const Template tmpl = builtin("Tiny");
    const auto world = world_of(tmpl, 3);
    QVERIFY(world->places.size() > 4);
    for (const int resolution : {128, 256, 1024}) {
      const auto other = world_of(tmpl, 3, resolution);
      QVERIFY2(same_places(*world, *other), std::to_string(resolution).c_str());
      for (size_t r = 0; r < world->regions.size(); ++r)
        QCOMPARE(other->regions[r].name, world->regions[r].name);
    }
    const ThreadLimit one(1);
    QVERIFY(same_places(*world, *world_of(tmpl, 3)));
  }

  void theLayersAloneHaveTheNamesOfTheWhole() {
    const Template tmpl = builtin("Tiny");
    const auto whole = world_of(tmpl, 5);
    const auto layers =
        generate(tmpl, SeedBundle::from_master(5), 512, {}, nullptr, GenerateScope::layers).value();
    for (size_t r = 0; r < whole->regions.size(); ++r)
      QCOMPARE(layers->regions[r].name, whole->regions[r].name);
    for (size_t k = 0; k < whole->water_network.lakes.size(); ++k)
      QCOMPARE(layers->water_network.lakes[k].name, whole->water_network.lakes[k].name);
    for (size_t k = 0; k < whole->water_network.rivers.size(); ++k)
      QCOMPARE(layers->water_network.rivers[k].name, whole->water_network.rivers[k].name);
  }

  void placesThatStayKeepTheirNamesOverATick() {
    // The middle of a range, moved by a 500th of it (tests/world/test_ticks.cpp).
    const std::vector<std::pair<const char*, std::vector<std::string>>> ticks{
        {"WindswardLike", {"land.fraction", "relief.ridge", "regions.warp_m", "land.roughness"}}};
    Kept kept;
    const int seeds = std::max(1, seeds_asked() / 4);
    for (const auto& [name, settings] : ticks)
      for (int seed = 1; seed <= seeds; ++seed) {
        const Template tmpl = builtin(name);
        const auto before = world_of(tmpl, static_cast<uint64_t>(seed));
        for (const std::string& path : settings) {
          Template moved = tmpl;
          const auto found = find_parameter(tmpl, path);
          QVERIFY(found.has_value());
          const auto& [p, place] = *found;
          const double value = std::get<double>(p->get(tmpl, place));
          p->set(moved, place, value + (p->max - p->min) / 500 * (value > (p->min + p->max) / 2 ? -1 : 1));
          compare(*before, *world_of(moved, static_cast<uint64_t>(seed)), kept);
        }
      }
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_PLACES_TOLD"))
      std::printf("ticks: %d places stay, %d have another name\n", kept.stay, kept.renamed);
    QVERIFY(kept.stay > 60);
    QVERIFY2(kept.renamed <= 0.05 * kept.stay,
             qPrintable(QString("%1 of %2").arg(kept.renamed).arg(kept.stay)));
  }

  void aHillIsASummitAndTheWayBetweenTwoIsAPass() {
    const GridSpec g{256, 128, 15.625};
    Raster<uint8_t> piece(g, 1);
    Raster<float> height(g);
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 p = g.centre(cell);
      const auto hill = [&](double x, double top) {
        return top - 0.1 * std::sqrt(squared_distance(p, {x, 1000}));
      };
      height[cell] = static_cast<float>(std::max({1.0, hill(1200, 200), hill(2800, 150)}));
    }
    const Mask none(g);
    FrameParams frame;
    frame.width_m = frame.height_m = 8000;
    const PlaceScale scale(frame);
    const auto found = find_summits_and_passes(scale, {piece, none, height}, {{{2000, 0}, {2000, 2000}}});
    QCOMPARE(found.summits.size(), size_t{2});
    QVERIFY(std::abs(found.summits[0].at_m.x - 1200) < 16 && std::abs(found.summits[1].at_m.x - 2800) < 16);
    QCOMPARE(found.passes.size(), size_t{1});
    QVERIFY(std::abs(found.passes[0].at_m.x - 2250) < 40 && std::abs(found.passes[0].at_m.y - 1000) < 40);
  }

  void aHeadlandIsACapeAndANotchIsABay() {
    const GridSpec g{256, 256, 15.625};
    Raster<uint8_t> piece(g);
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 p = g.centre(cell);
      const bool cape = p.x > 900 && p.x < 1100 && p.y<2600, bay = p.x> 2900 && p.x < 3200 && p.y > 1400;
      piece[cell] = (p.y < 2000 || cape) && !bay ? 1 : 0;
    }
    const Mask none(g);
    const Raster<float> height(g, 1);
    FrameParams frame;
    const auto found = find_capes_and_bays(PlaceScale(frame), {piece, none, height});
    QVERIFY(!found.capes.empty() && !found.bays.empty());
    QVERIFY(std::abs(found.capes[0].at_m.x - 1000) < 110 && found.capes[0].at_m.y > 2500);
    QVERIFY(std::abs(found.bays[0].at_m.x - 3050) < 160 && found.bays[0].at_m.y < 1700);
  }

  void seasIslandsAndStraitsAreWhereTheShoresSay() {
    const GridSpec g{256, 256, 15.625};
    Raster<uint8_t> piece(g);
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 p = g.centre(cell);
      if (p.y > 500 && p.y < 3000 && p.x > 300 && p.x < 2000) piece[cell] = 1;
      if (p.y > 500 && p.y < 2000 && p.x > 2300 && p.x < 3500) piece[cell] = 2;
    }
    FrameParams frame;
    const SeasAndIslands found = find_seas_and_islands(frame, piece);
    QCOMPARE(found.seas.size(), size_t{1});
    QCOMPARE(found.islands.size(), size_t{2});
    QVERIFY(found.islands[0].size_m > found.islands[1].size_m);
    const Mask none(g);
    const Raster<float> height(g, 1);
    const auto straits = find_straits(PlaceScale(frame), {piece, none, height});
    QCOMPARE(straits.size(), size_t{1});
    QVERIFY(std::abs(straits[0].at_m.x - 2150) < 20 && std::abs(straits[0].size_m - 300) < 20);
  }

  void rowsOfTheHandAddRenameAndTakeAway() {
    const Template tmpl = builtin("WindswardLike");
    const auto natural = world_of(tmpl, 2);
    const auto summit = std::ranges::find(natural->places, PlaceKind::summit, &NamedPlace::kind);
    const auto bay = std::ranges::find(natural->places, PlaceKind::bay, &NamedPlace::kind);
    QVERIFY(summit != natural->places.end() && bay != natural->places.end());
    const auto row = [](const std::string& id, int number, Vec2 at, const std::string& more) {
      return "{\"id\": \"" + id + "\", \"number\": " + std::to_string(number) +
             ", \"x_m\": " + std::to_string(at.x) + ", \"y_m\": " + std::to_string(at.y) + more + "}";
    };
    const Vec2 town = natural->regions[0].centre_m;
    const Template edited =
        with("WindswardLike",
             {"hand.places=[" + row("erename", summit->number, summit->at_m, ", \"name\": \"Old Baldy\"") +
              "," + row("egone", bay->number, bay->at_m, ", \"kind\": \"none\"") + "," +
              "{\"id\": \"enew\", \"kind\": \"wood\", \"name\": \"Witchwood\", \"x_m\": " +
              std::to_string(town.x) + ", \"y_m\": " + std::to_string(town.y) + "}," +
              "{\"id\": \"edrawn\", \"kind\": \"sea\", \"x_m\": 100, \"y_m\": 100}," +
              "{\"id\": \"ewet\", \"kind\": \"summit\", \"name\": \"Nowhere\", \"x_m\": 20, \"y_m\": 20}," +
              row("enone", 9999, {4000, 4000}, ", \"name\": \"X\"") + "]"});
    const auto world = world_of(edited, 2);
    QCOMPARE(world->places.size(), natural->places.size() + 1);
    const NamedPlace* renamed = find(*world, "Old Baldy");
    QVERIFY(renamed != nullptr && renamed->kind == PlaceKind::summit && renamed->number == summit->number &&
            renamed->hand == "erename");
    QVERIFY(find(*world, summit->name) == nullptr && find(*world, bay->name) == nullptr);
    const NamedPlace* added = find(*world, "Witchwood");
    QVERIFY(added != nullptr && added->number == 0);
    QVERIFY(std::ranges::any_of(world->places,
                                [](const NamedPlace& p) { return p.hand == "edrawn" && !p.name.empty(); }));
    QVERIFY(outcome(*world, "erename").state == HandState::held);
    const HandOutcome& wet = outcome(*world, "ewet");
    QVERIFY(wet.state == HandState::suspended);
    QVERIFY2(wet.reason.find("a summit lies on land") != std::string::npos &&
                 wet.reason.find("the nearest land is at") != std::string::npos,
             wet.reason.c_str());
    QVERIFY(outcome(*world, "enone").reason.find("no natural place 9999") != std::string::npos);
    // Nothing else has another name.
    for (const NamedPlace& place : natural->places)
      QVERIFY2(&place == &*summit || &place == &*bay || find(*world, place.name) != nullptr,
               place.name.c_str());
    for (size_t r = 0; r < natural->regions.size(); ++r)
      QCOMPARE(world->regions[r].name, natural->regions[r].name);
  }

  void namesByHandThatAreAlikeBothStandAndAreTold() {
    const Template edited =
        with("Tiny", {R"(hand.places=[{"id": "ea", "kind": "bay", "name": "Karrow", "x_m": 900, "y_m": 900},)"
                      R"({"id": "eb", "kind": "bay", "name": "Karraw", "x_m": 1500, "y_m": 1500}])"});
    const auto world = world_of(edited, 1, 128);
    QVERIFY(find(*world, "Karrow") != nullptr && find(*world, "Karraw") != nullptr);
    const auto told = std::ranges::find(world->findings, "names_alike", &Finding::code);
    QVERIFY(told != world->findings.end() && told->severity == Severity::info);
    QVERIFY2(told->message.find("Karraw is within two letters of Karrow") != std::string::npos,
             told->message.c_str());
  }
};

FW_TEST(TestPlaces)
#include "test_places.moc"
