// Writes pictures of the search panel and of the audit's figures, light and dark: search_gallery DIR [WIDTH].
// For eyes, not for checks.

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/document/document.h"
#include "app/gui/search/search_panel.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  QStandardPaths::setTestModeEnabled(true);
  if (argc < 2) return 2;
  const QString folder = QString::fromLocal8Bit(argv[1]);
  const int width = argc > 2 ? QString::fromLocal8Bit(argv[2]).toInt() : 380;
  QDir().mkpath(folder);
  QSettings settings(folder + "/settings.ini", QSettings::IniFormat);
  Document document;
  document.start(parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value());
  FigureMeter meter;
  AuditPanel audit(document);
  SearchPanel panel(document, settings, folder + "/searches");
  QObject::connect(&panel, &SearchPanel::figures_asked, &meter, &FigureMeter::measure);
  QObject::connect(&meter, &FigureMeter::measured, &panel, &SearchPanel::show_figures);
  QObject::connect(&audit, &AuditPanel::figures_asked, &meter, &FigureMeter::measure);
  QObject::connect(&meter, &FigureMeter::measured, &audit, &AuditPanel::show_figures);
  apply_theme(app, Theme::light);
  panel.resize(width, 900);
  panel.show();
  audit.resize(width, 620);
  audit.show();
  const auto picture = make_picture(document.snapshot(), 512, false, nullptr).value();
  panel.show_picture(picture);
  audit.show_picture(picture);
  audit.show_section(AuditSection::figures);
  SearchChoices choices = panel.form().choices();
  choices.ranges = {{"fairness.resources", std::nullopt, 0.25}, {"travel.reach", 0.5, std::nullopt}};
  choices.seeds = "1..40";
  choices.keep = 4;
  panel.form().set_choices(choices);
  QTest::qWait(2500);
  const auto keep = [&](QWidget& widget, const char* name, const char* shade) {
    QTest::qWait(200);
    widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, QLatin1String(name), QLatin1String(shade)));
  };
  keep(panel, "search-before", "light");
  panel.start();
  (void)QTest::qWaitFor([&] { return panel.gallery().passes().passed() >= 4; }, 60000);
  keep(panel, "search-running", "light");
  (void)QTest::qWaitFor([&] { return !panel.running(); }, 120000);
  (void)QTest::qWaitFor([&] { return panel.gallery().settled(); }, 60000);
  write_favourites(settings, "WindswardLike", {{"good", {panel.gallery().passes().at(1).seed, {}}}});
  panel.read_favourites_again();
  audit.table()->setCurrentIndex(audit.table()->model()->index(0, 0));
  for (const Theme theme : {Theme::light, Theme::dark}) {
    const char* shade = theme == Theme::light ? "light" : "dark";
    apply_theme(app, theme);
    keep(panel, "search-found", shade);
    keep(audit, "audit-figures", shade);
  }
  document.edit("Land", [](Template& t) { t.land.fraction = 0.44; });
  keep(panel, "search-outdated", "dark");
  return 0;
}
