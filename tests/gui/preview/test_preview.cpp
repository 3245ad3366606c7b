#include <QSignalSpy>
#include <QTest>
#include <chrono>
#include <thread>

#include "app/gui/document/document.h"
#include "app/gui/preview/preview.h"
#include "core/base/exact/rng.h"
#include "core/base/number_text.h"
#include "core/field/filter.h"
#include "core/model/world/digest.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

using WorldDigests = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const Template> shared(Template t) {
  return std::make_shared<const Template>(std::move(t));
}

/// The digest of the world that the command line makes of a template's text.
WorldDigests headless(const Template& tmpl, int resolution) {
  const Template read = parse_template(write_template(tmpl), "saved").value();
  return world_digests(*generate(read, read.seeds(), resolution).value());
}

/// The template without the layers that are looked at: no step has them.
std::string edited_text(const Document& document) {
  Template bare = document.tmpl();
  bare.view.layers.clear();
  return write_template(bare);
}

bool settle(const Preview& preview) {
  return QTest::qWaitFor([&] { return preview.settled(); }, kWaitLimit_ms);
}

}  // namespace

class TestPreview : public QObject {
  Q_OBJECT

 private slots:
  void aCoarsePictureComesFirstAndTheFullOneStays() {
    Preview preview;
    preview.set_resolution(192);
    std::vector<bool> coarse;
    connect(&preview, &Preview::shown, this,
            [&](const std::shared_ptr<const Picture>& p) { coarse.push_back(p->coarse); });
    preview.request(shared(tiny()));
    QVERIFY(!preview.settled());
    QVERIFY(settle(preview));
    QCOMPARE(coarse, (std::vector<bool>{true, false}));
    QCOMPARE(preview.picture()->resolution(), 192);
    QVERIFY(!preview.picture()->audit.mix.empty());
    QCOMPARE(world_digests(*preview.picture()->world), headless(tiny(), 192));
  }
  void theNewestRequestWins() {
    Preview preview;
    preview.set_resolution(160);
    int full = 0;
    connect(&preview, &Preview::shown, this,
            [&](const std::shared_ptr<const Picture>& p) { full += !p->coarse; });
    Template t = tiny();
    for (const bool slowly : {true, false})
      for (int i = 0; i < 100; ++i) {
        t.land.fraction = (slowly ? 0.4 : 0.5) + 0.001 * i;
        if (!slowly && i == 0) full = 0;
        preview.request(shared(t));
        if (slowly) QTest::qWait(1);
      }
    QVERIFY(settle(preview));
    QCOMPARE(full, 1);  // of all requests made at once
    QCOMPARE(preview.picture()->tmpl->land.fraction, t.land.fraction);
    QVERIFY(!preview.picture()->coarse);
    QCOMPARE(world_digests(*preview.picture()->world), headless(t, 160));
  }
  void goingBackToWhatIsShownMakesNothing() {
    Preview preview;
    preview.set_resolution(160);
    preview.request(shared(tiny()));
    QVERIFY(settle(preview));
    QSignalSpy shown(&preview, &Preview::shown);
    Template t = tiny();
    t.view.layers = {{MapLayer::danger, true, 1}};
    preview.request(shared(t));
    QVERIFY(preview.settled());
    QTest::qWait(50);
    QCOMPARE(shown.count(), 0);
  }
  void aPinKeepsTheDrawingOfTheGroundAndPaintDoesNot() {
    Preview preview;
    preview.set_resolution(160);
    preview.request(shared(tiny()));
    QVERIFY(settle(preview));
    const auto ground = [&] { return preview.picture()->atlas->ground; };
    const auto natural = ground();
    Template t = tiny();
    PinRow pin;
    pin.id = "p1a";
    pin.cls = t.resources[0].slug;
    pin.x_m = t.frame.width_m / 2;
    pin.y_m = t.frame.height_m / 2;
    t.hand.pins.push_back(pin);
    preview.request(shared(t));
    QVERIFY(settle(preview));
    QVERIFY(!preview.picture()->coarse);
    QCOMPARE(ground(), natural);
    QCOMPARE(world_digests(*preview.picture()->world), headless(t, 160));
    PaintRow stroke;
    stroke.id = "b1a";
    stroke.cls = t.vocabulary.biomes[1].id;
    stroke.place = {"POINT (" + number_text(pin.x_m) + " " + number_text(pin.y_m) + ")", 400, {}};
    t.hand.biome.push_back(stroke);
    preview.request(shared(t));
    QVERIFY(settle(preview));
    QVERIFY(ground() != natural);
  }
  void cancelAnswersAtOnceAndKeepsThePicture() {
    Preview preview;
    preview.request(shared(tiny()));
    QVERIFY(settle(preview));
    const auto before = preview.picture();
    Template t = tiny();
    t.seed += 1;
    preview.request(shared(t));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // the worker is at it, or even done
    preview.cancel();
    QVERIFY(preview.settled());
    QTest::qWait(300);
    QCOMPARE(preview.picture().get(), before.get());
    preview.request(shared(t));
    QVERIFY(settle(preview));
    QCOMPARE(preview.picture()->tmpl->seed, t.seed);
  }
  void itMayEndAtAnyMomentOfItsWork() {
    for (const int ms : {0, 1, 20, 100}) {
      Preview preview;
      preview.set_resolution(512);
      preview.request(shared(builtin("WindswardLike")));
      QTest::qWait(ms);
    }
  }
  void anythingOverTheLimitIsSaidAndThePictureStays() {
    Preview preview;
    preview.set_resolution(160);
    preview.request(shared(tiny()));
    QVERIFY(settle(preview));
    QSignalSpy failed(&preview, &Preview::failed);
    preview.set_resolution(100000);
    QVERIFY(settle(preview));
    QCOMPARE(failed.count(), 1);
    QVERIFY(preview.picture() != nullptr);
  }
  void theWorldOfAnyEditsIsTheHeadlessWorldOfTheSavedTemplate() {
    Document document;
    document.start(tiny());
    Preview preview;
    preview.set_resolution(144);
    const std::string saved_before = edited_text(document);
    RandomCursor random{derive(7, "edits"), 0};
    for (int i = 0; i < 60; ++i) {
      random_edit(document, random);
      if (document.valid())
        preview.request(document.snapshot());
      else
        preview.cancel();
      if (i % 20 != 19 || !document.valid()) continue;
      QVERIFY(settle(preview));
      QCOMPARE(world_digests(*preview.picture()->world), headless(document.tmpl(), 144));
    }
    while (document.history().canUndo()) document.history().undo();
    QCOMPARE(edited_text(document), saved_before);
    preview.request(document.snapshot());
    QVERIFY(settle(preview));
    QCOMPARE(world_digests(*preview.picture()->world), headless(tiny(), 144));
  }
  void fiveHundredEditsWithUndoAndRedoEndWhereTheyBegan() {
    Document document;
    document.start(tiny());
    const std::string before = edited_text(document);
    RandomCursor random{derive(11, "edits"), 0};
    for (int i = 0; i < 500; ++i) {
      const double what = random.uniform();
      if (what < 0.2)
        document.history().undo();
      else if (what < 0.3)
        document.history().redo();
      else
        random_edit(document, random);
    }
    const std::string edited = write_template(document.tmpl());
    while (document.history().canUndo()) document.history().undo();
    QCOMPARE(edited_text(document), before);
    QVERIFY(!document.modified());
    while (document.history().canRedo()) document.history().redo();
    QVERIFY(write_template(document.tmpl()).size() >= edited.size() / 2);
  }

  void aDraftShowsTheOwnersOfTheLastMap() {
    Template shaped = tiny();
    shaped.relief.erosion = Erosion::fluvial;
    const auto draft = [&](const Picture* last) {
      StageCache cache;
      return make_picture(shared(shaped), kCoarseResolution, true, &cache, {}, {}, nullptr, last).value();
    };
    const auto first = draft(nullptr);
    QVERIFY(first->world->draft && !first->owners);
    const auto full = make_picture(shared(tiny()), 192, false, nullptr).value();
    const auto next = draft(full.get());
    QVERIFY(next->world->draft && next->owners);
    const Raster<uint8_t> owners = resample_nearest(full->world->faction, next->world->grid);
    size_t ground = 0;
    for (size_t cell = 0; cell < owners.size(); ++cell) {
      if (next->world->faction[cell] == 0 || owners[cell] == 0) continue;
      ++ground;
      QCOMPARE(next->world->faction[cell], owners[cell]);
    }
    QVERIFY(ground > owners.size() / 8);
  }

 private:
  /// One step of a kind that the panels make: a number, a list's length, the seed or the layers.
  static void random_edit(Document& document, RandomCursor& random) {
    const auto pick = [&random](size_t n) { return static_cast<size_t>(random.below(n)); };
    const double kind = random.uniform();
    if (kind < 0.15) {
      const auto seed = static_cast<uint64_t>(random.uniform() * 1e6);
      document.edit("Seed", [&](Template& t) { t.seed = seed; });
    } else if (kind < 0.25) {
      const ViewLayer layer{static_cast<MapLayer>(pick(kMapLayerSlugs.size())), true, random.uniform()};
      document.edit("Layers", [&](Template& t) { t.view.layers = {layer}; });
    } else if (kind < 0.35) {
      document.edit("Class", [&](Template& t) {
        PointClass copy = t.resources.front();
        copy.slug += "_copy";
        const bool there = std::any_of(t.resources.begin(), t.resources.end(),
                                       [&](const PointClass& c) { return c.slug == copy.slug; });
        if (there)
          t.resources.pop_back();
        else
          t.resources.push_back(copy);
      });
    } else {
      const Parameter& p = parameters()[pick(parameters().size())];
      const bool number = p.type == ParameterType::number || p.type == ParameterType::integer;
      if (!number || p.path.find("[]") != std::string::npos || p.max > 1e5 || p.path.starts_with("regions"))
        return;
      const ParameterValue stated = p.get(document.tmpl(), 0);
      const double now = std::holds_alternative<double>(stated) ? std::get<double>(stated) : p.min;
      const double share = 0.9 + 0.2 * random.uniform();
      const double value =
          std::clamp(p.type == ParameterType::integer ? std::round(now * share) : now * share, p.min, p.max);
      document.edit(
          "Number", [&](Template& t) { p.set(t, 0, value); }, QString::fromStdString(p.path));
      if (random.uniform() < 0.3) document.end_gesture();
    }
  }
};

FW_TEST(TestPreview)
#include "test_preview.moc"
