#include "core/export/bundle_cut.h"

#include "core/analysis/run/platform.h"
#include "core/analysis/run/steps.h"
#include "core/export/redactor.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr std::int64_t kEndOfTime = std::numeric_limits<std::int64_t>::max() / 4;

/// The time of a rank that is kept, and its steps.
struct KeptTime {
    RankRange window{};
    std::set<std::int64_t> steps{};
    bool isByTime = false;  ///< a row that tells its time and its step is kept by its time
};

std::optional<KeptTime> keptSteps(const RankCapture &capture, std::int64_t first, std::int64_t last) {
    std::optional<KeptTime> kept;
    const auto steps = rankSteps(capture);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto &step = steps[i];
        if (step.step < first || step.step > last) {
            continue;
        }
        const auto device = step.device.value_or(step.range);
        const auto next = i + 1 < steps.size() ? steps[i + 1].range.begin : rankTime(kEndOfTime);
        const RankRange own{std::min(step.range.begin, device.begin), std::max(next, device.end)};
        kept = kept ? std::move(kept) : KeptTime{own};
        kept->window = {std::min(kept->window.begin, own.begin), std::max(kept->window.end, own.end)};
        kept->steps.insert(step.step);
    }
    return kept;
}

KeptTime keptRange(const RankCapture &capture, RankRange range) {
    KeptTime kept{.window = range, .isByTime = true};
    for (const auto &step : rankSteps(capture)) {
        if (step.range.overlaps(range)) {
            kept.steps.insert(step.step);
        }
    }
    return kept;
}

/// Which rows of a table lie in the time that is kept.
class RowFilter {
public:
    RowFilter(const TableStore &table, const KeptTime &kept)
        : m_kept(kept),
          m_steps(table.numbers("step")),
          m_stepTexts(table.texts("step")),
          m_begins(firstOf(table, {"begin_ns", "at_ns", "allocated_ns"})),
          m_ends(firstOf(table, {"end_ns", "released_ns"})),
          m_durations(table.numbers("duration_ns")) {}

    [[nodiscard]] bool keeps(std::size_t row) const {
        const auto step = stepOf(row);
        if (step && (m_begins.empty() || !m_kept.isByTime)) {
            return m_kept.steps.contains(*step);
        }
        return m_begins.empty() || touches(row);
    }

private:
    [[nodiscard]] bool touches(std::size_t row) const {
        const auto begin = m_begins[row];
        const auto end = !m_ends.empty()        ? m_ends[row]
                         : !m_durations.empty() ? endAfter(begin, m_durations[row])
                                                : begin;
        // An allocation that is never released has no end.
        const auto last = end == kNoMemoryTime ? kEndOfTime : std::max(begin, end);
        const auto &window = m_kept.window;
        return begin < ns(window.end) && (last > ns(window.begin) || begin >= ns(window.begin));
    }

    static std::span<const std::int64_t> firstOf(const TableStore &table, std::initializer_list<const char *> names) {
        for (const auto *name : names) {
            if (const auto values = table.numbers(name); !values.empty()) {
                return values;
            }
        }
        return {};
    }
    static std::int64_t endAfter(std::int64_t begin, std::int64_t duration) {
        std::int64_t end = 0;
        return __builtin_add_overflow(begin, duration, &end) ? begin : end;
    }
    [[nodiscard]] std::optional<std::int64_t> stepOf(std::size_t row) const {
        if (m_stepTexts != nullptr) {
            return stepNumber(m_stepTexts->values[m_stepTexts->at[row]]);
        }
        return !m_steps.empty() && m_steps[row] >= 0 ? std::optional(m_steps[row]) : std::nullopt;
    }

    const KeptTime &m_kept;
    std::span<const std::int64_t> m_steps;
    const TableStore::Texts *m_stepTexts;
    std::span<const std::int64_t> m_begins;
    std::span<const std::int64_t> m_ends;
    std::span<const std::int64_t> m_durations;
};

/// What the profiler itself worked out: several files of a rank tell the same, and the first is believed.
bool isReport(TableKind kind) {
    return kind == TableKind::StepTraceTime || kind == TableKind::CommTimes || kind == TableKind::CommBandwidths ||
           kind == TableKind::CommLinks;
}

std::shared_ptr<const TableStore> platformTable(const Run &run) {
    TableWriter<EnvironmentRecord> table;
    table.append({"bundle", kBundledPlatform, platformName(platformOf(run))});
    return std::make_shared<const TableStore>(table.take());
}

BundledRank contentOf(const Run &run, const RankCapture &capture) {
    BundledRank content;
    std::map<TableKind, SourceId> tellers;
    for (const auto &source : capture.loaded) {
        content.traces.insert(content.traces.end(), source.traces.begin(), source.traces.end());
        for (const auto &table : source.tables) {
            const auto teller = tellers.try_emplace(table->kind(), source.source).first->second;
            if (!isReport(table->kind()) || teller == source.source) {
                content.tables.push_back(table);
            }
        }
    }
    content.tables.push_back(platformTable(run));
    content.log = capture.log ? capture.log->entries() : std::vector<ImportEntry>{};
    return content;
}

std::string encoded(const Run &run, const RankCapture &capture, const std::optional<KeptTime> &kept,
                    const Redactor *redactor) {
    BundleCut cut;
    std::map<const TableStore *, RowFilter> filters;
    if (kept) {
        cut.window = kept->window;
        cut.keepsRow = [&](const TableStore &table, std::size_t row) {
            return filters.try_emplace(&table, table, *kept).first->second.keeps(row);
        };
    }
    if (redactor != nullptr) {
        cut.rename = [redactor](std::string_view text) { return redactor->redact(text); };
    }
    return encodeRank(contentOf(run, capture), cut);
}

}  // namespace

Result<std::vector<BundlePart>> bundleParts(const Run &run, const BundleChoice &choice) {
    Workspace workspace;
    workspace.runs.push_back(run);
    const auto redactor = choice.redacts ? std::optional<Redactor>(workspace) : std::nullopt;
    std::vector<BundlePart> parts;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const bool isChosen =
            choice.ranks.empty() || std::find(choice.ranks.begin(), choice.ranks.end(), rank) != choice.ranks.end();
        if (!isChosen || capture.loaded.empty()) {
            continue;
        }
        std::optional<KeptTime> kept;
        if (choice.range) {
            kept = keptRange(capture, run.clock.toRank(rank, *choice.range));
        } else if (choice.steps) {
            kept = keptSteps(capture, choice.steps->first, choice.steps->second);
            if (!kept) {
                return fail(ErrorKind::NotFound, "rank " + std::to_string(rank) + " has none of these steps", run.path);
            }
        }
        parts.push_back({rank, encoded(run, capture, kept, redactor ? &*redactor : nullptr)});
    }
    return parts.empty() ? fail(ErrorKind::NotFound, "no rank of which anything could be bundled", run.path)
                         : Result<std::vector<BundlePart>>(std::move(parts));
}

}  // namespace stagescope
