#include "app/gui/audit/audit_panel.h"
#include "app/gui/messages/messages_panel.h"
#include "app/gui/search/search_panel.h"
#include "app/gui/seeds/seeds_panel.h"
#include "app/gui/window/main_window.h"

// How the search for seeds and the key figures are connected with the other parts.
namespace fw {

void MainWindow::connect_figures() {
  connect(&preview_, &Preview::shown, search_, &SearchPanel::show_picture);
  connect(&preview_, &Preview::busy, search_, &SearchPanel::set_busy);
  connect(search_, &SearchPanel::seed_taken, seeds_, &SeedsPanel::take);
  connect(search_, &SearchPanel::favourite_asked, seeds_, &SeedsPanel::set_favourite);
  connect(seeds_, &SeedsPanel::favourites_changed, search_, &SearchPanel::read_favourites_again);
  connect(search_, &SearchPanel::said, messages_, &MessagesPanel::report_note);
  connect(search_, &SearchPanel::figures_asked, &meter_, &FigureMeter::measure);
  connect(&meter_, &FigureMeter::measured, search_, &SearchPanel::show_figures);
  connect(audit_, &AuditPanel::figures_asked, &meter_, &FigureMeter::measure);
  connect(&meter_, &FigureMeter::measured, audit_, &AuditPanel::show_figures);
}

}  // namespace fw
