// Overlays as pixels: where ink falls, what it leaves alone, and frames of films.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/model/colour/colour_science.h"
#include "core/model/colour/safe_palette.h"
#include "render/overlay/overlay_card.h"
#include "render/overlay/overlay_film.h"
#include "render/overlay/overlay_paint.h"
#include "synthetic_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kSide_px = 200;
constexpr double kOverlaySide_m = 1000;

struct Picture {
  std::vector<uint32_t> words;
  int width, height;

  explicit Picture(uint32_t word = 0, int w = kSide_px, int h = kSide_px)
      : words(static_cast<size_t>(w) * static_cast<size_t>(h), word), width(w), height(h) {}
  PixelTarget target() { return {words.data(), width, height, static_cast<size_t>(width)}; }
  uint32_t at(int x, int y) const { return words[static_cast<size_t>(y) * width + x]; }
};

MapWindow window_at(double west_m = 0) {
  return {west_m, kOverlaySide_m, kOverlaySide_m / kSide_px, kSide_px, kSide_px, 1};
}

/// Agents scattered over the frame, each with a way behind it.
Overlay crowd(size_t agents, double shift_m = 0) {
  CrowdOverlay c;
  auto now = std::make_shared<Places>(), then = std::make_shared<Places>();
  for (size_t i = 0; i < agents; ++i) {
    const auto at = [&](uint64_t k) {
      return static_cast<float>(kOverlaySide_m * random_uniform(7, 8 * i + k));
    };
    now->x_m.push_back(at(0) + static_cast<float>(shift_m)), now->y_m.push_back(at(1));
    then->x_m.push_back(now->x_m.back() - 60), then->y_m.push_back(now->y_m.back() + 30);
    const double angle = 6.28 * random_uniform(7, 8 * i + 2);
    c.heading_x.push_back(static_cast<float>(std::cos(angle)));
    c.heading_y.push_back(static_cast<float>(std::sin(angle)));
    c.speed_mps.push_back(static_cast<float>(random_uniform(7, 8 * i + 3)));
  }
  c.agents = now;
  c.trail = {then};
  Overlay overlay;
  overlay.method = "test";
  overlay.content = std::move(c);
  return overlay;
}

/// A field that grows from 0 in the west to 1 in the east, over the whole frame.
OverlayField ramp(FieldMeaning meaning, double level, double half_width = 0) {
  Raster<float> value(GridSpec::square(kOverlaySide_m, 50));
  for (size_t i = 0; i < value.size(); ++i)
    value[i] = static_cast<float>(value.grid.centre(i).x / kOverlaySide_m);
  return {meaning, std::make_shared<const Raster<float>>(std::move(value)), nullptr, level, half_width};
}
Overlay acting(const OverlayField& field) {
  ActionOverlay a;
  a.agents = std::make_shared<Places>();
  a.field = field;
  Overlay overlay;
  overlay.content = std::move(a);
  return overlay;
}

Overlay spawning() {
  SpawnOverlay s;
  s.field = ramp(FieldMeaning::band, 0.5, 0.1);
  for (int i = 0; i < 40; ++i) {
    const auto at = [&](uint64_t k) {
      return static_cast<float>(kOverlaySide_m * random_uniform(9, 8 * i + k));
    };
    s.candidates.push_back({at(0), at(1), at(2) / 1000});
    s.spawned.push_back({at(3), at(4), static_cast<float>(i), Category::enemy});
    s.killed.push_back({at(5), at(6), static_cast<float>(i), Category::wildlife});
    s.living.x_m.push_back(at(1)), s.living.y_m.push_back(at(0));
    s.living_category.push_back(Category::resource);
    s.players.x_m.push_back(at(2)), s.players.y_m.push_back(at(3));
  }
  Overlay overlay;
  overlay.content = std::move(s);
  return overlay;
}

/// The crowd's agents with every mood, some alarmed; a stimulus and a player.
Overlay moody(size_t agents) {
  const auto base = std::get<CrowdOverlay>(crowd(agents).content);
  MoodOverlay m;
  m.agents = base.agents, m.heading_x = base.heading_x, m.heading_y = base.heading_y;
  for (size_t i = 0; i < agents; ++i) {
    m.mood.push_back(static_cast<uint8_t>(i % kMoods));
    m.alarm.push_back(i % 3 == 0 ? 0.7f : 0.0f);
  }
  m.stimuli.push_back({300, 400, 60, false});
  m.players.x_m.push_back(700), m.players.y_m.push_back(700);
  Overlay overlay;
  overlay.content = std::move(m);
  return overlay;
}

/// The crowd's agents as members of squads at a target.
Overlay ringed(size_t agents) {
  const auto base = std::get<CrowdOverlay>(crowd(agents).content);
  SquadOverlay s;
  s.agents = base.agents, s.heading_x = base.heading_x, s.heading_y = base.heading_y;
  for (size_t i = 0; i < agents; ++i) {
    s.post.push_back(static_cast<uint8_t>(i % kPostSlugs.size()));
    s.engaged.push_back(i % 5 != 0), s.attacking.push_back(i % 7 == 0);
    s.place.x_m.push_back(500), s.place.y_m.push_back(500);
  }
  s.targets.x_m.push_back(500), s.targets.y_m.push_back(500);
  s.facing_x.push_back(0), s.facing_y.push_back(1);
  s.radius_m = 20;  // true to scale
  Overlay overlay;
  overlay.content = std::move(s);
  return overlay;
}

/// A class of the world over time: animals by density, or nodes by their front.
Overlay living(bool animals) {
  EcologyOverlay e;
  e.classes.push_back({Category::resource, "hemp", "hemp", 20, 24, 0});
  e.classes.push_back({Category::wildlife, "deer", "deer", 30, 28, 0.3});
  e.shown = animals ? 1 : 0;
  e.field = ramp(animals ? FieldMeaning::heads : FieldMeaning::rate, animals ? 6.5 : 0);
  uint64_t k = 0;
  for (int i = 0; i < 60; ++i)
    for (Places* places : {&e.of_shown, &e.resting, &e.others, &e.players}) {
      places->x_m.push_back(static_cast<float>(kOverlaySide_m * random_uniform(11, k++)));
      places->y_m.push_back(static_cast<float>(kOverlaySide_m * random_uniform(11, k++)));
    }
  Overlay overlay;
  overlay.content = std::move(e);
  return overlay;
}

int channel(uint32_t word, int k) {
  return static_cast<int>(word >> (8 * k) & 255);
}
int light(uint32_t word) {
  return 3 * channel(word, 2) + 6 * channel(word, 1) + channel(word, 0);
}

void add_kinds() {
  QTest::addColumn<int>("kind");
  QTest::newRow("crowd") << 0;
  QTest::newRow("action") << 1;
  QTest::newRow("spawn") << 2;
  QTest::newRow("mood") << 3;
  QTest::newRow("squad") << 4;
  QTest::newRow("animals over time") << 5;
  QTest::newRow("nodes over time") << 6;
}
Overlay fetched() {
  QFETCH(int, kind);
  if (kind == 0) return crowd(800);
  if (kind == 2) return spawning();
  if (kind == 3) return moody(600);
  if (kind == 4) return ringed(120);
  if (kind >= 5) return living(kind == 5);
  Overlay overlay = acting(ramp(FieldMeaning::phase, 0.4));
  auto& action = std::get<ActionOverlay>(overlay.content);
  action.agents = std::get<CrowdOverlay>(crowd(300).content).agents;
  for (size_t i = 0; i < 300; ++i) {
    action.active.push_back(i % 3 == 0);
    action.since_start_s.push_back(i % 5 == 0 ? std::numeric_limits<float>::infinity()
                                              : static_cast<float>(i % 7));
  }
  return overlay;
}

}  // namespace

class TestOverlay : public QObject {
  Q_OBJECT

 private slots:
  void moodsAndPostsAreToldApartByEveryEye() {
    const auto apart = [](const auto& colour_of, size_t count) {
      double least = 100;
      for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < i; ++j)
          for (const Sight sight : kSights)
            least = std::min(least, ciede2000(seen(colour_of(i), sight), seen(colour_of(j), sight)));
      return least;
    };
    const double moods = apart([](size_t k) { return mood_colour(static_cast<Mood>(k)); }, kMoods);
    const double posts = apart([](size_t k) { return post_colour(static_cast<Post>(k)); }, kPostSlugs.size());
    QVERIFY2(moods >= 12, qPrintable(QString::number(moods)));
    QVERIFY2(posts >= 12, qPrintable(QString::number(posts)));
  }

  void moreAnimalsAreLighterForEveryEye() {
    for (const Sight sight : kSights)
      for (int k = 0; k < 20; ++k) {
        const auto lightness = [&](int step) {
          const Rgb c = seen(heads_colour(step / 20.0), sight);
          return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
        };
        QVERIFY2(lightness(k + 1) > lightness(k), qPrintable(QString::number(k)));
      }
  }

  void aLayerOverClearPixelsIsPremultiplied_data() { add_kinds(); }
  void aLayerOverClearPixelsIsPremultiplied() {
    Picture layer;
    OverlayPainter({}).paint(fetched(), window_at(), layer.target());
    size_t inked = 0;
    for (const uint32_t word : layer.words) {
      for (int k = 0; k < 3; ++k) QVERIFY(channel(word, k) <= channel(word, 3));
      inked += word != 0;
    }
    QVERIFY(inked > 500);
  }

  void aMapPaintedOverEqualsTheLayerLaidOverIt_data() { add_kinds(); }
  void aMapPaintedOverEqualsTheLayerLaidOverIt() {
    // Two roads to a film's pixel and a window's; each ink rounds, so they may differ by a few levels.
    const Overlay overlay = fetched();
    Picture map(0xFF406080u), layer;
    OverlayPainter painter({});
    painter.paint(overlay, window_at(), map.target());
    painter.paint(overlay, window_at(), layer.target());
    const int base[] = {0x80, 0x60, 0x40};
    for (size_t i = 0; i < map.words.size(); ++i) {
      QCOMPARE(channel(map.words[i], 3), 255);
      for (int k = 0; k < 3; ++k) {
        const double laid = channel(layer.words[i], k) + base[k] * (255 - channel(layer.words[i], 3)) / 255.0;
        QVERIFY2(std::fabs(laid - channel(map.words[i], k)) <= 6, qPrintable(QString::number(laid)));
      }
    }
  }

  void theWordsDoNotDependOnThreads_data() { add_kinds(); }
  void theWordsDoNotDependOnThreads() {
    const Overlay overlay = fetched();
    const auto painted = [&](int threads) {
      const ThreadLimit limit(threads);
      Picture layer;
      OverlayPainter({}).paint(overlay, window_at(), layer.target());
      return layer.words;
    };
    QCOMPARE(painted(1), painted(2));
  }

  void stripsJoinWithoutASeam() {
    // The same picture as a target of one strip's height at a time gives.
    const Overlay overlay = crowd(800);
    Picture whole;
    OverlayPainter painter({});
    painter.paint(overlay, window_at(), whole.target());
    for (int top = 0; top < kSide_px; top += 40) {
      Picture part(0, kSide_px, 40);
      MapWindow window = window_at();
      window.north_m -= top * window.metres_per_px;
      window.height_px = 40;
      // The symbols' size follows how crowded a picture is: enough agents keep it at the smallest.
      painter.paint(overlay, window, part.target());
      size_t inked_whole = 0, inked_part = 0;
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < kSide_px; ++x) {
          inked_whole += whole.at(x, top + y) != 0;
          inked_part += part.at(x, y) != 0;
        }
      QVERIFY(std::llabs(static_cast<int64_t>(inked_whole - inked_part)) <=
              static_cast<int64_t>(inked_whole / 20 + 4));
    }
  }

  void movingAWindowByWholePixelsMovesTheInk() {
    const Overlay overlay = crowd(500);
    Picture one, other;
    OverlayPainter painter({});
    painter.paint(overlay, window_at(), one.target());
    painter.paint(overlay, window_at(-50), other.target());  // 10 pixels further west
    size_t differ = 0;
    for (int y = 0; y < kSide_px; ++y)
      for (int x = 0; x < kSide_px - 10; ++x) differ += one.at(x, y) != other.at(x + 10, y);
    QVERIFY2(differ < 40, qPrintable(QString::number(differ)));  // floats round differently here and there
  }

  void whatLiesOutsideTheWindowLeavesNoInk() {
    Picture layer;
    OverlayPainter({}).paint(crowd(500), window_at(5000), layer.target());
    for (const uint32_t word : layer.words) QCOMPARE(word, 0u);
  }

  void anAgentAtTheEdgeIsCutNotWrapped() {
    Overlay overlay = crowd(1);
    auto& c = std::get<CrowdOverlay>(overlay.content);
    c.agents = std::make_shared<Places>(Places{{0.0f}, {500.0f}});
    c.trail.clear();
    Picture layer;
    OverlayPainter({}).paint(overlay, window_at(), layer.target());
    size_t west = 0;
    for (int y = 0; y < kSide_px; ++y) {
      for (int x = kSide_px / 2; x < kSide_px; ++x) QCOMPARE(layer.at(x, y), 0u);
      west += layer.at(0, y) != 0;
    }
    QVERIFY(west > 0);
  }

  void aFasterAgentIsLighter() {
    double before = 0;
    for (int i = 0; i <= 20; ++i) {
      const Rgb c = speed_colour(i / 20.0);
      const double now = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
      QVERIFY(now > before);
      before = now;
    }
  }

  void aFrontIsDrawnWhereTheFieldHasTheClocksLevel() {
    for (const double level : {0.25, 0.5, 0.8}) {
      Picture map(0xFF000000u);
      OverlayPainter({}).paint(acting(ramp(FieldMeaning::phase, level)), window_at(), map.target());
      int best = 0;
      for (int x = 0; x < kSide_px; ++x)
        if (light(map.at(x, 100)) > light(map.at(best, 100))) best = x;
      QVERIFY2(std::fabs(best + 0.5 - level * kSide_px) <= 1.5, qPrintable(QString::number(best)));
      // The wake lies behind the front, the dark before it.
      const int at = static_cast<int>(level * kSide_px);
      QVERIFY(light(map.at(at - 8, 100)) > light(map.at(at + 8, 100)));
    }
  }

  void aBandIsLightWhereItIsOpen() {
    Picture map(0xFF000000u);
    OverlayPainter({}).paint(acting(ramp(FieldMeaning::band, 0.5, 0.1)), window_at(), map.target());
    const int open = light(map.at(100, 100));
    QVERIFY(open > 2 * light(map.at(60, 100)));
    QVERIFY(open > 2 * light(map.at(140, 100)));
    QVERIFY(light(map.at(85, 100)) > light(map.at(70, 100)));
  }

  void aFieldCoversItsGroundAlone() {
    OverlayField field = ramp(FieldMeaning::rate, 0);
    Raster<float> ground(GridSpec::square(kOverlaySide_m, 10));
    for (size_t i = 0; i < ground.size(); ++i) ground[i] = ground.grid.centre(i).y > 500 ? 1.0f : 0.0f;
    field.mask = std::make_shared<const Raster<float>>(std::move(ground));
    Picture layer;
    OverlayPainter({}).paint(acting(field), window_at(), layer.target());
    QVERIFY(layer.at(150, 20) != 0);
    QCOMPARE(layer.at(150, 180), 0u);
  }

  void aRingGrowsAndFadesAndIsGone() {
    Overlay overlay = spawning();
    auto& s = std::get<SpawnOverlay>(overlay.content);
    s = {};
    OverlayLook look;
    look.event_s = 40;
    const auto ink_and_reach = [&](float age_s) {
      s.spawned = {{500, 500, age_s, Category::enemy}};
      Picture layer;
      OverlayPainter(look).paint(overlay, window_at(), layer.target());
      int strongest = 0, reach = 0;
      for (int y = 0; y < kSide_px; ++y)
        for (int x = 0; x < kSide_px; ++x)
          if (channel(layer.at(x, y), 3) > 8) {
            strongest = std::max(strongest, channel(layer.at(x, y), 3));
            reach = std::max(reach, std::abs(x - 100));
          }
      return std::pair(strongest, reach);
    };
    const auto young = ink_and_reach(1), old = ink_and_reach(30);
    QVERIFY(young.first > old.first);
    QVERIFY(young.second < old.second);
    QCOMPARE(ink_and_reach(41).first, 0);
  }

  void mutingTakesColourAndLightButNoOpacity() {
    const test::SyntheticIsland island = test::synthetic_island(8000, 64, 2);
    const Atlas atlas =
        prepare_atlas(island.world, island.tmpl, island.audit, make_palette(test::classic_rows()), {});
    const MapWindow window = fit_window(atlas.frame_m(), kSide_px, kSide_px);
    MapLook look = calm_look(map_look(View::overview));
    MapImage map = draw_map(atlas, look, window).value();
    const MapImage before = map;
    mute_map(atlas, window, {map.argb.data(), kSide_px, kSide_px, size_t{kSide_px}});
    // Land and sea can be told apart, and both are darker than they were.
    double all_before = 0, all_after = 0, land_cells = 0, sea_cells = 0;
    Rgb land, sea;
    for (int y = 0; y < kSide_px; ++y)
      for (int x = 0; x < kSide_px; ++x) {
        const size_t at = static_cast<size_t>(y) * kSide_px + static_cast<size_t>(x);
        QCOMPARE(map.argb[at] >> 24, 255u);
        const Vec2 place = window.to_m({x + 0.5, y + 0.5});
        if (!island.world.grid.contains(place)) continue;
        const size_t cell = island.world.grid.cell_at(place);
        const bool deep = island.world.sea_m[cell] > 400, inner = island.world.coast_m[cell] > 400;
        if (!deep && !inner) continue;
        const int after = channel(map.argb[at], 0) + channel(map.argb[at], 1) + channel(map.argb[at], 2);
        const int was =
            channel(before.argb[at], 0) + channel(before.argb[at], 1) + channel(before.argb[at], 2);
        all_after += after;
        all_before += was;
        Rgb& sum = inner ? land : sea;
        const Rgb here = Rgb::hex(map.argb[at]);
        sum = {sum.r + here.r, sum.g + here.g, sum.b + here.b};
        (inner ? land_cells : sea_cells) += 1;
      }
    QVERIFY(all_after < 0.5 * all_before);
    QVERIFY(land_cells > 100 && sea_cells > 100);
    land = {land.r / land_cells, land.g / land_cells, land.b / land_cells};
    sea = {sea.r / sea_cells, sea.g / sea_cells, sea.b / sea_cells};
    QVERIFY2(lab_of(land).l - lab_of(sea).l >= 12,
             qPrintable(QString("L* %1 and %2").arg(lab_of(land).l).arg(lab_of(sea).l)));
    // Whatever moves stands out from the land.
    std::vector<Rgb> inks{overlay_colour::kIdle,   overlay_colour::kActive,  overlay_colour::kStarted,
                          overlay_colour::kFront,  overlay_colour::kPlayer,  overlay_colour::kCandidate,
                          overlay_colour::kKilled, overlay_colour::kSpawned, overlay_colour::kCoast};
    for (double share = 0; share <= 1; share += 0.05) inks.push_back(speed_colour(share));
    for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
      inks.push_back(category_colour(category));
    for (const Rgb& ink : inks)
      QVERIFY2(contrast(ink, land) >= 2.5, qPrintable(QString("contrast %1").arg(contrast(ink, land))));
  }

  void goalsAreToldApartByEveryEyeAndFromWhoWanders() {
    std::vector<Rgb> inks = goal_colours(6);
    inks.push_back(overlay_colour::kWandering);
    for (size_t a = 0; a < inks.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        QVERIFY2(
            step_between(inks[a], inks[b]).difference >= 15,
            qPrintable(QString("%1 %2: %3").arg(a).arg(b).arg(step_between(inks[a], inks[b]).difference)));
    // Whoever goes somewhere is the brighter.
    for (const Rgb& goal : goal_colours(6))
      QVERIFY(lab_of(goal).l >= lab_of(overlay_colour::kWandering).l + 12);
  }

  void theClassOnShowHasItsMarkOfTheMap_data() {
    QTest::addColumn<bool>("animals");
    QTest::newRow("animals") << true;
    QTest::newRow("nodes") << false;
  }
  void theClassOnShowHasItsMarkOfTheMap() {
    QFETCH(const bool, animals);
    const Rgb red = Rgb::hex(0xE01020);
    const ClassMarks marks{
        {Category::resource, "hemp", {plain_shape(2), animals ? Rgb::hex(0x1020E0) : red}, Tier::common},
        {Category::wildlife, "deer", {plain_shape(7), animals ? red : Rgb::hex(0x1020E0)}, Tier::common}};
    const Overlay overlay = living(animals);
    const auto painted = [&](const ClassMarks& of, int threads) {
      const ThreadLimit limit(threads);
      Picture layer;
      const OverlayPainter painter({}, of);
      painter.paint(overlay, window_at(), layer.target());
      Picture again;
      painter.paint(overlay, window_at(), again.target());
      if (again.words != layer.words) layer.words.clear();
      return layer.words;
    };
    const auto reds = [](const std::vector<uint32_t>& words) {
      return std::count(words.begin(), words.end(), 0xFFE01020u);
    };
    const std::vector<uint32_t> words = painted(marks, 1);
    QVERIFY(painted(marks, 2) == words);
    for (const uint32_t word : words)
      for (int k = 0; k < 3; ++k) QVERIFY(channel(word, k) <= channel(word, 3));
    QVERIFY2(reds(words) > 60 * 8, qPrintable(QString::number(reds(words))));  // of 60 places, some covered
    QCOMPARE(reds(painted({}, 1)), 0);
    auto card = OverlayCard::open();
    QVERIFY(bool(card));
    QVERIFY(reds(card.value().paint(overlay, 1, marks).argb) > 8);
    QCOMPARE(reds(card.value().paint(overlay, 1).argb), 0);
  }

  void framesAreOpaqueAndPanelsOfOneOverlayAlike() {
    MapImage map{kSide_px, kSide_px, std::vector<uint32_t>(size_t{kSide_px} * kSide_px, 0xFF80A0B0u)};
    auto film = OverlayFilm::prepare(map, window_at(), {{"one", "sub"}, {"one", "sub"}}, {});
    QVERIFY2(bool(film), film ? "" : film.error().message.c_str());
    const PageSize page = film.value().size();
    QVERIFY(page.width_px % 2 == 0 && page.height_px % 2 == 0 && page.width_px > 2 * kSide_px);
    Overlay overlay = crowd(200);
    overlay.figures = {{"coverage", "coverage", "", 0.5}};
    const std::vector<Overlay> both{overlay, overlay};
    const std::vector<std::vector<double>> curves{{0.1, 0.5}, {0.1, 0.5}};
    Picture frame(0, page.width_px, page.height_px);
    QVERIFY(bool(film.value().paint(both, curves, 10, frame.target())));
    const int gap = 16;
    size_t differ = 0;
    for (int y = 0; y < page.height_px; ++y)
      for (int x = 0; x < kSide_px; ++x) {
        QCOMPARE(channel(frame.at(x, y), 3), 255);
        differ += frame.at(x, y) != frame.at(x + kSide_px + gap, y);
      }
    QCOMPARE(differ, size_t{0});
    Picture again(0, page.width_px, page.height_px);
    QVERIFY(bool(film.value().paint(both, curves, 10, again.target())));
    QCOMPARE(frame.words, again.words);
  }
};

FW_TEST(TestOverlay)
#include "test_overlay.moc"
