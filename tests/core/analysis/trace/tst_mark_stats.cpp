#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_mark_stats {

using namespace stagescope;

namespace {

/// Ranges and moments of one thread of a rank.
RankCapture marked(int rank, std::int64_t longer) {
    TraceBuilder builder;
    const auto host = builder.intern("Host: 7");
    const auto device = builder.intern("Ascend Hardware");
    const auto lane = builder.track({TrackKind::Mstx, host, builder.intern("MSTX 70")});
    const auto modules = builder.track({TrackKind::Mstx, host, builder.intern("MSTX Module 70")});
    const auto stream = builder.track({TrackKind::DeviceStream, device, builder.intern("Stream 2")});
    const auto deviceLane = builder.track({TrackKind::Mstx, device, builder.intern("MSTX")});
    std::uint64_t row = 1;
    const auto add = [&](TraceBuilder::LocalTrack track, const char *name, std::int64_t begin, std::int64_t duration) {
        builder.slice(track, begin, duration, builder.intern(name), SliceClass::Mstx, row++);
    };
    add(lane, "fwd", 1000, 500 + longer);
    add(lane, "attn", 1100, 100);
    add(lane, "attn", 1300, 150);
    for (const auto &[name, time] :
         {std::pair("load_start", 2000), std::pair("load_stop", 2100), std::pair("load_start", 2100),
          std::pair("load_start", 2200), std::pair("load_stop", 2210), std::pair("load_stop", 2500),
          std::pair("lonely_start", 2600), std::pair("never_stop", 2600)}) {
        add(lane, name, time, 0);
    }
    add(modules, "Linear", 1000, 40);
    add(deviceLane, "attn", 5000, 30);
    add(deviceLane, "load_stop", 6000, 10);  // of a moment
    builder.flow(FlowPhase::Start, lane, 2500, 2, builder.intern("MsTx"));
    builder.flow(FlowPhase::End, deviceLane, 6000, 2, builder.intern("MsTx"));
    builder.slice(stream, 5000, 30, builder.intern("kernel"), SliceClass::Computing, row++);
    builder.flow(FlowPhase::Start, lane, 1300, 1, builder.intern("MsTx"));
    builder.flow(FlowPhase::End, deviceLane, 5000, 1, builder.intern("MsTx"));
    auto capture = planted::capture(rank, {});
    capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
    return capture;
}

/// "rank side domain name count total" of each row.
std::vector<std::string> rowsOf(const Workspace &space, const std::string &by, std::vector<int> ranks = {}) {
    const auto table =
        planted::table("mark_stats", {.workspace = &space, .ranks = std::move(ranks), .parameters = {{"by", by}}});
    std::vector<std::string> rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::string text;
        for (const auto *column : {"rank", "side", "domain", "name", "count", "total_us"}) {
            text += (text.empty() && column == std::string_view("rank") ? "" : "|") + table.text(row, column);
        }
        rows.push_back(text);
    }
    return rows;
}

}  // namespace

class MarkStatsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void byName() {
        const auto space = planted::workspace({marked(0, 0), marked(1, 10)});
        const std::vector<std::string> expected{"0|host||fwd|1|0.5", "0|host||load|3|0.51", "0|host||fwd::attn|2|0.25",
                                                "0|host|Module|Linear|1|0.04", "0|device||fwd::attn|1|0.03"};
        auto rows = rowsOf(space, "name", {0});
        std::sort(rows.begin(), rows.end());
        auto sorted = expected;
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(rows, sorted);
        QCOMPARE(rowsOf(space, "name").size(), 2 * expected.size());
    }

    /// Of one name the moments that are open last end first; what has no other end is none.
    void byOccurrence() {
        const auto space = planted::workspace({marked(0, 0), marked(1, 10)});
        const auto table = planted::table("mark_stats", {.workspace = &space, .parameters = {{"by", "occurrence"}}});
        std::map<std::string, std::size_t> rows;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            rows[table.text(row, "side") + " " + table.text(row, "name")] = row;
        }
        QCOMPARE(rows.size(), std::size_t{8});
        QCOMPARE(table.text(rows.at("host load_0"), "max_us"), std::string("0.1"));
        QCOMPARE(table.text(rows.at("host load_1"), "max_us"), std::string("0.01"));
        QCOMPARE(table.text(rows.at("host load_2"), "max_us"), std::string("0.4"));
        const auto forward = rows.at("host fwd");
        QCOMPARE(table.text(forward, "count"), std::string("2"));
        QCOMPARE(table.text(forward, "min_rank"), std::string("0"));
        QCOMPARE(table.text(forward, "max_rank"), std::string("1"));
        QCOMPARE(table.text(forward, "rank"), std::string());
        QVERIFY(rows.contains("device fwd::attn"));
    }

    void withoutMarks() {
        planted::RecordedRank rank;
        rank.device("k", 400, 500);
        const auto space = planted::workspace({rank.capture()});
        const auto table = planted::table("mark_stats", {.workspace = &space});
        QVERIFY(table.rows.empty());
        QCOMPARE(table.notes.size(), std::size_t{1});
        const auto *entry = analysisById("mark_stats");
        QVERIFY(!entry->run({.workspace = &space, .parameters = {{"by", "colour"}}}, {}));
    }
};

TEST_SUITE(MarkStatsTest)

}  // namespace tst_mark_stats

#include "tst_mark_stats.moc"
