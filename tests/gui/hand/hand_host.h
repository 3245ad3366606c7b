#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <memory>

#include "app/gui/document/document.h"
#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"

namespace fw {

/// A map of the document's world with the hand on it, and a mouse that keeps its modifiers.
struct HandHost {
  Document document;
  MapView view;
  std::unique_ptr<HandCanvas> hand;

  HandHost() {
    document.start(test::tiny());
    hand = std::make_unique<HandCanvas>(document, view);
    view.resize(800, 800);
    view.set_look(map_look(View::zoom_quadrants));
    make_world();
    view.show();
    QApplication::setActiveWindow(&view);
    if (!QTest::qWaitForWindowActive(&view, kWaitLimit_ms)) qFatal("the map does not become active");
    view.setFocus();
  }

  /// What the preview does.
  void make_world() {
    const auto picture = make_picture(document.snapshot(), 96, false, nullptr).value();
    view.set_picture(picture);
    hand->set_picture(picture);
  }
  std::string text() const { return write_template(document.tmpl()); }
  int steps() { return document.history().index(); }
  QPointF at(Vec2 place_m) const {
    const Vec2 px = view.map_window().to_px(place_m);
    return {px.x, px.y};
  }
  void send(QEvent::Type type, QPointF where, Qt::KeyboardModifiers keys = {}) {
    const bool move = type == QEvent::MouseMove, up = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, where, view.mapToGlobal(where), move ? Qt::NoButton : Qt::LeftButton,
                      up ? Qt::NoButton : Qt::LeftButton, keys);
    QApplication::sendEvent(&view, &event);
  }
  void hover(Vec2 place_m, Qt::KeyboardModifiers keys = {}) { send(QEvent::MouseMove, at(place_m), keys); }
  void click(Vec2 place_m, Qt::KeyboardModifiers keys = {}) { drag({place_m}, keys); }
  void drag(const std::vector<Vec2>& way, Qt::KeyboardModifiers keys = {}) {
    send(QEvent::MouseButtonPress, at(way.front()), keys);
    for (const Vec2& place : way) send(QEvent::MouseMove, at(place), keys);
    send(QEvent::MouseButtonRelease, at(way.back()), keys);
  }
  void press(int key, Qt::KeyboardModifiers keys = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &view, static_cast<Qt::Key>(key), keys);
  }
  void use(HandTool tool) { hand->set_tool(tool); }
  void paint_into(const std::string& list) {
    HandOptions options = hand->options();
    options.list = list;
    hand->set_options(options);
  }
  const Hand& rows() const { return document.tmpl().hand; }
  /// A point of the world that no other thing lies near, on the screen.
  size_t lone_point() const {
    const auto& points = hand->world()->points.points;
    for (size_t k = 0; k < points.size(); ++k) {
      const auto found = view.point_at(at(points[k].position_m));
      const Vec2 px = view.map_window().to_px(points[k].position_m);
      const bool inside = px.x > 60 && px.y > 60 && px.x < 700 && px.y < 700;
      const bool alone = std::none_of(points.begin(), points.end(), [&](const Point& other) {
        return &other != &points[k] && squared_distance(other.position_m, points[k].position_m) < 60 * 60;
      });
      if (found == k && inside && alone) return k;
    }
    qFatal("no lone point");
  }
};

}  // namespace fw
