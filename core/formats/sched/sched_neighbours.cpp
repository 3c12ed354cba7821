#include "core/formats/sched/sched_neighbours.h"

#include "core/base/archive/archive_place.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/io/json_values.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerUs = 1000;

/// Names in a folder, folders alone where that is asked for; sorted.
std::vector<std::string> namesIn(const std::string &folder, bool foldersOnly) {
    constexpr std::size_t kMost = 1000;
    std::vector<std::string> names;
    if (const auto place = archivePlace(folder); place && place->isFolder()) {
        std::vector<std::string> files;
        place->archive->list(place->inside, files, names);
        if (!foldersOnly) {
            names.insert(names.end(), files.begin(), files.end());
        }
        names.resize(std::min(names.size(), kMost));
    }
    std::error_code error;
    std::filesystem::directory_iterator it(folder, error);
    for (; !error && it != std::filesystem::directory_iterator() && names.size() < kMost; it.increment(error)) {
        std::error_code unknown;
        if (!foldersOnly || it->is_directory(unknown)) {
            names.push_back(it->path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

bool isOfRank(std::string_view name) { return name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms"); }

/// Folders in which a profiler may have left its clocks.
std::vector<std::string> clockFolders(const std::string &folder) {
    std::vector<std::string> profs;
    const auto addProfs = [&](const std::string &in) {
        for (const auto &name : namesIn(in, true)) {
            if (name.starts_with("PROF_")) {
                profs.push_back(in + '/' + name);
            }
        }
    };
    addProfs(folder);
    for (const auto &name : namesIn(folder, true)) {
        if (isOfRank(name)) {
            addProfs(folder + '/' + name);
        }
    }
    std::vector<std::string> result{folder, folder + "/msinsight_profiling"};
    for (const auto &prof : profs) {
        result.push_back(prof + "/host");
        for (const auto &name : namesIn(prof, true)) {
            if (name.starts_with("device_")) {
                result.push_back(prof + '/' + name);
            }
        }
    }
    return result;
}

std::optional<std::int64_t> numberOf(simdjson::dom::object object, std::string_view key) {
    simdjson::dom::element value;
    return object[key].get(value) == simdjson::SUCCESS ? jsonNumber(value) : std::nullopt;
}

/// {"clockMonotonicRaw": "123456000000", "collectionTimeBegin": "123456"}: ns, and us since 1970.
std::optional<SchedNeighbours::Clock> clockIn(const std::string &folder, const LoadControl &control) {
    constexpr std::int64_t kLatestUs = std::int64_t{4'000'000'000'000'000};
    for (const auto &name : namesIn(folder, false)) {
        if (name != "start_info" && !name.starts_with("start_info.")) {
            continue;
        }
        const auto begin = JsonDocument::readObject(folder + '/' + name, control);
        const auto kernel = begin ? numberOf(begin->object(), "clockMonotonicRaw") : std::nullopt;
        const auto utc = begin ? numberOf(begin->object(), "collectionTimeBegin") : std::nullopt;
        if (!kernel || !utc || *kernel <= 0 || *utc <= 0 || *utc > kLatestUs) {
            continue;
        }
        SchedNeighbours::Clock clock{*kernel, *utc * kNsPerUs, {}, folder + '/' + name};
        const auto end = JsonDocument::readObject(folder + "/end_info" + name.substr(10), control);
        clock.kernelEnd = end ? numberOf(end->object(), "clockMonotonicRaw") : std::nullopt;
        return clock;
    }
    return std::nullopt;
}

/// {"4711": {"NSpid": "4711 12", "name": "python", "Tgid": "4700", "PPid": "1"}}
void addThreads(const std::string &path, const LoadControl &control,
                std::map<std::int32_t, SchedNeighbours::Thread> &to) {
    constexpr std::size_t kMost = 1'000'000;
    const auto document = JsonDocument::readObject(path, control);
    if (!document) {
        return;
    }
    for (const auto member : document->object()) {
        simdjson::dom::object fields;
        const auto id = wholeNumber<std::int32_t>(member.key);
        if (!id || to.size() >= kMost || member.value.get(fields) != simdjson::SUCCESS) {
            continue;
        }
        SchedNeighbours::Thread thread;
        std::string_view text;
        if (fields["NSpid"].get(text) == simdjson::SUCCESS) {
            text = trimmed(text);
            const auto blank = text.find_last_of(" \t");
            thread.inside =
                wholeNumber<std::int64_t>(blank == std::string_view::npos ? text : text.substr(blank + 1)).value_or(-1);
        }
        thread.process = numberOf(fields, "Tgid").value_or(-1);
        thread.name = fields["name"].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
        to.emplace(*id, std::move(thread));
    }
}

}  // namespace

SchedNeighbours schedNeighbours(const std::string &path, const LoadControl &control) {
    const auto folder = parentPath(path);
    SchedNeighbours found;
    for (const auto &place : {folder, folder + "/msinsight_profiling"}) {
        addThreads(place + "/pid_mapping.json", control, found.threads);
    }
    for (const auto &place : clockFolders(folder)) {
        if (found.clock || !control.checkpoint()) {
            break;
        }
        found.clock = clockIn(place, control);
    }
    return found;
}

}  // namespace stagescope
