#include "core/session/loading/run_facts.h"

#include "core/session/loading/source_loader.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <tuple>

namespace stagescope {

namespace {

std::optional<int> toNumber(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<int> toRanks(std::string_view text) {
    std::vector<int> ranks;
    while (!text.empty()) {
        const auto comma = text.find(',');
        auto part = text.substr(0, comma);
        while (part.starts_with(' ')) {
            part.remove_prefix(1);
        }
        if (const auto rank = toNumber(part)) {
            ranks.push_back(*rank);
        }
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

struct SizeKey {
    std::string_view key;
    int ParallelSizes::*field;
};
constexpr std::array<SizeKey, 6> kSizeKeys{{{"tensor_model_parallel_size", &ParallelSizes::tp},
                                            {"pipeline_model_parallel_size", &ParallelSizes::pp},
                                            {"data_parallel_size", &ParallelSizes::dp},
                                            {"context_parallel_size", &ParallelSizes::cp},
                                            {"expert_model_parallel_size", &ParallelSizes::ep},
                                            {"world_size", &ParallelSizes::world}}};

/// No job has ever had a tenth of it.
constexpr int kMostRanks = 1 << 18;

/// Smaller is better.
int trust(RankOrigin origin) {
    switch (origin) {
        case RankOrigin::ProfilerInfo:
            return 0;
        case RankOrigin::Database:
            return 1;
        case RankOrigin::Metadata:
            return 2;
        case RankOrigin::TraceHead:
            return 3;
        default:
            return 4;
    }
}

RankOrigin originOf(const RankCapture &capture, SourceId source) {
    const auto it =
        std::find_if(capture.files.begin(), capture.files.end(), [&](const FileSource &f) { return f.id == source; });
    const std::string_view format = it == capture.files.end() ? std::string_view{} : it->format;
    if (format == "profiler_info") {
        return RankOrigin::ProfilerInfo;
    }
    if (isEventTrace(format)) {
        return RankOrigin::TraceHead;
    }
    return format == "profiler_metadata" ? RankOrigin::Metadata : RankOrigin::Database;
}

struct Identity {
    bool isGuess = false;  ///< the number of the rank, when it was bundled
    std::optional<int> rank;
    std::optional<int> device;
    std::string host;
};

Identity identityIn(const TableStore &table) {
    Identity found;
    for (const auto &[section, key, value] : TableRecords<EnvironmentRecord>(table)) {
        if (key == "rank" && section == "parallel") {
            found.rank = found.rank ? found.rank : toNumber(value);
        }
        found.isGuess = found.isGuess || (section == "bundle" && key == kBundledGuess);
        if (section != "identity") {
            continue;
        }
        if (key == "rank") {
            found.rank = toNumber(value);
        } else if (key == "device") {
            found.device = toNumber(value);
        } else if (key == "host") {
            found.host = value;
        }
    }
    return found;
}

/// The device that all rows of a time split name.
std::optional<int> deviceIn(const TableStore &table) {
    std::optional<int> device;
    for (const auto &record : TableRecords<StepTraceRecord>(table)) {
        const auto own = static_cast<int>(record.device);
        if (own < 0 || (device && *device != own)) {
            return std::nullopt;
        }
        device = own;
    }
    return device;
}

bool applyRank(RankCapture &capture, int rank, RankOrigin origin, ImportLog &log) {
    if (trust(origin) < trust(capture.origin)) {
        const bool changed = capture.rank != rank;
        capture.rank = rank;
        capture.origin = origin;
        return changed;
    }
    if (capture.rank != rank) {
        log.add(Severity::Error, capture.folder, "session.rank_conflict", "rank " + std::to_string(capture.rank),
                "another file says " + std::to_string(rank));
    }
    return false;
}

}  // namespace

bool RunFacts::Less::operator()(const CommGroup &a, const CommGroup &b) const {
    return std::tie(a.name, a.ranks, a.id) < std::tie(b.name, b.ranks, b.id);
}

void RunFacts::addSizes(const TableStore &table, const std::string &source, ImportLog &log) {
    for (const auto &fact : TableRecords<EnvironmentRecord>(table)) {
        if (fact.section != "parallel") {
            continue;
        }
        for (const auto &[key, field] : kSizeKeys) {
            const auto value = key == fact.key ? toNumber(fact.value) : std::nullopt;
            if (value && *value > kMostRanks) {
                log.add(Severity::Error, source, "session.absurd_size", key, fact.value);
            } else {
                m_parallel.*field = std::max(m_parallel.*field, value.value_or(0));
            }
        }
    }
}

void RunFacts::add(const RankCapture &capture, ImportLog &log) {
    for (const auto &table : capture.tables(TableKind::Environment)) {
        addSizes(*table, capture.folder, log);
    }
    for (const auto &group : recordsOf<GroupRecord>(capture)) {
        const std::string key(group.key);
        const std::string name(group.name);
        if (m_seen.insert(key + '\n' + name + '\n' + std::string(group.globalRanks)).second) {
            m_groups.insert({key, name, toRanks(group.globalRanks)});
        }
    }
}

bool applyIdentity(RankCapture &capture, ImportLog &log) {
    bool changed = false;
    std::optional<int> device;
    for (const auto &loaded : capture.loaded) {
        for (const auto &table : loaded.tables) {
            if (table->kind() == TableKind::StepTraceTime) {
                device = device ? device : deviceIn(*table);
            }
            if (table->kind() != TableKind::Environment) {
                continue;
            }
            const auto found = identityIn(*table);
            const bool isOfBundle = capture.origin == RankOrigin::TraceHead;
            capture.origin = found.isGuess && isOfBundle ? RankOrigin::Unknown : capture.origin;
            if (found.rank) {
                changed = applyRank(capture, *found.rank, originOf(capture, loaded.source), log) || changed;
            }
            device = found.device ? found.device : device;
            capture.host = found.host.empty() ? capture.host : found.host;
        }
    }
    capture.device = device.value_or(capture.device);
    return changed;
}

bool isReadable(const Run &run) {
    const auto isOpen = [](LoadState state) {
        return state != LoadState::Deep && state != LoadState::Damaged && state != LoadState::Missing;
    };
    return !run.clusterTables.empty() ||
           std::any_of(run.snapshots.begin(), run.snapshots.end(),
                       [&](const SnapshotFile &snapshot) {
                           return snapshot.store != nullptr ||
                                  (isOpen(snapshot.state) && !snapshot.file.format.empty());
                       }) ||
           std::any_of(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
               return !capture.loaded.empty() || (isOpen(capture.state) && hasDeepFiles(capture));
           });
}

}  // namespace stagescope
