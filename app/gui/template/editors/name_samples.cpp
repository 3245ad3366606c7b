#include "app/gui/template/editors/name_samples.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <string>

#include "app/gui/document/document.h"
#include "app/gui/template/field_label.h"
#include "core/world/names/draw_names.h"

namespace fw {
namespace {

constexpr size_t kSamples = 10;

/// Whether the rules of a culture may form a name: what a file refuses is not drawn from.
bool can_name(const Document& document, size_t row) {
  const std::string own = "names[" + std::to_string(row) + "]";
  return std::none_of(document.findings().begin(), document.findings().end(), [&](const Finding& f) {
    return f.severity == Severity::error && f.where.starts_with(own);
  });
}

}  // namespace

QStringList sample_names(const Template& tmpl, size_t culture, size_t count) {
  QStringList samples;
  if (culture >= tmpl.vocabulary.names.size()) return samples;
  std::vector<PlaceToName> places(count);
  for (size_t k = 0; k < count; ++k) {
    places[k].address = k;
    places[k].rules = &tmpl.vocabulary.names[culture];
  }
  Naming naming = begin_names(tmpl);
  for (const DrawnName& drawn : draw_names(tmpl.seeds(), {"sample"}, places, naming))
    if (drawn.ease != NameEase::number && !drawn.name.empty())
      samples.push_back(QString::fromStdString(drawn.name));
  return samples;
}

NameSamples::NameSamples(Document& document, QWidget* parent) : PagePart(parent), document_(document) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(make_heading(tr("Sample names"), std::nullopt, this));
  names_ = new QLabel(this);
  names_->setTextFormat(Qt::PlainText);
  names_->setWordWrap(true);
  names_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  names_->setContentsMargins(9, 2, 22, 4);
  column->addWidget(names_);
}

void NameSamples::set_row(size_t row) {
  row_ = row;
  refresh();
}

void NameSamples::refresh() {
  if (!can_name(document_, row_)) return names_->setText(tr("No names: see what is wrong below."));
  const QStringList names = sample_names(document_.tmpl(), row_, kSamples);
  const bool few = names.size() < static_cast<qsizetype>(kSamples);
  names_->setText(names.isEmpty() ? tr("It forms no name.")
                  : few ? tr("%1. It forms no more without numbers.").arg(names.join(QStringLiteral(", ")))
                        : names.join(QStringLiteral(", ")));
}

}  // namespace fw
