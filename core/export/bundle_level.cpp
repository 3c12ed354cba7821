#include "core/export/bundle_level.h"

#include "core/analysis/pipeline/chart/mark_names.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/tables/analysis.h"

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
        if (level && *level < leastLevelFor(table)) {
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
    const auto *entry = analysisById(table);
    const bool mayBeDeep = entry != nullptr && (entry->depth == LoadDepth::Deep || entry->needsDeep != nullptr);
    const auto needed = mayBeDeep ? BundleLevel::Pipeline : BundleLevel::Summary;
    return entry == nullptr ? needed : entry->level.value_or(needed);
}

bool keepsTable(BundleLevel level, TableKind kind) { return level != BundleLevel::Summary || !isBulky(kind); }

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
