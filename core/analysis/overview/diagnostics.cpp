#include "core/analysis/overview/diagnostics.h"

#include "core/analysis/communication/cluster_agreement.h"
#include "core/analysis/sched/sched_placement.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>

namespace stagescope {
namespace {

using ImportSample = ImportEntry::Sample;

/// Calls use(log, rank) for each log of a run until it gives false.
template <class Use>
void forEachLog(const Run &run, const Use &use) {
    const auto give = [&](const std::shared_ptr<const ImportLog> &log, std::optional<int> rank) {
        return log == nullptr || use(*log, rank);
    };
    bool goesOn = give(run.log, std::nullopt);
    for (std::size_t i = 0; goesOn && i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        goesOn = give(capture.log, capture.rank < 0 ? std::nullopt : std::optional(capture.rank));
    }
    for (std::size_t i = 0; goesOn && i < run.snapshots.size(); ++i) {
        goesOn = give(run.snapshots[i].log, run.snapshots[i].rank);
    }
}

ImportSample firstSample(const Diagnostic &diagnostic) {
    const auto &samples = diagnostic.entry.samples;
    return samples.empty() ? ImportSample{} : samples.front();
}

void addDiagnostics(const AnalysisInput &input, const std::stop_token &stop, TableRows<Diagnostic> &out) {
    auto list = diagnostics(*input.run());
    for (auto &entry : clusterAgreement(*input.run(), stop)) {
        list.push_back({std::nullopt, std::move(entry)});
    }
    for (auto &entry : schedClockNotes(*input.run(), stop)) {
        list.push_back({std::nullopt, std::move(entry)});
    }
    for (const auto &diagnostic : list) {
        if (input.wants(diagnostic.rank.value_or(-1))) {
            out.add(diagnostic);
        }
    }
}

}  // namespace

std::vector<Diagnostic> diagnostics(const Run &run) {
    std::vector<Diagnostic> result;
    forEachLog(run, [&](const ImportLog &log, std::optional<int> rank) {
        for (auto &entry : log.entries()) {
            result.push_back({rank, std::move(entry)});
        }
        return true;
    });
    std::stable_sort(result.begin(), result.end(),
                     [](const Diagnostic &a, const Diagnostic &b) { return a.entry.severity > b.entry.severity; });
    return result;
}

std::optional<Diagnostic> firstLoss(const Run &run) {
    std::optional<Diagnostic> result;
    forEachLog(run, [&](const ImportLog &log, std::optional<int> rank) {
        if (log.hasDataLoss()) {
            result = {rank, log.entries().front()};
        }
        return !result.has_value();
    });
    return result;
}

std::string_view severityText(Severity severity) {
    switch (severity) {
        case Severity::DataLoss:
            return "data loss";
        case Severity::Error:
            return "error";
        case Severity::Info:
            break;
    }
    return "info";
}

AnalysisEntry makeImportLogEntry() {
    using Row = Diagnostic;
    return runTable<Row>(
        {{.id = "import_log",
          .title = "Import log",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Summary,
          .isLean = true}},
        {
            column("severity",
                   "data loss: rows or bytes of the file are not shown; error: a part of it could not be used; info: "
                   "worth knowing.",
                   &Row::entry, &ImportEntry::severity, severityText),
            column("rank", "Global rank; empty for the run as a whole.", &Row::rank),
            column("source", "Path of the file or folder.", &Row::entry, &ImportEntry::source),
            column("code", "Stable name of the trouble.", &Row::entry, &ImportEntry::code),
            column("count", "How often it occurred in this file.", &Row::entry, &ImportEntry::count),
            column("first_where", "Where it occurred first: byte, row or table.", firstSample, &ImportSample::where),
            column("first_detail", "Text at that place, shortened.", firstSample, &ImportSample::detail),
        },
        addDiagnostics);
}

}  // namespace stagescope
