// Writes pictures of the Simulation dock and its maps, light and dark, and prints how fast 20,000 agents go:
// simulation_gallery DIR. For eyes, not for checks.

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QSpinBox>
#include <QTest>
#include <cstdio>

#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

QString folder;

const std::shared_ptr<const Picture>& windward() {
  static const auto made = make_picture(
      std::make_shared<const Template>(parse_template(find_builtin("WindswardLike")->text, "W").value()), 512,
      false, nullptr);
  return made.value();
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
  measure();
  for (const Theme theme : {Theme::light, Theme::dark}) {
    apply_theme(app, theme);
    const char* name = theme == Theme::dark ? "dark" : "light";
    draw(name);
    draw_pair(name);
  }
  return 0;
}
