#include "app/gui/template/list/list_question.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "app/gui/template/editors/edit_text.h"
#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/page_spec.h"

namespace fw {
namespace {

constexpr size_t kMostNamed = 12;

/// For lupdate: the translation context of this file.
struct ListQuestion {
  Q_DECLARE_TR_FUNCTIONS(ListQuestion)

 public:
  /// "Resources > Iron vein, taiga", a line for each path.
  static QString names(const Template& tmpl, const std::vector<std::string>& paths) {
    QStringList lines;
    for (size_t k = 0; k < std::min(paths.size(), kMostNamed); ++k) {
      const auto place = find_place(tmpl, paths[k]);
      lines.push_back(page_title(page_key(paths[k]), tmpl) + QStringLiteral(" \u203A ") +
                      (place ? place_text(*place, tmpl) : QString::fromStdString(paths[k])));
    }
    if (paths.size() > kMostNamed) lines.push_back(tr("and %1 more").arg(paths.size() - kMostNamed));
    return lines.join(QLatin1Char('\n'));
  }

  static bool ask(QWidget& above, const QString& what, const QString& names) {
    QMessageBox box(
        QMessageBox::Question, tr("Remove %1").arg(what),
        tr("These name %1. They go or take a neighbour instead; one undo brings all back.").arg(what),
        QMessageBox::NoButton, &above);
    box.setTextFormat(Qt::PlainText);  // names are data
    box.setInformativeText(names);
    const QPushButton* go = box.addButton(tr("&Remove"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    return box.clickedButton() == go;
  }

  static QString rows(size_t count) { return tr("%1 rows").arg(count); }
};

}  // namespace

bool may_remove_rows(QWidget& above, const Template& tmpl, const ListPlace& list,
                     const std::vector<size_t>& rows) {
  const std::vector<std::string> paths = references_to_rows(tmpl, list, rows);
  if (paths.empty()) return true;
  const QString what =
      rows.size() == 1 ? row_text(list, tmpl, rows.front()) : ListQuestion::rows(rows.size());
  return ListQuestion::ask(above, what, ListQuestion::names(tmpl, paths));
}

}  // namespace fw
