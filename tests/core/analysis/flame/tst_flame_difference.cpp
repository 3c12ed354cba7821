// The difference of two trees of call paths, and the table flame_graph with something to compare with.
#include "core/analysis/flame/flame_difference.h"
#include "core/analysis/flame/flame_question.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <numeric>

namespace tst_flame_difference {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Two operators below a function; `second` is the name of the other one, `longer` what its kernel takes.
RankCapture rankOf(int number, std::string_view second, std::int64_t longer, std::string_view thread = "thread 1") {
    RecordedRank rank;
    rank.host("train.py(3): step", 0, 1000, SliceClass::Python, thread);
    rank.host("aten::mm", 100, 200, SliceClass::HostOp, thread).launchedOn(thread, "gemm", 150, 2000, 2100);
    rank.host(second, 300, 400, SliceClass::HostOp, thread).launchedOn(thread, "gemm", 350, 2100, 2100 + longer);
    return rank.capture(number, {planted::steps({{1, 0, 2000}})});
}

FlameTree treeOf(const RankCapture &capture, bool withWork = true) {
    const auto workspace = planted::workspace({capture});
    return flameTree(workspace.runs.front(), workspace.runs.front().captures.front(), {.withWork = withWork});
}

std::uint32_t nodeOf(const FlameTree &tree, std::string_view name) {
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.name(tree.nodes[i]) == name) {
            return i;
        }
    }
    return 0;
}

Workspace twoRuns(RankCapture main, RankCapture baseline) {
    auto workspace = planted::workspace({std::move(main)});
    auto other = planted::workspace({std::move(baseline)}).runs.front();
    other.id = RunId{1};
    other.role = RunRole::Baseline;
    workspace.runs.push_back(std::move(other));
    return workspace;
}

constexpr std::array kWidths{FlameWidth::Host, FlameWidth::Device, FlameWidth::Exposed};

}  // namespace

class FlameDifferenceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pathsAreMatchedByName() {
        const auto difference =
            flameDifference(treeOf(rankOf(0, "aten::add", 300)), treeOf(rankOf(0, "aten::mul", 50, "thread 77")));
        const auto grown = [&](std::string_view name) {
            return difference.grown(nodeOf(difference.tree, name), FlameWidth::Device);
        };
        QCOMPARE(grown("train.py(3): step"), Nanos{250});
        QCOMPARE(grown("aten::mm"), Nanos{0});
        QCOMPARE(grown("aten::add"), Nanos{300});
        QCOMPARE(grown("aten::mul"), Nanos{-50});
        QCOMPARE(nodeOf(difference.tree, "thread 77"), 0U);
        QVERIFY(difference.tree.nodes[nodeOf(difference.tree, "aten::mul")].longest.has_value());
        QCOMPARE(difference.tree.nodes[nodeOf(difference.tree, "aten::mul")].calls, std::uint64_t{0});
    }

    void sumsClose() {
        for (const bool withWork : {true, false}) {
            const auto here = treeOf(rankOf(0, "aten::add", 300), withWork);
            const auto there = treeOf(rankOf(0, "aten::mul", 50, "thread 77"), withWork);
            const auto difference = flameDifference(here, there);
            const auto &nodes = difference.tree.nodes;
            QCOMPARE(difference.other.size(), nodes.size());
            for (const auto width : kWidths) {
                QCOMPARE(difference.grown(0, width),
                         flameWidth(here.nodes[0], width) - flameWidth(there.nodes[0], width));
                const auto sizes = differenceSizes(difference, width);
                std::vector<std::uint64_t> below(nodes.size());
                std::vector<Nanos> threads(1);
                for (std::uint32_t i = 1; i < nodes.size(); ++i) {
                    QVERIFY(nodes[i].parent < i);
                    QCOMPARE(nodes[i].depth, nodes[nodes[i].parent].depth + 1);
                    below[nodes[i].parent] += sizes[i];
                    threads.push_back(nodes[i].parent == 0 ? difference.grown(i, width) : Nanos{0});
                    const auto larger = std::max(flameWidth(nodes[i], width), flameWidth(difference.other[i], width));
                    QVERIFY(sizes[i] >= static_cast<std::uint64_t>(larger.count()));
                }
                QCOMPARE(std::accumulate(threads.begin(), threads.end(), Nanos{0}), difference.grown(0, width));
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    QVERIFY(below[i] <= sizes[i]);
                }
            }
        }
    }

    void ofTheSameNothingRemains() {
        const auto tree = treeOf(rankOf(0, "aten::add", 300));
        const auto difference = flameDifference(tree, tree);
        QCOMPARE(difference.tree.nodes.size(), tree.nodes.size());
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            for (const auto width : kWidths) {
                QCOMPARE(difference.grown(i, width), Nanos{0});
            }
        }
        for (const auto width : kWidths) {
            QCOMPARE(differenceSizes(difference, width), flameSizes(tree, width));
        }
    }

    /// Numbers of threads change from process to process: the busiest belong together.
    void threadsAreMatchedByWork() {
        const auto tree = [](std::string_view busy, std::string_view idle) {
            RecordedRank rank;
            rank.host("busy", 0, 900, SliceClass::HostOp, busy).host("idle", 0, 100, SliceClass::HostOp, idle);
            return treeOf(rank.capture());
        };
        const auto difference = flameDifference(tree("Thread 11", "Thread 12"), tree("Thread 12", "Thread 99"));
        // "Thread 12" is the same name, whatever it does; the other two are what is left.
        const auto idle = nodeOf(difference.tree, "Thread 12");
        QCOMPARE(difference.grown(idle, FlameWidth::Host), Nanos{-800});
        const auto swapped = flameDifference(tree("Thread 11", "Thread 12"), tree("Thread 33", "Thread 22"));
        QCOMPARE(swapped.grown(nodeOf(swapped.tree, "Thread 11"), FlameWidth::Host), Nanos{0});
        QCOMPARE(swapped.grown(nodeOf(swapped.tree, "Thread 12"), FlameWidth::Host), Nanos{0});
        QCOMPARE(swapped.tree.nodes.size(), std::size_t{5});
    }

    void addressesAreNoNames() {
        const auto tree = [](std::string_view first, std::string_view second) {
            RecordedRank rank;
            rank.host(first, 0, 100, SliceClass::Python).host(second, 100, 150, SliceClass::Python);
            return treeOf(rank.capture());
        };
        const auto here = tree("<built-in apply of object at 0x7f00aB>", "<built-in apply of object at 0x1>");
        const auto there = tree("<built-in apply of object at 0x99>", "<built-in apply of object at 0x98>");
        const auto difference = flameDifference(here, there);
        QCOMPARE(difference.tree.nodes.size(), here.nodes.size());
        QCOMPARE(difference.grown(0, FlameWidth::Host), Nanos{0});
        QCOMPARE(difference.grown(nodeOf(difference.tree, "<built-in apply of object at 0x7f00aB>"), FlameWidth::Host),
                 Nanos{-50});
        QCOMPARE(difference.grown(nodeOf(difference.tree, "<built-in apply of object at 0x1>"), FlameWidth::Host),
                 Nanos{50});
        const auto apart = flameDifference(tree("f 0x", "g 0x1z"), tree("f 0x", "g 0x1"));
        QCOMPARE(apart.grown(nodeOf(apart.tree, "g 0x1z"), FlameWidth::Host), Nanos{50});
    }

    void againstNothing() {
        const auto tree = treeOf(rankOf(0, "aten::add", 300));
        const FlameTree none{{FlameNode{}}, {{}}};
        QCOMPARE(flameDifference(tree, none).grown(0, FlameWidth::Device), Nanos{400});
        QCOMPARE(flameDifference(none, tree).grown(0, FlameWidth::Device), Nanos{-400});
        QCOMPARE(flameDifference(none, tree).tree.nodes.size(), tree.nodes.size());
        QCOMPARE(flameDifference(none, none).tree.nodes.size(), std::size_t{1});
    }

    void whatIsComparedWith_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isGood");
        for (const auto *text : {"", "none", "baseline", "rank:0", "rank:12", "step:3", "step:-1"}) {
            QTest::newRow(text) << QString::fromLatin1(text) << true;
        }
        for (const auto *text :
             {"rank", "rank:", "rank:-1", "rank:x", "rank:99999999999", "step:1 ", "Baseline", "a:1"}) {
            QTest::newRow(text) << QString::fromLatin1(text) << false;
        }
    }
    void whatIsComparedWith() {
        QFETCH(QString, text);
        QFETCH(bool, isGood);
        const auto against = flameAgainst(text.toStdString());
        QCOMPARE(against.has_value(), isGood);
        if (isGood) {
            QCOMPARE(flameAgainstText(*against), text.toStdString());
        } else {
            QCOMPARE(against.error().kind, ErrorKind::BadArgument);
        }
    }

    void theTable() {
        const auto workspace = twoRuns(rankOf(0, "aten::add", 300), rankOf(3, "aten::mul", 50, "thread 5"));
        AnalysisInput input{.workspace = &workspace};
        input.parameters["width"] = "device";
        const auto table = planted::table("flame_graph", input);
        const auto value = [&](std::string_view frame, std::string_view column) -> Cell {
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                if (table.text(row, "frame") == frame) {
                    return table.rows[row][table.indexOf(column)];
                }
            }
            return {};
        };
        QCOMPARE(value("thread 1", "difference_us"), Cell(0.25));
        QCOMPARE(value("thread 1", "base_us"), Cell(0.15));
        QCOMPARE(value("aten::mul", "difference_us"), Cell(-0.05));
        QCOMPARE(value("aten::mul", "computing_us"), Cell(0.0));
        QCOMPARE(value("aten::mul", "base_calls"), Cell(std::int64_t{1}));
        QCOMPARE(value("aten::add", "base_us"), Cell(0.0));
        QVERIFY(table.notes.empty());
        input.parameters["against"] = "none";
        QCOMPARE(planted::table("flame_graph", input).text(0, "difference_us"), std::string());
        input.parameters["against"] = "rank:7";
        const auto alone = planted::table("flame_graph", input);
        QVERIFY(!alone.rows.empty() && alone.notes.size() == 1);
        QCOMPARE(alone.text(0, "base_us"), std::string());
        input.parameters["against"] = "step:99";
        QCOMPARE(planted::table("flame_graph", input).notes.size(), std::size_t{1});
        input.parameters["against"] = "step:1";
        const auto same = planted::table("flame_graph", input);
        QVERIFY(!same.rows.empty());
        QCOMPARE(same.text(0, "difference_us"), std::string("0"));
    }
};

TEST_SUITE(FlameDifferenceTest)

}  // namespace tst_flame_difference

#include "tst_flame_difference.moc"
