#pragma once

#include "app/gui/template/noise/noise_sketch.h"
#include "app/gui/template/page_part.h"

namespace fw {

class Document;

/// Picture and spectrum of one noise stack of the template; follows every edit.
class NoiseView : public PagePart {
  Q_OBJECT

 public:
  /// `layer` is the stack's name: "danger".
  NoiseView(Document& document, const std::string& layer, QWidget* parent = nullptr);

  void refresh() override;
  bool covers(const std::string&) const override { return false; }
  QWidget* reveal(const std::string&) override { return nullptr; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// The shown sketch; null before the first.
  const std::shared_ptr<const NoiseSketch>& sketch() const { return sketch_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  NoiseWish wish() const;
  void paint_picture(QPainter& painter, const QRectF& room) const;

  Document& document_;
  std::string layer_;
  NoiseSketcher sketcher_;
  std::shared_ptr<const NoiseSketch> sketch_;
};

}  // namespace fw
