#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/template/text/template_reader.h"

// What rows of prey may say; the ids that they name are checked with all others.
namespace fw {
namespace {

const PointClass* class_named(const Template& tmpl, const std::string& slug) {
  for (const PointClass& cls : tmpl.wildlife)
    if (cls.slug == slug) return &cls;
  return nullptr;
}

class PreyCheck {
 public:
  PreyCheck(const ReadTemplate& read, Problems& problems) : read_(read), problems_(problems) {}

  void predator(size_t row) {
    const PointClass& cls = read_.tmpl.wildlife[row];
    const std::string list = "wildlife[" + std::to_string(row) + "].prey";
    std::set<std::string> seen;
    double sum = 0;
    bool all_stated = true;
    for (size_t k = 0; k < cls.life.prey.size(); ++k) {
      const PreyRow& prey = cls.life.prey[k];
      const std::string path = list + "[" + std::to_string(k) + "]";
      if (!seen.insert(prey.cls).second)
        problem(path + ".class", "found " + prey.cls + " again, expected a class once in a list of prey");
      prey_class(cls, prey.cls, path + ".class");
      sum += prey.share.value_or(0);
      all_stated = all_stated && prey.share.has_value();
    }
    if (cls.life.prey.empty()) return;
    if (all_stated ? std::fabs(sum - 1) > kSumTolerance : sum > 1 + kSumTolerance)
      problem(list, "found shares that sum to " + rounded_text(sum, 9) +
                        (all_stated ? ", expected a sum of 1"
                                    : ", expected at most 1: what is left goes to preys without a share"));
    else if (!all_stated && sum >= 1)
      problem(list,
              "found shares that sum to 1 beside a prey without one, expected less: what is left goes to it");
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }

  void prey_class(const PointClass& predator, const std::string& slug, const std::string& path) {
    const PointClass* prey = class_named(read_.tmpl, slug);
    if (prey == nullptr) return;  // told with all other ids
    if (prey == &predator)
      problem(path, "found " + slug + " itself, expected another class of wildlife");
    else if (!prey->life.prey.empty())
      problem(path, "found " + slug +
                        ", which has prey of its own; expected a class without: food webs have "
                        "two levels");
    else if (prey->quota == 0)
      problem(path, "found " + slug + ", whose quota is 0; expected a class with a quota, or no such row");
  }

  const ReadTemplate& read_;
  Problems& problems_;
};

}  // namespace

void check_ecology(const ReadTemplate& read, Problems& problems) {
  PreyCheck check(read, problems);
  for (size_t row = 0; row < read.tmpl.wildlife.size(); ++row) check.predator(row);
}

}  // namespace fw
