#include "app/command_outcome.h"

#include "app/command_identity.h"
#include "app/output.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/diagnostics.h"
#include "core/export/shown_text.h"
#include "core/session/loading/run_facts.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kMostLines = 20;

std::string lossLine(const ImportEntry &entry) {
    std::string line = entry.source + ": data lost: " + entry.code;
    line += entry.count > 1 ? " x" + std::to_string(entry.count) : "";
    if (!entry.samples.empty()) {
        const auto &[where, detail] = entry.samples.front();
        const bool isBelow = where.starts_with(entry.source + '/');
        line += where.empty() ? "" : ", " + (isBelow ? where.substr(entry.source.size() + 1) : where);
        line += detail.empty() ? "" : ": " + detail;
    }
    return line;
}

void tell(const std::vector<ImportEntry> &losses, const std::string &path) {
    for (std::size_t i = 0; i < std::min(losses.size(), kMostLines); ++i) {
        printNote(lossLine(losses[i]));
    }
    if (losses.size() > kMostLines) {
        printNote(path + ": data lost in " + std::to_string(losses.size() - kMostLines) +
                  " more places; 'stagescope table import_log' lists them all");
    }
}

/// Whether anything was read beside what describes the profile itself.
bool hasRecords(const Run &run) {
    const auto isRecord = [](TableKind kind) {
        return kind != TableKind::Environment && kind != TableKind::Contents && kind != TableKind::Groups &&
               kind != TableKind::TraceHealth && kind != TableKind::ClockOffsets;
    };
    return std::any_of(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        return std::any_of(capture.loaded.begin(), capture.loaded.end(), [&](const LoadedSource &source) {
            return std::any_of(source.tables.begin(), source.tables.end(),
                               [&](const auto &table) { return isRecord(table->kind()); });
        });
    });
}

/// "; files there: a.bin, b.dat, c and 4 more", of a folder that holds no profile.
std::string filesThere(const std::string &path) {
    constexpr std::size_t kShown = 3;
    constexpr std::size_t kMost = 1000;
    std::vector<std::string> names;
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        path, std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && it != std::filesystem::recursive_directory_iterator() && names.size() < kMost;
         it.increment(error)) {
        if (std::error_code none; it->is_regular_file(none)) {
            names.push_back(it->path().lexically_relative(path).string());
        }
    }
    std::ranges::sort(names);
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
        text += (i == 0 ? "; files there: " : ", ") + shownText(names[i]);
    }
    if (names.size() == kMost) {
        return text + " and more";
    }
    return text + (names.size() > kShown ? " and " + std::to_string(names.size() - kShown) + " more" : "");
}

/// Why nothing in it can be read.
Status nothingReadable(const Run &run, const std::string &path) {
    const auto losses = lossesOf({&run, 1});
    tell(losses, path);
    if (const auto reason = unreadReason(run); !reason.empty()) {
        return fail(ErrorKind::Unsupported, reason, path);
    }
    if (!losses.empty()) {
        return fail(ErrorKind::Malformed, "nothing in it can be read", path);
    }
    const bool isRead =
        std::ranges::any_of(run.captures, [](const RankCapture &capture) { return !capture.loaded.empty(); });
    if (isRead) {
        return fail(ErrorKind::Unsupported,
                    "its files are read but hold no events: was the profiler stopped before the first step that its "
                    "schedule records?",
                    path);
    }
    if (!run.captures.empty()) {
        return fail(ErrorKind::Unsupported, "files of a profiler that nothing here reads", path);
    }
    return fail(ErrorKind::Unsupported,
                "no profile; expected a folder or file of torch_npu, MindSpore or msprof, a Kineto or Chrome trace "
                "(.json, also .gz or .zst), a memory snapshot (.pickle, .json), or bundles and digests (.stagescope)" +
                    filesThere(path),
                path);
}

}  // namespace

OptionSpec allowLossOption() { return {"--allow-loss", "", "exit with 0 even if data was lost", false, true}; }

std::vector<ImportEntry> lossesOf(std::span<const Run> runs, const std::vector<int> &ranks) {
    std::vector<ImportEntry> result;
    for (const auto &run : runs) {
        for (const auto &[rank, entry] : diagnostics(run)) {
            const bool isAsked = ranks.empty() || !rank || std::find(ranks.begin(), ranks.end(), *rank) != ranks.end();
            const bool isTold = std::any_of(result.begin(), result.end(), [&](const ImportEntry &told) {
                return told.source == entry.source && told.code == entry.code;
            });
            if (entry.severity == Severity::DataLoss && isAsked && !isTold) {
                result.push_back(entry);
            }
        }
    }
    return result;
}

int exitCode(const std::vector<ImportEntry> &losses, const Arguments &arguments, const std::string &path) {
    tell(losses, path);
    return losses.empty() || arguments.has("--allow-loss") ? 0 : 1;
}

Status requireReadable(const Run &run, const std::string &path) {
    if (isReadable(run)) {
        return {};
    }
    return nothingReadable(run, path);
}

Status requireAnswers(const Run &run, const std::string &path) {
    const auto all = capabilities(run);
    const bool answers =
        std::any_of(all.begin(), all.end(), [](const Capability &c) { return c.answer != Answer::No; });
    const bool tells = answers || hasRecords(run) || !run.clusterTables.empty();
    return isReadable(run) && tells ? Status{} : nothingReadable(run, path);
}

int printMistake(const std::string &command, const std::string &text, const FilterError &error) {
    const auto before = shownText(std::string_view(text).substr(0, error.at));
    const auto columns = std::count_if(before.begin(), before.end(),
                                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    const int code = printError({ErrorKind::BadArgument, error.detail, command});
    printNote("  " + text);
    printNote("  " + std::string(static_cast<std::size_t>(columns), ' ') + "^");
    return code;
}

}  // namespace stagescope
