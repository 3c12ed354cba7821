// The part of DirectoryScanner that knows folders of MindSpore's old profiler: files of all ranks of a host side by
// side, with the rank in the name.
#include "core/base/path_text.h"
#include "core/session/discovery/directory_scanner.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"

#include <algorithm>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr std::string_view kHcclFolder = "hccl_info_";

std::optional<int> rankOfHccl(std::string_view folder) {
    return folder.starts_with(kHcclFolder) ? rankInSuffix(folder) : std::nullopt;
}

/// "step_trace_raw_3_detail_time.csv", "ascend_timeline_display_3.json" (also gpu_ and cpu_)
std::optional<int> rankOfFile(std::string_view name) {
    constexpr std::string_view kSteps = "step_trace_raw_";
    constexpr std::string_view kStepsEnd = "_detail_time.csv";
    if (name.starts_with(kSteps) && name.ends_with(kStepsEnd)) {
        return rankInSuffix(name.substr(0, name.size() - kStepsEnd.size()));
    }
    return knownFile(name).kind == FileKind::TraceView && name.find("timeline_display_") != std::string_view::npos
               ? rankInSuffix(name)
               : std::nullopt;
}

/// "pipeline_profiling_3.json", "dataset_3.csv"
std::optional<int> rankOfDataFile(std::string_view name) {
    const bool isOfData = knownFile(name).format == "data_pipeline" || name.starts_with("dataset_");
    return isOfData ? rankInSuffix(name) : std::nullopt;
}

}  // namespace

DirectoryScanner::Numbered DirectoryScanner::numberFromDataFiles(const std::vector<FileSource> &files) {
    for (const auto &file : files) {
        if (const auto rank = rankOfDataFile(lastPart(file.path))) {
            return {*rank, RankOrigin::FileName};
        }
    }
    return {};
}

bool DirectoryScanner::isOldMindSpore(const Folder &folder) {
    std::set<int> ranks;  // files of one rank may lie in its own folder
    for (const auto &name : folder.files) {
        if (const auto rank = rankOfDataFile(name)) {
            ranks.insert(*rank);
        }
    }
    return ranks.size() > 1 ||
           std::any_of(folder.folders.begin(), folder.folders.end(),
                       [](const auto &name) { return rankOfHccl(name).has_value(); }) ||
           std::any_of(folder.files.begin(), folder.files.end(),
                       [](const auto &name) { return rankOfFile(name).has_value(); });
}

void DirectoryScanner::addOldMindSpore(const Folder &folder, int depth) {
    std::map<int, std::vector<FileSource>> ranks;
    const auto take = [&](int rank, const std::string &path, std::string_view name) {
        if (auto file = source(path, knownFile(name).format)) {
            ranks[rank].push_back(std::move(*file));
        }
    };
    for (const auto &name : folder.files) {
        const bool isListed = knownFile(name).kind == FileKind::Later;  // seen, though nothing reads it
        const auto rank = isListed ? rankInSuffix(name) : rankOfFile(name);
        if (const auto known = rank ? rank : rankOfDataFile(name)) {
            take(*known, folder.path + '/' + name, name);
        }
    }
    for (const auto &name : folder.folders) {
        const auto rank = rankOfHccl(name);
        const auto operators = rank ? m_reader.read(folder.path + '/' + name, depth + 1) : std::nullopt;
        for (const auto &each : operators ? operators->folders : std::vector<std::string>{}) {
            const auto traces = m_reader.read(operators->path + '/' + each, depth + 2, FolderReader::kMaxInnerDepth);
            for (const auto &trace : traces ? traces->files : std::vector<std::string>{}) {
                if (knownFile(trace).format == "hccl_trace") {
                    take(*rank, traces->path + '/' + trace, trace);
                }
            }
        }
    }
    for (auto &[rank, files] : ranks) {
        addCapture(folder.path, std::move(files), {rank, RankOrigin::FileName});
    }
}

}  // namespace stagescope
