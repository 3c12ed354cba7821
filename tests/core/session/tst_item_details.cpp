#include "core/session/item_details.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/small_database.h"
#include "tests/core/session/small_cluster.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_item_details {

using namespace stagescope;

namespace {

constexpr auto kTrace = "rank_9_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";

Workspace opened(const ProfileTree &tree) {
    Workspace workspace;
    if (auto run = loadRun(tree.path(), RunId{4}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

/// The nth slice of that name; an invalid reference when there is none.
SliceRef sliceNamed(const Workspace &workspace, std::string_view name, int nth = 0) {
    for (const auto &loaded : workspace.runs.front().captures.front().loaded) {
        for (const auto &trace : loaded.traces) {
            for (const auto &track : trace->tracks()) {
                const auto &slices = trace->slices(track.id);
                for (std::uint32_t i = 0; i < slices.size(); ++i) {
                    if (trace->text(slices.name(i)) == name && nth-- == 0) {
                        return {RunId{4}, loaded.source, track.id, SliceId{i}};
                    }
                }
            }
        }
    }
    return {};
}

std::string value(const KeyValues &facts, std::string_view key) {
    const auto it = std::find_if(facts.begin(), facts.end(), [&](const auto &fact) { return fact.first == key; });
    return it == facts.end() ? "(none)" : it->second;
}

}  // namespace

class TestItemDetails : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lanesWorkedOutHereHaveNoArguments() {
        const ProfileTree tree;
        tree.file(kTrace,
                  "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"Ascend Hardware\"}},"
                  "{\"ph\":\"X\",\"name\":\"MatMul\",\"pid\":1,\"tid\":2,\"ts\":1000,\"dur\":5}]");
        const auto workspace = opened(tree);
        const auto lane = sliceDetails(workspace, sliceNamed(workspace, "Computing"));
        QVERIFY(lane.has_value());
        QCOMPARE(value(*lane, "track"), std::string("Overlap Analysis (computed) / Computing"));
        QCOMPARE(value(*lane, "duration_ns"), std::string("5000"));
        QCOMPARE(value(*lane, "arguments_error"), std::string("(none)"));
    }

    void factsAndArgumentsOfASlice() {
        const ProfileTree tree;
        tree.file(kTrace, traceText(10));
        const auto workspace = opened(tree);
        const auto outer = sliceDetails(workspace, sliceNamed(workspace, "outer", 2));
        QVERIFY(outer.has_value());
        QCOMPARE(value(*outer, "name"), std::string("outer"));
        QCOMPARE(value(*outer, "rank"), std::string("9"));
        QVERIFY(value(*outer, "track").starts_with("Python"));
        QVERIFY(value(*outer, "track").find(" / main") != std::string::npos);
        QCOMPARE(value(*outer, "start_ns"), std::string("20000"));
        QCOMPARE(value(*outer, "start_raw_ns"), std::string("1020000"));
        QCOMPARE(value(*outer, "duration_ns"), std::string("8000"));
        QCOMPARE(value(*outer, "self_ns"), std::string("5000"));
        QCOMPARE(value(*outer, "depth"), std::string("0"));
        QCOMPARE(value(*outer, "same_name_count"), std::string("5"));
        QCOMPARE(value(*outer, "number"), std::string("4"));
        const auto inner = sliceDetails(workspace, sliceNamed(workspace, "inner"));
        QVERIFY(inner.has_value());
        QCOMPARE(value(*inner, "self_ns"), std::string("3000"));
        QCOMPARE(value(*inner, "depth"), std::string("1"));
        QCOMPARE(value(*inner, "number"), std::string("1"));
    }

    void aFileThatChangedLeavesTheFacts() {
        const ProfileTree tree;
        tree.file(kTrace, traceText(10));
        const auto workspace = opened(tree);
        const auto slice = sliceNamed(workspace, "outer");
        tree.file(kTrace, traceText(12));
        const auto changed = sliceDetails(workspace, slice);
        QVERIFY(changed.has_value());
        QCOMPARE(value(*changed, "self_ns"), std::string("5000"));
        QCOMPARE(value(*changed, "number"), std::string("(none)"));
        QVERIFY(value(*changed, "arguments_error").find("changed") != std::string::npos);
        std::filesystem::remove(tree.path(kTrace));
        const auto gone = sliceDetails(workspace, slice);
        QVERIFY(gone.has_value());
        QVERIFY(value(*gone, "arguments_error") != "(none)");
    }

    void sliceOfADatabase() {
        const ProfileTree tree;
        const auto path = tree.file("rank_5_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_5.db", "");
        QVERIFY(testing::writeSmallDatabase(path));
        const auto workspace = opened(tree);
        const auto facts = sliceDetails(workspace, sliceNamed(workspace, "aten::mm"));
        QVERIFY(facts.has_value());
        QCOMPARE(value(*facts, "rank"), std::string("5"));
        QCOMPARE(value(*facts, "start_raw_ns"), std::string("1100000"));
        QCOMPARE(value(*facts, "duration_ns"), std::string("100000"));
        QCOMPARE(value(*facts, "arguments_error"), std::string("(none)"));
        QVERIFY(facts->size() > 9);
    }

    void slicesThatAreNotThere() {
        const ProfileTree tree;
        tree.file(kTrace, traceText(10));
        const auto workspace = opened(tree);
        const auto good = sliceNamed(workspace, "outer");
        QVERIFY(sliceDetails(workspace, good).has_value());
        auto bad = std::vector<SliceRef>(5, good);
        bad[0].run = RunId{0};
        bad[1].source = SourceId{99};
        bad[2].track = TrackId{99};
        bad[3].slice = SliceId{10};
        bad[4] = SliceRef{};
        for (const auto &slice : bad) {
            const auto facts = sliceDetails(workspace, slice);
            QVERIFY(!facts.has_value());
            QCOMPARE(facts.error().kind, ErrorKind::NotFound);
        }
        QVERIFY(!sliceDetails(Workspace{}, good).has_value());
    }
};

TEST_SUITE(TestItemDetails)

}  // namespace tst_item_details

#include "tst_item_details.moc"
