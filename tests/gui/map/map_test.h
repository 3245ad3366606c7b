#pragma once

#include <QTest>
#include <memory>

#include "app/gui/preview/picture.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"

namespace fw::test {

/// A small world, quickly made.
inline std::shared_ptr<const Picture> tiny_picture(uint64_t seed = 1, int resolution = 96) {
  Template tmpl = tiny();
  tmpl.seed = seed;
  return make_picture(std::make_shared<const Template>(std::move(tmpl)), resolution, false, nullptr).value();
}

/// Waits until the widget has painted all requests.
template <typename Widget>
bool settle(const Widget& widget) {
  return QTest::qWaitFor([&] { return widget.settled(); }, kWaitLimit_ms);
}

}  // namespace fw::test
