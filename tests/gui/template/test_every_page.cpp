// The form on templates of every size: every page opens, first page first.

#include "app/gui/template/page_spec.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

/// A template whose lists are all empty, as no file may state it and an editor may hold it.
Template without_rows() {
  Template t = test::builtin("Minimal");
  for (const ParameterList& list : parameter_lists())
    if (list.path.find("[]") == std::string::npos) list.resize(t, 0, {});
  return t;
}

}  // namespace

class TestEveryPage : public QObject {
  Q_OBJECT
 private slots:
  void everyPageOpensOnEveryTemplate_data() {
    QTest::addColumn<QString>("name");
    for (const BuiltinTemplate& one : builtin_templates())
      QTest::newRow(std::string(one.name).c_str()) << QString::fromStdString(std::string(one.name));
    QTest::newRow("no rows at all") << QString();
  }
  void everyPageOpensOnEveryTemplate() {
    QFETCH(const QString, name);
    Document document;
    document.start(name.isEmpty() ? without_rows() : test::builtin(name.toStdString()));
    TemplatePanel panel(document);
    for (const PageSpec& page : page_specs()) QVERIFY(panel.show_page_of(QString::fromStdString(page.key)));
    QCOMPARE(document.history().count(), 0);
  }

  void aRowAddedToATableThatWasEmptyHasItsInnerLists() {
    PanelHand hand(test::builtin("Minimal"));
    QVERIFY(hand.panel.jump_to("landmarks"));
    QTest::keyClick(hand.focus(), Qt::Key_Insert);
    QCOMPARE(hand.document.tmpl().vocabulary.landmarks.size(), size_t{1});
    hand.document.history().undo();
    QVERIFY(hand.document.tmpl().vocabulary.landmarks.empty());
  }
};

FW_WINDOW_TEST(TestEveryPage)
#include "test_every_page.moc"
