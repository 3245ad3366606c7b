// What a designer does in the window, by mouse and keys, a picture of each step: window_gallery DIR. The
// window fills the screen; every click goes to what lies under the pointer, and what cannot be reached is
// said. For eyes, under Xvfb with a window manager, which gives the window its keys: xvfb-run -a -s "-screen
// 0 1280x800x24" sh -c "openbox & sleep 1; QT_QPA_PLATFORM=xcb window_gallery DIR"; at 200 % 1920x1080 and
// QT_SCALE_FACTOR=2.

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>
#include <QWindow>
#include <cstdio>
#include <vector>

#include "app/gui/audit/audit_panel.h"
#include "app/gui/export/export_dialog.h"
#include "app/gui/export/export_page.h"
#include "app/gui/map/legend/legend_panel.h"
#include "app/gui/map/map_view.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/theme.h"
#include "core/template/template_io.h"

using namespace fw;

namespace {

constexpr int kMostWait_ms = 120000;

/// A person at the window.
class Person {
 public:
  Person(MainWindow& window, QString folder) : window_(window), folder_(std::move(folder)) {}

  int missed = 0;

  void rest(int ms = 300) { QTest::qWait(ms); }
  /// Waits for the map of the newest edit.
  void settle() {
    if (!QTest::qWaitFor([this] { return window_.preview().picture() && window_.preview().settled(); },
                         kMostWait_ms))
      miss("no map came");
    rest(700);  // the legend and thumbnails follow
  }
  /// What the screen shows.
  void shoot(const char* name) {
    rest();
    QPixmap shown = QGuiApplication::primaryScreen()->grabWindow(0);
    if (shown.isNull()) shown = window_.grab();
    const QString path = QStringLiteral("%1/%2.png").arg(folder_, QLatin1String(name));
    if (!shown.save(path)) miss("cannot be written");
  }
  void click(QWidget* widget, std::optional<QPoint> at = {}, Qt::KeyboardModifiers with = {}) {
    if (!reach(widget, at)) return;
    QTest::mouseClick(of_, Qt::LeftButton, with, place_);
    rest(60);
  }
  void press(QWidget* widget, QPoint at) {
    if (reach(widget, at)) QTest::mousePress(of_, Qt::LeftButton, {}, place_);
  }
  void move(QWidget* widget, QPoint at) {
    if (reach(widget, at)) QTest::mouseMove(of_, place_);
    rest(30);
  }
  void release(QWidget* widget, QPoint at) {
    if (reach(widget, at)) QTest::mouseRelease(of_, Qt::LeftButton, {}, place_);
    rest(60);
  }
  void drag(QWidget* widget, const std::vector<QPoint>& way) {
    press(widget, way.front());
    for (const QPoint& at : way) move(widget, at);
    release(widget, way.back());
  }
  void key(Qt::Key key, Qt::KeyboardModifiers with = {}) {
    if (QWindow* const to = QGuiApplication::focusWindow())
      QTest::keyClick(to, key, with);
    else
      miss("no window has the keys");
    rest(60);
  }
  void type(const QString& text) {
    if (QWidget* const to = QApplication::focusWidget()) QTest::keyClicks(to, text);
    rest(60);
  }
  void miss(const QString& what) {
    ++missed;
    std::fprintf(stderr, "%s\n", qPrintable(what));
  }

 private:
  /// Whether the pointer can go there: on the screen, and not under something else.
  bool reach(QWidget* widget, std::optional<QPoint> at) {
    if (widget == nullptr || !widget->isVisible()) return miss("a widget is not there"), false;
    const QPoint place = at.value_or(widget->rect().center()), global = widget->mapToGlobal(place);
    of_ = widget->window()->windowHandle();
    place_ = widget->window()->mapFromGlobal(global);
    const QWidget* const under = QApplication::widgetAt(global);
    const bool there = under && (under == widget || widget->isAncestorOf(under));
    if (!there || !QGuiApplication::primaryScreen()->geometry().contains(global))
      return miss(QStringLiteral("%1 \"%2\" is out of reach at %3, %4; %5 lies there")
                      .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
                      .arg(global.x())
                      .arg(global.y())
                      .arg(QLatin1String(under ? under->metaObject()->className() : "nothing"))),
             false;
    return true;
  }

  MainWindow& window_;
  QString folder_;
  QWindow* of_ = nullptr;
  QPoint place_;
};

template <typename Widget>
Widget* visible(QWidget& in, const QString& name = {}) {
  for (Widget* one : in.findChildren<Widget*>())
    if (one->isVisible() && (name.isEmpty() || one->accessibleName() == name || one->objectName() == name))
      return one;
  return nullptr;
}

QAbstractButton* button(QWidget& in, const QString& text) {
  for (QAbstractButton* one : in.findChildren<QAbstractButton*>())
    if (one->isVisible() && one->text().remove('&').startsWith(text)) return one;
  return nullptr;
}

/// The tab of a dock that lies behind others.
void raise_dock(Person& person, MainWindow& window, const QString& title) {
  for (QTabBar* bar : window.findChildren<QTabBar*>())
    for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
      if (bar->tabText(tab).startsWith(title)) return person.click(bar, bar->tabRect(tab).center());
}

void turn_to(Person& person, MainWindow& window, const QString& page) {
  raise_dock(person, window, QStringLiteral("Template"));
  auto& panel = *window.findChild<TemplatePanel*>();
  if (QWidget* const name = visible<QAbstractButton>(panel, QStringLiteral("Page"))) person.click(name);
  auto* tree = visible<QTreeView>(panel, QStringLiteral("Pages"));
  if (tree == nullptr) return person.miss("no tree of pages");
  const QAbstractItemModel& pages = *tree->model();
  const QModelIndexList found =
      pages.match(pages.index(0, 0), Qt::DisplayRole, page, 1, Qt::MatchExactly | Qt::MatchRecursive);
  if (found.isEmpty()) return person.miss("no page " + page);
  tree->scrollTo(found.front());
  person.click(tree->viewport(), tree->visualRect(found.front()).center());
  person.rest();
}

void show_row(Person& person, QAbstractItemView& view, const QModelIndex& row) {
  view.scrollTo(row);
  person.click(view.viewport(), view.visualRect(row).center());
}

/// 1. The legend: a row alone on the map.
void legend(Person& person, MainWindow& window) {
  auto* panel = window.findChild<LegendPanel*>();
  if (panel->folded()) person.click(visible<QAbstractButton>(window, QStringLiteral("fold_legend")));
  person.settle();
  person.shoot("1-legend");
  QTreeWidget& rows = *panel->rows();
  if (rows.topLevelItemCount() == 0 || rows.topLevelItem(0)->childCount() == 0)
    return person.miss("no legend");
  const QModelIndex first = rows.model()->index(0, 0, rows.model()->index(0, 0));
  show_row(person, rows, first);
  person.rest(1200);
  person.shoot("1-legend-alone");
  show_row(person, rows, first);
}

/// 2. Cures as buttons.
void cures(Person& person, MainWindow& window) {
  window.document().edit("A large quota", [](Template& t) { t.resources[0].quota = 4000; });
  window.document().edit("Another count", [](Template& t) { t.vocabulary.landmarks[0].count = 90; });
  person.rest();
  raise_dock(person, window, QStringLiteral("Messages"));
  auto& messages = *window.findChild<MessagesPanel*>();
  show_row(person, *messages.table(), messages.table()->model()->index(0, 0));
  person.shoot("2-messages");
  person.click(visible<QPushButton>(messages, QStringLiteral("cure")));
  person.settle();
  raise_dock(person, window, QStringLiteral("Audit"));
  auto& audit = *window.findChild<AuditPanel*>();
  for (auto* table : audit.findChildren<QAbstractItemView*>())
    if (table->isVisible() && table->model() && table->model()->rowCount() > 3) {
      for (int row = 0; row < table->model()->rowCount() && !visible<QPushButton>(audit, "cure"); ++row)
        show_row(person, *table, table->model()->index(row, 0));
      break;
    }
  person.shoot("2-audit");
  while (window.document().history().canUndo()) person.key(Qt::Key_Z, Qt::ControlModifier);
}

/// 3. The chooser and its questions.
void chooser(Person& person, MainWindow&) {
  person.key(Qt::Key_N, Qt::ControlModifier);
  person.rest(6000);
  person.shoot("3-chooser");
  QWidget* const dialog = QApplication::activeModalWidget();
  if (dialog == nullptr) return person.miss("no chooser");
  person.click(button(*dialog, QStringLiteral("Choose")));
  person.rest(2500);
  person.shoot("3-questions");
  person.click(button(*dialog, QStringLiteral("Back")));
  person.key(Qt::Key_Escape);
}

/// 4. Samples of names.
void names(Person& person, MainWindow& window) {
  turn_to(person, window, QStringLiteral("Names"));
  auto* table = visible<ListTable>(*window.findChild<TemplatePanel*>());
  if (table) show_row(person, *table, table->model()->index(0, 0));
  person.rest(600);
  person.shoot("4-names");
}

/// 5. The map follows the page.
void follows(Person& person, MainWindow& window) {
  turn_to(person, window, QStringLiteral("Biomes"));
  person.rest(1500);
  person.shoot("5-biomes");
  turn_to(person, window, QStringLiteral("Resources"));
  person.rest(1500);
  person.shoot("5-resources");
}

/// 6. Export again on save.
void exports(Person& person, MainWindow& window) {
  person.key(Qt::Key_E, Qt::ControlModifier);
  person.rest(800);
  auto* dialog = window.findChild<ExportDialog*>();
  if (dialog == nullptr || !dialog->isVisible()) return person.miss("no export dialog");
  if (auto* tabs = visible<QTabBar>(*dialog))
    for (int tab = 0; tab < tabs->count(); ++tab) {
      person.click(tabs, tabs->tabRect(tab).center());
      person.shoot(qPrintable(QStringLiteral("6-export-%1").arg(tab + 1)));
      if (auto* again = button(*dialog, QStringLiteral("Export again"))) {
        person.click(again);
        person.shoot("6-export-again");
      }
    }
  person.key(Qt::Key_Escape);
}

/// Points of the map, in parts of its size.
std::vector<QPoint> way_on(const QWidget& map, const std::vector<QPointF>& parts) {
  std::vector<QPoint> way;
  for (const QPointF& part : parts)
    way.emplace_back(static_cast<int>(part.x() * map.width()), static_cast<int>(part.y() * map.height()));
  return way;
}

void choose(Person& person, MainWindow& window, const QString& box, int down) {
  auto* combo = visible<QComboBox>(window, box);
  if (combo == nullptr) return person.miss("no box " + box);
  person.click(combo);
  person.rest();
  person.key(Qt::Key_Home);
  for (int k = 0; k < down; ++k) person.key(Qt::Key_Down);
  person.key(Qt::Key_Return);
}

/// 7. A lake and a river by hand.
void waters(Person& person, MainWindow& window) {
  QWidget& map = window.map().view();
  person.click(&map);
  person.key(Qt::Key_G);
  auto* list = visible<QComboBox>(window, QStringLiteral("What is drawn"));
  choose(person, window, QStringLiteral("What is drawn"),
         list ? list->findData(QStringLiteral("waters")) : 0);
  for (const QPoint& at : way_on(map, {{0.46, 0.40}, {0.53, 0.42}, {0.52, 0.50}, {0.45, 0.49}}))
    person.click(&map, at);
  person.shoot("7-lake-corners");
  person.key(Qt::Key_Return);
  person.settle();
  person.key(Qt::Key_N);
  choose(person, window, QStringLiteral("What the line is"), 2);
  for (const QPoint& at : way_on(map, {{0.60, 0.45}, {0.62, 0.60}, {0.66, 0.75}, {0.70, 0.95}}))
    person.click(&map, at);
  person.shoot("7-river-line");
  person.key(Qt::Key_Return);
  person.settle();
  person.shoot("7-waters");
}

/// 8. A brush with its ring, and the relief under a stroke.
void brush(Person& person, MainWindow& window) {
  QWidget& map = window.map().view();
  person.key(Qt::Key_T);
  const std::vector<QPoint> way = way_on(map, {{0.40, 0.55}, {0.43, 0.57}, {0.46, 0.59}, {0.49, 0.60}});
  person.move(&map, way[0]);
  person.shoot("8-ring");
  person.press(&map, way[0]);
  for (const QPoint& at : way) person.move(&map, at), person.rest(400);
  person.shoot("8-stroke");
  person.release(&map, way.back());
  person.settle();
  person.shoot("8-relief");
}

/// 9. A note on a place; and a wall.
void notes(Person& person, MainWindow& window) {
  QWidget& map = window.map().view();
  person.key(Qt::Key_J);
  person.click(&map, way_on(map, {{0.55, 0.55}})[0]);
  person.type(QStringLiteral("Ambush after the bridge"));
  person.shoot("9-note-typed");
  person.key(Qt::Key_Return);
  person.key(Qt::Key_M);
  person.drag(
      &map,
      way_on(map, {{0.36, 0.40}, {0.40, 0.36}, {0.44, 0.38}, {0.42, 0.44}, {0.36, 0.43}, {0.36, 0.40}}));
  person.settle();
  person.shoot("9-notes");
  person.key(Qt::Key_V);
}

/// 10. A template over another one.
void base(Person& person, MainWindow& window, const QString& folder) {
  const auto put = [&](const char* name, const std::string& text) {
    QFile file(QDir(folder).filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
      person.miss("cannot be written");
  };
  put("isle.json", std::string(find_builtin("Tiny")->text));
  put("winter.json",
      "{\"format\": 3, \"base\": \"isle.json\", \"name\": \"Winter\", \"land\": {\"fraction\": 0.4},\n"
      " \"resources\": [{\"class\": \"timber\", \"quota\": 20}]}\n");
  window.document().history().setClean();
  if (!window.document().open(QDir(folder).filePath(QStringLiteral("winter.json"))))
    return person.miss("not opened");
  turn_to(person, window, QStringLiteral("Land"));
  person.settle();
  person.shoot("10-base");
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "window_gallery DIR\n");
    return 2;
  }
  const QString folder = QString::fromLocal8Bit(argv[1]);
  QDir().mkpath(folder);
  const QTemporaryDir own;
  QSettings settings(own.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
  settings.setValue(QStringLiteral("resolution"), 256);
  apply_theme(app, Theme::light);
  MainWindow window(settings, own.filePath(QStringLiteral("recovery")));
  window.document().start(parse_template(find_builtin("Tiny")->text, "Tiny").value());
  window.setGeometry(QGuiApplication::primaryScreen()->geometry());
  window.show();
  window.begin();
  window.activateWindow();
  Person person(window, folder);
  person.settle();
  if (window.size() != QGuiApplication::primaryScreen()->size())
    person.miss(QStringLiteral("the window is %1 x %2").arg(window.width()).arg(window.height()));
  person.shoot("0-window");
  legend(person, window);
  cures(person, window);
  chooser(person, window);
  names(person, window);
  follows(person, window);
  exports(person, window);
  waters(person, window);
  brush(person, window);
  notes(person, window);
  base(person, window, own.path());
  window.document().history().setClean();
  std::printf("%d missed\n", person.missed);
  return person.missed == 0 ? 0 : 1;
}
