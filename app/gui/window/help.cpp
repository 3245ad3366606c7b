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

/// A menu entry's text without its mnemonic.
QString plain(QString text) {
  return text.replace(QStringLiteral("&&"), QStringLiteral("\x01")).remove('&').replace('\x01', '&');
}

QString row_of(const QString& does, const QString& keys) {
  return QStringLiteral("<tr><td>%1</td><td>&nbsp;&nbsp;<b>%2</b></td></tr>")
      .arg(does.toHtmlEscaped(), keys.toHtmlEscaped());
}

/// Keys that work while one part of the window has the focus.
QString keys_of_parts() {
  struct Key {
    const char* keys;
    QString does;
  };
  struct Part {
    QString name;
    std::vector<Key> keys;
  };
  const auto tr = [](const char* text) { return QObject::tr(text); };
  const Part parts[] = {
      {tr("On the map"),
       {{"Left, Right, Up, Down", tr("Move; with Shift far")},
        {"+, -", tr("Zoom")},
        {"Return", tr("Inspect the cross in the middle, or add a vertex there")},
        {"Backspace", tr("Remove the last vertex of the measure")},
        {"Esc", tr("Clear measure, highlights and selection")},
        {"O", tr("Show or hide the corner map")},
        {"Space", tr("Hold: every drag moves the map")}}},
      {tr("With a tool of the hand"),
       {{"Return", tr("Do it at the cross: a click, a corner, begin and end of a stroke; ends an outline")},
        {"Backspace", tr("Take back a corner")},
        {"Esc", tr("Drop the gesture, then the selection")},
        {"[, ]", tr("Smaller or larger brush; with Shift its feather")},
        {"1, 9", tr("The first to the ninth class")},
        {"Left, Right, Up, Down", tr("Select: move what is selected by 1 m; with Shift by 10 m")},
        {"Del", tr("Delete the rows, ban the points that are selected")},
        {"Shift", tr("Hold: straight lines; Select: one more")},
        {"Ctrl", tr("Hold: without snapping; Select: a lasso")},
        {"Alt", tr("Hold: a click takes the class that stands there")}}},
      {tr("In the rows of the hand"),
       {{"Space", tr("Switch on or off")},
        {"Return, Z", tr("Zoom to the rows")},
        {"Ctrl+G", tr("Put into a group")},
        {"Shift+Ins, Del", tr("Duplicate, delete")}}},
      {tr("In the template"),
       {{"Ctrl+PgUp, Ctrl+PgDown", tr("Previous page, next page")},
        {"Ins, Shift+Ins, Del", tr("Tables: add, duplicate, remove rows")},
        {"Alt+Up, Alt+Down", tr("Tables: move rows")},
        {"Ctrl+C, Ctrl+V", tr("Tables: copy and paste rows as text")},
        {"Left, Right", tr("Mix bars: move the border; with Shift finely")},
        {"PgUp, PgDown", tr("Mix bars: move the border far")},
        {"Esc", tr("Revert the typed text")}}},
      {tr("In the layers"),
       {{"Space", tr("Show or hide the layer")},
        {"Shift+Space", tr("Show the layer alone")},
        {"Alt+Up, Alt+Down", tr("Move the layer up or down")},
        {"Left, Right", tr("Less or more opacity")}}},
      {tr("In the simulation"),
       {{"F8", tr("Play or pause")}, {"F9", tr("One step")}, {"Shift+F8", tr("To the beginning")}}},
      {tr("In the seeds"), {{"F2, Del", tr("Favourites: rename, remove")}}},
      {tr("In the messages"),
       {{"Return", tr("Go to the place")}, {"Ctrl+C", tr("Copy the selected messages")}}},
      {tr("In the audit"), {{"Return", tr("Show the row on the map")}}}};
  QString html;
  for (const Part& part : parts) {
    QString rows;
    for (const Key& key : part.keys) {
      QStringList names;
      for (const QString& one : QString::fromLatin1(key.keys).split(QStringLiteral(", ")))
        names += QKeySequence(one).toString(QKeySequence::NativeText);
      rows += row_of(key.does, names.join(QStringLiteral(", ")));
    }
    html += QStringLiteral("<h3>%1</h3><table>%2</table>").arg(part.name.toHtmlEscaped(), rows);
  }
  return html;
}

QString rows_of(const QMenu& menu, const QString& lead) {
  QString rows;
  for (const QAction* action : menu.actions()) {
    if (action->menu())
      rows += rows_of(*action->menu(), lead + plain(action->text()) + QStringLiteral(" \u203a "));
    else if (!action->shortcut().isEmpty())
      rows += row_of(lead + plain(action->text()),
                     QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText));
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

QString keys_page(const QMenuBar& menus) {
  QString html;
  for (const QAction* action : menus.actions())
    if (action->menu())
      html += QStringLiteral("<h3>%1</h3><table>%2</table>")
                  .arg(plain(action->text()).toHtmlEscaped(), rows_of(*action->menu(), {}));
  return html + keys_of_parts();
}

void show_keys(QWidget* parent, const QMenuBar& menus) {
  show_text(parent, QObject::tr("Keys"), [&menus](QTextBrowser& text) { text.setHtml(keys_page(menus)); });
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
