// Writes a picture of every page of the template editor, light and dark:
// template_gallery DIR [WIDTH [PATH ...]], of the template in TEMPLATE if that is set. For eyes, not for
// checks.

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QTest>

#include "app/gui/document/document.h"
#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

QString folder, file;
int width = 360;

void keep(QWidget& panel, const QString& name, const char* theme) {
  QTest::qWait(150);
  const double scale = panel.devicePixelRatioF();
  panel.grab().save(QStringLiteral("%1/%2-%3@%4x.png").arg(folder, name, theme).arg(scale));
}

/// Something changed, something wrong, something fixed on every kind of page.
void edit(Document& document) {
  document.edit("Changes", [](Template& t) {
    t.land.fraction = 0.5;
    t.resources[1].slug = t.resources[0].slug;
    t.resources[4].quota = 4000;
    t.vocabulary.danger[2].threshold = 0.1;
    t.vocabulary.landmarks[1].count = 3;
    t.region_mixes.resize(2);
    t.region_mixes[0].region = 1;
    t.region_mixes[0].danger = row_shares(t.vocabulary.danger);
    t.region_mixes[1].region = 2;
    t.noise.danger.state_features = {{"night", 0.5, 0, 0, 0.4}};
  });
}

void draw_all(const char* theme, const QStringList& paths) {
  Document document;
  if (!file.isEmpty() && !document.open(file)) qFatal("the template cannot be read");
  if (file.isEmpty()) edit(document);
  TemplatePanel panel(document);
  panel.resize(width, 760);
  panel.show();
  for (const QString& path : paths) {
    panel.jump_to(path);
    if (path == QStringLiteral("frame.width_m")) QTest::keyClicks(panel.focusWidget(), "8");
    keep(panel, QString(path).replace('.', '_'), theme);
  }
  if (paths.size() < 4) return;
  panel.search();
  QTest::keyClicks(panel.focusWidget(), "distance");
  QTest::qWait(200);
  keep(panel, "search", theme);
}

/// An edit on one page that another page pays for, and that page.
void draw_consequences(const char* theme) {
  Document document;
  TemplatePanel panel(document);
  panel.resize(width, 760);
  panel.show();
  panel.jump_to("regions.controllable");
  document.edit("Regions", [](Template& t) { t.regions.controllable = 26; });
  keep(panel, "consequence", theme);
  document.edit("Landmarks", [](Template& t) { t.vocabulary.landmarks[1].count = 3; });
  panel.jump_to("landmarks[1].count");
  keep(panel, "consequence_there", theme);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  if (argc < 2) return 2;
  folder = QString::fromLocal8Bit(argv[1]);
  file = qEnvironmentVariable("TEMPLATE");
  if (argc > 2) width = QString::fromLocal8Bit(argv[2]).toInt();
  QDir().mkpath(folder);
  QStringList paths = app.arguments().mid(3);
  if (paths.isEmpty())
    for (const PageSpec& spec : page_specs())
      paths.push_back(QString::fromStdString(!spec.fields.empty()  ? spec.fields.front()->path
                                             : !spec.mixes.empty() ? spec.mixes.front()
                                                                   : spec.lists.front()->path));
  for (const bool dark : {false, true}) {
    apply_theme(app, dark ? Theme::dark : Theme::light);
    draw_all(dark ? "dark" : "light", paths);
    if (file.isEmpty()) draw_consequences(dark ? "dark" : "light");
  }
  return 0;
}
