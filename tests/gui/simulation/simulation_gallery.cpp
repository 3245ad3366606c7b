// Writes pictures of the Simulation dock and its maps, light and dark, and prints how fast 20,000 agents go:
// simulation_gallery DIR; the world over time alone: simulation_gallery DIR ecology. For eyes, not for
// checks.

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QMenu>
#include <QSpinBox>
#include <QTest>
#include <cstdio>

#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/window/theme.h"
#include "core/ecology/blocks.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

QString folder;

std::shared_ptr<const Picture> picture_of(const char* name) {
  return make_picture(
             std::make_shared<const Template>(parse_template(find_builtin(name)->text, name).value()), 512,
             false, nullptr)
      .value();
}
const std::shared_ptr<const Picture>& windward() {
  static const std::shared_ptr<const Picture> made = picture_of("WindswardLike");
  return made;
}

void keep(QWidget& widget, const QString& name, const char* theme) {
  QTest::qWait(60);
  const double scale = widget.devicePixelRatioF();
  widget.grab().save(QStringLiteral("%1/%2-%3@%4x.png").arg(folder, name, theme).arg(scale));
}

void draw(const char* theme) {
  MapView map;
  map.resize(900, 760);
  map.set_picture(windward());
  map.show();
  SimulationPanel panel(map);
  panel.resize(360, 860);
  panel.set_picture(windward());
  panel.show();
  auto* coordinator = panel.findChildren<QComboBox*>().front();
  for (int k = 0; k < coordinator->count(); ++k) {
    if (kCoordinators[static_cast<size_t>(k)].population == Population::world) continue;  // draw_ecology()
    coordinator->setCurrentIndex(k);
    const QString name = QString::fromUtf8(kCoordinatorSlugs[static_cast<size_t>(k)].data());
    panel.set_playing(true);
    QTest::qWait(3500);
    panel.set_playing(false);
    (void)QTest::qWaitFor([&] { return map.settled(); }, 20000);
    keep(panel, QStringLiteral("panel-%1").arg(name), theme);
    keep(map, QStringLiteral("map-%1").arg(name), theme);
  }
}

/// Two methods side by side.
void draw_pair(const char* theme) {
  MapView map;
  map.resize(500, 500);
  map.set_picture(windward());
  SimulationPanel panel(map);
  panel.resize(360, 860);
  panel.set_picture(windward());
  panel.show();
  auto* beside = panel.findChildren<QComboBox*>().at(2);
  beside->setCurrentIndex(beside->findData(QStringLiteral("vicsek")));
  panel.pair().resize(1100, 600);
  panel.pair().show();
  panel.set_playing(true);
  QTest::qWait(4000);
  panel.set_playing(false);
  MapView& right = panel.pair().right();
  (void)QTest::qWaitFor([&] { return panel.pair().left().settled() && right.settled(); }, 20000);
  keep(panel.pair(), QStringLiteral("pair"), theme);
  keep(panel, QStringLiteral("panel-pair"), theme);
}

/// The world over time: four seasons of the second year, a wipe that fills again, the menu, a class of nodes.
void draw_ecology(const char* theme) {
  static const std::shared_ptr<const Picture> living = picture_of("WindswardLiving");
  QWidget desk;
  auto* row = new QHBoxLayout(&desk);
  auto* map = new MapView;
  auto* panel = new SimulationPanel(*map);
  panel->setFixedWidth(360);
  row->addWidget(map, 1);
  row->addWidget(panel);
  desk.resize(1280, 800);
  map->set_picture(living);
  panel->set_picture(living);
  desk.show();
  auto* kind = panel->findChildren<QComboBox*>().front();
  kind->setCurrentIndex(kind->findText(QStringLiteral("Ecology")));
  panel->set_running(true);
  const auto keep_at = [&](int64_t day, const QString& name) {
    QElapsedTimer clock;
    clock.start();
    panel->player().seek(day * kPartsADay);
    if (!QTest::qWaitFor([&] { return panel->frame() && panel->frame()->clock.tick == day * kPartsADay; },
                         900000))
      std::fprintf(stderr, "day %d did not come\n", static_cast<int>(day));
    std::fprintf(stderr, "day %d after %d ms\n", static_cast<int>(day), static_cast<int>(clock.elapsed()));
    (void)QTest::qWaitFor([&] { return map->settled(); }, 20000);
    keep(desk, name, theme);
  };
  keep_at(0, QStringLiteral("ecology-start"));
  auto* classes = panel->findChildren<QComboBox*>().at(3);
  const auto show_class = [&](const char* cls) {
    const int at = classes->findData(QLatin1String(cls));
    classes->setCurrentIndex(at);
    emit classes->activated(at);
    QTest::qWait(300);
  };
  show_class("wildlife.deer");
  const char* seasons[] = {"winter", "spring", "summer", "autumn"};
  for (int season = 0; season < 4; ++season)
    keep_at(360 + 90 * season, QStringLiteral("ecology-%1").arg(QLatin1String(seasons[season])));
  keep_at(628, QStringLiteral("ecology-back"));
  keep_at(400, QStringLiteral("ecology-400"));
  QMenu menu(map);
  panel->fill_menu(menu, living->world->regions[4].centre_m);
  menu.popup(map->mapToGlobal(QPoint(300, 300)));
  keep(menu, QStringLiteral("ecology-menu"), theme);
  menu.close();
  menu.actions().front()->trigger();
  keep_at(401, QStringLiteral("ecology-wiped"));
  keep_at(404, QStringLiteral("ecology-wiped-4d"));
  keep_at(425, QStringLiteral("ecology-refilled"));
  show_class("resource.hemp");
  keep_at(426, QStringLiteral("ecology-hemp"));
}

/// 20,000 agents over a map of 1200 x 900: frames a second, and what a frame costs.
void measure() {
  SimulationPlayer player;
  int frames = 0;
  double step_ms = 0, paint_ms = 0;
  QObject::connect(&player, &SimulationPlayer::framed, [&](const std::shared_ptr<const PlayerFrame>& frame) {
    ++frames;
    step_ms += frame->step_ms, paint_ms += frame->paint_ms;
  });
  PlayerRequest request;
  request.picture = windward();
  request.simulation.agents = 20000;
  request.simulation.trail_s = 150;
  request.methods = {"curl_dual"};
  player.set_windows({fit_window(windward()->atlas->frame_m(), 1200, 900)});
  player.set_speed(60);
  player.open(request);
  (void)QTest::qWaitFor([&] { return frames > 0; }, 20000);
  frames = 0, step_ms = paint_ms = 0;
  player.set_playing(true);
  QElapsedTimer clock;
  clock.start();
  QTest::qWait(5000);
  const double seconds = static_cast<double>(clock.elapsed()) / 1000;
  std::printf(
      "20000 agents, 1200 x 900, 60 times real time: %.1f frames/s; a frame: %.1f ms simulated, %.1f ms "
      "painted\n",
      frames / seconds, step_ms / frames, paint_ms / frames);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  folder = argc > 1 ? argv[1] : QStringLiteral(".");
  QDir().mkpath(folder);
  const bool ecology = argc > 2 && QLatin1String(argv[2]) == QLatin1String("ecology");
  if (!ecology) measure();
  for (const Theme theme : {Theme::light, Theme::dark}) {
    apply_theme(app, theme);
    const char* name = theme == Theme::dark ? "dark" : "light";
    if (!ecology) draw(name), draw_pair(name);
    draw_ecology(name);
  }
  return 0;
}
