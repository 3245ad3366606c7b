// A document's life with its files, answered by a test instead of a person.

#include <signal.h>

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/window/session.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Gives preset answers and counts the questions.
struct Person {
  Questions::Unsaved unsaved = Questions::Unsaved::cancel;
  QString place;
  bool takes_file = false;
  bool loses_changes = false;
  Questions::Recovery recovery = Questions::Recovery::take;
  Questions::Overwrite overwrite = Questions::Overwrite::cancel;
  QList<bool> told_of_edits;  ///< arguments of the questions about a changed file
  int asked = 0;
  QStringList told;

  Questions answers() {
    Questions ask;
    ask.unsaved = [this](const QString&) { return ++asked, unsaved; };
    ask.where_to_save = [this](const QString&) { return ++asked, place; };
    ask.what_to_open = [this] { return ++asked, place; };
    ask.lose_changes = [this](const QString&) { return ++asked, loses_changes; };
    ask.take_changed_file = [this](const QString&, bool modified) {
      told_of_edits += modified;
      return ++asked, takes_file;
    };
    ask.overwrite_changed = [this](const QString&) { return ++asked, overwrite; };
    ask.take_recovered = [this](const Recovered&) { return ++asked, recovery; };
    ask.tell = [this](const QString& message) { told += message; };
    return ask;
  }
};

void set_seed(Document& document, uint64_t seed) {
  document.edit("Seed", [seed](Template& t) { t.seed = seed; });
}

/// Edits the file and lives on until it is killed.
int edit_until_killed(const QString& file, const QString& recovery) {
  Document document;
  Person person;
  Session session(document, recovery, person.answers());
  if (!session.open(file)) return 1;
  set_seed(document, 4321);
  return QCoreApplication::exec();
}

/// As above; undoes a second edit a moment after the first was kept, and says so.
int undo_until_killed(const QString& recovery) {
  Document document;
  Person person;
  Session session(document, recovery, person.answers());
  set_seed(document, 4321);
  QTest::qWait(100);
  set_seed(document, 5555);
  QTest::qWait(50);
  document.history().undo();
  fputs("undone\n", stdout);
  fflush(stdout);
  return QCoreApplication::exec();
}

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString file(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

 private slots:
  void oneQuestionIsAskedForUnsavedChanges() {
    Document document;
    Person person;
    Session session(document, file("r1"), person.answers());
    QVERIFY(session.may_close());
    QCOMPARE(person.asked, 0);
    set_seed(document, 5);
    QVERIFY(!session.may_close());
    QVERIFY(!session.start(document.tmpl()));
    QCOMPARE(person.asked, 2);
    QCOMPARE(document.tmpl().seed, uint64_t{5});
    person.unsaved = Questions::Unsaved::discard;
    QVERIFY(session.may_close());
  }
  void savingAsksForAPlaceAndGivesItAnEnding() {
    Document document;
    Person person;
    Session session(document, file("r2"), person.answers());
    QSignalSpy used(&session, &Session::file_used);
    QVERIFY(!session.save());
    person.place = file("mine");
    QVERIFY(session.save());
    QCOMPARE(document.path(), file("mine.json"));
    set_seed(document, 6);
    QVERIFY(session.save());
    QCOMPARE(person.asked, 2);
    QCOMPARE(used.count(), 2);
    QCOMPARE(contents(file("mine.json")).toStdString(), write_template(document.tmpl()));
  }
  void savingKeepsTheTextThatTheAuthorWrote() {
    const QByteArray text =
        "{\"format\":3, \"comment\": "
        "\"mine\",\r\n\t\"vocabulary\":\"classic\",\r\n\t\"name\":\"\\u0054\",\r\n\t\"seed\": 7.0}";
    write_file(file("author.json"), text);
    Document document;
    Person person;
    Session session(document, file("r2"), person.answers());
    QVERIFY(session.open(file("author.json")));
    QVERIFY(session.save());
    QCOMPARE(contents(file("author.json")), text);
    set_seed(document, 6);
    QVERIFY(session.save());
    QCOMPARE(contents(file("author.json")), QByteArray(text).replace("7.0", "6"));
    document.history().undo();
    QVERIFY(session.save());
    QCOMPARE(contents(file("author.json")), QByteArray(text).replace("7.0", "7"));
    // Through a link, with the file's mode.
    QVERIFY(QFile::setPermissions(
        file("author.json"), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::WriteGroup));
    QVERIFY(QFile::link(file("author.json"), file("link.json")));
    QVERIFY(session.open(file("link.json")));
    set_seed(document, 8);
    QVERIFY(session.save());
    QVERIFY(QFileInfo(file("link.json")).isSymLink());
    QCOMPARE(contents(file("author.json")), QByteArray(text).replace("7.0", "8"));
    QVERIFY(QFile::permissions(file("author.json")).testFlag(QFile::WriteGroup));
  }
  void savingOverAFileThatAnotherProgramChangedAsks() {
    Document document;
    Person person;
    person.place = file("both.json");
    Session session(document, file("r2"), person.answers());
    QVERIFY(session.save());
    set_seed(document, 6);
    const QByteArray other = contents(file("both.json")) + "\n";
    write_file(file("both.json"), other);
    const int asked = person.asked;
    QVERIFY(!session.save());  // cancelled
    QCOMPARE(person.asked, asked + 1);
    QCOMPARE(contents(file("both.json")), other);
    QVERIFY(!document.save_as(file("both.json")));  // nor without asking
    person.overwrite = Questions::Overwrite::read;
    QVERIFY(!session.save());
    QCOMPARE(contents(file("both.json")), other);
    document.history().undo();
    QCOMPARE(document.tmpl().seed, uint64_t{6});
    QVERIFY(session.save());  // it has been read
    QVERIFY(contents(file("both.json")).contains("\"seed\": 6"));
    write_file(file("both.json"), other);
    set_seed(document, 9);
    person.overwrite = Questions::Overwrite::save;
    QVERIFY(session.save());
    QVERIFY(contents(file("both.json")).contains("\"seed\": 9"));
  }
  void unfinishedWorkIsSavedAndOpensWithWhatIsWrong() {
    Document document;
    Person person;
    person.place = file("unfinished.json");
    Session session(document, file("r3"), person.answers());
    document.edit("Danger", [](Template& t) { t.vocabulary.danger[0].share = 0.9; });
    document.edit("Class", [](Template& t) { t.resources[0].slug = "Bad Name!"; });
    QVERIFY(session.save());
    Document again;
    QVERIFY(again.open(file("unfinished.json")));
    QVERIFY(!again.valid());
    QCOMPARE(again.tmpl().resources[0].slug, std::string("Bad Name!"));
    QCOMPARE(again.findings().size(), document.findings().size());
  }
  void whatCouldNotBeOpenedAgainIsNotSaved() {
    Document document;
    Person person;
    person.place = file("bad.json");
    Session session(document, file("r3"), person.answers());
    document.edit("Land", [](Template& t) { t.land.fraction = 5; });
    QVERIFY(!session.save());
    QCOMPARE(person.told.size(), 1);
    QVERIFY(person.told.front().contains("land.fraction"));
    QVERIFY(!QFile::exists(file("bad.json")));
  }
  void aBrokenFileIsToldAndChangesNothing() {
    Document document;
    Person person;
    Session session(document, file("r4"), person.answers());
    QVERIFY(!session.open(file("nowhere.json")));
    QCOMPARE(person.told.size(), 1);
    QCOMPARE(document.title(), QStringLiteral("WindswardLike"));
  }
  void anExternalChangeIsReadAfterAQuestion() {
    Document document;
    Person person;
    person.place = file("outside.json");
    Session session(document, file("r5"), person.answers());
    QVERIFY(session.save());
    person.asked = 0;
    person.takes_file = true;
    Template other = document.tmpl();
    other.seed = 77;
    QFile out(file("outside.json"));
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString(write_template(other)));
    out.close();
    QTRY_COMPARE_WITH_TIMEOUT(document.tmpl().seed, uint64_t{77}, kWaitLimit_ms);
    QCOMPARE(person.asked, 1);
    QCOMPARE(person.told_of_edits, QList<bool>{false});
    QVERIFY(!document.modified());
  }
  void readingAgainIsAnUndoStep() {
    Document document;
    Person person;
    person.place = file("again.json");
    person.takes_file = true;
    Session session(document, file("r9"), person.answers());
    QVERIFY(session.save());
    set_seed(document, 5);
    Template other = document.tmpl();
    other.seed = 77;
    QFile out(file("again.json"));
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString(write_template(other)));
    out.close();
    QTRY_COMPARE_WITH_TIMEOUT(document.tmpl().seed, uint64_t{77}, kWaitLimit_ms);
    QCOMPARE(person.told_of_edits, QList<bool>{true});
    QVERIFY(!document.modified());
    document.history().undo();
    QCOMPARE(document.tmpl().seed, uint64_t{5});
    QVERIFY(document.modified());
  }
  void revertingAsksWhetherTheChangesMayGo() {
    Document document;
    Person person;
    person.place = file("revert.json");
    Session session(document, file("r7"), person.answers());
    QVERIFY(session.save());
    set_seed(document, 8);
    QVERIFY(!session.revert());
    QCOMPARE(document.tmpl().seed, uint64_t{8});
    person.loses_changes = true;
    QVERIFY(session.revert());
    QVERIFY(document.tmpl().seed != 8);
    QVERIFY(!document.modified());
  }
  void aFileThatIsRemovedIsSaidAndWrittenAgain() {
    Document document;
    Person person;
    person.place = file("removed.json");
    Session session(document, file("r8"), person.answers());
    QSignalSpy warned(&session, &Session::warned);
    QVERIFY(session.save());
    QVERIFY(QFile::remove(file("removed.json")));
    QTRY_COMPARE_WITH_TIMEOUT(warned.count(), 1, kWaitLimit_ms);
    QVERIFY(document.modified());
    QVERIFY(session.save());
    QVERIFY(QFile::exists(file("removed.json")));
  }
  void aKilledSessionsWorkIsOfferedAndItsFileIsUntouched() {
    const QString path = file("killed.json");
    const QString recovery = file("r6");
    {
      Document document;
      QVERIFY(document.save_as(path));
    }
    const QByteArray before = contents(path);
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {"test_session", "--edit", path, recovery});
    QVERIFY(child.waitForStarted());
    const auto side_files = [&] { return QDir(recovery).entryList({"*.recovery"}).size(); };
    QTRY_COMPARE_WITH_TIMEOUT(side_files(), 1, kWaitLimit_ms);
    QVERIFY2(find_recovered(recovery).empty(), "its session lives");
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    QVERIFY(child.waitForFinished());
    QCOMPARE(contents(path), before);

    Document document;
    Person person;
    Session session(document, recovery, person.answers());
    session.offer_recovery();
    QCOMPARE(person.asked, 1);
    QCOMPARE(document.tmpl().seed, uint64_t{4321});
    QCOMPARE(document.path(), path);
    QVERIFY(document.modified());
    QCOMPARE(side_files(), 1);  // this session's own
    person.unsaved = Questions::Unsaved::discard;
    QVERIFY(session.may_close());
    QCOMPARE(side_files(), 0);
  }
  void whatWasUndoneASecondBeforeACrashIsUndone() {
    const QString recovery = file("r13");
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {"test_session", "--undo", recovery});
    QVERIFY(child.waitForReadyRead(kWaitLimit_ms));
    QTest::qWait(900);
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    QVERIFY(child.waitForFinished());
    const std::vector<Recovered> found = find_recovered(recovery);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].tmpl.seed, uint64_t{4321});
  }
  void workLeftForLaterIsOfferedAgainAndDiscardedWorkIsNot() {
    const QString recovery = file("r10");
    {
      Autosave left(recovery);
      QVERIFY(left.keep(std::make_shared<const Template>(Document().tmpl()), {}));
    }
    Document document;
    Person person;
    Session session(document, recovery, person.answers());
    person.recovery = Questions::Recovery::later;
    session.offer_recovery();
    QVERIFY(!document.modified());
    QCOMPARE(find_recovered(recovery).size(), size_t{1});
    person.recovery = Questions::Recovery::discard;
    session.offer_recovery();
    QCOMPARE(person.asked, 2);
    QVERIFY(find_recovered(recovery).empty());
  }
  void workThatIsNotValidYetSurvivesACrashToo() {
    const QString recovery = file("r11");
    Document document;
    Person person;
    Session session(document, recovery, person.answers());
    document.edit("Class", [](Template& t) { t.resources[0].slug = "Bad Name!"; });
    set_seed(document, 31);
    const auto side_files = [&] { return QDir(recovery).entryInfoList({"*.recovery"}); };
    QTRY_VERIFY_WITH_TIMEOUT(!side_files().isEmpty(), kWaitLimit_ms);
    // What a crash leaves: the side file without the session that holds its lock.
    const QString left = file("r12");
    QVERIFY(QDir().mkpath(left));
    QVERIFY(QFile::copy(side_files().front().filePath(), QDir(left).filePath("a.recovery")));
    Document next;
    Session other(next, left, person.answers());
    other.offer_recovery();
    QCOMPARE(next.tmpl().resources[0].slug, std::string("Bad Name!"));
    QCOMPARE(next.tmpl().seed, uint64_t{31});
    QVERIFY(!next.valid());
  }
  void recentFilesAreNewestFirstAndPinnedOnesStay() {
    QSettings settings(file("settings.ini"), QSettings::IniFormat);
    for (int i = 0; i < 12; ++i) add_recent(settings, QStringLiteral("/t/%1.json").arg(i));
    set_pinned(settings, "/t/0.json", true);
    std::vector<RecentFile> files = recent_files(settings);
    QCOMPARE(files.size(), size_t{11});
    QVERIFY(files[0].pinned && files[0].path == "/t/0.json");
    QCOMPARE(files[1].path, QStringLiteral("/t/11.json"));
    clear_recent(settings);
    QCOMPARE(recent_files(settings).size(), size_t{1});
    set_pinned(settings, "/t/0.json", false);
    QVERIFY(recent_files(settings).empty());
  }
};

/// The tests, or the session that one of them kills.
static int run_session(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() == 4 && arguments[1] == "--edit") return edit_until_killed(arguments[2], arguments[3]);
  if (arguments.size() == 3 && arguments[1] == "--undo") return undo_until_killed(arguments[2]);
  TestSession test;
  return QTest::qExec(&test, argc, argv);
}

FW_TEST_RUN_BY(TestSession, run_session)

#include "test_session.moc"
