// The command's lists for machines and programs: digests of every room, parameters of a method.

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/field/simd_level.h"
#include "library_calls.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

QByteArray text_of(const char* path) {
  QFile file(QString(FIELDWRIGHT_SOURCE_DIR "/") + path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A room's lines that contain a word, without the room's name before them.
QList<QByteArray> lines_with(const QByteArray& text, const char* word, const char* room = "") {
  QList<QByteArray> kept;
  for (const QByteArray& line : text.split('\n'))
    if (!line.isEmpty() && line.startsWith(room) && line.contains(word))
      kept.push_back(line.mid(qstrlen(room)));
  return kept;
}

}  // namespace

class LibListsTest : public QObject {
  Q_OBJECT

 private slots:
  // A change here is a change of what machines agree on. If it is meant: run this test once with
  // FIELDWRIGHT_ACCEPT=1 in the environment, and commit the new file with the reason.
  void theDigestsAreTheAcceptedOnes() {
    const Outcome list = run({"digests"});
    QVERIFY2(list.code == 0, list.err.constData());
    const QByteArray found = list.out;
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/digests-42.txt");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT")) {
      QVERIFY(golden.open(QIODevice::WriteOnly));
      golden.write(found);
    } else {
      QVERIFY(golden.open(QIODevice::ReadOnly));
      const QList<QByteArray> accepted = golden.readAll().split('\n'), lines = found.split('\n');
      for (qsizetype i = 0; i < std::min(lines.size(), accepted.size()); ++i) QCOMPARE(lines[i], accepted[i]);
      QCOMPARE(lines.size(), accepted.size());
    }
    QCOMPARE(found.count('\n'), 11 + 24 + 20 + 16 + 11 + 8 + 3 * 36 + 35);
    // The rooms' own golden files say the same.
    const QByteArray worlds = text_of("tests/world/golden/digests.txt");
    QCOMPARE(lines_with(list.out, "WindswardLike ", "world "), lines_with(worlds, "WindswardLike "));
    QCOMPARE(lines_with(run({"digests", "--rooms", "world", "--seed", "1"}).out, "Tiny ", "world "),
             lines_with(worlds, "Tiny "));
    QCOMPARE(lines_with(run({"digests", "--rooms", "spawn"}).out, "", "spawn "),
             lines_with(text_of("tests/spawn/golden/medium-42-900.sha256"), ""));
    QList<QByteArray> action = lines_with(list.out, "action ", "action ");
    action.removeLast();  // the clock
    QCOMPARE(action, lines_with(text_of("tests/action/golden/starts.txt"), ""));
    QCOMPARE(lines_with(run({"digests", "--rooms", "crowd", "--seed", "11"}).out, " torus ", "crowd "),
             lines_with(text_of("tests/crowd/golden/motion-11.sha256"), " torus "));
  }

  void everyInstructionSetAndThreadCountAgrees() {
    const QStringList rooms{"digests", "--rooms", "base,field,crowd,action,spawn"};
    const QByteArray expected = run(rooms).out;
    for (const std::string& level : simd_levels())
      QCOMPARE(run(rooms + QStringList{"--simd", QString::fromStdString(level), "--threads", "1"}).out,
               expected);
    const auto json = QJsonDocument::fromJson(run({"digests", "--rooms", "base", "--json"}).out).object();
    QVERIFY(expected.contains("base exp " + json["base"].toObject()["exp"].toString().toUtf8()));
    QVERIFY(run({"digests", "--rooms", "base", "--seed", "43"}).out !=
            run({"digests", "--rooms", "base"}).out);
  }

  void aMethodsParametersAreTheLibrarysRows() {
    Context context;
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
    for (const auto& [kind, method] :
         {std::pair{"crowd", "ou"}, {"action", "clock"}, {"spawn", "a_full"}, {"crowd", ""}}) {
      QStringList arguments{"params", kind, "--json"};
      if (*method != 0) arguments.insert(2, method);
      const Outcome listed = run(arguments);
      QVERIFY2(listed.code == 0, listed.err.constData());
      const QJsonArray rows = QJsonDocument::fromJson(listed.out).array();
      Params params;
      FW_VERIFY(fw_params_open(context, kind, *method == 0 ? nullptr : method, &params, error));
      QCOMPARE(rows.size(), static_cast<qsizetype>(fw_params_count(params)));
      const QByteArray text = run({"params", kind, *method == 0 ? "curl_dual" : method}).out;
      for (uint32_t i = 0; i < fw_params_count(params); ++i) {
        fw_row row;
        FW_VERIFY(fw_params_row(params, i, &row, error));
        const QJsonObject listed_row = rows[i].toObject();
        QCOMPARE(listed_row["path"].toString(), QString(row.path));
        QCOMPARE(listed_row["unit"].toString(), QString(row.unit));
        if (row.choices == 0) {
          QCOMPARE(listed_row["value"].toDouble(), row.value);
          QCOMPARE(listed_row["max"].toDouble(), row.max);
        } else {
          QCOMPARE(listed_row["value"].toString(), QString(row.words[static_cast<size_t>(row.value)]));
          QCOMPARE(listed_row["words"].toArray().size(), static_cast<qsizetype>(row.choices));
        }
        QVERIFY(text.contains(row.path));
      }
    }
  }

  void wrongWordsAreNamed() {
    const std::pair<QStringList, const char*> cases[] = {
        {{"digests", "--rooms", "base,feld"}, "did you mean field?"},
        {{"digests", "--rooms", ""}, "--rooms"},
        {{"digests", "--seed", "-1"}, "--seed -1"},
        {{"digests", "--seed", "9007199254740992"}, "2^53"},
        {{"params", "crwd"}, "did you mean crowd?"},
        {{"params", "crowd", "curl_duel"}, "did you mean curl_dual?"},
        {{"params", "action", "clok"}, "did you mean clock?"},
        {{"params"}, "KIND"},
    };
    for (const auto& [arguments, words] : cases) {
      const Outcome refused = run(arguments);
      QCOMPARE(refused.code, 2);
      QVERIFY2(refused.err.contains(words), refused.err.constData());
      QVERIFY(refused.out.isEmpty());
    }
  }
};

FW_TEST(LibListsTest)
#include "test_lib_lists.moc"
