#include "core/store/trace/store_archive.h"

#include <QtCore/QByteArray>
#include <QtCore/QDataStream>
#include <QtCore/QIODevice>

#include <variant>

namespace stagescope {

namespace {

constexpr std::size_t kTextFrameBytes = std::size_t{1} << 20;

std::uint32_t valueOf(StringId id) { return id.value; }

}  // namespace

// The directory lists what follows in the order of the calls below; store_archive_reader.cpp reads them in the same
// order.
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
    template <class T>
    void putInts(const PackedInts &values, ColumnCoding coding) {
        putColumn<T>(values.size(), coding, [&](std::size_t i) { return static_cast<T>(values[i]); });
    }
    void putValues(const TableStore::Ints &values) { putInts<std::int64_t>(values, ColumnCoding::Differences); }
    void putValues(const std::vector<double> &values) {
        putColumn<double>(values.size(), ColumnCoding::Plain, [&](std::size_t i) { return values[i]; });
    }
    void putValues(const TableStore::Measures &values) {
        putColumn<float>(values.size(), ColumnCoding::Plain, [&](std::size_t i) { return values[i]; });
    }
    void putValues(const TableStore::Texts &texts) {
        putInts<std::uint32_t>(texts.at, ColumnCoding::Plain);
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
        putColumn<std::uint64_t>(rows, ColumnCoding::Differences,
                                 [&](std::size_t i) { return t.row(static_cast<std::uint32_t>(i)); });
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
        putInts<std::uint32_t>(table.m_fromTrack, ColumnCoding::Plain);
        putInts<std::uint32_t>(table.m_toTrack, ColumnCoding::Plain);
        putInts<std::int64_t>(table.m_from, ColumnCoding::Differences);
        putInts<std::int64_t>(table.m_to, ColumnCoding::Differences);
        putInts<std::uint32_t>(table.m_category, ColumnCoding::Plain);
        putInts<std::uint32_t>(table.m_byTarget, ColumnCoding::Differences);
    }

    ArchiveWriter m_writer;
    QByteArray m_directory;
    QDataStream m_out;
};

Status StoreArchive::write(const ArchivedStores &stores, std::string_view identity, const ArchiveWriter::Output &output,
                           const std::stop_token &stop) {
    return Encoder(output, identity, stop).run(stores);
}

}  // namespace stagescope
