#pragma once

#include <QMetaType>
#include <QSettings>
#include <QString>
#include <optional>
#include <vector>

#include "core/model/template.h"

namespace fw {

/// A world's seeds as a template states them: the common one and those that single streams keep.
struct SeedChoice {
  uint64_t seed = 0;
  StreamSeeds streams;

  static SeedChoice of(const Template& tmpl) { return {tmpl.seed, tmpl.stream_seeds}; }
  Template applied_to(Template tmpl) const;
  SeedBundle bundle() const;
  /// "42", or "42 (layout 7)"
  QString text() const;
};
bool operator==(const SeedChoice& a, const SeedChoice& b);

/// Reads a seed as a person types or pastes it: digits, or groups of three with a space (thin and no-break
/// ones too), comma, point, apostrophe or underscore between; nothing if it is no whole number from 0 to
/// kMaxSeed.
std::optional<uint64_t> read_seed(const QString& text);
/// What is wrong with a text that read_seed() refuses.
QString seed_range_text();

/// A seed that somebody wants to find again.
struct FavouriteSeed {
  QString name;
  SeedChoice choice;
};
/// Favourites are kept in the settings, for each template's name.
std::vector<FavouriteSeed> read_favourites(QSettings& settings, const std::string& template_name);
void write_favourites(QSettings& settings, const std::string& template_name,
                      const std::vector<FavouriteSeed>& favourites);

}  // namespace fw

Q_DECLARE_METATYPE(fw::SeedChoice)
