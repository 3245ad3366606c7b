#include "app/gui/audit/audit_panel.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QTabBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/audit/audit_model.h"
#include "app/gui/icons/buttons.h"
#include "app/gui/preview/figure_meter.h"
#include "app/gui/preview/picture.h"
#include "app/gui/template/editors/cures.h"
#include "app/job/audit/audit_files.h"
#include "app/job/audit/audit_html.h"
#include "core/base/seed.h"
#include "core/measure/audit/audit_json.h"

namespace fw {
namespace {

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

/// A one-line label with an ellipsis if the text does not fit.
class ElidedLabel : public QLabel {
 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

int failures(const AuditRows& rows) {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const AuditRow& r) { return r.failed; }));
}

QStringList section_names() {
  return {AuditPanel::tr("Mix"),    AuditPanel::tr("Quota"), AuditPanel::tr("Spacing"),
          AuditPanel::tr("Places"), AuditPanel::tr("Other"), AuditPanel::tr("Figures")};
}

}  // namespace

AuditPanel::AuditPanel(Document& document, QWidget* parent)
    : QWidget(parent), model_(std::make_unique<AuditModel>()), filter_(std::make_unique<AuditFilter>()) {
  filter_->setSourceModel(model_.get());
  tabs_ = new QTabBar;
  for (const QString& name : section_names()) tabs_->addTab(name);
  tabs_->setExpanding(true);
  tabs_->setDrawBase(false);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Section of the audit"));
  build_table();
  detail_ = plain_label();
  detail_->setWordWrap(true);
  detail_->setContentsMargins(8, 6, 8, 6);
  detail_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  detail_->setForegroundRole(QPalette::WindowText);
  detail_->setMinimumHeight(3 * fontMetrics().lineSpacing() + 12);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(build_header());
  column->addWidget(tabs_);
  column->addWidget(build_search());
  column->addWidget(table_, 1);
  column->addWidget(detail_);
  column->addWidget(cures_ = new CureButtons(document));
  setFocusProxy(table_);
  connect(tabs_, &QTabBar::currentChanged, this, [this] {
    chosen_ = chosen_ || !opening_;
    refresh_table();
    ask_for_figures();
  });
  refresh_header();
  describe_current();
}

AuditPanel::~AuditPanel() {
  delete table_;  // delete before the models it uses
}

QSize AuditPanel::sizeHint() const {
  return {340, 520};
}

QWidget* AuditPanel::build_header() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(8, 8, 6, 6);
  row->setSpacing(8);
  mark_ = new QLabel;
  mark_->setFixedWidth(20);
  verdict_ = plain_label();
  QFont bold = font();
  bold.setBold(true);
  verdict_->setFont(bold);
  verdict_->setToolTip(tr("Messages lists the findings"));
  about_ = new ElidedLabel;
  about_->setTextFormat(Qt::PlainText);
  about_->setForegroundRole(QPalette::PlaceholderText);
  about_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* words = new QVBoxLayout;
  words->setSpacing(1);
  words->addWidget(verdict_);
  words->addWidget(about_);
  export_ = flat_button(Glyph::save, tr("Export the audit"));
  export_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(export_);
  const std::pair<Format, QString> kinds[] = {
      {Format::csv, tr("&CSV table…")}, {Format::json, tr("&JSON…")}, {Format::html, tr("&HTML page…")}};
  for (const auto& [format, name] : kinds)
    connect(menu->addAction(name), &QAction::triggered, this, [this, kind = format] { export_as(kind); });
  export_->setMenu(menu);
  row->addWidget(mark_);
  row->addLayout(words, 1);
  row->addWidget(export_);
  return bar;
}

QWidget* AuditPanel::build_search() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(6, 4, 6, 4);
  row->setSpacing(4);
  search_ = new QLineEdit;
  search_->setPlaceholderText(tr("Filter by class or region"));
  search_->setAccessibleName(search_->placeholderText());
  search_->setClearButtonEnabled(true);
  failed_only_ = flat_button(Glyph::warning, tr("Show only rows outside their tolerance"));
  failed_only_->setCheckable(true);
  row->addWidget(search_, 1);
  row->addWidget(failed_only_);
  connect(search_, &QLineEdit::textChanged, filter_.get(), &AuditFilter::find);
  connect(failed_only_, &QToolButton::toggled, filter_.get(), &AuditFilter::show_failed_only);
  return bar;
}

void AuditPanel::build_table() {
  table_ = new QTreeView;
  table_->setModel(filter_.get());
  delegate_ = new AuditDelegate(table_);
  table_->setItemDelegate(delegate_);
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setSortingEnabled(true);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setAllColumnsShowFocus(true);
  table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setAccessibleName(tr("Targets and results"));
  table_->setWhatsThis(
      tr("The bar is the result, the tick the target. Click a row, or press Enter, to see it on the "
         "map."));
  QHeaderView* header = table_->header();
  header->setStretchLastSection(false);
  header->setMinimumSectionSize(44);
  header->setSectionResizeMode(AuditModel::kWhat, QHeaderView::Stretch);
  header->setSectionResizeMode(AuditModel::kBar, QHeaderView::Interactive);
  header->setSectionResizeMode(AuditModel::kOff, QHeaderView::Interactive);
  table_->setColumnWidth(AuditModel::kBar, 116);
  table_->setColumnWidth(AuditModel::kOff, 68);
  table_->sortByColumn(AuditModel::kOff, Qt::DescendingOrder);
  const auto show = [this](const QModelIndex& index) {
    emit locate(model_->at(filter_->mapToSource(index).row()).place);
  };
  connect(table_, &QTreeView::clicked, this, show);
  connect(table_, &QTreeView::activated, this, show);
  connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &AuditPanel::describe_current);
}

bool AuditPanel::greyed() const {
  return updating_ || outdated_ || foreign_;
}

AuditSection AuditPanel::section() const {
  return static_cast<AuditSection>(tabs_->currentIndex());
}

void AuditPanel::show_section(AuditSection section) {
  tabs_->setCurrentIndex(static_cast<int>(section));
  table_->setFocus();
}

void AuditPanel::show_picture(const std::shared_ptr<const Picture>& picture) {
  if (!picture) return;
  outdated_ = picture->coarse;
  if (outdated_) return set_updating(updating_);
  picture_ = picture;
  set_updating(false);
  for (int i = 0; i < static_cast<int>(AuditSection::figures); ++i)  // older figures stay until the new come
    rows_[static_cast<size_t>(i)] =
        audit_rows(picture_->audit, static_cast<AuditSection>(i), *picture_->tmpl, *picture_->world);
  mark_tabs();
  refresh_table();
  ask_for_figures();
}

void AuditPanel::ask_for_figures() {
  if (picture_ && isVisible() && section() == AuditSection::figures) emit figures_asked(picture_);
}

void AuditPanel::show_figures(const std::shared_ptr<const PictureFigures>& figures) {
  if (!figures || figures->picture != picture_) return;
  rows_[static_cast<size_t>(AuditSection::figures)] = figure_rows(*figures);
  if (section() == AuditSection::figures) refresh_table();
}

void AuditPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  ask_for_figures();
}

void AuditPanel::set_updating(bool updating) {
  updating_ = updating;
  delegate_->set_greyed(greyed());
  table_->viewport()->update();
  refresh_header();
}

void AuditPanel::set_foreign(bool foreign) {
  foreign_ = foreign;
  set_updating(updating_);
}

void AuditPanel::clear() {
  picture_.reset();
  outdated_ = false;
  rows_ = {};
  chosen_ = false;
  mark_tabs();
  model_->set_rows({});
  describe_current();
  set_updating(updating_);
}

void AuditPanel::refresh_header() {
  export_->setEnabled(picture_ && !greyed());
  if (!picture_) {
    mark_->clear();
    verdict_->setText(updating_ ? tr("Making the first world…") : tr("No world yet"));
    about_->setText(QString());
    return;
  }
  const AuditReport& report = picture_->audit;
  const size_t count = report.findings.size();
  const bool notes = count > 0 && std::all_of(report.findings.begin(), report.findings.end(),
                                              [](const Finding& f) { return f.severity == Severity::info; });
  const QString findings = count == 0            ? tr("no findings")
                           : notes && count == 1 ? tr("1 note")
                           : notes      ? tr("%1 notes").arg(QLocale().toString(static_cast<int>(count)))
                           : count == 1 ? tr("1 finding")
                                        : tr("%1 findings").arg(QLocale().toString(static_cast<int>(count)));
  verdict_->setText(updating_       ? tr("Updating…")
                    : greyed()      ? tr("Audit of an earlier world")
                    : report.passed ? tr("Passed, %1").arg(findings)
                                    : tr("Not passed, %1").arg(findings));
  about_->setText(tr("%1, seed %2, %3 cells")
                      .arg(QString::fromStdString(picture_->tmpl->name),
                           QString::fromStdString(seed_text(picture_->world->seeds)),
                           QString::number(picture_->resolution())));
  about_->setToolTip(QStringLiteral("<p>%1</p>").arg(about_->text().toHtmlEscaped()));
  const Glyph glyph = !report.passed ? Glyph::error : count > 0 && !notes ? Glyph::warning : Glyph::passed;
  mark_->setPixmap(glyph_icon(glyph).pixmap(QSize(20, 20), devicePixelRatioF(),
                                            greyed() ? QIcon::Disabled : QIcon::Normal));
}

/// Each tab shows the number of its rows outside tolerance. A failed audit brings the worst tab to the front,
/// unless the user has chosen one.
void AuditPanel::mark_tabs() {
  const QStringList names = section_names();
  int worst = tabs_->currentIndex(), most = 0;
  for (int i = 0; i < kAuditSections; ++i) {
    const int failed = failures(rows_[static_cast<size_t>(i)]);
    tabs_->setTabText(i, failed > 0 ? tr("%1 (%2)").arg(names[i], QLocale().toString(failed)) : names[i]);
    tabs_->setTabToolTip(
        i, failed > 0 ? tr("%1 outside their tolerance").arg(QLocale().toString(failed)) : QString());
    if (failed > most) worst = i, most = failed;
  }
  if (!picture_ || picture_->audit.passed || chosen_) return;
  opening_ = true;
  tabs_->setCurrentIndex(worst);
  opening_ = false;
}

void AuditPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && mark_) refresh_header();
}

void AuditPanel::refresh_table() {
  if (!picture_) return;
  model_->set_rows(rows_[static_cast<size_t>(section())], section() == AuditSection::figures);
  table_->scrollToTop();
  describe_current();
}

void AuditPanel::describe_current() {
  const QModelIndex index = table_->currentIndex();
  detail_->setText(index.isValid() ? model_->at(filter_->mapToSource(index).row()).detail
                                   : tr("Choose a row to read its figures and see it on the map."));
  if (index.isValid() && picture_)
    cures_->set_cures(model_->at(filter_->mapToSource(index).row()).cures, picture_->tmpl);
  else
    cures_->set_cures({}, nullptr);
}

std::string AuditPanel::text(Format format) const {
  if (!picture_) return {};
  switch (format) {
    case Format::csv:
      return audit_csv(picture_->audit);
    case Format::json:
      return audit_json(picture_->audit);
    case Format::html:
      break;
  }
  return audit_html(picture_->audit, {picture_->tmpl->name, picture_->world->seeds, picture_->resolution()});
}

void AuditPanel::export_as(Format format) {
  const char* endings[] = {"csv", "json", "html"};
  const QString ending = QString::fromLatin1(endings[static_cast<size_t>(format)]);
  if (!picture_ || greyed()) return emit failed(tr("There is no audit of this template to export yet."));
  const std::string bytes = text(format);  // the report at the moment of the click; a newer one may arrive
                                           // while the dialog is open
  if (bytes.empty()) return;
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Export the audit"), QStringLiteral("audit.") + ending,
                                   tr("%1 files (*.%2);;All files (*)").arg(ending.toUpper(), ending));
  if (path.isEmpty()) return;
  QSaveFile file(path);
  const bool written = file.open(QIODevice::WriteOnly) &&
                       file.write(bytes.data(), static_cast<qint64>(bytes.size())) >= 0 && file.commit();
  if (written)
    emit said(tr("Audit written to %1").arg(path));
  else
    emit failed(tr("%1 could not be written: %2").arg(path, file.errorString()));
}

}  // namespace fw
