#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/store/trace/trace_store.h"

namespace stagescope {
namespace {

struct Row {
    const FileSource &file;
    std::optional<int> rank;
    std::string_view capture;
    std::string_view state;
};

std::vector<Cell> cellsOf(const Row &row) {
    return {numberCell(row.rank),      textCell(row.capture),     textCell(row.file.path),
            textCell(row.file.format), numberCell(row.file.size), textCell(row.file.chosen ? "yes" : "no"),
            textCell(row.state)};
}

/// A file without a reader is known by name only; one that was not chosen has a better twin.
std::string_view stateOf(const RankCapture &capture, const FileSource &file) {
    if (file.format.empty()) {
        return "not read yet";
    }
    if (!file.chosen) {
        return "another source is used";
    }
    for (const auto &loaded : capture.loaded) {
        if (loaded.source == file.id) {
            return loaded.traces.empty() ? "read" : "read with trace";
        }
    }
    return "not loaded";
}

std::string_view stateOf(const SnapshotFile &snapshot) {
    return snapshot.file.format.empty() ? "not read yet" : snapshot.store != nullptr ? "read" : "not loaded";
}

Result<ResultTable> runFiles(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("files"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    for (const auto &capture : run->captures) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (!input.wants(capture.rank)) {
            continue;
        }
        const auto rank = capture.rank < 0 ? std::nullopt : std::optional(capture.rank);
        for (const auto &file : capture.files) {
            table.rows.push_back(cellsOf({file, rank, capture.captureLabel, stateOf(capture, file)}));
        }
    }
    for (const auto &snapshot : run->snapshots) {
        if (input.wants(snapshot.rank.value_or(-1))) {
            table.rows.push_back(cellsOf({snapshot.file, snapshot.rank, "", stateOf(snapshot)}));
        }
    }
    for (const auto &file : run->clusterFiles) {
        if (input.ranks.empty()) {
            table.rows.push_back(cellsOf({file, std::nullopt, "", file.format.empty() ? "not read yet" : "read"}));
        }
    }
    return table;
}

}  // namespace

AnalysisEntry makeFilesEntry() {
    return {.id = "files",
            .title = "Files",
            .columns =
                {
                    integerColumn("rank", "", "Global rank the file belongs to; empty for files of the whole run."),
                    textColumn("capture", "Which capture of the rank, where it has several."),
                    textColumn("path", "Path of the file."),
                    textColumn("format", "Reader of the file; empty when it is known by its name only."),
                    integerColumn("size_bytes", "bytes", "Size of the file."),
                    textColumn("chosen", "no: another file of the rank tells the same and is used instead."),
                    textColumn("state", "read, read with trace, not loaded, not read yet, or another source is used."),
                },
            .run = &runFiles};
}

}  // namespace stagescope
