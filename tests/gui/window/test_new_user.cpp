// A new user's way to a world of their own, by mouse and keys, counted.

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include "app/gui/document/document.h"
#include "app/gui/start/chooser.h"
#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/page/template_panel.h"
#include "tests/support/window_test.h"
#include "window_host.h"

using namespace fw;

namespace {

constexpr int kMostActions = 70;  // 175 before

/// A person at the window: each click, key and typed text is an action.
struct NewUser {
  MainWindow& window;
  TemplatePanel& panel = *window.findChild<TemplatePanel*>();
  int actions = 0;

  QWidget* focus() const { return QApplication::focusWidget(); }
  void key(int key, Qt::KeyboardModifiers with = Qt::NoModifier) {
    QTest::keyClick(focus(), static_cast<Qt::Key>(key), with);
    QCoreApplication::processEvents();  // a cell of a table is taken after its key
    ++actions;
  }
  void click(QWidget* widget, QPoint at) {
    QTest::mouseClick(widget, Qt::LeftButton, {}, at);
    ++actions;
  }
  void type(const char* text) {
    QTest::keyClicks(focus(), text);
    ++actions;
  }
  template <typename Widget>
  Widget* visible() const {
    for (Widget* one : panel.findChildren<Widget*>())
      if (one->isVisible()) return one;
    return nullptr;
  }
  void turn_to(const char* page) {
    for (QToolButton* button : panel.findChildren<QToolButton*>())
      if (button->accessibleName() == "Page" && button->isVisible()) click(button, button->rect().center());
    auto* tree = visible<QTreeView>();
    const QAbstractItemModel* pages = tree->model();
    const auto found = pages->match(pages->index(0, 0), Qt::DisplayRole, QString::fromLatin1(page), 1,
                                    Qt::MatchExactly | Qt::MatchRecursive);
    tree->scrollTo(found.at(0));
    click(tree->viewport(), tree->visualRect(found.at(0)).center());
  }
  /// A row by the button with the plus and its name.
  void add(const char* name) {
    for (QToolButton* button : panel.findChildren<QToolButton*>())
      if (button->isVisible() && button->accessibleName() == "Add") {
        click(button, button->rect().center());
        break;
      }
    type(name);
    key(Qt::Key_Return);
  }
  void rename(int row, const char* name) {
    auto* table = visible<ListTable>();
    const QModelIndex cell = table->model()->index(row, column(*table, "Label"));
    click(table->viewport(), table->visualRect(cell).center());
    key(Qt::Key_F2);
    type(name);
    key(Qt::Key_Return);
  }
  static int column(const QTableView& table, const char* title) {
    for (int c = 0; c < table.model()->columnCount(); ++c)
      if (table.model()->headerData(c, Qt::Horizontal) == title) return c;
    return -1;
  }
  /// A choice in a box of the row's form: it is clicked, and its word.
  void choose(const char* path, const char* word) {
    for (ParameterField* field : panel.findChildren<ParameterField*>()) {
      if (!field->isVisible() || field->place().parameter->path != path) continue;
      auto* box = qobject_cast<QComboBox*>(field->entry());
      const int at = box->findData(QString::fromLatin1(word));
      if (at < 0) qFatal("no such choice: %s", word);
      actions += 2;
      box->setCurrentIndex(at);
      emit box->activated(at);
    }
  }
  QString errors() const {
    QString text;
    for (const Finding& f : window.document().findings())
      if (f.severity == Severity::error) text += QString::fromStdString(f.where + ": " + f.message) + '\n';
    return text;
  }
};

}  // namespace

class TestNewUser : public QObject {
  Q_OBJECT
 private slots:
  void aWorldOfTheirOwnTakesFewActionsAndMeetsNoError() {
    WindowHost host;
    host.settings.setValue("resolution", 128);
    const auto window = host.make();
    window->resize(1280, 800);
    window->show();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), kWaitLimit_ms));
    window->begin();
    NewUser user{*window};
    QStringList met;
    connect(&window->document(), &Document::changed, this, [&] {
      if (const QString errors = user.errors(); !errors.isEmpty()) met.push_back(errors);
    });

    QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier);
    ++user.actions;
    QVERIFY(QApplication::activeModalWidget());
    QWidget* const chooser = QApplication::activeModalWidget();
    chooser->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), chooser, kWaitLimit_ms);
    QTRY_VERIFY_WITH_TIMEOUT(user.focus(), kWaitLimit_ms);
    user.key(Qt::Key_Return);  // Begin your own
    QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<QComboBox*>(user.focus()), kWaitLimit_ms);
    user.key(Qt::Key_Return);  // the answers as they are offered
    QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget(), 5000);
    window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window.get(), kWaitLimit_ms);
    const auto& v = window->document().tmpl().vocabulary;
    QCOMPARE(v.factions.size(), size_t{3});

    user.turn_to("Factions");
    user.rename(0, "Red Guild");
    user.rename(1, "Blue Guild");
    user.rename(2, "Hill folk");
    user.turn_to("Resources");
    const std::pair<const char*, const char*> resources[] = {
        {"Oak", "wood"},     {"Pine", nullptr}, {"Granite", "stone"}, {"Slate", nullptr},
        {"Silver", "metal"}, {"Iron", nullptr}, {"Herbs", "plant"},   {"Berries", nullptr}};
    for (const auto& [name, family] : resources) {
      user.add(name);
      if (family && family != std::string("wood")) user.choose("resources[].family", family);
    }
    user.turn_to("Landmarks");
    for (const auto& [name, symbol] : {std::pair{"Watchtower", "tower"}, {"Old mine", "mine"}}) {
      user.add(name);
      user.choose("landmarks[].symbol", symbol);
    }
    const Template& t = window->document().tmpl();
    QCOMPARE(met.join('\n'), QString());
    QCOMPARE(t.vocabulary.factions[0].label, std::string("Red Guild"));
    QCOMPARE(t.vocabulary.biomes.size(), size_t{5});
    QCOMPARE(t.vocabulary.danger.size(), size_t{4});
    QCOMPARE(t.vocabulary.names.size(), size_t{2});
    QCOMPARE(t.resources.size(), size_t{8});
    QStringList slugs;
    for (const PointClass& cls : t.resources) slugs.push_back(QString::fromStdString(cls.slug));
    QCOMPARE(slugs.join(' '), QStringLiteral("oak pine granite slate silver iron herbs berries"));
    QStringList families;
    for (const PointClass& cls : t.resources) families.push_back(QString::fromStdString(cls.family));
    QCOMPARE(families.join(' '), QStringLiteral("wood wood stone stone metal metal plant plant"));
    for (const PointClass& cls : t.resources) QVERIFY(cls.quota > 0);
    QCOMPARE(t.vocabulary.landmarks.size(), size_t{2});
    QCOMPARE(t.vocabulary.landmarks[1].label, std::string("Old mine"));
    qInfo("%d actions", user.actions);
    QVERIFY2(user.actions <= kMostActions, qPrintable(QString::number(user.actions)));
    QVERIFY(settle(*window));
    window->document().history().setClean();
  }
};

FW_WINDOW_TEST(TestNewUser)
#include "test_new_user.moc"
