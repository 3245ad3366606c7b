#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/job/folder/manifest.h"
#include "core/base/result.h"
#include "core/experiment/study.h"

namespace fw {

// The texts of a study's folder. CSV: RFC 4180, LF, decimal point; a figure that a run does not have is empty
// (null in JSON).

/// study,preset,scale,variant,method,seed,metric,value,unit
std::string runs_csv(std::span<const RunRow> rows);
std::string runs_json(std::span<const RunRow> rows);

/// study,preset,scale,variant,method,metric,mean,ci95,n,published,deviation
std::string summary_csv(std::span<const SummaryRow> rows);
/// The same with unit, reference_low, reference_high, reference_source and verdict.
std::string summary_json(std::span<const SummaryRow> rows);

/// The rows of summary that have a published value or a reference, with both.
std::string comparison_csv(std::span<const SummaryRow> rows);

/// study,preset,scale,variant,method,series,unit,x_name,x_unit,x,mean,ci95
std::string series_csv(std::span<const SeriesMean> series);

/// study,preset,scale,variant,method,ms_per_tick,ci95,runs,published_ms
std::string runtime_csv(std::span<const RuntimeRow> rows);

/// For a person at a terminal: method, metric, published, ours, deviation, reference, verdict, a block per
/// scale and variant. Rows without a published value or a reference show if the metric is one of the study's
/// chief ones.
std::string comparison_table(const StudyResult& result, bool colour);

/// Grows when an older program could no longer read the folder.
inline constexpr int kStudyManifestFormat = 1;

/// What was asked, how many runs there are and which, and every file with its size and SHA-256.
std::string study_manifest_json(const StudyRequest& request, const std::vector<std::string>& run_digests,
                                const std::string& version, const std::vector<Manifest::File>& files);

/// Whether a study may write into a folder: it is missing, empty of our files, or holds this kind of study.
/// ErrorKind::io names what else it holds.
Result<Done> check_study_folder(const std::filesystem::path& folder, Study study);

}  // namespace fw
