#pragma once

#include <QTest>
#include <memory>

#include "app/gui/document/document.h"
#include "app/gui/preview/picture.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"

namespace fw::test {

inline std::shared_ptr<const Picture> picture_of(const Template& tmpl, int resolution = 96) {
  return make_picture(std::make_shared<const Template>(tmpl), resolution, false, nullptr).value();
}

inline std::string text_of(const Document& document) {
  return write_template(document.tmpl());
}

inline void undo_all(Document& document) {
  while (document.history().canUndo()) document.history().undo();
}

}  // namespace fw::test
