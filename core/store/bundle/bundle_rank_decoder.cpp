#include "core/base/byte_text.h"
#include "core/base/io/memory_limit.h"
#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/trace_merger.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>
#include <variant>

namespace stagescope {

namespace {

constexpr std::size_t kRowsBetweenChecks = 4096;
constexpr std::uint64_t kMostColumns = 1024;
// What is set aside for one, in bytes, beside the texts themselves; rounded up.
constexpr std::uint64_t kEntryBytes = 160;
constexpr std::uint64_t kTableBytes = 512;
constexpr std::uint64_t kColumnBytes = 256;
constexpr std::uint64_t kTrackBytes = 512;
constexpr std::uint64_t kTextBytes = 64;
constexpr std::uint64_t kSliceBytes = 64;
constexpr std::uint64_t kSampleBytes = 48;
constexpr std::uint64_t kFlowBytes = 96;
// The numbers of a bundle: whoever adds a kind adds it at the end, and here.
constexpr auto kLastTrackKind = TrackKind::Other;
constexpr auto kLastSliceClass = SliceClass::Instant;
static_assert(static_cast<int>(kLastTrackKind) == 8 && static_cast<int>(kLastSliceClass) == 13);

std::optional<TableKind> kindNamed(std::string_view name) {
    for (auto kind = TableKind::Steps;; kind = static_cast<TableKind>(static_cast<int>(kind) + 1)) {
        if (tableKindName(kind) == name) {
            return kind;
        }
        if (kind == kLastTableKind) {
            return std::nullopt;
        }
    }
}

class RankDecoder {
public:
    RankDecoder(std::string_view bytes, const BundleReading &reading) : m_in(bytes), m_reading(reading) {}

    Result<BundledRank> run() {
        for (auto left = counted(kEntryBytes); left > 0 && isSound(); --left) {
            m_rank.log.push_back(entry());
        }
        for (auto left = counted(kTableBytes); left > 0 && isSound(); --left) {
            readTable();
        }
        const bool isWhole = m_reading.half != BundledHalf::Small;  // traces come last
        for (auto left = isWhole ? m_in.count() : 0; left > 0 && isSound(); --left) {
            readTrace();
        }
        if (m_status && (!m_in.isSound() || (isWhole && !m_in.atEnd()))) {
            m_status = fail(ErrorKind::Malformed, "a rank of the bundle cannot be understood", m_reading.path);
        }
        if (m_status && m_tracks > 0) {
            m_status = merge();
        }
        return m_status ? Result<BundledRank>(std::move(m_rank)) : tl::make_unexpected(m_status.error());
    }

private:
    /// Asked at least once a row; looks at memory and the stop token once in a while.
    bool isSound() {
        if (++m_rows % kRowsBetweenChecks == 0 && m_status) {
            m_status = m_reading.stop.stop_requested() ? fail(ErrorKind::Cancelled, "cancelled", m_reading.path)
                                                       : checkMemory(m_reading.path);
        }
        return m_in.isSound() && m_status;
    }
    /// Whether so many items of so many bytes may still be set aside; nothing is read on where not.
    bool takes(std::uint64_t count, std::uint64_t width) {
        if (m_status && count > (m_reading.mostBytes - m_taken) / width) {
            m_status =
                fail(ErrorKind::Limit, "a rank of the bundle would take more than " + bytesText(m_reading.mostBytes),
                     m_reading.path);
        }
        m_taken += m_status ? count * width : 0;
        return m_status.has_value();
    }
    /// How many items of so many bytes follow.
    std::uint64_t counted(std::uint64_t width) {
        const auto count = m_in.count();
        return takes(count, width) ? count : 0;
    }
    /// Read and then stored: both take their place.
    template <class Read>
    auto column(std::uint64_t rows, Read read) {
        std::vector<decltype(read())> values;
        if (!takes(rows, 2 * sizeof(read()))) {
            return values;
        }
        for (; rows > 0 && isSound(); --rows) {
            values.push_back(read());
        }
        return values;
    }
    std::vector<std::int64_t> differences(std::uint64_t rows) {
        std::int64_t last = 0;
        return column(rows, [&] { return last = m_in.difference(last); });
    }

    ImportEntry entry() {
        ImportEntry result;
        result.severity = static_cast<Severity>(m_in.below(static_cast<std::uint64_t>(Severity::DataLoss) + 1));
        result.source = m_in.text();
        result.code = m_in.text();
        result.count = m_in.number();
        for (auto left = counted(1); left > 0 && isSound(); --left) {
            const auto where = m_in.text();
            const auto detail = m_in.text();
            if (result.samples.size() < ImportEntry::kMaxSamples) {
                result.samples.push_back({std::string(where), std::string(detail)});
            }
        }
        return result;
    }

    void readTable() {
        const auto kind = kindNamed(m_in.text());
        const auto rows = counted(1);
        const auto columns = m_in.below(kMostColumns);
        TableBuilder builder(kind.value_or(TableKind::Contents));
        std::unordered_set<std::string_view> taken;
        std::vector<std::pair<std::string_view, TableStore::Measures>> measures;
        std::vector<std::function<void(std::size_t row)>> cells;
        for (auto left = takes(columns, kColumnBytes) ? columns : 0; left > 0 && isSound(); --left) {
            const auto column = m_in.text();
            const auto type = m_in.below(std::variant_size_v<TableStore::Values>);
            const bool isNew = taken.insert(column).second;
            auto cell = cellsOf(builder, column, type, rows, isNew, measures);
            if (isNew && cell) {
                cells.push_back(std::move(cell));
            }
        }
        for (std::size_t row = 0; row < rows && isSound(); ++row) {
            for (const auto &cell : cells) {
                cell(row);
            }
            builder.endRow();
        }
        if (!kind) {
            m_status = fail(ErrorKind::Malformed, "the bundle has a table of no known kind", m_reading.path);
        }
        if (!isSound()) {
            return;
        }
        for (auto &[column, values] : measures) {
            builder.addMeasures(column, std::move(values));
        }
        const bool isWanted =
            m_reading.half == BundledHalf::Both || isBulky(*kind) == (m_reading.half == BundledHalf::Bulky);
        if (rows > 0 && isWanted) {
            m_rank.tables.push_back(std::make_shared<const TableStore>(builder.take()));
        }
    }
    /// Reads a column; what puts its value into the row at hand, empty for measures.
    std::function<void(std::size_t)> cellsOf(TableBuilder &builder, std::string_view name, std::uint64_t type,
                                             std::uint64_t rows, bool isNew,
                                             std::vector<std::pair<std::string_view, TableStore::Measures>> &measures) {
        const auto adding = [&](auto values, auto fill) -> std::function<void(std::size_t)> {
            const auto number = isNew ? builder.addColumn(name, fill) : 0;
            return
                [&builder, number, values = std::move(values)](std::size_t row) { builder.put(number, values[row]); };
        };
        switch (type) {
            case 0:
                return adding(differences(rows), std::int64_t{0});
            case 1:
                return adding(column(rows, [&] { return m_in.real(); }), 0.0);
            case 2: {
                const auto texts = column(counted(kTextBytes), [&] { return m_in.text(); });
                return adding(column(rows, [&] { return oneOf(texts); }), std::string_view());
            }
            default:
                break;
        }
        auto values = column(rows, [&] { return static_cast<float>(m_in.real()); });
        if (isNew && values.size() == rows) {
            measures.emplace_back(name, std::move(values));
        }
        return {};
    }
    /// The item whose number comes next.
    template <class T>
    T oneOf(const std::vector<T> &items) {
        const auto number = m_in.below(items.size());
        return number < items.size() ? items[number] : T{};
    }

    using Key = TraceBuilder::TrackKey;

    /// Tracks of all traces stand in one builder, each with the number of its place as its id.
    void readTrace() {
        std::vector<StringId> texts;
        for (auto left = counted(kTextBytes); left > 0 && isSound(); --left) {
            texts.push_back(m_builder.intern(m_in.text()));
        }
        const auto first = m_tracks;
        m_lastFlow = 0;
        std::vector<std::optional<TraceBuilder::LocalTrack>> tracks;
        for (auto left = counted(kTrackBytes); left > 0 && isSound(); --left) {
            tracks.push_back(readTrack(texts, first));
        }
        for (auto left = counted(kFlowBytes); left > 0 && isSound() && !tracks.empty(); --left) {
            readFlow(texts, tracks);
        }
    }
    std::optional<TraceBuilder::LocalTrack> readTrack(const std::vector<StringId> &texts, std::size_t first) {
        const auto place = m_tracks++;
        const auto parent = m_in.below(place - first + 1);
        const auto kind = static_cast<TrackKind>(m_in.below(static_cast<std::uint64_t>(kLastTrackKind) + 1));
        const auto name = oneOf(texts);
        const auto label = oneOf(texts);
        const auto own = m_builder.intern(std::to_string(place));
        std::optional<TraceBuilder::LocalTrack> track;
        if (kind == TrackKind::Process) {
            m_builder.describeProcess(own, name, label);
            m_builder.sortProcess(own, static_cast<std::int64_t>(place));
        } else {
            const Key key{kind, m_builder.intern(std::to_string(first + std::max<std::uint64_t>(parent, 1) - 1)), own};
            track = m_builder.track(key);
            m_builder.describeTrack(key, name, label, kind);
            m_builder.sortTrack(key, static_cast<std::int64_t>(place));
        }
        readSlices(texts, track);
        readSamples(track);
        return track;
    }
    void readSlices(const std::vector<StringId> &texts, std::optional<TraceBuilder::LocalTrack> track) {
        const auto rows = counted(kSliceBytes);
        const auto begins = differences(rows);
        const auto durations = column(rows, [&] { return static_cast<std::int64_t>(m_in.number()); });
        const auto names = column(rows, [&] { return oneOf(texts); });
        const auto classes = column(
            rows, [&] { return static_cast<SliceClass>(m_in.below(static_cast<std::uint64_t>(kLastSliceClass) + 1)); });
        const auto places = differences(rows);
        for (std::size_t i = 0; i < places.size() && track && isSound(); ++i) {
            m_builder.slice(*track, begins[i], durations[i], names[i], classes[i],
                            static_cast<std::uint64_t>(places[i]));
        }
    }
    void readSamples(std::optional<TraceBuilder::LocalTrack> track) {
        const auto rows = counted(kSampleBytes);
        const auto times = differences(rows);
        const auto values = column(rows, [&] { return m_in.real(); });
        for (std::size_t i = 0; i < values.size() && track && isSound(); ++i) {
            m_builder.sample(*track, times[i], values[i], i);
        }
    }
    void readFlow(const std::vector<StringId> &texts,
                  const std::vector<std::optional<TraceBuilder::LocalTrack>> &tracks) {
        const auto from = oneOf(tracks);
        const auto to = oneOf(tracks);
        const auto category = oneOf(texts);
        m_lastFlow = m_in.difference(m_lastFlow);
        const auto end = m_in.difference(m_lastFlow);
        if (from && to) {
            m_builder.flow(FlowPhase::Start, *from, m_lastFlow, m_flows, category);
            m_builder.flow(FlowPhase::End, *to, end, m_flows++, category);
        }
    }

    Status merge() {
        ImportLog overlaps;  // told when the trace was read from its own file
        std::vector<TraceBuilder> builders;
        builders.push_back(std::move(m_builder));
        MergeOptions options;
        options.source = m_reading.path;
        options.log = &overlaps;
        options.stop = m_reading.stop;
        options.workers = m_reading.workers;
        auto trace = mergeTraces(std::move(builders), options);
        if (!trace) {
            return tl::make_unexpected(trace.error());
        }
        m_rank.traces.push_back(std::move(*trace));
        return {};
    }

    BundleReader m_in;
    const BundleReading &m_reading;
    BundledRank m_rank;
    Status m_status;
    TraceBuilder m_builder;
    std::size_t m_tracks = 0;
    std::uint64_t m_flows = 0;
    std::int64_t m_lastFlow = 0;
    std::size_t m_rows = 0;
    std::uint64_t m_taken = 0;  ///< bytes set aside
};

}  // namespace

bool isBulky(TableKind kind) {
    switch (kind) {
        case TableKind::Kernels:
        case TableKind::MemoryOps:
        case TableKind::MemorySamples:
        case TableKind::TaskMetrics:
        case TableKind::Copies:
        case TableKind::DataBatches:
        case TableKind::DataEvents:
        case TableKind::FlightCalls:
        case TableKind::ThreadWaits:
            return true;
        default:
            return false;
    }
}

Result<BundledRank> decodeRank(std::string_view bytes, const BundleReading &reading) {
    return RankDecoder(bytes, reading).run();
}

}  // namespace stagescope
