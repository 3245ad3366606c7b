#pragma once

#include <any>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/model/template/value_rule.h"

namespace fw {

/// One number of a coordinator's parameters (crowd, action, spawn): a rule with a place in `Params`. Range
/// checks, `--set path=value`, the reference page and a form all work from these rows. Plain function
/// pointers, so that a table is a constant of its room; a template's rows, which are put together at run
/// time and reach into lists, have a table of their own (core/template/parameters/parameters.h).
template <typename Params>
struct TuningRow {
  ValueRule rule;
  double (*get)(const Params&);
  void (*set)(Params&, double);
};

/// Words of the choices that several coordinators have: a bool, and FieldUpdate (core/field/noise/noise.h).
inline constexpr std::array<std::string_view, 2> kNoYesSlugs{"no", "yes"};
inline constexpr std::array<std::string_view, 2> kFieldUpdateSlugs{"drift", "resample"};

/// The member at the end of a path of member pointers.
template <auto First, auto... Rest>
auto& tuned_member(auto& object) {
  if constexpr (sizeof...(Rest) == 0)
    return object.*First;
  else
    return tuned_member<Rest...>(object.*First);
}

/// A row whose number, int, bool or enum stands at the end of a path of member pointers.
template <typename Params, auto... Path>
constexpr TuningRow<Params> tuning_row(ValueRule rule) {
  return {rule, [](const Params& p) { return static_cast<double>(tuned_member<Path...>(p)); },
          [](Params& p, double value) {
            auto& member = tuned_member<Path...>(p);
            member = static_cast<std::remove_reference_t<decltype(member)>>(value);
          }};
}

/// The number of a method among a table's rows: it is chosen otherwise, because every method has numbers of
/// its own.
inline bool chooses_method(const ValueRule& rule) {
  return rule.path.ends_with(".method");
}

/// Parameters of any coordinator together with their rows: numbers by their place in the table, whatever type
/// holds them. A value; the rows must outlive it.
class TunedParams {
 public:
  template <typename Params>
  TunedParams(Params params, std::span<const TuningRow<Params>> rows)
      : params_(std::move(params)), rows_(rows.data()), size_(rows.size()), access_(&kAccess<Params>) {}

  size_t size() const { return size_; }
  const ValueRule& rule(size_t row) const { return access_->rule(rows_, row); }
  double get(size_t row) const { return access_->get(rows_, row, params_); }
  void set(size_t row, double value) { access_->set(rows_, row, params_, value); }
  /// The parameters themselves; null if they are of another type.
  template <typename Params>
  const Params* as() const {
    return std::any_cast<Params>(&params_);
  }

 private:
  struct Access {
    const ValueRule& (*rule)(const void* rows, size_t row);
    double (*get)(const void* rows, size_t row, const std::any& params);
    void (*set)(const void* rows, size_t row, std::any& params, double value);
  };
  template <typename Params>
  static const TuningRow<Params>& row_at(const void* rows, size_t row) {
    return static_cast<const TuningRow<Params>*>(rows)[row];
  }
  template <typename Params>
  static constexpr Access kAccess{
      [](const void* rows, size_t row) -> const ValueRule& { return row_at<Params>(rows, row).rule; },
      [](const void* rows, size_t row, const std::any& params) {
        return row_at<Params>(rows, row).get(*std::any_cast<Params>(&params));
      },
      [](const void* rows, size_t row, std::any& params, double value) {
        row_at<Params>(rows, row).set(*std::any_cast<Params>(&params), value);
      }};

  std::any params_;
  const void* rows_;
  size_t size_;
  const Access* access_;
};

/// The value of a row as a person reads it: a number, or the word of a choice.
std::string value_text(const ValueRule& rule, double value);

/// Applies one "path=value". Usage errors: no such path, a value that the row does not allow.
Result<Done> tune(TunedParams& params, const std::string& setting);
/// Applies settings in order. A method among them is refused: `option` chooses it.
Result<Done> tune_all(TunedParams& params, const std::vector<std::string>& settings,
                      const std::string& option);
/// Every number inside its range; the first that is not is the error.
Result<Done> check(const TunedParams& params);

// The same for parameters whose type is known; after an error they are as before.

template <typename Params>
Result<Done> tune_all(Params& params, std::span<const TuningRow<Params>> rows,
                      const std::vector<std::string>& settings, const std::string& option) {
  TunedParams tuned(params, rows);
  if (auto done = tune_all(tuned, settings, option); !done) return done;
  params = *tuned.as<Params>();
  return Done{};
}

template <typename Params>
Result<Done> check(const Params& params, std::span<const TuningRow<Params>> rows) {
  return check(TunedParams(params, rows));
}

}  // namespace fw
