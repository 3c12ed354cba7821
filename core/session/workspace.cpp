#include "core/session/workspace.h"

#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <limits>
#include <utility>

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

std::vector<LoadedTrace> RankCapture::traces() const {
    std::vector<LoadedTrace> result;
    for (const auto &source : loaded) {
        for (const auto &trace : source.traces) {
            result.push_back({source.source, trace});
        }
    }
    return result;
}

std::vector<LoadedTrack> RankCapture::tracks() const {
    std::vector<LoadedTrack> result;
    for (const auto &[source, trace] : traces()) {
        for (const auto &track : trace->tracks()) {
            result.push_back({source, trace, track});
        }
    }
    return result;
}

std::string RankCapture::environmentValue(std::string_view section, std::string_view key) const {
    for (const auto &fact : recordsOf<EnvironmentRecord>(*this)) {
        if (fact.key == key && (section.empty() || fact.section == section)) {
            return std::string(fact.value);
        }
    }
    return {};
}

bool RankCapture::hasTrace() const {
    return std::any_of(loaded.begin(), loaded.end(), [](const LoadedSource &s) { return !s.traces.empty(); });
}

FileTally RankCapture::filesInUse() const {
    FileTally tally;
    for (const auto &file : files) {
        if (file.chosen) {
            tally.add(file);
        }
    }
    return tally;
}

bool RankCapture::isFromSource() const {
    return !digest.empty() && std::none_of(files.begin(), files.end(), [&](const auto &f) { return f.path == digest; });
}

const RankCapture *Run::capture(int rank) const {
    // The last of the rank's captures, which stand in order; a run put together otherwise is searched.
    const auto after = std::upper_bound(captures.begin(), captures.end(), rank,
                                        [](int r, const RankCapture &c) { return r < c.rank; });
    if (after != captures.begin() && std::prev(after)->rank == rank) {
        return &*std::prev(after);
    }
    const auto it =
        std::find_if(captures.rbegin(), captures.rend(), [&](const RankCapture &c) { return c.rank == rank; });
    return it == captures.rend() ? nullptr : &*it;
}

std::vector<int> Run::ranks() const {
    std::vector<int> result;
    for (const auto &c : captures) {
        if (c.rank >= 0) {  // below are processes of the host
            result.push_back(c.rank);
        }
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
        std::int64_t product = parallel.tp;
        for (const std::int64_t size : {parallel.pp, parallel.dp, std::max(parallel.cp, 1)}) {
            product = std::min<std::int64_t>(product * size, std::numeric_limits<std::int32_t>::max());
        }
        return static_cast<int>(product);
    }
    return std::nullopt;
}

const RankCapture *Run::captureOf(SourceId asked) const {
    const auto source = wholeOf(asked);
    const auto owns = [&](const RankCapture &c) {
        return std::any_of(c.files.begin(), c.files.end(), [&](const FileSource &f) { return f.id == source; });
    };
    if (captureOfSource != nullptr && source.value < captureOfSource->size()) {
        const auto index = (*captureOfSource)[source.value];
        if (index < captures.size() && owns(captures[index])) {
            return &captures[index];
        }
    }
    const auto it = std::find_if(captures.begin(), captures.end(), owns);
    return it == captures.end() ? nullptr : &*it;
}

const FileSource *Run::file(SourceId asked) const {
    const auto source = wholeOf(asked);
    const auto matches = [&](const FileSource &f) { return f.id == source; };
    if (const auto *owner = captureOf(source)) {
        return &*std::find_if(owner->files.begin(), owner->files.end(), matches);
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
    const auto first = [&](const RankCapture &c) -> std::shared_ptr<const TraceStore> {
        if (c.preview && c.preview->source == source) {
            return c.preview->traces.front();
        }
        const auto it = std::find_if(c.loaded.begin(), c.loaded.end(),
                                     [&](const LoadedSource &l) { return l.source == source && !l.traces.empty(); });
        return it == c.loaded.end() ? nullptr : it->traces.front();
    };
    if (const auto *owner = r->captureOf(source)) {
        return first(*owner);
    }
    // Captures put together without files, as in a program that makes its own traces.
    for (const auto &c : r->captures) {
        if (auto trace = first(c)) {
            return trace;
        }
    }
    return nullptr;
}

}  // namespace stagescope
