#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/job/study/study_charts.h"
#include "core/experiment/figures.h"
#include "render/chart/chart.h"

// What a study's charts are made of; private to this room.
namespace fw {

/// The title of a method (core/model/coordinator.h); the slug itself of an unknown one.
std::string method_label(std::string_view slug);
/// Whether a coherent-noise field drives the method.
bool is_noise_driven(std::string_view slug);

/// Bars of every key metric, scatter and curves.
std::vector<NamedChart> result_charts(const StudyResult& result);

PanelFigure crowd_chart(const CrowdFigure& figure, const std::string& subtitle);
PanelFigure hazard_chart(const HazardFigure& figure, const std::string& subtitle);
PanelFigure spawn_chart(const SpawnFigure& figure, const std::string& subtitle);
PanelFigure sampling_chart(const SamplingFigure& figure, const std::string& subtitle);
PanelFigure discrete_chart(const DiscreteFigure& figure, const std::string& subtitle);

}  // namespace fw
