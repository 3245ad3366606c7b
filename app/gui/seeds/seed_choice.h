#pragma once

#include <QMetaType>
#include <QSettings>
#include <QString>
#include <optional>
#include <vector>

#include "core/model/template/template.h"

namespace fw {

/// Random seeds lie below it: they are short enough to remember and to read aloud.
inline constexpr uint32_t kRandomSeeds = 1000000000;

/// The seeds of a template: the common one, and those set for single streams.
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

/// Parses a typed or pasted seed: digits, or groups of three separated by a space (also thin and no-break
/// ones), comma, point, apostrophe or underscore; empty if it is not a whole number from 0 to kMaxSeed.
std::optional<uint64_t> read_seed(const QString& text);
/// Error message for a text that read_seed() refuses.
QString seed_range_text();

/// A favourite seed with a note.
struct FavouriteSeed {
  QString name;
  SeedChoice choice;
};
/// Favourites are stored in the settings, by template name.
std::vector<FavouriteSeed> read_favourites(QSettings& settings, const std::string& template_name);
void write_favourites(QSettings& settings, const std::string& template_name,
                      const std::vector<FavouriteSeed>& favourites);

}  // namespace fw

Q_DECLARE_METATYPE(fw::SeedChoice)
