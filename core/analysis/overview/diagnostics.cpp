#include "core/analysis/overview/diagnostics.h"

#include "core/analysis/communication/cluster_agreement.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {
namespace {

Result<ResultTable> runImportLog(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("import_log"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    auto list = diagnostics(*run);
    for (auto &entry : clusterAgreement(*run, stop)) {
        list.push_back({std::nullopt, std::move(entry)});
    }
    for (const auto &[rank, entry] : list) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (!input.wants(rank.value_or(-1))) {
            continue;
        }
        const auto sample = entry.samples.empty() ? ImportEntry::Sample{} : entry.samples.front();
        table.rows.push_back({textCell(severityText(entry.severity)), numberCell(rank), textCell(entry.source),
                              textCell(entry.code), numberCell(entry.count), textCell(sample.where),
                              textCell(sample.detail)});
    }
    return table;
}

}  // namespace

std::vector<Diagnostic> diagnostics(const Run &run) {
    std::vector<Diagnostic> result;
    const auto take = [&](const std::shared_ptr<const ImportLog> &log, std::optional<int> rank) {
        if (log != nullptr) {
            for (auto &entry : log->entries()) {
                result.push_back({rank, std::move(entry)});
            }
        }
    };
    take(run.log, std::nullopt);
    for (const auto &capture : run.captures) {
        take(capture.log, capture.rank < 0 ? std::nullopt : std::optional(capture.rank));
    }
    for (const auto &snapshot : run.snapshots) {
        take(snapshot.log, snapshot.rank);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Diagnostic &a, const Diagnostic &b) { return a.entry.severity > b.entry.severity; });
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
    return {.id = "import_log",
            .title = "Import log",
            .depth = LoadDepth::Deep,
            .columns =
                {
                    textColumn("severity",
                               "data loss: rows or bytes of the file are not shown; error: a part of it could not be "
                               "used; info: worth knowing."),
                    integerColumn("rank", "", "Global rank; empty for the run as a whole."),
                    textColumn("source", "Path of the file or folder."),
                    textColumn("code", "Stable name of the trouble."),
                    integerColumn("count", "", "How often it occurred in this file."),
                    textColumn("first_where", "Where it occurred first: byte, row or table."),
                    textColumn("first_detail", "What stood there, shortened."),
                },
            .run = &runImportLog};
}

}  // namespace stagescope
