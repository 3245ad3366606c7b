#include "app/gui/window/help.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace fw {
namespace {

void show_text(QWidget* parent, const QString& title, const std::function<void(QTextBrowser&)>& fill) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->resize(720, 640);
  auto* text = new QTextBrowser(dialog);
  text->setOpenExternalLinks(false);
  text->setAccessibleName(title);
  fill(*text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(text);
  layout->addWidget(buttons);
  dialog->show();
}

/// Words of a menu entry without its mnemonic.
QString plain(QString text) {
  return text.replace(QStringLiteral("&&"), QStringLiteral("\x01"))
      .remove('&')
      .replace('\x01', '&')
      .toHtmlEscaped();
}

QString rows_of(const QMenu& menu, const QString& lead) {
  QString rows;
  for (const QAction* action : menu.actions()) {
    if (action->menu())
      rows += rows_of(*action->menu(), lead + plain(action->text()) + QStringLiteral(" \u203a "));
    else if (!action->shortcut().isEmpty())
      rows += QStringLiteral("<tr><td>%1</td><td>&nbsp;&nbsp;<b>%2</b></td></tr>")
                  .arg(lead + plain(action->text()),
                       action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped());
  }
  return rows;
}

}  // namespace

void show_tutorial(QWidget* parent) {
  show_text(parent, QObject::tr("Your first territory"), [](QTextBrowser& text) {
    QFile page(QStringLiteral(":/docs/tutorial.md"));
    if (page.open(QIODevice::ReadOnly)) text.setMarkdown(QString::fromUtf8(page.readAll()));
  });
}

void show_keys(QWidget* parent, const QMenuBar& menus) {
  show_text(parent, QObject::tr("Keys"), [&menus](QTextBrowser& text) {
    QString html;
    for (const QAction* action : menus.actions())
      if (action->menu())
        html += QStringLiteral("<h3>%1</h3><table>%2</table>")
                    .arg(plain(action->text()), rows_of(*action->menu(), {}));
    text.setHtml(html);
  });
}

void show_about(QWidget* parent) {
  QMessageBox::about(
      parent, QObject::tr("About Fieldwright"),
      QObject::tr(
          "<h3>Fieldwright %1</h3><p>From a territory template and a seed to a world a game team can "
          "use.</p><p>Built with Qt %2 (LGPL 3), Cairo and Pango (LGPL 2.1), GDAL (MIT), libpng, "
          "libwebp (BSD), oneTBB and Highway (Apache 2.0), OpenSSL (Apache 2.0), nlohmann/json (MIT).</p>")
          .arg(QStringLiteral(FIELDWRIGHT_VERSION), QString::fromLatin1(qVersion())));
}

}  // namespace fw
