#pragma once

#include <QSettings>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "app/gui/preview/figure_meter.h"
#include "app/gui/search/pass_gallery.h"
#include "app/gui/search/search_form.h"
#include "app/gui/search/search_runner.h"
#include "app/gui/search/usual_worlds.h"
#include "app/gui/seeds/seed_choice.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QToolButton;

namespace fw {

class Document;

/// How much of the machine the search panel takes.
struct SearchPanelEffort {
  SearchEffort search{};
  ThumbnailEffort thumbnails{};
  size_t usual_worlds = kUsualWorlds;  ///< made at most, where none are known
};

/// "Find a seed": a search for worlds of the document's template that runs in the background, and the worlds
/// that passed. A search is a folder, with which the command goes on as well.
class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  /// Searches lie in folders below `searches`; the last one and favourites are in the settings.
  SearchPanel(Document& document, QSettings& settings, const QString& searches, SearchPanelEffort effort = {},
              QWidget* parent = nullptr);
  ~SearchPanel() override;

  QSize sizeHint() const override;
  SearchForm& form() { return *form_; }
  PassGallery& gallery() { return *gallery_; }
  bool running() const { return runner_.running(); }
  /// The folder of the search on show; "" if there is none.
  const QString& folder() const { return folder_; }
  /// Whether the worlds on show are of another template than the document's.
  bool outdated() const { return outdated_; }
  /// The same search as a line of a shell; fails where only a saved template would do.
  Result<QString> command_line() const;

 public slots:
  void start();
  void pause(bool on);
  void stop();
  /// Shows the search of a folder, also one made elsewhere.
  void open(const QString& folder);
  void open_asking();
  void copy_command();
  /// Connect to Preview::shown.
  void show_picture(const std::shared_ptr<const fw::Picture>& picture);
  /// Connect to Preview::busy: the search gives way.
  void set_busy(bool busy);
  /// Connect to FigureMeter::measured.
  void show_figures(const std::shared_ptr<const fw::PictureFigures>& figures);
  /// Connect to SeedsPanel::favourites_changed.
  void read_favourites_again();

 signals:
  /// Figures of this picture are needed: see show_figures().
  void figures_asked(const std::shared_ptr<const fw::Picture>& picture);
  void seed_taken(const fw::SeedChoice& choice);
  void favourite_asked(const fw::SeedChoice& choice, bool on);
  void compare_requested(const std::shared_ptr<const fw::Template>& other);
  void said(const QString& text);  ///< a note for the Messages panel

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // search_panel_build.cpp
  QWidget* build_controls();
  QWidget* build_results();
  void connect_parts();
  /// The first worlds take room from the form, unless the user has moved the border.
  void share_height();
  // search_panel.cpp
  void document_changed();
  /// Once the document has been left alone: its figures, what is usual.
  void look_again();
  /// Whether Start goes on with the search on show.
  bool is_same_search() const;
  void refresh();
  int resolution() const;
  void show_plan(std::shared_ptr<const SearchPlan> plan, const QString& folder);
  void show_all(const std::shared_ptr<const FoundSearch>& found, bool complete);
  void show_state(const SearchState& state);
  void show_end(const QString& problem);
  void take(uint64_t seed);
  SeedChoice choice_of(uint64_t seed) const;
  std::shared_ptr<const Template> found_template(uint64_t seed) const;
  void fill_orders();
  QString new_folder(const SearchPlan& plan) const;

  Document& document_;
  QSettings& settings_;
  const QString searches_;
  std::shared_ptr<const UsualFigures> usual_;
  std::shared_ptr<const Picture> picture_;  ///< the last full one
  std::shared_ptr<const SearchPlan> plan_;  ///< of the worlds on show
  std::string plan_key_;                    ///< which templates its worlds are of
  std::string shown_key_;                   ///< which templates the form is for
  SearchChoices plan_choices_;
  FigureTable plan_table_;
  QString folder_, opening_;
  uint64_t done_ = 0;       ///< finished seeds
  bool outdated_ = false;   ///< plan_ is of another template
  bool complete_ = false;   ///< every seed of it is finished
  bool searching_ = false;  ///< started here, not only read
  bool begun_ = false;      ///< the panel has been on show
  bool busy_ = false;       ///< the map is being made
  std::vector<PassOrder> orders_;
  QTimer rest_;  ///< until the document has been left alone
  UsualWorlds usual_worlds_;

  QSplitter* parts_ = nullptr;  ///< the form above, worlds below
  bool parts_moved_ = false;    ///< by the user, or for the first worlds
  SearchForm* form_ = nullptr;
  QPushButton* start_ = nullptr;
  QPushButton* pause_ = nullptr;
  QPushButton* stop_ = nullptr;
  QPushButton* sort_ = nullptr;  ///< says whether the worlds are sorted
  QToolButton* more_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QLabel* state_ = nullptr;
  QLabel* age_ = nullptr;
  QComboBox* order_ = nullptr;
  QLabel* count_ = nullptr;
  PassGallery* gallery_ = nullptr;
  SearchRunner runner_;  ///< last member: its signals end with it
};

}  // namespace fw
