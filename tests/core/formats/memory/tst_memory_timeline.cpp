// What export_memory_timeline writes, of any version: by time, and change by change.
#include "core/formats/format_list.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <map>

namespace tst_memory_timeline {

using namespace stagescope;
using stagescope::testing::loadFile;

namespace {

using Curve = std::vector<std::pair<std::int64_t, std::int64_t>>;  ///< times, bytes

std::map<std::string, Curve> curvesOf(const stagescope::testing::LoadedFile &loaded) {
    std::map<std::string, Curve> curves;
    const auto table = loaded.table(TableKind::MemorySamples);
    for (std::size_t row = 0; table && row < table->rowCount(); ++row) {
        const auto sample = TableRecords<MemorySampleRecord>(*table)[row];
        curves[std::string(sample.level) + ' ' + std::string(sample.component)].emplace_back(sample.at,
                                                                                             sample.allocated);
    }
    return curves;
}

constexpr std::int64_t kStart = 1700000000000000000;

}  // namespace

class MemoryTimelineTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeMemoryTimelineFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text) {
        return loadFile(*m_format, m_files.write(text, "memory.json"), LoadDepth::Deep);
    }

private Q_SLOTS:
    void changesBecomeSizes() {
        // There before: 100 parameter; 50 activation that becomes gradient in a new version, and goes.
        const auto loaded = load(
            "[[-1, 1, 100, 0], [1700000000000000500, 2, 50, 4], [1700000000000000900, 3, -50, 4],"
            " [1700000000000000900, 3, 50, 5], [1700000000000002000, 4, -50, 5]]");
        QVERIFY(loaded->status);
        const auto curves = curvesOf(*loaded);
        QCOMPARE(curves.at("allocator PyTorch"),
                 (Curve{{kStart + 500, 150}, {kStart + 900, 150}, {kStart + 2000, 100}}));
        QCOMPARE(curves.at("category parameter"), (Curve{{kStart + 500, 100}, {kStart + 2000, 100}}));
        QCOMPARE(curves.at("category activation"), (Curve{{kStart + 500, 50}, {kStart + 900, 0}, {kStart + 2000, 0}}));
        QCOMPARE(curves.at("category gradient"), (Curve{{kStart + 500, 0}, {kStart + 900, 50}, {kStart + 2000, 0}}));
    }

    void orderOfRowsDoesNotMatter() {
        const auto sorted =
            load("[[-1, 1, 100, 0], [1700000000000000500, 2, 50, 4], [1700000000000002000, 4, -50, 4]]");
        const auto mixed = load("[[1700000000000002000, 4, -50, 4], [1700000000000000500, 2, 50, 4], [-1, 1, 100, 0]]");
        QCOMPARE(curvesOf(*mixed), curvesOf(*sorted));
    }

    void releasesWithoutASignAreReleases() {
        const auto loaded = load("[[1700000000000000500, 2, 50, 4], [1700000000000002000, 4, 50, 4]]");
        QCOMPARE(curvesOf(*loaded).at("allocator PyTorch"), (Curve{{kStart + 500, 50}, {kStart + 2000, 0}}));
    }

    void sizesByTimeAreInMicroseconds() {
        const auto loaded = load(
            "[[1700000000000000, 1700000000000002, 1700000000000002],\n"
            " [[0, 10, 1, 0, 0, 5, 0, 0, 2], [0, 10, 1, 0, 0, 7, 0, 0, 2], [0, 10, 1, 0, 0, 8, 0, 0, 0]]]");
        QVERIFY(loaded->status);
        const auto curves = curvesOf(*loaded);
        QCOMPARE(curves.at("allocator PyTorch"), (Curve{{kStart, 18}, {kStart + 2000, 19}}));  // the last of a time
        QCOMPARE(curves.at("category activation"), (Curve{{kStart, 5}, {kStart + 2000, 8}}));
        QCOMPARE(curves.at("category unknown"), (Curve{{kStart, 2}, {kStart + 2000, 0}}));
    }

    void unitsFollowTheSizeOfTheTimes() {
        const auto nanos = load("[[1700000000000000000], [[0, 10, 1]]]");
        QCOMPARE(curvesOf(*nanos).at("category parameter"), (Curve{{kStart, 10}}));
        const auto micros = load("[[-1, 1, 5, 0], [1700000000000000, 2, 50, 4]]");
        QCOMPARE(curvesOf(*micros).at("category parameter"), (Curve{{kStart, 5}}));
    }

    void nothingHappened() {
        QVERIFY(m_format->sniff("a.json", "[[], []]"));
        QCOMPARE(load("[[], []]")->status.error().detail, std::string("the memory timeline has no events"));
    }

    void damageKeepsWhatWasRead() {
        const auto cut = load("[[-1, 1, 100, 0], [1700000000000000500, 2, 50, 4], [17000000");
        QVERIFY(!cut->status);
        QCOMPARE(cut->status.error().kind, ErrorKind::Truncated);
        QCOMPARE(curvesOf(*cut).at("allocator PyTorch"), (Curve{{kStart + 500, 150}}));
        const auto bad = load(
            "[[-1, 1, 100, 0], [1700000000000000500, 2, \"x\", 4], [1700000000000000500, 2, 1], {},"
            " [1700000000000000500, 2, 50, 4]]");
        QCOMPARE(bad->log.count("memory_timeline.bad_row"), std::uint64_t{3});
        QCOMPARE(curvesOf(*bad).at("allocator PyTorch"), (Curve{{kStart + 500, 150}}));  // the row behind them, too
        for (const char *row : {"{}", "{\"a\": [1, [2]]}", "7", "\"x\"", "null", "[]", "[[1]]"}) {
            const auto text = "[[-1, 1, 100, 0], [1700000000000000500, 2, 50, 4], " + std::string(row) +
                              ", [1700000000000000900, 2, 7, 4]]";
            const auto amid = load(text);
            QVERIFY2(amid->status, row);
            QCOMPARE(amid->log.count("memory_timeline.bad_row"), std::uint64_t{1});
            QCOMPARE(curvesOf(*amid).at("allocator PyTorch"), (Curve{{kStart + 500, 150}, {kStart + 900, 157}}));
        }
        const auto few = load("[[1700000000000000, 1700000000000002], [[0, 10, 1]]]");
        QCOMPARE(few->log.count("memory_timeline.unequal"), std::uint64_t{1});
        const auto many = load("[[1700000000000000], [[0, 10, 1], [0, 20, 1], [0, 30, 1]]]");
        QCOMPARE(many->log.count("memory_timeline.unequal"), std::uint64_t{1});
        QCOMPARE(curvesOf(*many).at("category parameter"), (Curve{{kStart, 10}}));
        const auto none = load("[[], [[0, 1]]]");
        QCOMPARE(none->log.count("memory_timeline.unequal"), std::uint64_t{1});
        QVERIFY(!none->status);
        const auto holed =
            load("[[1700000000000000, 1700000000000002, 1700000000000004], [[0, 10, 1], {}, [0, 30, 1]]]");
        QCOMPARE(holed->log.count("memory_timeline.bad_row"), std::uint64_t{1});
        QCOMPARE(holed->log.count("memory_timeline.unequal"), std::uint64_t{0});
        QCOMPARE(curvesOf(*holed).at("category parameter"), (Curve{{kStart, 10}, {kStart + 4000, 30}}));
        QVERIFY(!load("")->status);
        QVERIFY(!load("[[1, 2], {}]")->status);
    }

    void othersAreNotTaken_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("numbers") << QByteArray("[[1, 2], [3, 4]]");
        QTest::newRow("texts") << QByteArray("[[\"a\", 1], [[0, 1]]]");
        QTest::newRow("a trace") << QByteArray("[{\"ph\": \"X\", \"ts\": 1700000000000000}]");
        QTest::newRow("pixels") << QByteArray("[[[0, 1], [2, 3]]]");
        QTest::newRow("four numbers") << QByteArray("[[12, 1, 512, 7], [13, 1, 512, 7]]");
        QTest::newRow("no category") << QByteArray("[[-1, 1, 512, 70], [-1, 1, 512, 7]]");
        QTest::newRow("empty lists") << QByteArray("[[], [], []]");
    }
    void othersAreNotTaken() {
        QFETCH(QByteArray, text);
        QVERIFY(!m_format->sniff("a.json", text.toStdString()));
    }
};

TEST_SUITE(MemoryTimelineTest)

}  // namespace tst_memory_timeline

#include "tst_memory_timeline.moc"
