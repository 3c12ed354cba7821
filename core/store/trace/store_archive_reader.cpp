#include "core/base/io/memory_limit.h"
#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/store_archive.h"

#include <QtCore/QByteArray>
#include <QtCore/QDataStream>
#include <QtCore/QIODevice>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace stagescope {

namespace {

constexpr auto kLastClass = static_cast<std::uint8_t>(SliceClass::Instant);

bool isTime(std::int64_t t) { return -kTimeLimit <= t && t < kTimeLimit; }

}  // namespace

/// What it reads eagerly is sound when it is done, and the columns that are left for later are all there and of the
/// lengths that they should have; what is in them is looked at when they are decoded.
class StoreArchive::Decoder {
public:
    explicit Decoder(std::shared_ptr<const ArchiveFile> file)
        : m_file(std::move(file)),
          m_directory(
              QByteArray::fromRawData(m_file->directory().data(), static_cast<qsizetype>(m_file->directory().size()))),
          m_in(m_directory),
          m_bytesLeft(expansionLimit(m_file->byteSize())) {}

    Result<ArchivedStores> run(const std::string &path) {
        ArchivedStores stores;
        for (auto left = count(); left > 0 && isSound(); --left) {
            stores.log.push_back(entry());
        }
        for (auto left = count(); left > 0 && isSound(); --left) {
            stores.tables.push_back(std::make_shared<const TableStore>(table()));
        }
        for (auto left = count(); left > 0 && isSound(); --left) {
            stores.traces.push_back(trace());
        }
        if (!isSound() || !m_in.atEnd()) {
            return fail(ErrorKind::Malformed, "the archive's directory cannot be understood", path);
        }
        return stores;
    }

private:
    [[nodiscard]] bool isSound() const { return m_isSound && m_in.status() == QDataStream::Ok; }
    void demand(bool what) { m_isSound = m_isSound && what; }
    std::uint64_t number() {
        quint64 value = 0;
        m_in >> value;
        return value;
    }
    /// Not beyond `last`.
    std::uint64_t upTo(std::uint64_t last) {
        const auto value = number();
        demand(value <= last);
        return isSound() ? value : 0;
    }
    std::uint32_t small() { return static_cast<std::uint32_t>(upTo(std::numeric_limits<std::uint32_t>::max())); }
    std::int64_t signedNumber() { return static_cast<std::int64_t>(number()); }
    template <class Enum>
    Enum oneOf(Enum last) {
        return static_cast<Enum>(upTo(static_cast<std::uint64_t>(last)));
    }
    /// How many items follow, each of so many bytes of the directory at least.
    std::uint64_t count(std::uint64_t bytesEach = 1) {
        return upTo(static_cast<std::uint64_t>(m_directory.size()) / bytesEach);
    }
    std::string text() {
        std::string value(count(), '\0');
        m_in.readRawData(value.data(), static_cast<int>(value.size()));
        return value;
    }
    /// All together they give no more than expansionLimit of the file.
    std::vector<ArchiveFrame> frames() {
        constexpr std::uint64_t kNumbers = 3;
        std::vector<ArchiveFrame> result(count(kNumbers * sizeof(std::uint64_t)));
        for (auto &frame : result) {
            frame.offset = number();
            frame.packed = small();
            frame.raw = small();
            demand(frame.raw <= m_bytesLeft && m_file->holds(frame));
            m_bytesLeft -= isSound() ? frame.raw : 0;
        }
        return isSound() ? std::move(result) : std::vector<ArchiveFrame>();
    }
    /// Of numbers of so many bytes; no rows when it is unsound.
    ArchiveColumn column(std::size_t valueBytes) {
        ArchiveColumn result;
        result.rows = number();
        result.frames = frames();
        std::uint64_t rows = 0;
        for (const auto &frame : result.frames) {
            demand(frame.raw % valueBytes == 0 && frame.raw / valueBytes <= kArchiveFrameRows);
            rows += frame.raw / valueBytes;
        }
        demand(rows == result.rows);
        return isSound() ? std::move(result) : ArchiveColumn();
    }
    template <class T>
    std::vector<T> values(ColumnCoding coding) {
        const auto stored = column(sizeof(T));
        std::vector<T> result;
        result.reserve(stored.rows);
        demand(m_file->column<T>(stored, coding, [&](std::uint64_t, T value) { result.push_back(value); }));
        return result;
    }
    template <class T>
    PackedInts ints(ColumnCoding coding) {
        PackedInts result;
        demand(m_file->column<T>(column(sizeof(T)), coding, [&](std::uint64_t, T value) { result.push_back(value); }));
        return result;
    }
    template <class Take>
    void readTexts(Take &&take) {
        const auto lengths = values<std::uint32_t>(ColumnCoding::Plain);
        std::size_t next = 0;
        std::string bytes;
        for (const auto &frame : frames()) {
            bytes.resize(frame.raw);
            demand(m_file->read(frame, bytes));
            std::string_view rest(bytes);
            while (next < lengths.size() && lengths[next] <= rest.size() && isSound()) {
                take(rest.substr(0, lengths[next]));
                rest.remove_prefix(lengths[next++]);
            }
        }
        demand(next == lengths.size());
    }

    ImportEntry entry() {
        ImportEntry result;
        result.severity = oneOf(Severity::DataLoss);
        result.source = text();
        result.code = text();
        result.count = number();
        constexpr std::uint64_t kTexts = 2;
        result.samples.resize(count(kTexts * sizeof(std::uint64_t)));
        for (auto &sample : result.samples) {
            sample.where = text();
            sample.detail = text();
        }
        return result;
    }

    TableStore table() {
        TableStore result(oneOf(kLastTableKind));
        result.m_rowCount = number();
        for (auto left = count(); left > 0 && isSound(); --left) {
            auto name = text();
            result.m_columns.push_back({std::move(name), columnValues(number(), result.m_rowCount)});
        }
        demand(result.m_rowCount == 0 || !result.m_columns.empty());
        return result;
    }
    TableStore::Values columnValues(std::uint64_t type, std::size_t rows) {
        const auto whole = [&](auto list) {
            demand(list.size() == rows);
            return list;
        };
        switch (type) {
            case 0:
                return whole(ints<std::int64_t>(ColumnCoding::Differences));
            case 1:
                return whole(values<double>(ColumnCoding::Plain));
            case 3:
                return whole(values<float>(ColumnCoding::Plain));
            default:
                break;
        }
        TableStore::Texts texts;
        texts.at = whole(ints<std::uint32_t>(ColumnCoding::Plain));
        texts.values.clear();
        readTexts([&](std::string_view value) { texts.values.emplace_back(value); });
        const auto &at = texts.at.view();
        demand(std::all_of(at.begin(), at.end(),
                           [&](std::int64_t text) { return static_cast<std::size_t>(text) < texts.values.size(); }));
        return texts;
    }

    std::shared_ptr<const TraceStore> trace() {
        auto store = std::make_shared<TraceStore>();
        readTexts([&](std::string_view value) { store->m_strings.intern(value); });
        const bool hasBounds = number() == 1;
        const auto begin = signedNumber();
        const auto end = signedNumber();
        demand(isTime(begin) && isTime(end) && begin <= end);
        store->m_bounds = hasBounds ? std::optional(RankRange{rankTime(begin), rankTime(end)}) : std::nullopt;
        store->m_sliceCount = number();
        store->m_sampleCount = number();
        store->m_nameClasses = values<std::uint8_t>(ColumnCoding::Plain);
        const auto isClass = [](auto klass) { return klass <= kLastClass || klass == TraceStore::kNoSlice; };
        demand(std::all_of(store->m_nameClasses.begin(), store->m_nameClasses.end(), isClass));
        std::vector<ArchivedTrace::SliceColumns> slices;
        std::vector<ArchivedTrace::CounterColumns> counters;
        for (auto left = count(); left > 0 && isSound(); --left) {
            store->m_tracks.push_back(track());
            slices.push_back(sliceColumns(store->m_tracks.back()));
            counters.push_back(counterColumns());
        }
        demandTracks(*store, slices, counters);
        store->m_archived =
            std::make_shared<ArchivedTrace>(m_file, std::move(slices), std::move(counters), flowColumns());
        return store;
    }
    Track track() {
        Track result;
        result.id = TrackId{small()};
        result.parent = TrackId{small()};
        result.kind = oneOf(TrackKind::Other);
        result.name = StringId{small()};
        result.label = StringId{small()};
        result.sortIndex = signedNumber();
        result.rowCount = small();
        result.depthCount = static_cast<std::uint32_t>(upTo(SliceTableBuilder::kMaxDepth));
        return result;
    }
    void demandTracks(const TraceStore &store, const std::vector<ArchivedTrace::SliceColumns> &slices,
                      const std::vector<ArchivedTrace::CounterColumns> &counters) {
        std::uint64_t sliceCount = 0;
        std::uint64_t sampleCount = 0;
        for (std::size_t i = 0; i < store.m_tracks.size() && isSound(); ++i) {
            const auto &track = store.m_tracks[i];
            const auto rows = slices[i].begin.rows;
            const auto samples = counters[i].time.rows;
            const bool isProcess = !track.parent.isValid();
            demand(track.id.value == i && track.rowCount == rows + samples &&
                   (isProcess || (track.parent.value < store.m_tracks.size() && track.parent != track.id)));
            sliceCount += rows;
            sampleCount += samples;
        }
        // Slices of lanes that were worked out are not counted.
        demand(store.m_sliceCount <= sliceCount && store.m_sampleCount <= sampleCount);
    }
    ArchivedTrace::SliceColumns sliceColumns(const Track &track) {
        ArchivedTrace::SliceColumns result;
        result.begin = column(sizeof(std::int64_t));
        result.duration = column(sizeof(std::int64_t));
        result.name = column(sizeof(std::uint32_t));
        result.klass = column(sizeof(std::uint8_t));
        result.row = column(sizeof(std::uint64_t));
        result.depthBegin = column(sizeof(std::uint32_t));
        for (const auto *each : {&result.duration, &result.name, &result.klass, &result.row}) {
            demand(each->rows == result.begin.rows);
        }
        result.depthCount = track.depthCount;
        return result;
    }
    ArchivedTrace::CounterColumns counterColumns() {
        ArchivedTrace::CounterColumns result;
        result.time = column(sizeof(std::int64_t));
        result.value = column(sizeof(double));
        demand(result.time.rows == result.value.rows);
        return result;
    }
    ArchivedTrace::FlowColumns flowColumns() {
        ArchivedTrace::FlowColumns result;
        result.fromTrack = column(sizeof(std::uint32_t));
        result.toTrack = column(sizeof(std::uint32_t));
        result.from = column(sizeof(std::int64_t));
        result.to = column(sizeof(std::int64_t));
        result.category = column(sizeof(std::uint32_t));
        result.byTarget = column(sizeof(std::uint32_t));
        for (const auto *each : {&result.toTrack, &result.from, &result.to, &result.category, &result.byTarget}) {
            demand(each->rows == result.fromTrack.rows);
        }
        return result;
    }

    std::shared_ptr<const ArchiveFile> m_file;
    QByteArray m_directory;
    QDataStream m_in;
    std::uint64_t m_bytesLeft;
    bool m_isSound = true;
};

bool StoreArchive::isSound(const SliceTable &table, std::uint32_t depthCount) {
    const auto rows = table.size();
    const auto &starts = table.m_depthBegin;
    const bool isDivided = table.depthCount() == depthCount && std::is_sorted(starts.begin(), starts.end()) &&
                           (starts.empty() ? rows == 0 : starts.front() == 0 && starts.back() == rows);
    if (!isDivided) {
        return false;
    }
    for (std::size_t depth = 0; depth < depthCount; ++depth) {
        auto before = -kTimeLimit;
        for (auto i = starts[depth]; i < starts[depth + 1]; ++i) {
            const auto begin = table.m_begin[i];
            const auto duration = table.m_duration[i];
            if (!isTime(begin) || begin < before || !isTime(duration) || duration < 0 ||
                duration > kTimeLimit - 1 - std::max<std::int64_t>(begin, 0) ||
                static_cast<std::uint8_t>(table.m_class[i]) > kLastClass) {
                return false;
            }
            before = begin + duration;
        }
    }
    return true;
}

SliceTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::SliceColumns &columns) {
    SliceTable table;
    const auto rows = columns.begin.rows;
    table.m_begin.resize(rows);
    std::vector<std::int64_t> durations(rows);
    std::vector<std::int64_t> places(rows);
    table.m_name.resize(rows);
    table.m_class.resize(rows);
    table.m_depthBegin.resize(columns.depthBegin.rows);
    using enum ColumnCoding;
    const bool isWhole =
        file.column<std::int64_t>(columns.begin, Differences, [&](auto i, auto v) { table.m_begin[i] = v; }) &&
        file.column<std::int64_t>(columns.duration, Plain, [&](auto i, auto v) { durations[i] = v; }) &&
        file.column<std::uint32_t>(columns.name, Plain, [&](auto i, auto v) { table.m_name[i] = StringId{v}; }) &&
        file.column<std::uint8_t>(columns.klass, Plain,
                                  [&](auto i, auto v) { table.m_class[i] = static_cast<SliceClass>(v); }) &&
        file.column<std::uint64_t>(columns.row, Differences,
                                   [&](auto i, auto v) { places[i] = static_cast<std::int64_t>(v); }) &&
        file.column<std::uint32_t>(columns.depthBegin, Plain, [&](auto i, auto v) { table.m_depthBegin[i] = v; });
    table.m_duration = PackedInts::of(rows, [&](std::size_t i) { return durations[i]; });
    table.m_row = PackedInts::of(rows, [&](std::size_t i) { return places[i]; });
    if (!isWhole || !isSound(table, columns.depthCount)) {
        table = {};
        table.m_depthBegin.resize(columns.depthCount == 0 ? 0 : columns.depthCount + 1);
    }
    table.makeRoomForPyramids();
    return table;
}

CounterTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::CounterColumns &columns) {
    std::vector<std::int64_t> times(columns.time.rows);
    std::vector<double> values(columns.value.rows);
    const bool isWhole = file.column<std::int64_t>(columns.time, ColumnCoding::Differences, [&](auto i, auto v) {
        times[i] = v;
    }) && file.column<double>(columns.value, ColumnCoding::Plain, [&](auto i, auto v) { values[i] = v; });
    return isWhole && std::all_of(times.begin(), times.end(), &isTime)
               ? CounterTable(std::move(times), std::move(values))
               : CounterTable();
}

FlowTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::FlowColumns &columns,
                                std::size_t trackCount) {
    FlowTable table;
    const auto into = [](PackedInts &list) {
        return [&list](std::uint64_t, auto value) { list.push_back(std::int64_t{value}); };
    };
    using enum ColumnCoding;
    bool isSound = file.column<std::uint32_t>(columns.fromTrack, Plain, into(table.m_fromTrack)) &&
                   file.column<std::uint32_t>(columns.toTrack, Plain, into(table.m_toTrack)) &&
                   file.column<std::int64_t>(columns.from, Differences, into(table.m_from)) &&
                   file.column<std::int64_t>(columns.to, Differences, into(table.m_to)) &&
                   file.column<std::uint32_t>(columns.category, Plain, into(table.m_category)) &&
                   file.column<std::uint32_t>(columns.byTarget, Differences, into(table.m_byTarget));
    for (const auto *list : {&table.m_fromTrack, &table.m_toTrack, &table.m_from, &table.m_to, &table.m_category}) {
        isSound = isSound && list->size() == table.size();
    }
    for (std::size_t i = 0; isSound && i < table.size(); ++i) {
        const auto flow = table.at(i);
        isSound = flow.fromTrack.value < trackCount && flow.toTrack.value < trackCount && isTime(ns(flow.from)) &&
                  isTime(ns(flow.to)) && static_cast<std::size_t>(table.m_byTarget[i]) < table.size();
    }
    return isSound ? std::move(table) : FlowTable();
}

Result<ArchivedStores> StoreArchive::read(const std::string &path, std::string_view identity,
                                          const std::stop_token &stop) {
    auto file = ArchiveFile::open(path, identity, stop);
    return file ? Decoder(std::move(*file)).run(path) : tl::make_unexpected(file.error());
}

}  // namespace stagescope
