#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "core/base/result.h"
#include "core/ecology/run.h"

// The tables, maps and charts of a run (docs/formats.md).
namespace fw {

std::string series_csv(const World& world, const std::vector<DayRow>& rows);
std::string events_csv(const World& world, const std::vector<Happening>& happenings);
std::string time_audit_csv(const World& world, const TimeAudit& audit, const std::vector<RunEvent>& events);
std::string time_audit_json(const World& world, const TimeAudit& audit, const std::vector<RunEvent>& events);

/// One Float32 band a class of animals (stock over quota of a block), then soil and uses of every resource.
/// `file` must not exist. ErrorKind::io.
Result<Done> write_run_map(const std::filesystem::path& file, const RunPlan& plan, const EcologyState& state);

/// Stocks, nodes and, where something was wiped, how it came back.
std::vector<NamedChart> run_charts(const World& world, const History& history,
                                   const std::vector<RunEvent>& events);

}  // namespace fw
