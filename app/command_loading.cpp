#include "app/command_loading.h"

#include "app/command_choice.h"
#include "app/command_outcome.h"
#include "app/crash_report.h"
#include "app/output.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace stagescope {

namespace {

std::string withOneDecimal(double value, const char *unit) {
    std::array<char, 48> buffer{};
    const int n = std::snprintf(buffer.data(), buffer.size(), "%.1f %s", value, unit);
    return {buffer.data(), static_cast<std::size_t>(n)};
}

void showStatus(const LoadStatus &status) { showProgress(progressText(status)); }

/// A run that a command may go on with. Ends the progress line.
Result<Run> checked(Result<Run> run, const std::string &path, const std::vector<int> &ranks) {
    showProgress({});
    if (!run) {
        auto error = run.error();
        const auto whole = std::filesystem::absolute(path).lexically_normal().string();
        if (error.where.starts_with(whole)) {
            error.where.replace(0, whole.size(), path);
        } else if (!error.where.starts_with(path)) {
            error.where = error.where.empty() ? path : path + ": " + error.where;
        }
        return tl::make_unexpected(std::move(error));
    }
    noteOpen(*run);
    const auto known = checkRanks(*run, ranks);
    return known ? std::move(run) : fail(known.error().kind, known.error().detail, path);
}

}  // namespace

std::string countText(std::size_t count, const std::string &what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string sizeText(std::uint64_t bytes) {
    constexpr std::array<const char *, 5> kUnits{"kB", "MB", "GB", "TB", "PB"};
    if (bytes < 1000) {
        return std::to_string(bytes) + " B";
    }
    auto value = static_cast<double>(bytes) / 1000.0;
    std::size_t unit = 0;
    while (value >= 999.95 && unit + 1 < kUnits.size()) {
        value /= 1000.0;
        ++unit;
    }
    return withOneDecimal(value, kUnits.at(unit));
}

std::string progressText(const LoadStatus &status) {
    const auto ready = std::max(status.ranksShallow, status.ranksDeep);
    std::string text = std::to_string(ready) + " of " + std::to_string(status.ranksTotal) + " ranks";
    if (status.bytesTotal > 0) {
        text += ", " + std::to_string(100 * std::min(status.bytesDone, status.bytesTotal) / status.bytesTotal) +
                " %, " + sizeText(static_cast<std::uint64_t>(std::max(status.bytesPerSecond, 0.0))) + "/s";
    }
    if (status.remaining) {
        text += ", about " + std::to_string(status.remaining->count()) + " s left";
    }
    return text;
}

Result<Run> loadForCommand(const std::string &path, RunId id, LoadDepth depth, const std::vector<int> &ranks) {
    auto run = loadWhateverItIs(path, id, depth, ranks);
    const auto readable = run ? requireReadable(*run, path) : Status{};
    return readable ? std::move(run) : tl::make_unexpected(readable.error());
}

Result<Run> loadWhateverItIs(const std::string &path, RunId id, LoadDepth depth, const std::vector<int> &ranks) {
    return checked(loadRun(path, id, depth, ranks, &showStatus), path, ranks);
}

Result<Run> loadListedForCommand(Run listed, LoadDepth depth, const std::vector<int> &ranks) {
    const auto path = listed.path;
    return checked(loadListed(std::move(listed), depth, ranks, &showStatus), path, ranks);
}

std::optional<AlignedTime> firstEvent(const Run &run) {
    std::optional<AlignedTime> first;
    for (const auto &capture : run.captures) {
        for (const auto &loaded : capture.loaded) {
            for (const auto &trace : loaded.traces) {
                if (const auto bounds = trace->bounds()) {
                    const auto begin = run.clock.toAligned(capture.rank, bounds->begin);
                    first = first ? std::min(*first, begin) : begin;
                }
            }
        }
    }
    return first;
}

}  // namespace stagescope
