// Pictures of the map, its tools and panels: map_gallery DIR [dark]

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTest>

#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

template <typename Widget>
void settle(const Widget& widget) {
  QTest::qWait(20);
  if (!QTest::qWaitFor([&] { return widget.settled(); }, 60000)) qFatal("nothing was painted");
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(".");
  apply_theme(app, argc > 2 ? Theme::dark : Theme::light);
  const auto tmpl = std::make_shared<Template>(
      parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value());
  const auto picture = make_picture(tmpl, 512, false, nullptr).value();
  MapArea area;
  MapView& map = area.view();
  area.resize(1000, 720);
  area.set_picture(picture);
  area.show();
  const auto save = [&](QWidget& widget, const QString& name) {
    widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
  };
  for (int v = 0; v < 5; ++v) {
    map.set_look(map_look(static_cast<View>(v)));
    map.fit();
    settle(map);
    save(area, QStringLiteral("map_%1").arg(v));
    map.show_places({{3800, 5200}}, 2500);
    settle(map);
    save(area, QStringLiteral("map_%1_near").arg(v));
  }
  map.fit();
  area.find_bar().open();
  area.find_bar().search(QStringLiteral("iron_vein"));
  settle(map);
  QTest::qWait(1700);
  save(area, QStringLiteral("find"));
  area.find_bar().close_bar();
  map.set_tool(MapTool::area);
  for (const QPoint& at : {QPoint(400, 200), QPoint(640, 260), QPoint(560, 420), QPoint(380, 380)})
    QTest::mouseClick(&map, Qt::LeftButton, {}, at);
  save(area, QStringLiteral("measure"));
  InspectPanel panel;
  panel.resize(360, 640);
  panel.set_picture(picture);
  panel.show_pick({picture->world->points.points[200].position_m, size_t{200}});
  panel.show();
  settle(panel);
  save(panel, QStringLiteral("inspect"));
  CompareView compare;
  compare.resize(1280, 760);
  compare.set_picture(picture);
  compare.show();
  settle(compare);
  save(compare, QStringLiteral("compare"));
  compare.show_difference(true);
  settle(compare);
  save(compare, QStringLiteral("difference"));
  return 0;
}
