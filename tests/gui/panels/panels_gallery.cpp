// Writes a picture of every panel, light and dark: panels_gallery DIR [WIDTH]. For eyes, not for checks.

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>
#include <memory>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/document/document.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/render_page.h"
#include "app/gui/history/history_panel.h"
#include "app/gui/layers/layers_panel.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/preview/picture.h"
#include "app/gui/seeds/seed_strip.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

QString folder;
int width = 320;

void keep(QWidget& panel, const char* name, int height, const char* theme) {
  panel.resize(width, height);
  panel.show();
  QTest::qWait(60);
  const double scale = panel.devicePixelRatioF();
  panel.grab().save(QStringLiteral("%1/%2-%3@%4x.png").arg(folder, name, theme).arg(scale));
}

void edit(Document& document) {
  document.edit("Change land fraction", [](Template& t) { t.land.fraction = 0.5; });
  document.edit("Seed 43", [](Template& t) { t.seed = 43; });
  document.edit("Hide Names", [](Template& t) { t.view.layers = {{MapLayer::danger, true, 0.5}}; });
}

/// A world that cannot meet all its targets.
std::shared_ptr<const Picture> crowded() {
  Template t = parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value();
  t.resources[2].quota = 900;
  t.enemies[0].quota *= 6;
  return make_picture(std::make_shared<const Template>(t), 256, false, nullptr).value();
}

void draw_audit(const char* theme) {
  static const std::shared_ptr<const Picture> picture = crowded();
  Document document;
  AuditPanel audit(document);
  keep(audit, "audit-empty", 300, theme);
  audit.show_picture(picture);
  for (int section = 0; section < kAuditSections; ++section) {
    audit.show_section(static_cast<AuditSection>(section));
    audit.table()->setCurrentIndex(audit.table()->model()->index(0, 0));
    keep(audit, ("audit-" + std::to_string(section)).c_str(), section == 3 ? 900 : 620, theme);
  }
  audit.set_updating(true);
  keep(audit, "audit-updating", 620, theme);
}

void draw_export(const char* theme) {
  Document document;
  ExportDialog dialog(document);
  ExportChoices choices = dialog.render_page().choices();
  choices.folder = "/home/ada/maps/windsward-42";
  dialog.render_page().set_choices(choices);
  const int wide = std::exchange(width, std::max(dialog.sizeHint().width(), 460));
  keep(dialog, "export", dialog.sizeHint().height(), theme);
  choices.folder = "maps";
  dialog.render_page().set_choices(choices);
  keep(dialog, "export-refused", dialog.sizeHint().height(), theme);
  dialog.show_map_page();
  dialog.set_map(make_picture(document.snapshot(), 64, false, nullptr).value(), {});
  keep(dialog, "export-map", dialog.sizeHint().height(), theme);
  width = wide;
}

void draw_all(const char* theme) {
  draw_audit(theme);
  draw_export(theme);
  Document document;
  QSettings settings(folder + QStringLiteral("/seeds.ini"), QSettings::IniFormat);
  SeedsPanel seeds(document, settings);
  seeds.resize(width, 900);
  seeds.show();
  seeds.set_lock(0, true);
  for (const uint64_t seed : {7, 1234567, 43}) seeds.take({seed, document.tmpl().stream_seeds});
  seeds.add_favourite();
  (void)QTest::qWaitFor([&] { return seeds.strip().settled(); }, 30000);
  keep(seeds, "seeds", 900, theme);
  document.start(parse_template(builtin_templates().front().text, "first").value());
  LayersPanel layers(document);
  keep(layers, "layers", 640, theme);
  edit(document);
  document.history().undo();
  HistoryPanel history(document);
  keep(history, "history", 220, theme);
  document.edit("Break", [](Template& t) {
    t.danger[0] += 0.1;
    t.resources[1].slug = t.resources[0].slug;
    t.resources[4].quota = 4000;
  });
  MessagesPanel messages(document);
  messages.report_failure("A world of 16384 x 16384 cells needs 40 GiB, the limit is 8 GiB");
  messages.report_note("Exported to /home/ada/maps/windsward-42: 18 files");
  keep(messages, "messages", 300, theme);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  QStandardPaths::setTestModeEnabled(true);
  if (argc < 2) return 2;
  folder = QString::fromLocal8Bit(argv[1]);
  if (argc > 2) width = QString::fromLocal8Bit(argv[2]).toInt();
  QDir().mkpath(folder);
  for (const bool dark : {false, true}) {
    apply_theme(app, dark ? Theme::dark : Theme::light);
    draw_all(dark ? "dark" : "light");
  }
  return 0;
}
