#include "app/gui/template/fresh_row.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/model/colour/palette.h"
#include "core/template/vocabulary_edit.h"

namespace fw {
namespace {

/// What one row of a list is called.
constexpr std::array<std::pair<std::string_view, const char*>, 10> kKinds{
    {{"factions", QT_TRANSLATE_NOOP("fw::FreshRow", "Faction")},
     {"names", QT_TRANSLATE_NOOP("fw::FreshRow", "Culture")},
     {"biomes", QT_TRANSLATE_NOOP("fw::FreshRow", "Biome")},
     {"danger", QT_TRANSLATE_NOOP("fw::FreshRow", "Band")},
     {"landmarks", QT_TRANSLATE_NOOP("fw::FreshRow", "Landmark")},
     {"families", QT_TRANSLATE_NOOP("fw::FreshRow", "Family")},
     {"rarities", QT_TRANSLATE_NOOP("fw::FreshRow", "Rarity")},
     {"resources", QT_TRANSLATE_NOOP("fw::FreshRow", "Resource")},
     {"wildlife", QT_TRANSLATE_NOOP("fw::FreshRow", "Animal")},
     {"enemies", QT_TRANSLATE_NOOP("fw::FreshRow", "Enemy")}}};

/// The slug of a row before it has a label.
constexpr std::string_view kUnnamed = "new";

constexpr int kFreshQuota = 20, kFreshSites = 3;

std::string text_at(const Template& tmpl, const ListPlace& list, const std::string& column, size_t row) {
  const Parameter* p = find_column(*list.list, column);
  const ParameterValue value = p ? p->get(tmpl, list.row(row)) : ParameterValue();
  const std::string* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}

std::vector<std::string> labels_besides(const Template& tmpl, const ListPlace& list, size_t row) {
  std::vector<std::string> labels;
  for (size_t k = 0; k < list.size(tmpl); ++k)
    if (k != row) labels.push_back(text_at(tmpl, list, "label", k));
  return labels;
}

/// "Watchtower 2" for a second "Watchtower".
std::string free_label(std::string label, size_t number, const std::vector<std::string>& taken) {
  const auto is_taken = [&](const std::string& one) {
    return std::find(taken.begin(), taken.end(), one) != taken.end();
  };
  while (is_taken(label + " " + std::to_string(number))) ++number;
  return label + " " + std::to_string(number);
}

std::string without_number(const std::string& label) {
  const size_t end = label.find_last_not_of("0123456789");
  return end != std::string::npos && end > 0 && end + 1 < label.size() && label[end] == ' '
             ? label.substr(0, end)
             : label;
}

/// Slugs are unique over all lists with this key name: a class occurs once in a template.
std::vector<std::string> keys_besides(const Template& tmpl, const ListPlace& list, size_t row) {
  std::vector<std::string> keys;
  for (const ParameterList& other : parameter_lists()) {
    const bool same_names = list.list->key == "class" ? other.key == "class" : other.path == list.list->path;
    const Parameter* key = find_column(other, other.key);
    if (!same_names || !key) continue;
    const ListPlace rows{&other, list.outer};
    for (size_t i = 0; i < rows.size(tmpl); ++i) {
      if (&other == list.list && i == row) continue;
      const ParameterValue value = key->get(tmpl, rows.row(i));
      if (const double* number = std::get_if<double>(&value))
        keys.push_back(number_text(*number));
      else
        keys.push_back(std::get<std::string>(value));
    }
  }
  return keys;
}

std::string stem_of(const std::string& slug) {
  const size_t end = slug.find_last_not_of("0123456789");
  return end != std::string::npos && end + 1 < slug.size() && slug[end] == '_' ? slug.substr(0, end) : slug;
}

/// The row's label, and a key made of it.
void name_row(Template& tmpl, const ListPlace& list, size_t row, std::optional<size_t> of) {
  const Parameter* label = find_column(*list.list, "label");
  const Parameter* key = find_column(*list.list, list.list->key);
  if (!label || !key || key->type != ParameterType::slug)
    return make_key_unique(tmpl, list, row, std::string(kUnnamed));
  std::string text = text_at(tmpl, list, "label", row);
  const std::string slug = text_at(tmpl, list, list.list->key, row);
  const bool unnamed = slug.empty() || text.empty() || stem_of(slug) == kUnnamed;
  if (of)
    text = free_label(without_number(text_at(tmpl, list, "label", *of)), 2, labels_besides(tmpl, list, row));
  else if (text.empty() || (unnamed && text == slug_as_title(slug)))
    text = fresh_label(tmpl, list);
  label->set(tmpl, list.row(row), text);
  const std::string wanted = slug_of_label(text);
  if ((of || unnamed) && !wanted.empty()) set_key(tmpl, {key, list.row(row)}, wanted);
  make_key_unique(tmpl, list, row, std::string(kUnnamed));
}

/// A share for a row that has none: of the row that it is a copy of, else of the largest.
void give_share(Template& tmpl, const ListPlace& list, size_t row, std::optional<size_t> of) {
  const std::vector<Place> shares = shares_of(tmpl, list.list->path);
  const auto share = [&](size_t k) { return std::get<double>(shares[k].parameter->get(tmpl, shares[k].at)); };
  if (row >= shares.size() || share(row) > 0) return;
  size_t from = of.value_or(row == 0 && shares.size() > 1 ? 1 : 0);
  for (size_t k = 0; !of && k < shares.size(); ++k)
    if (share(k) > share(from)) from = k;
  const double whole = share(from), even = 1.0 / static_cast<double>(shares.size());
  const double part = shares.size() == 1 ? 1.0 : std::floor(std::min(even, whole / 2) * 100) / 100;
  if (from != row) shares[from].parameter->set(tmpl, shares[from].at, std::round((whole - part) * 1e9) / 1e9);
  shares[row].parameter->set(tmpl, shares[row].at, part);
}

/// A place between the neighbours along the danger.
void place_band(Template& tmpl, size_t row) {
  std::vector<BandRow>& bands = tmpl.vocabulary.danger;
  if (row == 0) return;
  const bool last = row + 1 == bands.size();
  const auto between = [](double a, double b) { return std::round((a + b) / 2 * 1e4) / 1e4; };
  bands[row].threshold = between(bands[row - 1].threshold, last ? 1.0 : bands[row + 1].threshold);
  bands[row].tier_at = last ? std::min(bands[row - 1].tier_at + 0.2, 2.0)
                            : between(bands[row - 1].tier_at, bands[row + 1].tier_at);
  bands[row].floor = 0;
}

/// The family of the row before, else the first of its sort, else a new one. `fresh`: the row states nothing.
void give_family(Template& tmpl, const ListPlace& list, size_t row, bool fresh) {
  const Parameter* family = find_column(*list.list, "family");
  if (!family || list.list->path != "resources") return;
  if (!fresh && !text_at(tmpl, list, "family", row).empty()) return;
  std::string id;
  for (const FamilyRow& one : tmpl.vocabulary.families)
    if (id.empty() && one.of == FamilyOf::resource) id = one.id;
  if (row > 0 && !text_at(tmpl, list, "family", row - 1).empty()) id = text_at(tmpl, list, "family", row - 1);
  if (id.empty()) id = add_row_for(tmpl, *family, fresh_label(tmpl, {find_list("families")}));
  family->set(tmpl, list.row(row), id);
}

/// Weights of a class that has none: of the largest biome, of every band.
void give_home(Template& tmpl, const ListPlace& list, size_t row) {
  std::vector<Place> weights;
  for (const Parameter& p : parameters())
    if (is_weight(p) && list_of(p) == list.list)
      for (size_t k = 0; k < table_ids(tmpl, p.keys).size(); ++k) weights.push_back({&p, {row, 0, k}});
  const auto none = [&](const std::string& keys) {
    return std::none_of(weights.begin(), weights.end(), [&](const Place& place) {
      const ParameterValue value = place.parameter->get(tmpl, place.at);
      const double* weight = std::get_if<double>(&value);
      return place.parameter->keys == keys && weight && *weight > 0;
    });
  };
  const std::vector<BiomeRow>& biomes = tmpl.vocabulary.biomes;
  const auto largest = static_cast<size_t>(
      std::max_element(biomes.begin(), biomes.end(),
                       [](const BiomeRow& a, const BiomeRow& b) { return a.share < b.share; }) -
      biomes.begin());
  const bool no_biome = none("biomes"), no_band = none("danger");
  for (const Place& place : weights)
    if (place.parameter->keys == "biomes" ? no_biome && place.at.key == largest : no_band)
      place.parameter->set(tmpl, place.at, 1.0);
  const Parameter* quota = find_column(*list.list, "quota");
  if (quota && std::get<double>(quota->get(tmpl, list.row(row))) == 0)
    quota->set(tmpl, list.row(row), static_cast<double>(kFreshQuota));
}

void give_colour(Template& tmpl, const ListPlace& list, size_t row) {
  const Parameter* colour = find_column(*list.list, "colour");
  const auto own = colour ? colour_apart(tmpl.vocabulary, list.list->path, row) : std::nullopt;
  if (own)
    colour->set(
        tmpl, list.row(row),
        QColor::fromRgbF(static_cast<float>(own->r), static_cast<float>(own->g), static_cast<float>(own->b))
            .name()
            .toUpper()
            .toStdString());
}

/// A measure for a rule that has none: one that every kind may read, with a limit that all ground keeps.
void give_measure(Template& tmpl, const ListPlace& list, size_t row) {
  const Parameter* measure = find_column(*list.list, "measure");
  if (!measure || !text_at(tmpl, list, "measure", row).empty()) return;
  measure->set(tmpl, list.row(row), std::string("height_rank"));
  if (const Parameter* least = find_column(*list.list, "min")) least->set(tmpl, list.row(row), 0.0);
}

/// Points for a row of `tactics` that names none: those of the seats, else of all landmarks.
void give_points(Template& tmpl, const ListPlace& list, size_t row) {
  const bool names_points = list.list->path == "tactics.goals" || list.list->path == "tactics.squads";
  if (!names_points || !text_at(tmpl, list, "of", row).empty() || !text_at(tmpl, list, "zone", row).empty())
    return;
  std::string of = "landmark";
  for (const LandmarkRow& kind : tmpl.vocabulary.landmarks)
    if (kind.role == LandmarkRole::seat) of = kind.id;
  find_column(*list.list, "of")->set(tmpl, list.row(row), of);
}

/// A class for a row of prey that names none: the first that has no prey itself and is not eaten yet.
void give_prey(Template& tmpl, const ListPlace& list, size_t row) {
  if (list.list->path != "wildlife[].prey" || !text_at(tmpl, list, "class", row).empty()) return;
  const size_t predator = list.row(row).row;
  const std::vector<PreyRow>& eaten = tmpl.wildlife[predator].life.prey;
  for (size_t k = 0; k < tmpl.wildlife.size(); ++k) {
    const PointClass& cls = tmpl.wildlife[k];
    const bool there =
        std::any_of(eaten.begin(), eaten.end(), [&](const PreyRow& one) { return one.cls == cls.slug; });
    if (k == predator || there || cls.quota == 0 || !cls.life.prey.empty()) continue;
    return find_column(*list.list, "class")->set(tmpl, list.row(row), cls.slug);
  }
}

/// Whether a row of the hand, of prey, of `tactics` or of the export names a class.
bool is_class_named(const Template& tmpl, const std::string& slug) {
  bool named = false;
  for (const Parameter& p : parameters()) {
    const bool words = p.type == ParameterType::class_words;
    if (!words && p.refers_to != "classes" && p.refers_to != "wildlife") continue;
    each_place(p, tmpl, [&](ParameterPlace at) {
      const ParameterValue value = p.get(tmpl, at);
      const std::string* text = std::get_if<std::string>(&value);
      named = named || (text && (words ? text->find(slug) != std::string::npos : *text == slug));
    });
  }
  return named;
}

}  // namespace

std::string free_slug(const std::string& wanted, const std::vector<std::string>& taken) {
  constexpr size_t kRoomForNumber = 58;
  const std::set<std::string> known(taken.begin(), taken.end());
  if (!known.contains(wanted)) return wanted;
  const std::string stem = stem_of(wanted).substr(0, kRoomForNumber);
  for (int n = 2;; ++n)
    if (const std::string name = stem + "_" + std::to_string(n); !known.contains(name)) return name;
}

std::string slug_of_label(const std::string& label) {
  constexpr qsizetype kLongest = 60;
  std::string slug;
  for (const QChar c : QString::fromStdString(label).normalized(QString::NormalizationForm_KD).toLower()) {
    const bool letter =
        (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9'));
    if (letter)
      slug += static_cast<char>(c.unicode());
    else if (!slug.empty() && slug.back() != '_' && c.category() != QChar::Mark_NonSpacing)
      slug += '_';
  }
  slug = slug.substr(0, kLongest);
  while (!slug.empty() && slug.back() == '_') slug.pop_back();
  return slug;
}

void set_key(Template& tmpl, const Place& key, const std::string& wanted) {
  const ListPlace list{list_of(*key.parameter)};
  const std::string now = text_at(tmpl, list, list.list->key, key.at.row);
  if (now == wanted) return;
  const std::string slug = free_slug(wanted, keys_besides(tmpl, list, key.at.row));
  if (list.list->is_table()) {
    if (auto renamed = rename_row(tmpl, list.list->path, now, slug)) tmpl = std::move(renamed).value();
    return;
  }
  key.parameter->set(tmpl, key.at, slug);
  if (list.list->path == "enemies" && tmpl.enemies[key.at.row].family == now)
    tmpl.enemies[key.at.row].family = slug;
}

bool key_follows(const Template& tmpl, const ListPlace& list, size_t row, const Template& settled) {
  const Parameter* key = find_column(*list.list, list.list->key);
  if (!key || key->type != ParameterType::slug || list.nested() || !find_column(*list.list, "label"))
    return false;
  const std::string slug = text_at(tmpl, list, list.list->key, row);
  if (slug.empty() || stem_of(slug) != stem_of(slug_of_label(text_at(tmpl, list, "label", row))))
    return false;
  for (size_t k = 0; k < list.size(settled); ++k)
    if (text_at(settled, list, list.list->key, k) == slug) return false;
  return list.list->is_table() || !is_class_named(tmpl, slug);
}

std::string fresh_label(const Template& tmpl, const ListPlace& list) {
  for (const auto& [path, kind] : kKinds)
    if (path == list.list->path)
      return free_label(QCoreApplication::translate("fw::FreshRow", kind).toStdString(),
                        std::max<size_t>(list.size(tmpl), 1), labels_besides(tmpl, list, list.size(tmpl)));
  return {};
}

void complete_row(Template& tmpl, const ListPlace& list, size_t row, std::optional<size_t> of) {
  const bool fresh = !of && text_at(tmpl, list, list.list->key, row).empty();
  name_row(tmpl, list, row, of);
  const std::string& path = list.list->path;
  if (list.list->main_column == "share") give_share(tmpl, list, row, of);
  if (path == "danger") place_band(tmpl, row);
  if (path == "landmarks" && !of) {
    LandmarkRow& kind = tmpl.vocabulary.landmarks[row];
    if (kind.role == LandmarkRole::site && !kind.count) kind.count = kFreshSites;
  }
  give_family(tmpl, list, row, fresh);
  if (list.list->key == "class" && !of) give_home(tmpl, list, row);
  if (list.list->is_table()) give_colour(tmpl, list, row);
  give_measure(tmpl, list, row);
  give_points(tmpl, list, row);
  give_prey(tmpl, list, row);
}

std::string add_row_for(Template& tmpl, const Parameter& parameter, const std::string& label) {
  const std::string& table = parameter.refers_to;
  const ListPlace list{find_list(table)};
  const std::string id = free_slug(
      slug_of_label(label).empty() ? std::string(kUnnamed) : slug_of_label(label), table_ids(tmpl, table));
  auto added = add_row(tmpl, table, id);
  if (!added) return {};
  tmpl = std::move(added).value();
  const size_t row = list.size(tmpl) - 1;
  find_column(*list.list, "label")->set(tmpl, row, label);
  if (table == "families" && parameter.path.starts_with("enemies"))
    tmpl.vocabulary.families[row].of = FamilyOf::enemy;
  complete_row(tmpl, list, row);
  return table_ids(tmpl, table)[row];
}

void make_key_unique(Template& tmpl, const ListPlace& list, size_t row, const std::string& wanted) {
  const Parameter* key = find_column(*list.list, list.list->key);
  if (!key || list.list->is_table()) return;
  const Parameter& p = *key;
  const ParameterPlace at = list.row(row);
  const std::vector<std::string> taken = keys_besides(tmpl, list, row);
  const auto is_taken = [&](const std::string& one) {
    return std::find(taken.begin(), taken.end(), one) != taken.end();
  };
  const ParameterValue value = p.get(tmpl, at);
  if (p.type == ParameterType::integer) {
    double number = std::get<double>(value);
    if (!is_taken(number_text(number))) return;
    for (number = p.min; number < p.max && is_taken(number_text(number));) ++number;
    p.set(tmpl, at, number);
  } else if (p.type == ParameterType::choice) {
    if (!is_taken(std::get<std::string>(value))) return;
    for (const std::string_view word : p.choices)
      if (!is_taken(std::string(word))) return p.set(tmpl, at, std::string(word));
  } else {
    const std::string slug = std::get<std::string>(value);
    p.set(tmpl, at, free_slug(slug.empty() ? wanted : slug, taken));
  }
}

}  // namespace fw
