#include "core/session/run_names.h"

#include "core/base/path_text.h"
#include "core/session/remote_address.h"
#include "core/session/run_pattern.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

using PathParts = std::vector<std::string_view>;  // from the last to the first

PathParts partsFromEnd(std::string_view path) {
    PathParts parts;
    while (!path.empty()) {
        const auto part = lastPart(path);
        if (!part.empty()) {
            parts.push_back(part);
        }
        path = path.substr(0, path.size() - std::min(path.size(), part.size() + 1));
    }
    return parts;
}

std::string_view partAt(const PathParts &parts, std::size_t place) {
    return place < parts.size() ? parts[place] : std::string_view{};
}

/// How many parts all paths have in common, from one of their ends.
std::size_t sharedParts(const std::vector<PathParts> &all, bool isFromFront) {
    const auto at = [isFromFront](const PathParts &parts, std::size_t i) {
        return isFromFront ? partAt(parts, parts.size() - 1 - i) : partAt(parts, i);
    };
    for (std::size_t i = 0;; ++i) {
        const auto isOther = [&](const PathParts &parts) {
            return i >= parts.size() || at(parts, i) != at(all.front(), i);
        };
        if (i >= all.front().size() || std::any_of(all.begin(), all.end(), isOther)) {
            return i;
        }
    }
}

/// The place, counted from the end, at which all paths differ; nothing where there is none.
std::optional<std::size_t> placeThatTells(const std::vector<PathParts> &all, std::size_t different) {
    std::size_t shortest = all.front().size();
    for (const auto &parts : all) {
        shortest = std::min(shortest, parts.size());
    }
    for (std::size_t place = 0; place < shortest; ++place) {
        std::set<std::string_view> parts;
        for (const auto &path : all) {
            parts.insert(path[place]);
        }
        if (parts.size() == different) {
            return place;
        }
    }
    return std::nullopt;
}

/// `count` parts from `last` on, as a path.
std::string joinedParts(const PathParts &parts, std::size_t last, std::size_t count) {
    std::string text;
    for (std::size_t i = last; i < std::min(last + count, parts.size()); ++i) {
        text = std::string(parts[i]) + (text.empty() ? "" : "/") + text;
    }
    return text;
}

/// Of "{a,b}", the files of a run that lie beside those of others (runsWithin), the names; of all else nothing.
std::vector<std::string_view> namesIn(std::string_view part) {
    std::vector<std::string_view> names;
    if (part.size() < 2 || part.front() != '{' || part.back() != '}') {
        return names;
    }
    part = part.substr(1, part.size() - 2);
    while (!part.empty()) {
        const auto end = std::min(part.find(','), part.size());
        names.push_back(part.substr(0, end));
        part.remove_prefix(std::min(end + 1, part.size()));
    }
    return names;
}

/// "job_rank*.json" of "{job_rank0.json,job_rank1.json}".
std::string starName(const std::vector<std::string_view> &names) {
    const auto &first = names.front();
    std::size_t before = first.size();
    std::size_t behind = first.size();
    for (const auto &name : names) {
        const auto head = std::ranges::mismatch(first, name).in1 - first.begin();
        before = std::min(before, static_cast<std::size_t>(head));
        const auto tail = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend()).first;
        behind = std::min(behind, static_cast<std::size_t>(tail - first.rbegin()));
    }
    behind = std::min(behind, first.size() - before);
    return std::string(first.substr(0, before)) + '*' + std::string(first.substr(first.size() - behind));
}

/// Lists of files as the short names that tell them apart: what all have in common, else the first and the last file.
std::vector<std::string> shortPaths(std::span<const std::string> paths) {
    const std::set<std::string_view> different(paths.begin(), paths.end());
    const auto shortened = [&](auto &&nameOf) {
        std::vector<std::string> result;
        for (const auto &path : paths) {
            const auto part = patternIn(path);
            const auto names = namesIn(part);
            const auto folder = path.substr(0, path.size() - part.size());
            result.push_back(names.empty() ? path
                                           : folder + (names.size() > 1 ? nameOf(names) : std::string(names.front())));
        }
        return result;
    };
    auto result = shortened(&starName);
    // A star alone, or before an ending that all files have, tells nothing.
    const auto tellsLittle = [](const std::string &path) { return lastPart(path).starts_with('*'); };
    const std::set<std::string_view> stars(result.begin(), result.end());
    if (stars.size() < different.size() || std::ranges::any_of(result, tellsLittle)) {
        result = shortened([](const std::vector<std::string_view> &names) {
            return std::string(names.front()) + " \u2026 " + std::string(names.back());
        });
    }
    return result;
}

}  // namespace

std::vector<std::string> namesApart(std::span<const std::string> given) {
    const auto paths = shortPaths(given);
    std::vector<PathParts> all;
    for (const auto &path : paths) {
        all.push_back(partsFromEnd(path));
    }
    const std::set<std::string> different(paths.begin(), paths.end());
    if (different.size() > 1) {
        const auto front = sharedParts(all, true);
        for (auto &parts : all) {
            parts.resize(std::max<std::size_t>(parts.size() - front, parts.empty() ? 0 : 1));
        }
    }
    const auto place = different.size() > 1 ? placeThatTells(all, different.size()) : std::optional<std::size_t>(0);
    const auto last = place ? *place : sharedParts(all, false);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto name = joinedParts(all[i], last, place ? 1 : all[i].size());
        names.push_back(!name.empty() ? name : all[i].empty() ? paths[i] : std::string(all[i].front()));
    }
    return names;
}

void labelRuns(std::vector<Run> &runs) {
    std::vector<std::string> paths;
    for (const auto &run : runs) {
        paths.push_back(run.path);
    }
    const auto names = namesApart(paths);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto shown = shownPath(runs[i].path);
        runs[i].label = shown == runs[i].path ? names[i] : shown;
    }
}

}  // namespace stagescope
