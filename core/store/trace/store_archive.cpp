#include "core/store/trace/store_archive.h"

#include "core/store/trace/slice_table_builder.h"

#include <QtCore/QByteArray>
#include <QtCore/QDataStream>
#include <QtCore/QIODevice>

#include <cassert>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

namespace stagescope {

namespace {

constexpr std::size_t kTextFrameBytes = std::size_t{1} << 20;

std::uint32_t valueOf(StringId id) { return id.value; }

}  // namespace

// The directory lists what follows in the order of the calls below; Decoder reads them in the same order.
class StoreArchive::Encoder {
public:
    Encoder(const ArchiveWriter::Output &output, std::string_view identity, const std::stop_token &stop)
        : m_writer(output, identity, stop), m_out(&m_directory, QIODevice::WriteOnly) {}

    Status run(const ArchivedStores &stores) {
        put(stores.log.size());
        for (const auto &entry : stores.log) {
            putEntry(entry);
        }
        put(stores.tables.size());
        for (const auto &table : stores.tables) {
            putTable(*table);
        }
        put(stores.traces.size());
        for (const auto &trace : stores.traces) {
            putTrace(*trace);
        }
        return m_writer.finish({m_directory.constData(), static_cast<std::size_t>(m_directory.size())});
    }

private:
    void put(std::uint64_t number) { m_out << static_cast<quint64>(number); }
    void putSigned(std::int64_t number) { put(static_cast<std::uint64_t>(number)); }
    void put(std::string_view text) {
        put(text.size());
        m_out.writeRawData(text.data(), static_cast<int>(text.size()));
    }
    void put(const std::vector<ArchiveFrame> &frames) {
        put(frames.size());
        for (const auto &frame : frames) {
            put(frame.offset);
            put(frame.packed);
            put(frame.raw);
        }
    }
    void put(const ArchiveColumn &column) {
        put(column.rows);
        put(column.frames);
    }
    template <class T, class At>
    void putColumn(std::size_t rows, ColumnCoding coding, At &&at) {
        put(m_writer.column<T>(rows, coding, at));
    }
    /// Their lengths as a column, their bytes in frames that hold whole texts.
    template <class At>
    void putTexts(std::size_t count, At &&at) {
        putColumn<std::uint32_t>(count, ColumnCoding::Plain,
                                 [&](std::size_t i) { return static_cast<std::uint32_t>(at(i).size()); });
        std::vector<ArchiveFrame> frames;
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i) {
            bytes += at(i);
            if (bytes.size() >= kTextFrameBytes || i + 1 == count) {
                frames.push_back(m_writer.frame(bytes));
                bytes.clear();
            }
        }
        put(frames);
    }

    void putEntry(const ImportEntry &entry) {
        put(static_cast<std::uint64_t>(entry.severity));
        put(entry.source);
        put(entry.code);
        put(entry.count);
        put(entry.samples.size());
        for (const auto &sample : entry.samples) {
            put(sample.where);
            put(sample.detail);
        }
    }

    void putTable(const TableStore &table) {
        put(static_cast<std::uint64_t>(table.m_kind));
        put(table.m_rowCount);
        put(table.m_columns.size());
        for (const auto &column : table.m_columns) {
            put(column.name);
            put(column.values.index());
            std::visit([&](const auto &values) { putValues(values); }, column.values);
        }
    }
    void putValues(const TableStore::Ints &values) {
        putColumn<std::int64_t>(values.size(), ColumnCoding::Differences, [&](std::size_t i) { return values[i]; });
    }
    void putValues(const std::vector<double> &values) {
        putColumn<double>(values.size(), ColumnCoding::Plain, [&](std::size_t i) { return values[i]; });
    }
    void putValues(const TableStore::Measures &values) {
        putColumn<float>(values.size(), ColumnCoding::Plain, [&](std::size_t i) { return values[i]; });
    }
    void putValues(const TableStore::Texts &texts) {
        putColumn<std::uint32_t>(texts.at.size(), ColumnCoding::Plain, [&](std::size_t i) { return texts.at[i]; });
        putTexts(texts.values.size(), [&](std::size_t i) -> const std::string & { return texts.values[i]; });
    }

    void putTrace(const TraceStore &trace) {
        const auto &strings = trace.strings();
        putTexts(strings.size(), [&](std::size_t i) { return strings.at(StringId{static_cast<std::uint32_t>(i)}); });
        put(trace.bounds().has_value() ? 1 : 0);
        putSigned(trace.bounds() ? ns(trace.bounds()->begin) : 0);
        putSigned(trace.bounds() ? ns(trace.bounds()->end) : 0);
        put(trace.sliceCount());
        put(trace.sampleCount());
        putColumn<std::uint8_t>(trace.m_nameClasses.size(), ColumnCoding::Plain,
                                [&](std::size_t i) { return trace.m_nameClasses[i]; });
        put(trace.tracks().size());
        for (const auto &track : trace.tracks()) {
            putTrack(track);
            putSlices(trace.slices(track.id));
            putCounter(trace.counter(track.id));
        }
        putFlows(trace.flows());
    }
    void putTrack(const Track &track) {
        put(track.id.value);
        put(track.parent.value);
        put(static_cast<std::uint64_t>(track.kind));
        put(track.name.value);
        put(track.label.value);
        putSigned(track.sortIndex);
        put(track.rowCount);
        put(track.depthCount);
    }
    void putSlices(const SliceTable &t) {
        const auto rows = t.size();
        putColumn<std::int64_t>(rows, ColumnCoding::Differences, [&](std::size_t i) { return t.m_begin[i]; });
        putColumn<std::int64_t>(rows, ColumnCoding::Plain, [&](std::size_t i) { return t.m_duration[i]; });
        putColumn<std::uint32_t>(rows, ColumnCoding::Plain, [&](std::size_t i) { return valueOf(t.m_name[i]); });
        putColumn<std::uint8_t>(rows, ColumnCoding::Plain,
                                [&](std::size_t i) { return static_cast<std::uint8_t>(t.m_class[i]); });
        putColumn<std::uint64_t>(rows, ColumnCoding::Differences, [&](std::size_t i) { return t.m_row[i]; });
        putColumn<std::uint32_t>(t.m_depthBegin.size(), ColumnCoding::Plain,
                                 [&](std::size_t i) { return t.m_depthBegin[i]; });
    }
    void putCounter(const CounterTable &counter) {
        putColumn<std::int64_t>(counter.size(), ColumnCoding::Differences,
                                [&](std::size_t i) { return ns(counter.time(static_cast<std::uint32_t>(i))); });
        putColumn<double>(counter.size(), ColumnCoding::Plain,
                          [&](std::size_t i) { return counter.value(static_cast<std::uint32_t>(i)); });
    }
    void putFlows(const FlowTable &table) {
        const auto rows = table.size();
        const auto &flows = table.m_flows;
        putColumn<std::uint32_t>(rows, ColumnCoding::Plain, [&](std::size_t i) { return flows[i].fromTrack.value; });
        putColumn<std::uint32_t>(rows, ColumnCoding::Plain, [&](std::size_t i) { return flows[i].toTrack.value; });
        putColumn<std::int64_t>(rows, ColumnCoding::Differences, [&](std::size_t i) { return ns(flows[i].from); });
        putColumn<std::int64_t>(rows, ColumnCoding::Differences, [&](std::size_t i) { return ns(flows[i].to); });
        putColumn<std::uint32_t>(rows, ColumnCoding::Plain, [&](std::size_t i) { return valueOf(flows[i].category); });
        putColumn<std::uint32_t>(rows, ColumnCoding::Differences, [&](std::size_t i) { return table.m_byTarget[i]; });
    }

    ArchiveWriter m_writer;
    QByteArray m_directory;
    QDataStream m_out;
};

class StoreArchive::Decoder {
public:
    explicit Decoder(std::shared_ptr<const ArchiveFile> file)
        : m_file(std::move(file)),
          m_directory(
              QByteArray::fromRawData(m_file->directory().data(), static_cast<qsizetype>(m_file->directory().size()))),
          m_in(m_directory) {}

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
    std::uint64_t number() {
        quint64 value = 0;
        m_in >> value;
        return value;
    }
    std::uint32_t small() { return static_cast<std::uint32_t>(number()); }
    std::int64_t signedNumber() { return static_cast<std::int64_t>(number()); }
    /// How many items follow; each takes a byte of the directory at least.
    std::uint64_t count() {
        const auto value = number();
        m_isSound = m_isSound && value <= static_cast<std::uint64_t>(m_directory.size());
        return isSound() ? value : 0;
    }
    std::string text() {
        std::string value(count(), '\0');
        m_in.readRawData(value.data(), static_cast<int>(value.size()));
        return value;
    }
    std::vector<ArchiveFrame> frames() {
        std::vector<ArchiveFrame> result(count());
        for (auto &frame : result) {
            frame.offset = number();
            frame.packed = small();
            frame.raw = small();
        }
        return result;
    }
    ArchiveColumn column() {
        ArchiveColumn result;
        result.rows = number();
        result.frames = frames();
        return result;
    }
    template <class T>
    std::vector<T> values(ColumnCoding coding) {
        const auto stored = column();
        std::vector<T> result;
        result.reserve(stored.rows);
        const auto take = [&](std::uint64_t, T value) { result.push_back(value); };
        m_isSound = isSound() && m_file->column<T>(stored, coding, take);
        return result;
    }
    template <class Take>
    void readTexts(Take &&take) {
        const auto lengths = values<std::uint32_t>(ColumnCoding::Plain);
        std::size_t next = 0;
        std::string bytes;
        for (const auto &frame : frames()) {
            bytes.resize(frame.raw);
            m_isSound = isSound() && m_file->read(frame, bytes);
            std::string_view rest(bytes);
            while (next < lengths.size() && lengths[next] <= rest.size() && m_isSound) {
                take(rest.substr(0, lengths[next]));
                rest.remove_prefix(lengths[next++]);
            }
        }
        m_isSound = m_isSound && next == lengths.size();
    }

    ImportEntry entry() {
        ImportEntry result;
        result.severity = static_cast<Severity>(number());
        result.source = text();
        result.code = text();
        result.count = number();
        result.samples.resize(count());
        for (auto &sample : result.samples) {
            sample.where = text();
            sample.detail = text();
        }
        return result;
    }

    TableStore table() {
        TableStore result(static_cast<TableKind>(number()));
        result.m_rowCount = number();
        for (auto left = count(); left > 0 && isSound(); --left) {
            auto name = text();
            result.m_columns.push_back({std::move(name), columnValues(number())});
        }
        return result;
    }
    TableStore::Values columnValues(std::uint64_t type) {
        switch (type) {
            case 0:
                return values<std::int64_t>(ColumnCoding::Differences);
            case 1:
                return values<double>(ColumnCoding::Plain);
            case 3:
                return values<float>(ColumnCoding::Plain);
            default:
                break;
        }
        TableStore::Texts texts;
        texts.at = values<std::uint32_t>(ColumnCoding::Plain);
        texts.values.clear();
        readTexts([&](std::string_view value) { texts.values.emplace_back(value); });
        return texts;
    }

    std::shared_ptr<const TraceStore> trace() {
        auto store = std::make_shared<TraceStore>();
        readTexts([&](std::string_view value) { store->m_strings.intern(value); });
        const bool hasBounds = number() == 1;
        const auto begin = rankTime(signedNumber());
        const auto end = rankTime(signedNumber());
        store->m_bounds = hasBounds ? std::optional(RankRange{begin, end}) : std::nullopt;
        store->m_sliceCount = number();
        store->m_sampleCount = number();
        store->m_nameClasses = values<std::uint8_t>(ColumnCoding::Plain);
        std::vector<ArchivedTrace::SliceColumns> slices;
        std::vector<ArchivedTrace::CounterColumns> counters;
        for (auto left = count(); left > 0 && isSound(); --left) {
            store->m_tracks.push_back(track());
            slices.push_back({column(), column(), column(), column(), column(), column()});
            counters.push_back({column(), column()});
        }
        ArchivedTrace::FlowColumns flows{column(), column(), column(), column(), column(), column()};
        store->m_archived =
            std::make_shared<ArchivedTrace>(m_file, std::move(slices), std::move(counters), std::move(flows));
        return store;
    }
    Track track() {
        Track result;
        result.id = TrackId{small()};
        result.parent = TrackId{small()};
        result.kind = static_cast<TrackKind>(number());
        result.name = StringId{small()};
        result.label = StringId{small()};
        result.sortIndex = signedNumber();
        result.rowCount = small();
        result.depthCount = small();
        return result;
    }

    std::shared_ptr<const ArchiveFile> m_file;
    QByteArray m_directory;
    QDataStream m_in;
    bool m_isSound = true;
};

SliceTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::SliceColumns &columns) {
    SliceTable table;
    const auto rows = columns.begin.rows;
    table.m_begin.resize(rows);
    table.m_duration.resize(rows);
    table.m_name.resize(rows);
    table.m_class.resize(rows);
    table.m_row.resize(rows);
    table.m_depthBegin.resize(columns.depthBegin.rows);
    using enum ColumnCoding;
    const bool isWhole =
        file.column<std::int64_t>(columns.begin, Differences, [&](auto i, auto v) { table.m_begin[i] = v; }) &&
        file.column<std::int64_t>(columns.duration, Plain, [&](auto i, auto v) { table.m_duration[i] = v; }) &&
        file.column<std::uint32_t>(columns.name, Plain, [&](auto i, auto v) { table.m_name[i] = StringId{v}; }) &&
        file.column<std::uint8_t>(columns.klass, Plain,
                                  [&](auto i, auto v) { table.m_class[i] = static_cast<SliceClass>(v); }) &&
        file.column<std::uint64_t>(columns.row, Differences, [&](auto i, auto v) { table.m_row[i] = v; }) &&
        file.column<std::uint32_t>(columns.depthBegin, Plain, [&](auto i, auto v) { table.m_depthBegin[i] = v; });
    assert(isWhole);
    std::ignore = isWhole;
    SliceTableBuilder::buildPyramids(table);
    return table;
}

CounterTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::CounterColumns &columns) {
    std::vector<std::int64_t> times(columns.time.rows);
    std::vector<double> values(columns.value.rows);
    const bool isWhole = file.column<std::int64_t>(columns.time, ColumnCoding::Differences, [&](auto i, auto v) {
        times[i] = v;
    }) && file.column<double>(columns.value, ColumnCoding::Plain, [&](auto i, auto v) { values[i] = v; });
    assert(isWhole);
    std::ignore = isWhole;
    return {std::move(times), std::move(values)};
}

FlowTable StoreArchive::decoded(const ArchiveFile &file, const ArchivedTrace::FlowColumns &columns) {
    FlowTable table;
    auto &flows = table.m_flows;
    flows.resize(columns.from.rows);
    table.m_byTarget.resize(columns.byTarget.rows);
    using enum ColumnCoding;
    const bool isWhole =
        file.column<std::uint32_t>(columns.fromTrack, Plain,
                                   [&](auto i, auto v) { flows[i].fromTrack = TrackId{v}; }) &&
        file.column<std::uint32_t>(columns.toTrack, Plain, [&](auto i, auto v) { flows[i].toTrack = TrackId{v}; }) &&
        file.column<std::int64_t>(columns.from, Differences, [&](auto i, auto v) { flows[i].from = rankTime(v); }) &&
        file.column<std::int64_t>(columns.to, Differences, [&](auto i, auto v) { flows[i].to = rankTime(v); }) &&
        file.column<std::uint32_t>(columns.category, Plain, [&](auto i, auto v) { flows[i].category = StringId{v}; }) &&
        file.column<std::uint32_t>(columns.byTarget, Differences, [&](auto i, auto v) { table.m_byTarget[i] = v; });
    assert(isWhole);
    std::ignore = isWhole;
    return table;
}

Status StoreArchive::write(const ArchivedStores &stores, std::string_view identity, const ArchiveWriter::Output &output,
                           const std::stop_token &stop) {
    return Encoder(output, identity, stop).run(stores);
}

Result<ArchivedStores> StoreArchive::read(const std::string &path, std::string_view identity,
                                          const std::stop_token &stop) {
    auto file = ArchiveFile::open(path, identity, stop);
    return file ? Decoder(std::move(*file)).run(path) : tl::make_unexpected(file.error());
}

}  // namespace stagescope
