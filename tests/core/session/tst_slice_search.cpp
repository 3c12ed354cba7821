#include "core/analysis/tables/time_bounds.h"
#include "core/session/slice_search.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

Q_DECLARE_METATYPE(stagescope::SearchQuery)

namespace tst_slice_search {

using namespace stagescope;

namespace {

/// Slices "MatMul" at 100, 300, 500 ... and "Add" at 200, 400 ... on one track.
RankCapture rank(int number, std::int64_t shift) {
    TraceBuilder builder;
    const auto process = builder.intern("NPU");
    const auto track = builder.track({TrackKind::DeviceStream, process, builder.intern("7")});
    const auto matmul = builder.intern("MatMul");
    const auto add = builder.intern("Add");
    for (int i = 0; i < 10; ++i) {
        builder.slice(track, shift + 100 + i * 100, 50, i % 2 == 0 ? matmul : add, SliceClass::Computing, 0);
    }
    auto capture = planted::capture(number, {});
    capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
    return capture;
}

}  // namespace

class TestSliceSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsAllWithoutRegardToCase() {
        const auto workspace = planted::workspace({rank(0, 0), rank(1, 10)});
        const auto result = searchSlices(workspace, {"mAtm"}, 100);
        QCOMPARE(result.total, std::uint64_t{10});
        QCOMPARE(result.hits.size(), std::size_t{10});
        QVERIFY(result.complete);
        for (std::size_t i = 0; i < result.hits.size(); ++i) {
            QCOMPARE(result.hits[i].name, std::string("MatMul"));
            QCOMPARE(result.hits[i].rank, static_cast<int>(i % 2));
            QVERIFY(i == 0 || result.hits[i - 1].begin < result.hits[i].begin);
        }
    }
    void theEarliestAreKeptWhenThereAreTooMany() {
        const auto workspace = planted::workspace({rank(0, 1000), rank(1, 0)});
        const auto result = searchSlices(workspace, {"add"}, 3);
        QCOMPARE(result.total, std::uint64_t{10});
        QCOMPARE(result.hits.size(), std::size_t{3});
        QCOMPARE(ns(result.hits[0].begin), std::int64_t{200});
        QCOMPARE(ns(result.hits[2].begin), std::int64_t{600});
        QCOMPARE(result.hits[2].rank, 1);
    }
    void hitsNameTheSlice() {
        const auto workspace = planted::workspace({rank(0, 0)});
        const auto hit = searchSlices(workspace, {"Add"}, 1).hits.at(0);
        const auto trace = workspace.trace(RunId{0}, hit.slice.source);
        const auto slice = trace->slices(hit.slice.track).at(hit.slice.slice);
        QCOMPARE(ns(slice.begin), std::int64_t{200});
        QCOMPARE(std::string(trace->text(slice.name)), std::string("Add"));
    }
    void nothingForNothing() {
        const auto workspace = planted::workspace({rank(0, 0)});
        QCOMPARE(searchSlices(workspace, {""}, 10).total, std::uint64_t{0});
        QCOMPARE(searchSlices(workspace, {"Conv"}, 10).total, std::uint64_t{0});
    }
    void modesOfSearch_data() {
        QTest::addColumn<SearchQuery>("query");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char *text, SearchMode mode, bool heedsCase, const char *names) {
            const auto title = QStringLiteral("%1 %2 %3").arg(QLatin1String(text)).arg(int(mode)).arg(heedsCase);
            QTest::newRow(qPrintable(title))
                << SearchQuery{text, mode, heedsCase} << QString::fromUtf8(names).split(u'|', Qt::SkipEmptyParts);
        };
        using enum SearchMode;
        row("add", Part, false, "Add|AddN|aten::add_|Add Add2");
        row("Add", Part, true, "Add|AddN|Add Add2");
        row("add", Word, false, "Add|Add Add2");
        row("add2", Word, false, "Add Add2");
        row("aten", Word, false, "aten::add_");
        row("aten::add", Word, false, "");
        row("Addier", Word, false, "");
        row("^add.?$", Pattern, false, "Add|AddN");
        row("^add.?$", Pattern, true, "");
        row("[0-9]$", Pattern, false, "Add Add2");
        row("\xc3\x84nd", Pattern, false, "\xc3\xa4ndern");
        row("nd", Word, false, "");
        row("(", Part, false, "");
    }
    void modesOfSearch() {
        QFETCH(SearchQuery, query);
        QFETCH(QStringList, names);
        TraceBuilder builder;
        const auto track = builder.track({TrackKind::DeviceStream, builder.intern("NPU"), builder.intern("7")});
        int at = 0;
        for (const char *name : {"Add", "AddN", "aten::add_", "Add Add2", "\xc3\xa4ndern"}) {
            builder.slice(track, ++at * 100, 50, builder.intern(name), SliceClass::Computing, 0);
        }
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        QStringList found;
        for (const auto &hit : searchSlices(planted::workspace({capture}), query, 10).hits) {
            found << QString::fromStdString(hit.name);
        }
        QCOMPARE(found, names);
    }
    void aLockKeepsTheSearchToATimeAndToRows() {
        TraceBuilder builder;
        const auto track = builder.track({TrackKind::DeviceStream, builder.intern("NPU"), builder.intern("7")});
        const auto other = builder.track({TrackKind::DeviceStream, builder.intern("NPU"), builder.intern("9")});
        for (int i = 0; i < 10; ++i) {
            builder.slice(track, 1000 + i * 100, 50, builder.intern("Add"), SliceClass::Computing, 0);
            builder.slice(other, 1000 + i * 100, 50, builder.intern("Add"), SliceClass::Computing, 0);
        }
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto workspace = planted::workspace({capture});
        const auto all = searchSlices(workspace, {"Add"}, 100);
        QCOMPARE(all.total, std::uint64_t{20});
        SearchQuery query{"Add"};
        query.within = SelectionLock{{alignedTime(1120), alignedTime(1310)}};
        QCOMPARE(searchSlices(workspace, query, 100).total, std::uint64_t{6});  // from 1100, 1200 and 1300
        const auto &first = all.hits.front().slice;
        query.within->lanes = {{first.run, first.source, first.track}};
        const auto rows = searchSlices(workspace, query, 100);
        QCOMPARE(rows.total, std::uint64_t{3});
        QCOMPARE(rows.hits.front().slice.track, first.track);
        query.within->lanes.front().firstDepth = 1;
        QCOMPARE(searchSlices(workspace, query, 100).total, std::uint64_t{0});
        query.within->lanes.clear();
        query.within->shifts[{first.run, all.hits.front().rank}] = Nanos{100'000};
        QCOMPARE(searchSlices(workspace, query, 100).total, std::uint64_t{0});
    }
    void aPatternThatIsNoneIsToldNotThrown() {
        const auto workspace = planted::workspace({rank(0, 0)});
        const auto result = searchSlices(workspace, {"Mat(", SearchMode::Pattern}, 10);
        QCOMPARE(result.total, std::uint64_t{0});
        QVERIFY(result.patternError.find("parenthes") != std::string::npos);
        QVERIFY(searchSlices(workspace, {"Mat(Mul)?", SearchMode::Pattern}, 10).patternError.empty());
    }
    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        const auto result = searchSlices(planted::workspace({rank(0, 0)}), {"Add"}, 10, stop.get_token());
        QVERIFY(!result.complete);
        QVERIFY(result.hits.empty());
    }
    void boundsCoverAllRanksOnTheCommonClock() {
        auto workspace = planted::workspace({rank(0, 0), rank(1, 5000)});
        QCOMPARE(ns(timeBounds(workspace)->begin), std::int64_t{100});
        QCOMPARE(ns(timeBounds(workspace)->end), std::int64_t{6050});
        workspace.runs[0].clock.setOffset(1, Nanos{-5000});
        QCOMPARE(ns(timeBounds(workspace)->end), std::int64_t{1050});
        QVERIFY(!timeBounds(Workspace{}));
    }
};

TEST_SUITE(TestSliceSearch)

}  // namespace tst_slice_search

#include "tst_slice_search.moc"
