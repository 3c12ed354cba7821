#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/flight_records.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/sched_records.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/task_metric_record.h"
#include "core/store/tables/training_record.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <variant>

namespace stagescope {

namespace {

template <class... Records>
std::vector<std::string_view> fieldNames(TableKind kind) {
    std::vector<std::string_view> names;
    const auto add = [&]<class Record>(const Record *) {
        for (const auto &field : Record::fields()) {
            if (Record::kKind == kind) {
                names.push_back(field.name);
            }
        }
    };
    (add(static_cast<const Records *>(nullptr)), ...);
    return names;
}

std::vector<std::string_view> columnNamesOf(const TableStore &table) {
    auto names =
        fieldNames<StepRecord, StepTraceRecord, BusyRecord, CellRecord, P2pOpRecord, CommOpRecord, CommTimeRecord,
                   CommBandwidthRecord, CommLinkRecord, EnvironmentRecord, GroupRecord, MemorySampleRecord,
                   MemoryOpRecord, ContentsRecord, KernelRecord, StatisticRecord, CopyRecord, TaskMetricRecord,
                   FeedOpRecord, FeedBatchRecord, FeedEventRecord, ClockRecord, HealthRecord, FlightCallRecord,
                   FlightGroupRecord, ThreadStateRecord, ThreadWaitRecord, CpuStateRecord, TrainingValueRecord>(
            table.kind());
    std::erase_if(names, [&](std::string_view name) { return !table.hasColumn(name); });
    for (const auto name : table.measureNames()) {
        names.push_back(name);
    }
    return names;
}

class RankEncoder {
public:
    explicit RankEncoder(const BundleCut &cut) : m_cut(cut) {}

    std::string run(const BundledRank &rank) {
        m_out.number(rank.log.size());
        for (const auto &entry : rank.log) {
            putEntry(entry);
        }
        m_out.number(rank.tables.size());
        for (const auto &table : rank.tables) {
            putTable(*table);
        }
        m_out.number(rank.traces.size());
        for (const auto &trace : rank.traces) {
            putTrace(*trace);
        }
        return m_out.take();
    }

private:
    void putText(std::string_view text) { m_out.text(m_cut.rename ? m_cut.rename(text) : std::string(text)); }
    void putEntry(const ImportEntry &entry) {
        m_out.number(static_cast<std::uint64_t>(entry.severity));
        putText(entry.source);
        m_out.text(entry.code);
        m_out.number(entry.count);
        m_out.number(entry.samples.size());
        for (const auto &sample : entry.samples) {
            putText(sample.where);
            putText(sample.detail);
        }
    }

    using Rows = std::vector<std::size_t>;
    void putTable(const TableStore &table) {
        Rows rows;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (!m_cut.keepsRow || m_cut.keepsRow(table, row)) {
                rows.push_back(row);
            }
        }
        m_out.text(tableKindName(table.kind()));
        m_out.number(rows.size());
        const auto names = columnNamesOf(table);
        m_out.number(names.size());
        for (const auto name : names) {
            const auto &values = *table.values(name);
            m_out.text(name);
            m_out.number(values.index());
            std::visit([&](const auto &column) { putColumn(column, rows); }, values);
        }
    }
    void putColumn(const TableStore::Ints &values, const Rows &rows) {
        std::int64_t before = 0;
        for (const auto row : rows) {
            m_out.difference(values[row], before);
            before = values[row];
        }
    }
    void putColumn(const std::vector<double> &values, const Rows &rows) {
        for (const auto row : rows) {
            m_out.real(values[row]);
        }
    }
    void putColumn(const TableStore::Measures &values, const Rows &rows) {
        for (const auto row : rows) {
            m_out.real(static_cast<double>(values[row]));
        }
    }
    void putColumn(const TableStore::Texts &texts, const Rows &rows) {
        std::unordered_map<std::int64_t, std::uint64_t> numbers;
        std::vector<std::int64_t> kept;
        for (const auto row : rows) {
            if (numbers.try_emplace(texts.at[row], kept.size()).second) {
                kept.push_back(texts.at[row]);
            }
        }
        m_out.number(kept.size());
        for (const auto text : kept) {
            putText(texts.values[text]);
        }
        for (const auto row : rows) {
            m_out.number(numbers.at(texts.at[row]));
        }
    }

    /// A slice as long as the window reaches into, or a point within it.
    [[nodiscard]] bool keeps(RankTime begin, RankTime end) const {
        const auto &window = m_cut.window;
        return !window || (begin < window->end && (end > window->begin || begin >= window->begin));
    }

    /// Where what is kept was asked for, outside of the window too.
    void findOrigins(const TraceStore &trace) {
        m_origins.assign(trace.tracks().size(), {});
        const auto &flows = trace.flows();
        for (std::size_t i = 0; m_cut.window && i < flows.size(); ++i) {
            if (keeps(flows.at(i).to, flows.at(i).to)) {
                m_origins[flows.at(i).fromTrack.value].push_back(flows.at(i).from);
            }
        }
    }
    /// Arrows are sorted by their begin.
    [[nodiscard]] bool isOrigin(TrackId track, RankTime begin, RankTime end) const {
        const auto &times = m_origins[track.value];
        const auto time = std::lower_bound(times.begin(), times.end(), begin);
        return time != times.end() && *time <= end;
    }

    void putTrace(const TraceStore &trace) {
        findOrigins(trace);
        std::unordered_map<StringId, std::uint64_t> numbers;
        std::vector<StringId> texts;
        const auto numberOf = [&](StringId id) {
            const auto [it, isNew] = numbers.try_emplace(id, texts.size());
            if (isNew) {
                texts.push_back(id);
            }
            return it->second;
        };
        // Texts come before what names them, so all that follows is written aside.
        BundleWriter rest;
        std::swap(rest, m_out);
        m_out.number(trace.tracks().size());
        for (const auto &track : trace.tracks()) {
            m_out.number(track.parent.isValid() ? track.parent.value + 1ULL : 0);
            m_out.number(static_cast<std::uint64_t>(track.kind));
            m_out.number(numberOf(track.name));
            m_out.number(numberOf(track.label));
            putSlices(trace, track, numberOf);
            putSamples(trace.counter(track.id));
        }
        putFlows(trace.flows(), numberOf);
        std::swap(rest, m_out);
        m_out.number(texts.size());
        for (const auto id : texts) {
            putText(trace.text(id));
        }
        m_out.append(rest.take());
    }
    template <class NumberOf>
    void putSlices(const TraceStore &trace, const Track &track, const NumberOf &numberOf) {
        const auto &slices = trace.slices(track.id);
        std::vector<std::uint32_t> kept;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const bool isMeant = !m_cut.keepsSlice || m_cut.keepsSlice(trace, track, i);
            if (isMeant &&
                (keeps(slices.begin(i), slices.end(i)) || isOrigin(track.id, slices.begin(i), slices.end(i)))) {
                kept.push_back(i);
            }
        }
        m_out.number(kept.size());
        std::int64_t before = 0;
        for (const auto i : kept) {
            m_out.difference(ns(slices.begin(i)), before);
            before = ns(slices.begin(i));
        }
        for (const auto i : kept) {
            m_out.number(static_cast<std::uint64_t>((slices.end(i) - slices.begin(i)).count()));
        }
        for (const auto i : kept) {
            m_out.number(numberOf(slices.name(i)));
        }
        for (const auto i : kept) {
            m_out.number(static_cast<std::uint64_t>(slices.klass(i)));
        }
        before = 0;
        for (const auto i : kept) {
            m_out.difference(static_cast<std::int64_t>(slices.row(i)), before);
            before = static_cast<std::int64_t>(slices.row(i));
        }
    }
    /// With the sample that holds as the window begins.
    void putSamples(const CounterTable &counter) {
        const auto size = static_cast<std::uint32_t>(counter.size());
        std::vector<std::uint32_t> kept;
        for (std::uint32_t i = 0; i < size; ++i) {
            if (keeps(counter.time(i), i + 1 < size ? counter.time(i + 1) : counter.time(i))) {
                kept.push_back(i);
            }
        }
        coarsen(counter, kept);
        m_out.number(kept.size());
        std::int64_t before = 0;
        for (const auto i : kept) {
            m_out.difference(ns(counter.time(i)), before);
            before = ns(counter.time(i));
        }
        for (const auto i : kept) {
            m_out.real(counter.value(i));
        }
    }
    /// Both extremes of each part in their order, so that no peak is lost.
    void coarsen(const CounterTable &counter, std::vector<std::uint32_t> &samples) const {
        if (samples.size() <= m_cut.mostSamples) {
            return;
        }
        const auto parts = std::max<std::size_t>(m_cut.mostSamples / 2, 1);
        std::vector<std::uint32_t> coarse;
        for (std::size_t part = 0; part < parts; ++part) {
            const auto at = [&](std::size_t i) {
                return samples.begin() + static_cast<std::ptrdiff_t>(i * samples.size() / parts);
            };
            const auto [least, largest] = std::minmax_element(
                at(part), at(part + 1),
                [&](std::uint32_t a, std::uint32_t b) { return counter.value(a) < counter.value(b); });
            coarse.push_back(std::min(*least, *largest));
            if (*least != *largest) {
                coarse.push_back(std::max(*least, *largest));
            }
        }
        samples = std::move(coarse);
    }
    /// With those that come from or lead outside.
    template <class NumberOf>
    void putFlows(const FlowTable &flows, const NumberOf &numberOf) {
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < flows.size(); ++i) {
            const auto &flow = flows.at(i);
            if (m_cut.keepsFlows && (keeps(flow.from, flow.from) || keeps(flow.to, flow.to))) {
                kept.push_back(i);
            }
        }
        m_out.number(kept.size());
        std::int64_t before = 0;
        for (const auto i : kept) {
            const auto &flow = flows.at(i);
            m_out.number(flow.fromTrack.value);
            m_out.number(flow.toTrack.value);
            m_out.number(numberOf(flow.category));
            m_out.difference(ns(flow.from), before);
            m_out.difference(ns(flow.to), ns(flow.from));
            before = ns(flow.from);
        }
    }

    const BundleCut &m_cut;
    BundleWriter m_out;
    std::vector<std::vector<RankTime>> m_origins;  ///< by track, ascending
};

}  // namespace

std::string encodeRank(const BundledRank &rank, const BundleCut &cut) { return RankEncoder(cut).run(rank); }

}  // namespace stagescope
