#include "core/export/bundle_cut.h"

#include "core/analysis/run/platform.h"
#include "core/analysis/run/ranks.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/run/steps.h"
#include "core/base/io/mark_file.h"
#include "core/export/kept_time.h"
#include "core/export/redaction/redacted_workspace.h"
#include "core/export/snapshot_writer.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMostSnapshotText = std::size_t{1} << 30;

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
          m_ranks(table.numbers("rank")),
          m_types(table.texts("type")),
          m_indexes(table.texts("index")),
          m_begins(firstOf(table, {"begin_ns", "at_ns", "allocated_ns"})),
          m_ends(firstOf(table, {"end_ns", "released_ns"})),
          m_durations(table.numbers("duration_ns")) {}

    [[nodiscard]] bool keeps(std::size_t row) const {
        const auto rank = m_kept.ranks.empty() ? std::nullopt : rankOf(row);
        if (rank && !m_kept.ranks.contains(*rank)) {
            return false;
        }
        const auto step = stepOf(row);
        if (step && (m_begins.empty() || !m_kept.isByTime)) {
            return m_kept.hasAllSteps || m_kept.steps.contains(*step);
        }
        return m_begins.empty() || !m_kept.window || touches(row);
    }

private:
    [[nodiscard]] bool touches(std::size_t row) const {
        const auto begin = m_begins[row];
        const auto end = !m_ends.empty()        ? m_ends[row]
                         : !m_durations.empty() ? endAfter(begin, m_durations[row])
                                                : begin;
        // An allocation that is never released has no end.
        const auto last = end == kNoMemoryTime ? kEndOfTime : std::max(begin, end);
        const auto window = *m_kept.window;
        return begin < ns(window.end) && (last > ns(window.begin) || begin >= ns(window.begin));
    }

    static IntView firstOf(const TableStore &table, std::initializer_list<const char *> names) {
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

    /// Files of a cluster name their rows "rank" and "0", or "stage" and "(0, 1)".
    [[nodiscard]] std::optional<int> rankOf(std::size_t row) const {
        if (m_indexes == nullptr || m_types == nullptr) {
            return !m_ranks.empty() && m_ranks[row] >= 0 ? std::optional(static_cast<int>(m_ranks[row])) : std::nullopt;
        }
        const auto type = std::string_view(m_types->values[m_types->at[row]]);
        const auto rank = type == "rank" ? stepNumber(m_indexes->values[m_indexes->at[row]]) : std::nullopt;
        return rank ? std::optional(static_cast<int>(*rank)) : std::nullopt;
    }

    const KeptTime &m_kept;
    IntView m_steps;
    const TableStore::Texts *m_stepTexts;
    IntView m_ranks;
    const TableStore::Texts *m_types;
    const TableStore::Texts *m_indexes;
    IntView m_begins;
    IntView m_ends;
    IntView m_durations;
};

std::shared_ptr<const TableStore> settingsTable(const std::vector<EnvironmentRecord> &settings) {
    TableWriter<EnvironmentRecord> table;
    for (const auto &setting : settings) {
        table.append(setting);
    }
    return std::make_shared<const TableStore>(table.take());
}

ImportEntry levelEntry(const RankCapture &capture, BundleLevel level) {
    ImportLog log;
    log.add(Severity::Info, capture.folder, "bundle.level", "level " + std::string(bundleLevelText(level)),
            level == BundleLevel::Summary
                ? "without work of the device, call stacks, tables of operators and memory, and memory snapshots"
                : "without call stacks (functions of Python) and memory snapshots");
    return log.entries().front();
}

/// The first source of a rank has what is known of the rank.
BundledRank contentOf(const Run &run, const RankCapture &capture, const LoadedSource &source, BundleLevel level) {
    BundledRank content{source.traces, {}, {}};
    std::copy_if(source.tables.begin(), source.tables.end(), std::back_inserter(content.tables),
                 [level](const auto &table) { return keepsTable(level, table->kind()); });
    std::vector<EnvironmentRecord> settings{{"bundle", kBundledFormat, sourceFormat(capture, source.source)}};
    const auto device = std::to_string(capture.device);
    if (&source == &capture.loaded.front()) {
        settings.push_back({"bundle", kBundledPlatform, platformName(platformOf(run))});
        if (isGuessed(run, capture)) {
            settings.push_back({"bundle", kBundledGuess, "yes"});
        }
        if (!capture.host.empty()) {
            settings.push_back({"identity", "host", capture.host});
        }
        if (capture.device >= 0) {
            settings.push_back({"identity", "device", device});
        }
        content.log = capture.log ? capture.log->entries() : std::vector<ImportEntry>{};
        if (level != BundleLevel::Full) {
            settings.push_back({"bundle", kBundledLevel, bundleLevelText(level)});
            content.log.push_back(levelEntry(capture, level));
        }
    }
    content.tables.push_back(settingsTable(settings));
    return content;
}

std::string encoded(const BundledRank &content, const std::optional<KeptTime> &kept, BundleLevel level) {
    auto cut = levelCut(level);
    std::map<const TableStore *, RowFilter> filters;
    if (kept) {
        cut.window = kept->window;
        cut.keepsRow = [&](const TableStore &table, std::size_t row) {
            return filters.try_emplace(&table, table, *kept).first->second.keeps(row);
        };
    }
    return encodeRank(content, cut);
}

std::string timeText(const BundleChoice &choice) {
    if (choice.steps) {
        const auto &[first, last] = *choice.steps;
        return first == last ? "step " + std::to_string(first)
                             : "steps " + std::to_string(first) + " to " + std::to_string(last);
    }
    return choice.range ? "what touches a range of " + durationText(choice.range->duration()) : "all of their time";
}

/// A part after the other: ranks, then what is of all of them.
class BundleParts {
public:
    BundleParts(const Run &run, const BundleChoice &choice, const std::stop_token &stop)
        : m_run(run), m_choice(choice), m_stop(stop) {}

    Result<std::vector<BundlePart>> all() {
        auto status = addRanks();
        status = status ? addSnapshots() : status;
        if (!status) {
            return tl::make_unexpected(status.error());
        }
        if (m_parts.empty() && m_run.clusterTables.empty() && (!m_run.log || m_run.log->isEmpty())) {
            return fail(ErrorKind::NotFound, "nothing of it could be bundled", m_run.path);
        }
        addCluster();
        addMarks();
        if (!m_choice.report.empty()) {
            m_parts.push_back({kBundledReport, m_choice.report});
        }
        if (m_choice.place != BundlePlace{}) {
            m_parts.push_back({kBundledPlace, encodePlace(m_choice.place)});
        }
        std::sort(m_parts.begin(), m_parts.end(),
                  [](const BundlePart &a, const BundlePart &b) { return a.number < b.number; });
        return std::move(m_parts);
    }

private:
    [[nodiscard]] bool isChosen(int rank) const {
        return m_choice.ranks.empty() ||
               std::find(m_choice.ranks.begin(), m_choice.ranks.end(), rank) != m_choice.ranks.end();
    }

    Status addRanks() {
        for (const int rank : m_run.ranks()) {
            const auto &capture = *m_run.capture(rank);
            if (!isChosen(rank) || capture.loaded.empty()) {
                continue;
            }
            if (rank >= kMostBundledRanks || capture.loaded.size() > kMostBundledSources) {
                return fail(ErrorKind::Limit, "rank " + std::to_string(rank) + " does not fit into a bundle",
                            m_run.path);
            }
            std::optional<KeptTime> kept;
            if (m_choice.range) {
                kept = keptRange(capture, m_run.clock.toRank(rank, *m_choice.range));
            } else if (m_choice.steps) {
                kept = keptSteps(capture, m_choice.steps->first, m_choice.steps->second);
                if (!kept) {
                    return fail(ErrorKind::NotFound, "rank " + std::to_string(rank) + " has none of these steps",
                                m_run.path);
                }
            }
            if (kept) {
                noteKept(rank, *kept);
            }
            m_ranks.insert(rank);
            int index = 0;
            for (const auto &source : capture.loaded) {
                m_parts.push_back({bundledSource(rank, index++),
                                   encoded(contentOf(m_run, capture, source, m_choice.level), kept, m_choice.level)});
            }
        }
        const bool isMissing = std::any_of(m_choice.ranks.begin(), m_choice.ranks.end(),
                                           [this](int rank) { return !m_ranks.contains(rank); });
        if (isMissing) {
            return fail(ErrorKind::NotFound, "no rank of which anything could be bundled", m_run.path);
        }
        return m_choice.steps && !m_ranks.empty() && m_steps.empty()
                   ? fail(ErrorKind::NotFound, "no rank has any of these steps", m_run.path)
                   : Status{};
    }

    void noteKept(int rank, const KeptTime &kept) {
        m_steps.insert(kept.steps.begin(), kept.steps.end());
        if (kept.window) {
            const auto own = m_run.clock.toAligned(rank, *kept.window);
            const auto before = m_window.value_or(own);
            m_window = {std::min(before.begin, own.begin), std::max(before.end, own.end)};
        } else if (kept.hasAllSteps) {
            m_log.add(Severity::Info, m_run.label, "bundle.part", "rank " + std::to_string(rank) + ", all of its time",
                      "no file of it names a step");
        }
    }

    Status addSnapshots() {
        std::map<int, int> counts;
        for (const auto &snapshot : m_run.snapshots) {
            const int rank = snapshot.rank.value_or(-1);
            const bool isWanted = rank < 0 || isChosen(rank);
            if (snapshot.store == nullptr || !isWanted) {
                continue;
            }
            if (m_choice.redacts) {
                without("memory snapshot", "names are replaced, and its call stacks are full of them");
                continue;
            }
            if (m_choice.level != BundleLevel::Full) {
                without("memory snapshot", "only the level full keeps it");
                continue;
            }
            std::string json;
            const auto take = [&](std::string_view piece) {
                json += piece;
                return json.size() <= kMostSnapshotText;
            };
            auto status = writeSnapshotJson(*snapshot.store, take, m_stop);
            if (!status && status.error().kind == ErrorKind::Cancelled) {
                return status;
            }
            if (!status || counts[rank] == kMostBundledSnapshots) {
                without("memory snapshot", "too large for a bundle");
                continue;
            }
            m_parts.push_back({bundledSnapshot(rank, counts[rank]++), std::move(json)});
        }
        return {};
    }

    void addCluster() {
        BundledRank content{{}, m_run.clusterTables, {}};
        const bool isPart = !m_choice.ranks.empty() || m_choice.steps || m_choice.range;
        std::optional<KeptTime> kept;
        if (isPart) {
            kept = KeptTime{.window = m_window ? RankRange{rankTime(ns(m_window->begin)), rankTime(ns(m_window->end))}
                                               : RankRange{rankTime(-kEndOfTime), rankTime(kEndOfTime)},
                            .steps = m_steps,
                            .hasAllSteps = !m_choice.steps && !m_choice.range,
                            .ranks = m_ranks};
            m_log.add(Severity::Info, m_run.label, "bundle.part",
                      std::to_string(m_ranks.size()) + " of " + std::to_string(m_run.ranks().size()) + " ranks",
                      timeText(m_choice));
            m_log.add(
                Severity::Info, m_run.label, "bundle.of_part", "tables that no step restricts, and what compares steps",
                "limited to the kept part: slice_stats, p2p_ops, core_frequency, overall_metrics, memory, stragglers, "
                "comm_late, the peak in mfu and kernel_work, the first gaps in dispatch, free_gaps and time_causes");
        }
        if (!m_ranks.empty()) {
            without("arguments of slices", "they are read from the files of the profile");
        }
        if (m_run.log) {
            m_log.append(*m_run.log);
        }
        content.log = m_log.entries();
        m_parts.push_back({kBundledCluster, encoded(content, kept, m_choice.level)});
    }

    void addMarks() {
        auto marks = m_choice.marks;
        std::erase_if(marks, [this](const TimeMark &mark) {
            return m_window && !(mark.range.begin < m_window->end && mark.range.end >= m_window->begin);
        });
        if (!marks.empty()) {
            m_parts.push_back({kBundledMarks, marksText(m_choice.redacts ? std::string("/") : m_run.path, marks)});
        }
    }

    void without(std::string_view what, std::string_view why) {
        m_log.add(Severity::Info, m_run.label, "bundle.without", what, why);
    }

    const Run &m_run;
    const BundleChoice &m_choice;
    const std::stop_token &m_stop;
    std::vector<BundlePart> m_parts;
    std::set<int> m_ranks;           ///< that are in it
    std::set<std::int64_t> m_steps;  ///< of any rank
    std::optional<AlignedRange> m_window;
    ImportLog m_log;
};

}  // namespace

Result<std::vector<BundlePart>> bundleParts(const Run &run, const BundleChoice &choice, const std::stop_token &stop) {
    if (!choice.redacts) {
        return BundleParts(run, choice, stop).all();
    }
    Workspace named;
    named.runs.push_back(run);
    const Redactor redactor(named);
    const auto redacted = redactedWorkspace(named, redactor);
    if (!redacted) {
        return tl::make_unexpected(redacted.error());
    }
    auto renamed = choice;
    for (auto &mark : renamed.marks) {
        mark.name = redactor.redact(mark.name);
    }
    return BundleParts(redacted->runs.front(), renamed, stop).all();
}

}  // namespace stagescope
