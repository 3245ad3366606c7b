#include <QTest>

#include "render/page/numbers.h"

using namespace fw;

class TestNumbers : public QObject {
  Q_OBJECT
 private slots:
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

QTEST_GUILESS_MAIN(TestNumbers)
#include "test_numbers.moc"
