#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {
namespace {

struct FileRow {
    const FileSource *file;
    std::optional<int> rank;
    std::string_view capture;
    std::string_view state;

    operator const FileSource &() const { return *file; }
};

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

void addFiles(const AnalysisInput &input, const std::stop_token &stop, TableRows<FileRow> &out) {
    const auto &run = *input.run();
    for (const auto &capture : run.captures) {
        for (const auto &file : capture.files) {
            if (input.wants(capture.rank) && !stop.stop_requested()) {
                out.add({&file, ifKnown(capture.rank), capture.captureLabel, stateOf(capture, file)});
            }
        }
    }
    for (const auto &snapshot : run.snapshots) {
        if (input.wants(snapshot.rank.value_or(-1))) {
            out.add({&snapshot.file, snapshot.rank, "", stateOf(snapshot)});
        }
    }
    for (const auto &file : run.clusterFiles) {
        if (input.ranks.empty()) {
            out.add({&file, std::nullopt, "", file.format.empty() ? "not read yet" : "read"});
        }
    }
}

}  // namespace

AnalysisEntry makeFilesEntry() {
    return runTable<FileRow>(
        {{.id = "files", .title = "Files"}},
        {
            column("rank", "Global rank the file belongs to; empty for files of the whole run.", &FileRow::rank),
            column("capture", "Which capture of the rank, where it has several.", &FileRow::capture),
            column("path", "Path of the file.", &FileSource::path),
            column("format", "Reader of the file; empty when it is known by its name only.", &FileSource::format),
            column("size_bytes", "bytes", "Size of the file.", &FileSource::size),
            column("chosen", "no: another file of the rank has the same data and is used instead.",
                   &FileSource::chosen),
            column("state", "read, read with trace, not loaded, not read yet, or another source is used.",
                   &FileRow::state),
        },
        addFiles);
}

}  // namespace stagescope
