#include "core/export/bundle_level.h"

#include "core/analysis/pipeline/chart/mark_names.h"
#include "core/analysis/run/source_format.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 3> kLevelNames{"summary", "pipeline", "full"};
constexpr std::size_t kMostCoarseSamples = 4096;

// By functions of Python, or by memory snapshots.
constexpr auto kBeyondPipeline = std::to_array<std::string_view>({"affinity_apis",
                                                                  "api_stats",
                                                                  "blame",
                                                                  "data_waits",
                                                                  "findings",
                                                                  "flame_graph",
                                                                  "free_gaps",
                                                                  "headroom",
                                                                  "module_compare",
                                                                  "module_ops",
                                                                  "modules",
                                                                  "op_compare",
                                                                  "remedies",
                                                                  "slice_stats",
                                                                  "snapshot_blocks",
                                                                  "snapshot_categories",
                                                                  "snapshot_diff",
                                                                  "snapshot_events",
                                                                  "snapshot_fragmentation",
                                                                  "snapshot_leaks",
                                                                  "snapshot_oom",
                                                                  "snapshot_peak",
                                                                  "snapshot_phases",
                                                                  "snapshot_quality",
                                                                  "snapshot_ranks",
                                                                  "snapshot_segments",
                                                                  "snapshot_settings"});
// Also by work of the device, or where no table of the profile tells what its timeline does.
constexpr auto kBeyondSummary = std::to_array<std::string_view>({"bubble_causes",
                                                                 "bubbles",
                                                                 "clock_offsets",
                                                                 "comm_late",
                                                                 "comm_ops",
                                                                 "comm_overlap",
                                                                 "comm_summary",
                                                                 "copies",
                                                                 "core_frequency",
                                                                 "critical_path",
                                                                 "data_batches",
                                                                 "data_events",
                                                                 "data_supply",
                                                                 "difference",
                                                                 "dispatch",
                                                                 "execution_ops",
                                                                 "framework_ops",
                                                                 "fusible_sequences",
                                                                 "kernel_sequence_diff",
                                                                 "kernel_spread",
                                                                 "kernel_stats",
                                                                 "kernel_work",
                                                                 "kernels",
                                                                 "launch_delays",
                                                                 "launch_queue",
                                                                 "mark_stats",
                                                                 "memory_categories",
                                                                 "memory_curve",
                                                                 "memory_exchange",
                                                                 "memory_ops",
                                                                 "memory_peak",
                                                                 "mfu",
                                                                 "op_stats",
                                                                 "operator_agreement",
                                                                 "operator_bounds",
                                                                 "overall_compare",
                                                                 "overall_metrics",
                                                                 "p2p_ops",
                                                                 "pipeline_cells",
                                                                 "pipeline_p2p",
                                                                 "pipeline_schedule",
                                                                 "pipeline_unmatched",
                                                                 "rank_time",
                                                                 "recompute",
                                                                 "slack",
                                                                 "slow_link",
                                                                 "slow_rank",
                                                                 "steps",
                                                                 "stragglers",
                                                                 "time_causes",
                                                                 "time_split",
                                                                 "what_if"});

bool isOnDevice(TrackKind kind) {
    return kind == TrackKind::DeviceStream || kind == TrackKind::CommGroup || kind == TrackKind::CommPlane;
}

/// What is kept of the slices of host threads in one trace.
class KeptCalls {
public:
    KeptCalls(const TraceStore &trace, BundleLevel level)
        : m_trace(trace), m_level(level), m_names(trace.strings().size(), Known::Not) {}

    /// Without functions of Python a trace is as one that was recorded without call stacks. Marks may stand among them.
    [[nodiscard]] bool keeps(const SliceTable &slices, std::uint32_t slice) {
        const auto klass = slices.klass(slice);
        const bool isKept = m_level == BundleLevel::Summary ? klass == SliceClass::Step || klass == SliceClass::Mstx
                                                            : klass != SliceClass::Python;
        return isKept || isMark(slices.name(slice));
    }

private:
    enum class Known : std::uint8_t { Not, Mark, Other };
    bool isMark(StringId name) {
        auto &known = m_names[name.value];
        if (known == Known::Not) {
            known = markName(m_trace.text(name), false) ? Known::Mark : Known::Other;
        }
        return known == Known::Mark;
    }

    const TraceStore &m_trace;
    BundleLevel m_level;
    std::vector<Known> m_names;  ///< by StringId
};

}  // namespace

std::optional<BundleLevel> bundleLevelFromText(std::string_view text) {
    const auto *const it = std::find(kLevelNames.begin(), kLevelNames.end(), text);
    return it == kLevelNames.end() ? std::nullopt
                                   : std::optional(static_cast<BundleLevel>(std::distance(kLevelNames.begin(), it)));
}

std::string_view bundleLevelText(BundleLevel level) { return kLevelNames.at(static_cast<std::size_t>(level)); }

std::optional<RanksKeptInPart> keptInPart(const Run &run, std::string_view table, const std::vector<int> &ranks) {
    const std::set<int> wanted(ranks.begin(), ranks.end());
    std::map<BundleLevel, std::set<int>> kept;
    for (const auto &capture : run.captures) {
        if (!wanted.empty() && !wanted.contains(capture.rank)) {
            continue;
        }
        const auto level = bundleLevelFromText(capture.environmentValue("bundle", kBundledLevel));
        const auto tables = tablesBeyond(level.value_or(BundleLevel::Full));
        if (std::binary_search(tables.begin(), tables.end(), table)) {
            kept[*level].insert(capture.rank);
        }
    }
    if (kept.empty()) {
        return std::nullopt;
    }
    const auto &[level, of] = *kept.begin();
    return RanksKeptInPart{{of.begin(), of.end()}, level};
}

BundleLevel leastLevelFor(std::string_view table) {
    for (const auto level : {BundleLevel::Summary, BundleLevel::Pipeline}) {
        const auto beyond = tablesBeyond(level);
        if (!std::binary_search(beyond.begin(), beyond.end(), table)) {
            return level;
        }
    }
    return BundleLevel::Full;
}

bool keepsTable(BundleLevel level, TableKind kind) { return level != BundleLevel::Summary || !isBulky(kind); }

std::span<const std::string_view> tablesBeyond(BundleLevel level) {
    static const auto ofSummary = [] {
        std::vector<std::string_view> tables;
        std::merge(kBeyondPipeline.begin(), kBeyondPipeline.end(), kBeyondSummary.begin(), kBeyondSummary.end(),
                   std::back_inserter(tables));
        return tables;
    }();
    return level == BundleLevel::Full       ? std::span<const std::string_view>{}
           : level == BundleLevel::Pipeline ? std::span<const std::string_view>(kBeyondPipeline)
                                            : std::span<const std::string_view>(ofSummary);
}

std::span<const TableColumn> columnsBeyond(BundleLevel level) {
    static constexpr auto kColumns = std::to_array<TableColumn>({{"time_split", "profiler_us"}});
    return level == BundleLevel::Full ? std::span<const TableColumn>{} : std::span<const TableColumn>(kColumns);
}

BundleCut levelCut(BundleLevel level) {
    BundleCut cut;
    if (level == BundleLevel::Full) {
        return cut;
    }
    const auto calls = std::make_shared<std::map<const TraceStore *, KeptCalls>>();
    cut.keepsSlice = [level, calls](const TraceStore &trace, const Track &track, std::uint32_t slice) {
        if (track.kind == TrackKind::HostThread) {
            return calls->try_emplace(&trace, trace, level).first->second.keeps(trace.slices(track.id), slice);
        }
        return level == BundleLevel::Pipeline || !isOnDevice(track.kind);
    };
    cut.keepsFlows = level == BundleLevel::Pipeline;
    cut.mostSamples = level == BundleLevel::Pipeline ? kMostCoarseSamples : 0;
    return cut;
}

}  // namespace stagescope
