// The table of coordinators: what lists, commands and the window read of it.

#include <QTest>
#include <algorithm>
#include <set>
#include <string>

#include "core/model/coordinator.h"
#include "tests/support/test_main.h"

using namespace fw;

class CoordinatorTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCoordinatorHasASlugOfItsOwnAndATitle() {
    std::set<std::string_view> slugs;
    for (const CoordinatorRow& row : kCoordinators) {
      QVERIFY2(slugs.insert(row.slug).second, row.slug.data());
      QVERIFY(!row.title.empty());
      QVERIFY(row.speed >= 1);
    }
    QVERIFY(std::ranges::equal(kCoordinatorSlugs, kCoordinators, {}, {}, &CoordinatorRow::slug));
  }

  void everyCoordinatorRecommendsOneMethod() {
    for (const CoordinatorRow& row : kCoordinators) {
      QCOMPARE(std::ranges::count(row.methods, true, &Method::recommended), 1);
      std::set<std::string_view> slugs;
      for (const Method& method : row.methods) QVERIFY2(slugs.insert(method.slug).second, method.slug.data());
    }
  }

  void aMethodIsFoundInItsCoordinator() {
    QCOMPARE(find_method(Coordinator::crowd, "vicsek"), &kCrowdMethods[6]);
    QVERIFY(find_method(Coordinator::spawn, "vicsek") == nullptr);
    QCOMPARE(find_method("a_full"), &kSpawnMethods[9]);
    QVERIFY(find_method("no_such_method") == nullptr);
  }

  /// A method's title is found by its slug alone.
  void methodsOfOneSlugHaveOneTitle() {
    for (const CoordinatorRow& row : kCoordinators)
      for (const Method& method : row.methods)
        QCOMPARE(QString::fromUtf8(find_method(method.slug)->title.data()),
                 QString::fromUtf8(method.title.data()));
  }
};

FW_TEST(CoordinatorTest)
#include "test_coordinator.moc"
