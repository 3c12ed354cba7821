#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/store_archive.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDataStream>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <functional>

namespace tst_forged_archive {

using namespace stagescope;

namespace {

/// What an archive with one track of three slices, two samples and an arrow says. Depth 0 has the first two slices.
struct Said {
    std::uint64_t id = 0;
    std::uint64_t parent = 0xffffffff;
    std::uint64_t kind = 3;
    std::uint64_t rowCount = 5;
    std::uint64_t depthCount = 2;
    std::uint64_t sliceCount = 3;
    std::int64_t boundsEnd = 180;
    std::vector<std::int64_t> begin{100, 160, 100};
    std::vector<std::int64_t> duration{50, 20, 50};
    std::vector<std::uint8_t> klass{7, 7, 7};
    std::vector<std::uint32_t> depthBegin{0, 2, 3};
    std::vector<std::int64_t> time{5, 6};
    std::uint32_t toTrack = 0;
    std::uint32_t byTarget = 0;
    std::function<void(ArchiveColumn &begin)> changesColumn{};  ///< that of the begins
};

/// Its hash is right, whatever it says.
class Forger {
public:
    explicit Forger(const Said &said) : m_said(said), m_out(&m_directory, QIODevice::WriteOnly) {}

    std::string bytes() {
        put({0, 0, 1});  // no log, no tables, a trace
        put(column<std::uint32_t>({0, 1}));
        put({1});
        put(m_writer.frame("x"));
        put({1, 5, static_cast<std::uint64_t>(m_said.boundsEnd), m_said.sliceCount, 2});
        put(column<std::uint8_t>({255, 7}));
        put({1, m_said.id, m_said.parent, m_said.kind, 1, 0, 0, m_said.rowCount, m_said.depthCount});
        auto begin = differences(m_said.begin);
        if (m_said.changesColumn) {
            m_said.changesColumn(begin);
        }
        put(begin);
        put(column(m_said.duration));
        put(column<std::uint32_t>({1, 1, 1}));
        put(column(m_said.klass));
        put(differences({1, 2, 3}));
        put(column(m_said.depthBegin));
        put(differences(m_said.time));
        put(column<double>({1, 2}));
        put(column<std::uint32_t>({0}));
        put(column<std::uint32_t>({m_said.toTrack}));
        put(differences({100}));
        put(differences({110}));
        put(column<std::uint32_t>({0}));
        put(column<std::uint32_t>({m_said.byTarget}));
        const auto status = m_writer.finish({m_directory.constData(), static_cast<std::size_t>(m_directory.size())});
        return status ? m_bytes : std::string();
    }

private:
    template <class T>
    ArchiveColumn column(const std::vector<T> &values) {
        return m_writer.column<T>(values.size(), ColumnCoding::Plain, [&](std::size_t i) { return values[i]; });
    }
    ArchiveColumn differences(const std::vector<std::int64_t> &values) {
        return m_writer.column<std::int64_t>(values.size(), ColumnCoding::Differences,
                                             [&](std::size_t i) { return values[i]; });
    }
    void put(std::initializer_list<std::uint64_t> numbers) {
        for (const auto number : numbers) {
            m_out << static_cast<quint64>(number);
        }
    }
    void put(const ArchiveFrame &frame) { put({frame.offset, frame.packed, frame.raw}); }
    void put(const ArchiveColumn &column) {
        put({column.rows, column.frames.size()});
        for (const auto &frame : column.frames) {
            put(frame);
        }
    }

    const Said &m_said;
    std::string m_bytes;
    ArchiveWriter m_writer{[this](std::string_view piece) {
                               m_bytes += piece;
                               return Status{};
                           },
                           "me",
                           {}};
    QByteArray m_directory;
    QDataStream m_out;
};

Result<ArchivedStores> readBack(const Said &said) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("x.session"));
    const auto bytes = Forger(said).bytes();
    QFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes.data(), qint64(bytes.size())) > 0;
    file.close();
    return isWritten ? StoreArchive::read(path.toStdString(), "me", {}) : fail(ErrorKind::ReadFailed, "not written");
}

using Change = std::function<void(Said &said)>;

}  // namespace

class ForgedArchiveTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatFitsTogetherIsTaken() {
        const auto stores = readBack({});
        QVERIFY2(stores.has_value(), stores ? "" : errorLine(stores.error()).c_str());
        const auto &trace = *stores->traces[0];
        QCOMPARE(trace.slices(TrackId{0}).size(), std::size_t{3});
        QCOMPARE(trace.counter(TrackId{0}).size(), std::size_t{2});
        QCOMPARE(trace.flows().reaching(TrackId{0}, rankTime(0), rankTime(200)).size(), std::size_t{1});
    }

    void whatDoesNotIsRefused() {
        const std::map<std::string, Change> changes{
            {"kind", [](Said &said) { said.kind = 9; }},
            {"number of a track", [](Said &said) { said.id = 1; }},
            {"parent", [](Said &said) { said.parent = 1; }},
            {"own parent", [](Said &said) { said.parent = 0; }},
            {"rows of the track", [](Said &said) { said.rowCount = 6; }},
            {"depths", [](Said &said) { said.depthCount = SliceTableBuilder::kMaxDepth + 1; }},
            {"slices in all", [](Said &said) { said.sliceCount = ~std::uint64_t{0}; }},
            {"bounds", [](Said &said) { said.boundsEnd = 4; }},
            {"bounds beyond the limit", [](Said &said) { said.boundsEnd = kTimeLimit; }},
            {"columns of unequal length", [](Said &said) { said.duration.pop_back(); }},
            {"samples without a time", [](Said &said) { said.time.pop_back(); }},
            {"rows that no frame has", [](Said &said) { said.changesColumn = [](auto &c) { c.rows = 1ULL << 60; }; }},
            {"a frame beyond the end",
             [](Said &said) { said.changesColumn = [](auto &c) { c.frames[0].offset = 1U << 20; }; }},
            {"a frame that is no frame",
             [](Said &said) { said.changesColumn = [](auto &c) { ++c.frames[0].offset; }; }},
            {"a frame of another size",
             [](Said &said) { said.changesColumn = [](auto &c) { c.frames[0].raw = 0xfffffff8; }; }},
            {"the same frame for ever",
             [](Said &said) { said.changesColumn = [](auto &c) { c.frames.resize(1000, c.frames[0]); }; }}};
        for (const auto &[name, change] : changes) {
            Said said;
            change(said);
            QVERIFY2(!readBack(said).has_value(), name.c_str());
        }
    }

    /// Rows are looked at when they are wanted.
    void rowsThatDoNotFitAreNotThere() {
        const std::map<std::string, Change> changes{
            {"depths that do not ascend",
             [](Said &said) {
                 said.depthBegin = {0, 4, 3};
             }},
            {"depths that end early",
             [](Said &said) {
                 said.depthBegin = {0, 1, 2};
             }},
            {"one depth too few",
             [](Said &said) {
                 said.depthBegin = {0, 3};
             }},
            {"no depths", [](Said &said) { said.depthBegin = {}; }},
            {"slices of a depth that overlap", [](Said &said) { said.begin[1] = 140; }},
            {"a negative duration", [](Said &said) { said.duration[1] = -1; }},
            {"a begin beyond the limit", [](Said &said) { said.begin[2] = kTimeLimit; }},
            {"an end beyond the limit", [](Said &said) { said.duration[2] = kTimeLimit - 1; }},
            {"a class that there is not", [](Said &said) { said.klass[0] = 200; }}};
        for (const auto &[name, change] : changes) {
            Said said;
            change(said);
            const auto stores = readBack(said);
            QVERIFY2(stores.has_value(), name.c_str());
            const auto &slices = stores->traces[0]->slices(TrackId{0});
            QCOMPARE(slices.size(), std::size_t{0});
            QCOMPARE(slices.depthCount(), 2U);
            for (const std::uint32_t depth : {0U, 1U}) {
                int spans = 0;
                slices.visit(depth, {rankTime(0), rankTime(1000)}, Nanos{1}, [&](const SliceSpan &) { ++spans; });
                QCOMPARE(spans, 0);
            }
        }
    }

    void samplesAndArrowsToo() {
        Said said;
        said.time[1] = kTimeLimit;
        QCOMPARE(readBack(said)->traces[0]->counter(TrackId{0}).size(), std::size_t{0});
        said = {};
        said.toTrack = 1;
        QCOMPARE(readBack(said)->traces[0]->flows().size(), std::size_t{0});
        said = {};
        said.byTarget = 1;
        QCOMPARE(readBack(said)->traces[0]->flows().size(), std::size_t{0});
    }
};

TEST_SUITE(ForgedArchiveTest)

}  // namespace tst_forged_archive

#include "tst_forged_archive.moc"
