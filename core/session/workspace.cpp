#include "core/session/workspace.h"

#include <algorithm>

namespace stagescope {

std::vector<std::shared_ptr<const TableStore>> RankCapture::tables(TableKind kind) const {
    std::vector<std::shared_ptr<const TableStore>> result;
    for (const auto &source : loaded) {
        for (const auto &table : source.tables) {
            if (table->kind() == kind) {
                result.push_back(table);
            }
        }
    }
    return result;
}

std::string RankCapture::environmentValue(std::string_view section, std::string_view key) const {
    for (const auto &table : tables(TableKind::Environment)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            if (table->text(row, "key") == key && (section.empty() || table->text(row, "section") == section)) {
                return std::string(table->text(row, "value"));
            }
        }
    }
    return {};
}

bool RankCapture::hasTrace() const {
    return std::any_of(loaded.begin(), loaded.end(), [](const LoadedSource &s) { return !s.traces.empty(); });
}

std::uint64_t RankCapture::fileBytes() const {
    std::uint64_t sum = 0;
    for (const auto &file : files) {
        sum += file.chosen ? file.size : 0;
    }
    return sum;
}

const RankCapture *Run::capture(int rank) const {
    const auto it =
        std::find_if(captures.rbegin(), captures.rend(), [&](const RankCapture &c) { return c.rank == rank; });
    return it == captures.rend() ? nullptr : &*it;
}

std::vector<int> Run::ranks() const {
    std::vector<int> result;
    for (const auto &c : captures) {
        result.push_back(c.rank);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::optional<int> Run::expectedRanks() const {
    if (parallel.world > 0) {
        return parallel.world;
    }
    if (parallel.tp > 0 && parallel.pp > 0 && parallel.dp > 0) {
        return parallel.tp * parallel.pp * parallel.dp * std::max(parallel.cp, 1);
    }
    return std::nullopt;
}

const FileSource *Run::file(SourceId source) const {
    const auto matches = [&](const FileSource &f) { return f.id == source; };
    for (const auto &c : captures) {
        const auto it = std::find_if(c.files.begin(), c.files.end(), matches);
        if (it != c.files.end()) {
            return &*it;
        }
    }
    const auto it = std::find_if(clusterFiles.begin(), clusterFiles.end(), matches);
    return it == clusterFiles.end() ? nullptr : &*it;
}

const Run *Workspace::run(RunId id) const {
    const auto it = std::find_if(runs.begin(), runs.end(), [&](const Run &r) { return r.id == id; });
    return it == runs.end() ? nullptr : &*it;
}

const Run *Workspace::mainRun() const {
    const auto it = std::find_if(runs.begin(), runs.end(), [](const Run &r) { return r.role != RunRole::Baseline; });
    return it == runs.end() ? nullptr : &*it;
}

const Run *Workspace::baseline() const {
    const auto it = std::find_if(runs.begin(), runs.end(), [](const Run &r) { return r.role == RunRole::Baseline; });
    return it == runs.end() ? nullptr : &*it;
}

std::shared_ptr<const TraceStore> Workspace::trace(RunId id, SourceId source) const {
    const auto *r = run(id);
    if (r == nullptr) {
        return nullptr;
    }
    for (const auto &c : r->captures) {
        for (const auto &loaded : c.loaded) {
            if (loaded.source == source && !loaded.traces.empty()) {
                return loaded.traces.front();
            }
        }
    }
    return nullptr;
}

}  // namespace stagescope
