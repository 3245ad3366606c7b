#pragma once

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QTest>

#include "app/gui/document/document.h"
#include "app/gui/template/page/template_panel.h"
#include "core/template/template_io.h"
#include "tests/gui/mouse_input.h"
#include "tests/support/templates.h"

namespace fw {

/// WindswardLike with a row in every list and fixed mixes, so that every parameter of the table has a place.
inline Template full_template() {
  Template t = test::builtin("WindswardLike");
  std::vector<double> biomes(t.vocabulary.biomes.size(), 0.0);
  biomes[0] = biomes[1] = 0.5;
  t.region_mixes = {{1, std::vector<double>{0.1, 0.2, 0.3, 0.4}, biomes}, {2, std::nullopt, std::nullopt}};
  for (NoiseStack* stack : {&t.noise.faction, &t.noise.biome, &t.noise.danger, &t.noise.type,
                            &t.noise.feature, &t.noise.height, &t.noise.rain})
    stack->state_features = {{"night", 0.5, 0, 0, 0.4}, {"season", 0, 0.25, 1, 0}};
  NameRow names;
  names.id = "fjord";
  t.vocabulary.names = {names};
  for (FactionRow& faction : t.vocabulary.factions) faction.names = kFirstNames;
  t.exports.things.emplace_back().cls = "iron_vein";
  t.exports.grounds.emplace_back().cls = "forest";
  t.view.layers = {{MapLayer::biome, true, 1}, {MapLayer::coast, true, 0.5}};
  return check_edited(t).tmpl;
}

/// A panel on a document, shown, with a hand on mouse and keyboard.
struct PanelHand {
  Document document;
  TemplatePanel panel{document};

  explicit PanelHand(const Template& t = full_template()) {
    document.start(t);
    panel.resize(360, 900);
    panel.show();
    QApplication::setActiveWindow(&panel);
    if (!QTest::qWaitForWindowActive(&panel, kWaitLimit_ms)) qFatal("the panel does not become active");
  }

  QWidget* focus() const { return QApplication::focusWidget(); }
  std::string text() const { return write_template(document.tmpl()); }
  int steps() { return document.history().count(); }
  void undo_all() {
    while (document.history().canUndo()) document.history().undo();
    document.history().clear();
  }
  /// Replaces what the focused field holds, then Enter.
  void type(const QString& text) {
    QTest::keyClick(focus(), Qt::Key_A, Qt::ControlModifier);
    if (text.size() > 40) {
      QApplication::clipboard()->setText(text);
      QTest::keyClick(focus(), Qt::Key_V, Qt::ControlModifier);
    } else {
      QTest::keyClicks(focus(), text);
    }
    if (text.isEmpty()) QTest::keyClick(focus(), Qt::Key_Delete);
    QTest::keyClick(focus(), Qt::Key_Return);
  }
};

}  // namespace fw
