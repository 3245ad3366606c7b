#pragma once

#include "core/experiment/study_internal.h"

// What the study of tactics charts, what its figures must hold, and what other programs reached in the same
// scenes (docs/studies.md). Private to this room.
namespace fw::tactics_tables {

inline constexpr StudyMetric kMetrics[] = {
    {"speed", "Speed along the way", "Speed", Better::higher},
    {"lane_order", "Order of lanes", "Share of one stream", Better::higher},
    {"flow", "Flow through doors and corridors", "Walkers per metre and second", Better::higher},
    {"overlap_max", "Largest overlap of two bodies", "Share of the sum of radii", Better::lower},
    {"collisions_per_agent_min", "Collisions", "Per walker and minute", Better::lower},
    {"jerk_tick", "Jerk between steps", "Jerk", Better::lower},
    {"crowding", "Crowding against density", "Felt over true density", Better::lower},
    {"detour", "Time over the shortest", "Ratio", Better::lower},
    {"last_s", "Until the last one is through", "Time", Better::lower},
    {"share_error", "Counts against what was asked", "Share of all", Better::lower},
    {"morans_i", "Moods that stand together", "Moran's I", Better::higher},
    {"over_nearest", "All ways over those to the nearest", "Ratio", Better::lower},
    {"start_gap_cv", "Rhythm of attacks", "CV of the time between starts", Better::lower},
    {"gini", "How unevenly attacks are shared out", "Gini coefficient", Better::lower},
};
inline constexpr std::string_view kChief[] = {"speed",           "overlap_max", "done",        "share_error",
                                              "flicker_per_min", "at_once",     "start_gap_cv"};

constexpr PublishedBand at_least(std::string_view scene, std::string_view metric, double low,
                                 std::string_view method = "field") {
  return {"medium", method, metric, low, kInfinity, "threshold", scene};
}
constexpr PublishedBand at_most(std::string_view scene, std::string_view metric, double high,
                                std::string_view method = "field") {
  return {"medium", method, metric, -kInfinity, high, "threshold", scene};
}
constexpr PublishedBand between(std::string_view scene, std::string_view metric, double low, double high,
                                std::string_view method = "field") {
  return {"medium", method, metric, low, high, "threshold", scene};
}
/// Within 8 % of Weidmann's (1993) speed.
constexpr PublishedBand weidmann(std::string_view scene, double speed) {
  return between(scene, "speed", 0.92 * speed, 1.08 * speed);
}

inline constexpr PublishedBand kBands[] = {
    weidmann("uni_0.5", 1.30),
    weidmann("uni_1", 1.06),
    weidmann("uni_2", 0.61),
    weidmann("uni_3", 0.33),
    at_least("bi_0.5", "speed", 1.2),
    at_least("bi_1", "speed", 1.0),
    at_least("bi_1.5", "speed", 0.78),
    at_least("bi_2", "speed", 0.50),
    at_least("bi_0.5", "lane_order", 0.9),
    at_least("bi_1", "lane_order", 0.9),
    at_least("bi_1.5", "lane_order", 0.9),
    at_least("bi_2", "lane_order", 0.9),
    at_most("bi_0.5", "crowding", 1.6),
    at_most("bi_1", "crowding", 1.35),
    at_most("bi_1.5", "crowding", 1.15),
    at_most("bi_2", "crowding", 1.1),
    at_most("bi_2", "collisions_per_agent_min", 0.1),
    at_most("bi_2", "overlap_max", 0.08),
    at_most("bi_1.5", "jerk_tick", 1.8),
    at_least("cross_0.5", "speed", 1.15),
    at_least("cross_1", "speed", 0.92),
    at_least("cross_1.5", "speed", 0.66),
    at_most("cross_0.5", "overlap_max", 0.08),
    at_most("cross_1", "overlap_max", 0.08),
    at_most("cross_1.5", "overlap_max", 0.08),
    between("door_0.9", "flow", 1.7, 2.7),
    between("door_1.2", "flow", 1.7, 2.7),
    between("door_1.8", "flow", 1.7, 2.7),
    between("door_2.4", "flow", 1.7, 2.7),
    at_most("door_0.9", "overlap_max", 0.17),
    at_most("door_1.2", "overlap_max", 0.17),
    at_most("door_1.8", "overlap_max", 0.17),
    at_most("door_2.4", "overlap_max", 0.17),
    at_least("door_0.9", "done", 1),
    at_least("door_1.2", "done", 1),
    at_least("door_1.8", "done", 1),
    at_least("door_2.4", "done", 1),
    at_least("swap_0.9", "done", 1),
    at_least("swap_1.2", "done", 1),
    at_least("swap_1.8", "done", 1),
    at_most("swap_0.9", "last_s", 70),
    at_most("swap_1.2", "last_s", 60),
    at_most("swap_1.8", "last_s", 50),
    at_most("circle_24", "detour", 1.25),
    at_most("circle_100", "detour", 1.45),
    at_most("circle_250", "detour", 1.3),
    at_most("circle_24", "overlap_max", 0.12),
    at_most("circle_100", "overlap_max", 0.12),
    at_most("circle_250", "overlap_max", 0.12),
    at_most("through_1", "last_s", 32),
    at_most("through_2", "last_s", 70),
    at_most("through_3", "last_s", 90),
    at_least("through_1", "done", 1),
    at_least("through_2", "done", 1),
    at_least("through_3", "done", 1),
    at_most("pile_500", "overlap_max", 0),
    at_most("mixed", "overlap_max", 0.06),
    at_least("mixed", "speed", 1.08),
    at_most("goals", "share_error", 0, "balanced"),
    at_most("mood", "share_error", 0, "kept"),
    at_least("mood", "morans_i", 0.68, "kept"),
    at_most("mood", "flicker_per_min", 1.6, "kept"),
    at_least("mood", "response", 0.95, "kept"),
    between("alarm", "front_mps", 10.8, 12.6, "kept"),
    between("alarm", "reach_200", 0.88, 1.12, "kept"),
    between("alarm", "reach_350", 0.88, 1.12, "kept"),
    between("ring", "at_once", 3, 3, "paced"),
    at_most("ring", "start_gap_cv", 0.12, "paced"),
    at_most("ring", "wait_max", 1.5 * 14 / (3 / 2.2), "paced"),
    between("ring", "front_share", 0.67, 0.73, "paced"),
    at_most("ring", "bearing_gap", 75, "paced"),
    at_most("ring", "gini", 0.15, "paced"),
    at_most("day", "share_error", 0, "kept"),
    at_most("day", "changes_per_day", 2.25, "kept"),
};

/// Measured beside ours on one machine with the peers' own programs, seeds 100..104; weidmann: the formula.
inline constexpr PeerRow kPeers[] = {
    {"uni_0.5", "weidmann", "speed", 1.30},
    {"uni_1", "weidmann", "speed", 1.06},
    {"uni_2", "weidmann", "speed", 0.61},
    {"uni_3", "weidmann", "speed", 0.33},
    {"uni_0.5", "orca", "speed", 1.33},
    {"uni_1", "orca", "speed", 1.33},
    {"uni_2", "orca", "speed", 1.29},
    {"uni_3", "orca", "speed", 1.24},
    {"bi_0.5", "orca", "speed", 1.25},
    {"bi_1", "orca", "speed", 1.18},
    {"bi_1.5", "orca", "speed", 1.00},
    {"bi_2", "orca", "speed", 0.57},
    {"bi_2", "social_force", "speed", 0.44},
    {"bi_2", "speed_model", "speed", 0.17},
    {"bi_0.5", "orca", "lane_order", 0.56},
    {"bi_2", "orca", "lane_order", 0.16},
    {"bi_2", "orca", "collisions_per_agent_min", 24.9},
    {"bi_2", "orca", "overlap_max", 0.32},
    {"bi_1.5", "orca", "jerk_tick", 3.4},
    {"bi_1.5", "social_force", "jerk_tick", 21},
    {"bi_1.5", "power_law", "jerk_tick", 4.2},
    {"cross_0.5", "orca", "speed", 1.30},
    {"cross_1", "orca", "speed", 1.26},
    {"cross_1.5", "orca", "speed", 1.22},
    {"cross_0.5", "orca", "overlap_max", 0.06},
    {"cross_1", "orca", "overlap_max", 0.19},
    {"cross_1.5", "orca", "overlap_max", 0.18},
    {"swap_0.9", "orca", "done", 0.78},
    {"swap_1.2", "orca", "done", 0.77},
    {"swap_1.8", "orca", "done", 1},
    {"circle_24", "orca", "detour", 1.12},
    {"circle_100", "orca", "detour", 1.28},
    {"circle_250", "orca", "detour", 1.28},
    {"circle_24", "orca", "overlap_max", 0.27},
    {"circle_100", "orca", "overlap_max", 0.73},
    {"circle_250", "orca", "overlap_max", 0.84},
    {"through_1", "orca", "last_s", 25},
    {"through_2", "orca", "last_s", 62},
    {"through_3", "orca", "done", 0},
    {"mixed", "orca", "overlap_max", 0.088},
};

}  // namespace fw::tactics_tables
