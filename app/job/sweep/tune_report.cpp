#include <cmath>

#include "app/job/folder/html.h"
#include "app/job/sweep/tune.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw {
namespace {

constexpr double kAtLimit = 0.005;  // of a range

std::string value_text(double value) {
  return std::isnan(value) ? "not defined" : rounded_text(value, 4);
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells)
    text += (text == "<tr>" ? "<th scope=\"row\">" : "<td>") + markup_text(cell) +
            (text == "<tr>" ? "</th>" : "</td>");
  return text + "</tr>\n";
}

std::string head_of(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += "<th scope=\"col\">" + markup_text(cell) + "</th>";
  return text + "</tr>\n";
}

}  // namespace

std::string tune_report(const TuneJob& job, const TuneDone& done, const FigureTable& table) {
  std::string out = html_begin("Tuning of " + job.tmpl.name) + "<h1>Tuning of " + markup_text(job.tmpl.name) +
                    "</h1>\n<p>" + std::to_string(done.steps.size()) + " evaluations of " +
                    std::to_string(job.seeds.size()) + " worlds. Loss on the fresh seeds " +
                    markup_text(seed_list_text(done.fresh)) + " at " + std::to_string(job.resolution) +
                    " cells: " + value_text(done.before.loss) + " before, <strong>" +
                    value_text(done.after.loss) + " after</strong>; on the seeds that were tuned on " +
                    value_text(done.tuning_before.loss) + " and " + value_text(done.tuning_after.loss) +
                    ".</p>\n<h2>Goals</h2>\n<table>\n" +
                    head_of({"goal", "before", "after", "usual deviation", "reached", "remark"});
  for (size_t g = 0; g < done.goals.size(); ++g) {
    const TuneGoal& goal = done.goals[g];
    const double left = loss_of({goal}, {done.after.means[g]}, table) / goal.weight;
    const std::string reached = std::isnan(left) ? "not defined"
                                : left == 0      ? "yes"
                                            : "missed by " + rounded_text(std::sqrt(left), 2) + " deviations";
    const std::string remark =
        goal.ratio < 1 ? "mostly the seed's: search for it instead (fieldwright search)" : "";
    out += row_of({goal.text, value_text(done.before.means[g]), value_text(done.after.means[g]),
                   value_text(goal.unit), reached, remark});
  }
  out += "</table>\n<p class=\"soft\">Means over the fresh seeds.</p>\n<h2>Parameters</h2>\n<table>\n" +
         head_of({"parameter", "before", "after", "moved by", "remark"});
  for (size_t a = 0; a < done.axes.size(); ++a) {
    const SweepAxis& axis = done.axes[a];
    const double u = done.best[a];
    const std::string limit = u < kAtLimit       ? "at the lower end of its range"
                              : u > 1 - kAtLimit ? "at the upper end of its range"
                                                 : "";
    out += row_of({axis.path, axis.word_at(done.start[a]), tuned_word(axis, u),
                   decimal_text(100 * (u - done.start[a]), 1) + " % of its range", limit});
  }
  out += "</table>\n<h2>The same by hand</h2>\n<code>" + markup_text(set_words(done.axes, done.best)) +
         "</code>\n";
  return out + html_end();
}

}  // namespace fw
