#include "app/gui/words/words.h"

#include <QCoreApplication>
#include <string>

#include "core/template/path.h"

namespace fw {

QString table_text(std::string_view english) {
  // An empty text would return the translation file's header.
  return english.empty() ? QString()
                         : QCoreApplication::translate("fw::Tables", std::string(english).c_str());
}

QString slug_words(std::string_view slug) {
  return table_text(slug_in_words(slug));
}

QString slug_title(std::string_view slug) {
  QString text = slug_words(slug);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString category_label(const CategoryLabels& labels, Category category) {
  switch (category) {
    case Category::resource:
      return table_text(labels.resource);
    case Category::wildlife:
      return table_text(labels.wildlife);
    case Category::enemy:
      return table_text(labels.enemy);
    case Category::landmark:
      break;
  }
  return table_text("Landmarks");
}

}  // namespace fw
