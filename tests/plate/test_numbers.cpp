#include <QTest>

#include "render/page/fonts.h"
#include "render/page/numbers.h"
#include "tests/support/test_main.h"

using namespace fw;

class TestNumbers : public QObject {
  Q_OBJECT
 private slots:
  void capitalsAreThoseOfEveryScript() {
    QCOMPARE(capitals("Bj\u00F8rvik 2"), std::string("BJ\u00D8RVIK 2"));
    QCOMPARE(capitals("\u043B\u0435\u0441, \u03B4\u03AC\u03C3\u03BF\u03C2"),
             std::string("\u041B\u0415\u0421, \u0394\u0386\u03A3\u039F\u03A3"));
    QCOMPARE(capitals("\u6771 i"), std::string("\u6771 I"));
    QCOMPARE(capitals(""), std::string());
  }
  void shortDecimalsShowTheValueAsItIs() {
    QCOMPARE(short_decimal(0.15, 2), std::string("0.15"));
    QCOMPARE(short_decimal(0.6, 2), std::string("0.6"));
    QCOMPARE(short_decimal(0, 2), std::string("0"));
    QCOMPARE(short_decimal(1, 2), std::string("1"));
    QCOMPARE(short_decimal(100, 2), std::string("100"));
    QCOMPARE(short_decimal(120, 0), std::string("120"));
    QCOMPARE(short_decimal(0.1 + 0.2, 2), std::string("0.3"));
    QCOMPARE(short_decimal(-0.001, 2), std::string("0"));
    QCOMPARE(short_decimal(-1.5, 2), std::string("-1.5"));
  }
};

FW_TEST(TestNumbers)
#include "test_numbers.moc"
