#include "app/gui/search/pass_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/gui/search/condition_row.h"

namespace fw {

int PassList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

QVariant PassList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Pass& pass = at(index.row());
  const QString seed = QString::number(pass.seed);
  const QString score = std::isnan(pass.score) ? QString() : figure_text(pass.score);
  switch (role) {
    case Qt::DisplayRole:
      return seed;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
      QString text = score.isEmpty() ? tr("Seed %1").arg(seed) : tr("Seed %1, score %2").arg(seed, score);
      if (data(index, kKept).toBool()) text += tr(", chosen by the search");
      if (data(index, kFavourite).toBool()) text += tr(", a favourite");
      return text;
    }
    case kSeed:
      return QVariant::fromValue<qulonglong>(pass.seed);
    case kImage: {
      const auto image = images_.find(pass.seed);
      return image == images_.end() ? QVariant() : image->second;
    }
    case kScore:
      return score;
    case kFavourite:
      return is_favourite(pass.seed);
    case kKept:
      return choice_of(pass.seed) < kept_.size();
    default:
      return {};
  }
}

void PassList::set_plan(std::shared_ptr<const SearchPlan> plan) {
  beginResetModel();
  plan_ = std::move(plan);
  passes_.clear();
  seeds_.clear();
  shown_.clear();
  kept_.clear();
  images_.clear();
  endResetModel();
}

void PassList::add(const std::vector<Pass>& passes) {
  if (!plan_) return;
  size_t added = 0;
  for (const Pass& pass : passes)
    if (seeds_.insert(pass.seed).second) {
      passes_.push_back(pass);
      ++added;
    }
  if (added == 0) return;
  sort_passes(*plan_, passes_);
  sort();
}

void PassList::set_kept(const std::vector<uint64_t>& seeds) {
  kept_ = seeds;
  sort();
}

void PassList::set_order(const PassOrder& order) {
  if (order == order_) return;
  order_ = order;
  sort();
}

void PassList::set_favourites(std::set<uint64_t> seeds) {
  const std::set<uint64_t> before = std::exchange(favourites_, std::move(seeds));
  for (size_t k = 0; k < shown_.size(); ++k) {
    const uint64_t seed = passes_[shown_[k]].seed;
    if (before.count(seed) != favourites_.count(seed)) tell(seed);
  }
}

void PassList::set_image(uint64_t seed, const QImage& image) {
  images_[seed] = image;
  tell(seed);
}

int PassList::row_of(uint64_t seed) const {
  for (size_t k = 0; k < shown_.size(); ++k)
    if (passes_[shown_[k]].seed == seed) return static_cast<int>(k);
  return -1;
}

void PassList::tell(uint64_t seed) {
  const int row = row_of(seed);
  if (row >= 0) emit dataChanged(index(row), index(row));
}

size_t PassList::choice_of(uint64_t seed) const {
  return static_cast<size_t>(std::find(kept_.begin(), kept_.end(), seed) - kept_.begin());
}

void PassList::sort() {
  emit layoutAboutToBeChanged();
  const QModelIndexList from = persistentIndexList();
  std::vector<uint64_t> held;
  for (const QModelIndex& index : from) held.push_back(at(index.row()).seed);

  std::vector<size_t> order(passes_.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto key = [this](size_t k) -> double {
    const Pass& pass = passes_[k];
    switch (order_.by) {
      case PassOrder::By::score:
        break;
      case PassOrder::By::kept:
        return static_cast<double>(choice_of(pass.seed));
      case PassOrder::By::seed:
        return static_cast<double>(pass.seed);
      case PassOrder::By::figure: {
        const double value = order_.figure < pass.values.size() ? pass.values[order_.figure] : std::nan("");
        return std::isnan(value) ? HUGE_VAL : order_.rising ? value : -value;
      }
    }
    return static_cast<double>(k);
  };
  std::vector<double> keys;
  for (const size_t k : order) keys.push_back(key(k));
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  order.resize(std::min(order.size(), kShown));
  shown_ = std::move(order);

  QModelIndexList to;
  for (const uint64_t seed : held) {
    const int row = row_of(seed);
    to << (row < 0 ? QModelIndex() : index(row));
  }
  changePersistentIndexList(from, to);
  emit layoutChanged();
}

}  // namespace fw
