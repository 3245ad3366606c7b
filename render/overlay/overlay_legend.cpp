#include "render/overlay/overlay_legend.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/overlay/overlay_paint.h"
#include "render/page/numbers.h"

namespace fw::overlay {

namespace {

constexpr double kRow = 21, kLetters = 14.5, kWidestColumn = 200;

std::string said(const LegendWords& words, std::string_view english) {
  return words ? words(english) : std::string(english);
}

TextStyle small(Rgb colour = kTextSoft) {
  TextStyle style;
  style.size = kLetters;
  style.colour = colour;
  return style;
}

void disc_at(const Painter& pen, double x, double y, double radius, Rgb colour, double alpha = 1) {
  pen.colour(colour, alpha);
  cairo_arc(pen.cr, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(pen.cr);
}
void ring_at(const Painter& pen, double x, double y, double radius, double width, Rgb colour) {
  pen.colour(colour);
  cairo_set_line_width(pen.cr, width);
  cairo_new_path(pen.cr);
  cairo_arc(pen.cr, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_stroke(pen.cr);
}

/// Rows of symbols with words, in columns of a given breadth.
class Rows {
 public:
  Rows(const Painter& pen, const Box& box, const LegendWords& words) : pen_(pen), box_(box), words_(words) {}

  /// `of`: data that follows the words.
  template <typename Symbol>
  void add(std::string_view english, const Symbol& symbol, const std::string& of = {}) {
    const double x = box_.x0 + column_ * (count_ / in_column()),
                 y = box_.y0 + kRow * (count_ % in_column()) + kRow / 2;
    symbol(x + 8, y);
    const std::string text = said(words_, english) + of;
    TextStyle style = small();
    // Too long, it is broken, in letters of which two lines have room.
    const size_t space = middle_space(text);
    if (pen_.type->measure(text, style).width > column_ - 30 && space != std::string::npos) {
      style.size = 0.47 * kRow;
      pen_.text(text.substr(0, space), x + 24, y - 0.1 * style.size, style, Align::left, column_ - 30);
      pen_.text(text.substr(space + 1), x + 24, y + 0.9 * style.size, style, Align::left, column_ - 30);
    } else {
      pen_.text(text, x + 24, y + 0.35 * kLetters, style, Align::left, column_ - 30);
    }
    ++count_;
  }
  Box used() const {
    const int columns = (count_ + in_column() - 1) / in_column(), rows = std::min(count_, in_column());
    return {box_.x0, box_.y0, box_.x0 + column_ * columns, box_.y0 + kRow * rows};
  }

 private:
  int in_column() const { return std::max(1, static_cast<int>(box_.height() / kRow)); }

  const Painter& pen_;
  Box box_;
  const LegendWords& words_;
  double column_ = std::min(kWidestColumn, box_.width() / 2);
  int count_ = 0;
};

void front_line(const Painter& pen, double x, double y) {
  pen.rectangle({x - 8, y - 5, x + 8, y + 5}, overlay_colour::kField, 0.45);
  pen.line(x, y - 5, x, y + 5, overlay_colour::kFront, 2);
}

void add_field(Rows& rows, const Painter& pen, const OverlayField& field, const std::string& of) {
  if (field.meaning == FieldMeaning::none) return;
  const char* words = field.meaning == FieldMeaning::phase  ? "phase, front"
                      : field.meaning == FieldMeaning::band ? "field, open band"
                                                            : "field (rate)";
  rows.add(
      words, [&](double x, double y) { front_line(pen, x, y); }, of);
}

/// A bar of colours with the words under it; the bar's box.
Box scale_bar(const Painter& pen, const Box& box, Rgb (*colour)(double share), const std::string& low,
              const std::string& words, const std::string& high) {
  const Box bar{box.x0, box.y0 + 8, box.x0 + 210, box.y0 + 18};
  cairo_pattern_t* ramp = cairo_pattern_create_linear(bar.x0, 0, bar.x1, 0);
  for (int i = 0; i <= 10; ++i) {
    const Rgb c = colour(i / 10.0);
    cairo_pattern_add_color_stop_rgb(ramp, i / 10.0, c.r, c.g, c.b);
  }
  cairo_rectangle(pen.cr, bar.x0, bar.y0, bar.width(), bar.height());
  cairo_set_source(pen.cr, ramp);
  cairo_fill(pen.cr);
  cairo_pattern_destroy(ramp);
  const double y = bar.y1 + 18;
  pen.text(low, bar.x0, y, small());
  pen.text(words, 0.5 * (bar.x0 + bar.x1), y, small(), Align::centre);
  pen.text(high, bar.x1, y, small(), Align::right);
  return bar;
}

/// Where agents go, and how many go there.
Box legend_of_goals(const Painter& pen, const Box& box, const CrowdOverlay& crowd, const LegendWords& words) {
  Rows rows(pen, box, words);
  const std::vector<Rgb> colours = goal_colours(crowd.goals.size());
  const auto count = [&](size_t goal) {
    return " (" + grouped(std::count(crowd.goal.begin(), crowd.goal.end(), static_cast<uint8_t>(goal))) + ")";
  };
  for (size_t k = 0; k < crowd.goals.size(); ++k)
    rows.add(
        crowd.goals[k], [&](double x, double y) { disc_at(pen, x, y, 3.6, colours[k]); }, count(k + 1));
  rows.add(
      "wandering", [&](double x, double y) { disc_at(pen, x, y, 3.6, overlay_colour::kWandering); },
      count(0));
  if (!crowd.asleep.empty())
    rows.add("asleep", [&](double x, double y) { disc_at(pen, x, y, 2.6, overlay_colour::kIdle, 0.6); });
  return rows.used();
}

Box legend_of(const Painter& pen, const Box& box, const CrowdOverlay& crowd, const LegendWords& words) {
  if (!crowd.goal.empty()) return legend_of_goals(pen, box, crowd, words);
  const Box bar = scale_bar(pen, box, speed_colour, decimal(crowd.slow_mps, 2), said(words, "speed, m/s"),
                            decimal(crowd.fast_mps, 2));
  const double y = bar.y1 + 18;
  if (crowd.asleep.empty()) return {box.x0, box.y0, bar.x1, y + 6};
  disc_at(pen, bar.x0 + 8, y + kRow, 2.6, overlay_colour::kIdle, 0.6);
  pen.text(said(words, "asleep"), bar.x0 + 24, y + kRow + 0.35 * kLetters, small());
  return {box.x0, box.y0, bar.x1, y + kRow + 6};
}

Box legend_of(const Painter& pen, const Box& box, const ActionOverlay& action, const LegendWords& words) {
  Rows rows(pen, box, words);
  rows.add("idle", [&](double x, double y) { disc_at(pen, x, y, 2.6, overlay_colour::kIdle); });
  rows.add("active", [&](double x, double y) { disc_at(pen, x, y, 3.6, overlay_colour::kActive); });
  rows.add("just started", [&](double x, double y) {
    disc_at(pen, x, y, 8, overlay_colour::kActive, 0.35);
    disc_at(pen, x, y, 3.6, overlay_colour::kStarted);
  });
  add_field(rows, pen, action.field, "");
  return rows.used();
}

Box legend_of(const Painter& pen, const Box& box, const SpawnOverlay& spawn, const LegendWords& words) {
  Rows rows(pen, box, words);
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
    if (std::find(spawn.living_category.begin(), spawn.living_category.end(), category) !=
        spawn.living_category.end())
      rows.add(kCategorySlugs[static_cast<size_t>(category)],
               [&](double x, double y) { disc_at(pen, x, y, 3, category_colour(category)); });
  if (!spawn.candidates.empty())
    rows.add("site, its turn",
             [&](double x, double y) { ring_at(pen, x, y, 4, 1.3, overlay_colour::kFront); });
  rows.add("spawned", [&](double x, double y) { ring_at(pen, x, y, 6, 1.6, overlay_colour::kSpawned); });
  rows.add("killed", [&](double x, double y) {
    pen.line(x - 4, y - 4, x + 4, y + 4, overlay_colour::kKilled, 1.8);
    pen.line(x - 4, y + 4, x + 4, y - 4, overlay_colour::kKilled, 1.8);
  });
  rows.add("player", [&](double x, double y) { disc_at(pen, x, y, 4, overlay_colour::kPlayer); });
  add_field(rows, pen, spawn.field, " (" + spawn.field_class + ")");
  return rows.used();
}

Box legend_of(const Painter& pen, const Box& box, const MoodOverlay& moods, const LegendWords& words) {
  Rows rows(pen, box, words);
  for (size_t k = 0; k < kMoods; ++k) {
    // How many there are, and, where they differ, how many there should be.
    std::string count = "  " + grouped(moods.got[k]);
    if (moods.asked[k] != moods.got[k] && moods.asked != decltype(moods.asked){})
      count += " / " + grouped(moods.asked[k]);
    rows.add(
        kMoodSlugs[k],
        [&](double x, double y) {
          disc_at(pen, x, y, k == 0 ? 2.6 : 3.8, mood_colour(static_cast<Mood>(k)));
        },
        count);
  }
  rows.add("alarmed", [&](double x, double y) {
    disc_at(pen, x, y, 8, overlay_colour::kKilled, 0.4);
    disc_at(pen, x, y, 3, mood_colour(Mood::alert));
  });
  if (!moods.stimuli.empty())
    rows.add("stimulus", [&](double x, double y) { ring_at(pen, x, y, 7, 1.4, overlay_colour::kStarted); });
  if (moods.players.size() > 0)
    rows.add("player", [&](double x, double y) { disc_at(pen, x, y, 4, overlay_colour::kPlayer); });
  return rows.used();
}

Box legend_of(const Painter& pen, const Box& box, const SquadOverlay&, const LegendWords& words) {
  Rows rows(pen, box, words);
  for (size_t k = 0; k < kPostSlugs.size(); ++k)
    rows.add(kPostSlugs[k],
             [&](double x, double y) { disc_at(pen, x, y, 3.6, post_colour(static_cast<Post>(k))); });
  rows.add("attacks", [&](double x, double y) {
    disc_at(pen, x, y, 8, overlay_colour::kKilled, 0.45);
    disc_at(pen, x, y, 3.6, overlay_colour::kStarted);
  });
  rows.add("target, its front", [&](double x, double y) {
    disc_at(pen, x - 4, y, 3.4, overlay_colour::kPlayer);
    pen.line(x - 4, y, x + 7, y - 5, overlay_colour::kPlayer, 1);
    pen.line(x - 4, y, x + 7, y + 5, overlay_colour::kPlayer, 1);
  });
  return rows.used();
}

Box legend_of(const Painter& pen, const Box& box, const EcologyOverlay& ecology, const ClassMarks& marks,
              const LegendWords& words) {
  const EcologyClass& shown = ecology.classes[ecology.shown];
  const ClassMark* const mark = find_mark(marks, shown.category, shown.slug);
  const auto shown_at = [&](double x, double y) {
    if (mark != nullptr)
      draw_class_mark(pen, *mark, x, y, std::min(1.3, 8 / resource_radius(mark->tier)));
    else if (shown.category == Category::wildlife)
      disc_at(pen, x, y, 4, overlay_colour::kPlayer);
    else
      disc_at(pen, x, y, 3.2, category_colour(Category::resource));
  };
  const bool animals = shown.category == Category::wildlife;
  Box room = box;
  if (animals) {
    const double top = ecology.field.level;
    const Box bar = scale_bar(pen, box, heads_colour, "0", said(words, "heads per km²"),
                              decimal(top, top < 10 ? 1 : 0) + "+");
    room.y0 = bar.y1 + 24;
  }
  Rows rows(pen, room, words);
  if (animals) {
    rows.add("", shown_at, shown.label);
    if (ecology.others.size() > 0)
      rows.add("other animals",
               [&](double x, double y) { disc_at(pen, x, y, 2.2, category_colour(Category::wildlife)); });
  } else {
    rows.add("", shown_at, shown.label);
    rows.add("rests", [&](double x, double y) { ring_at(pen, x, y, 3.4, 1.1, overlay_colour::kCandidate); });
    rows.add("best ground now", [&](double x, double y) {
      pen.rectangle({x - 8, y - 5, x + 8, y + 5}, overlay_colour::kField, 0.6);
    });
  }
  if (ecology.players.size() > 0)
    rows.add("player", [&](double x, double y) { ring_at(pen, x, y, 4, 1.1, overlay_colour::kPlayer); });
  Box used = rows.used();
  if (animals) used = {box.x0, box.y0, std::max(used.x1, box.x0 + 210), used.y1};
  return used;
}

}  // namespace

std::string clock_text(double time_s) {
  const auto seconds = static_cast<int64_t>(time_s + 1e-6);
  const auto two = [](int64_t v) { return (v < 10 ? "0" : "") + std::to_string(v); };
  return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

std::string figure_text(const OverlayFigure& figure) {
  if (!std::isfinite(figure.value)) return "-";
  const bool whole = figure.value == std::floor(figure.value) && std::fabs(figure.value) < 1e15;
  const std::string number = whole && figure.value > 1      ? grouped(static_cast<int64_t>(figure.value))
                             : std::fabs(figure.value) < 10 ? decimal(figure.value, whole ? 0 : 3)
                                                            : decimal(figure.value, 1);
  return figure.unit.empty() ? number : number + " " + figure.unit;
}

double round_top(double value) {
  if (!(value > 0)) return 1;
  double power = 1;
  while (power * 10 < value) power *= 10;
  while (power >= value) power /= 10;
  for (const double step : {1.0, 2.0, 5.0, 10.0})
    if (step * power >= value) return step * power;
  return 10 * power;
}

Box draw_legend(const Painter& pen, const Box& box, const Overlay& overlay, const ClassMarks& marks,
                const LegendWords& words) {
  return std::visit(
      [&](const auto& content) {
        if constexpr (requires { legend_of(pen, box, content, marks, words); })
          return legend_of(pen, box, content, marks, words);
        else
          return legend_of(pen, box, content, words);
      },
      overlay.content);
}

void draw_figures(const Painter& pen, const Box& box, std::span<const OverlayFigure> figures) {
  double y = box.y0 + 12;
  for (const OverlayFigure& figure : figures) {
    if (y > box.y1) return;
    pen.text(figure.label, box.x0, y, small(), Align::left, 0.68 * box.width());
    pen.text(figure_text(figure), box.x1, y, small(kText), Align::right);
    y += kRow;
  }
}

void draw_curve(const Painter& pen, const Box& box, const Curve& curve, const OverlayFigure& now) {
  pen.text(now.label, box.x0, box.y0 + 12, small());
  pen.text(figure_text(now), box.x1, box.y0 + 12, small(kText), Align::right);
  const Box plot{box.x0, box.y0 + 20, box.x1, box.y1};
  pen.line(plot.x0, plot.y1, plot.x1, plot.y1, kHairline, 1);
  pen.line(plot.x0, plot.y0, plot.x1, plot.y0, kHairline, 1);
  if (curve.values.empty()) return;
  const auto x_of = [&](size_t i) {
    return plot.x0 +
           plot.width() * static_cast<double>(i) / static_cast<double>(std::max<size_t>(curve.frames, 2) - 1);
  };
  const auto y_of = [&](double v) {
    return plot.y1 - plot.height() * std::clamp((std::isfinite(v) ? v : 0) / curve.top, 0.0, 1.0);
  };
  cairo_new_path(pen.cr);
  for (size_t i = 0; i < curve.values.size(); ++i) cairo_line_to(pen.cr, x_of(i), y_of(curve.values[i]));
  pen.colour(overlay_colour::kActive);
  cairo_set_line_width(pen.cr, 1.6);
  cairo_set_line_join(pen.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke_preserve(pen.cr);
  cairo_line_to(pen.cr, x_of(curve.values.size() - 1), plot.y1);
  cairo_line_to(pen.cr, plot.x0, plot.y1);
  pen.colour(overlay_colour::kActive, 0.14);
  cairo_fill(pen.cr);
  disc_at(pen, x_of(curve.values.size() - 1), y_of(curve.values.back()), 3, overlay_colour::kStarted);
}

}  // namespace fw::overlay
