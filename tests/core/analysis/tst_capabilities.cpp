#include "core/analysis/capabilities.h"
#include "tests/core/analysis/planted.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

using namespace stagescope;

namespace {

FileSource file(std::uint32_t id, std::string path, std::string format) {
    FileSource result;
    result.id = SourceId{id};
    result.path = std::move(path);
    result.format = std::move(format);
    return result;
}

Capability about(const Run &run, std::string_view question) {
    const auto list = capabilities(run);
    const auto it = std::find_if(list.begin(), list.end(), [&](const Capability &c) { return c.question == question; });
    return it == list.end() ? Capability{} : *it;
}

std::shared_ptr<const TableStore> contents(const std::vector<std::pair<std::string, std::int64_t>> &tables) {
    TableBuilder builder(TableKind::Contents);
    for (const auto &[name, rows] : tables) {
        builder.set("name", std::string_view(name)).set("rows", rows).endRow();
    }
    return planted::shared(builder);
}

}  // namespace

class CapabilitiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyRunNamesWhatToCollect() {
        const auto space = planted::workspace({planted::capture(0, {})});
        std::set<std::string> questions;
        for (const auto &capability : capabilities(space.runs[0])) {
            questions.insert(capability.question);
            QCOMPARE(capability.answer, Answer::No);
            QVERIFY(!capabilityText(capability.title.id).empty());
            QVERIFY(!capabilityText(capability.remedy.id).empty());
        }
        QCOMPARE(questions.size(), std::size_t{14});
        QCOMPARE(planted::table("capabilities", {.workspace = &space}).rows.size(), std::size_t{14});
    }

    void theFileThatTellsIsNamed() {
        auto capture = planted::capture(0, {contents({{"MEMORY_RECORD", 5}, {"TASK_PMU_INFO", 0}})});
        capture.files = {file(0, "/p/rank0/ascend_pytorch_profiler_0.db", "profiler_db"),
                         file(1, "/p/rank0/communication_matrix.json", ""), file(2, "/p/rank0/kernel_details.csv", "")};
        const auto space = planted::workspace({capture});
        const auto &run = space.runs[0];
        QCOMPARE(about(run, "communication_matrix").answer, Answer::NotReadYet);
        QCOMPARE(about(run, "communication_matrix").source, std::string("communication_matrix.json"));
        QVERIFY(about(run, "communication_matrix").remedy.id.empty());
        QCOMPARE(about(run, "operators").answer, Answer::NotReadYet);
        QCOMPARE(about(run, "memory_curve").source, std::string("ascend_pytorch_profiler_0.db"));
        QCOMPARE(about(run, "core_metrics").answer, Answer::No);
    }

    void someRanksMakeItPartly() {
        TableBuilder busy(TableKind::BusyIntervals);
        busy.set("kind", std::int64_t{0}).set("begin_ns", std::int64_t{1}).set("end_ns", std::int64_t{2}).endRow();
        TableBuilder settings(TableKind::Environment);
        settings.set("section", std::string_view("profiler"));
        settings.set("key", std::string_view("experimental_config._profiler_level"));
        settings.set("value", std::string_view("Level0")).endRow();
        auto space = planted::workspace(
            {planted::capture(0, {planted::shared(busy)}), planted::capture(1, {planted::shared(settings)})});
        const auto split = about(space.runs[0], "time_split");
        QCOMPARE(split.answer, Answer::Partly);
        QCOMPARE(split.ranksYes, 1);
        QCOMPARE(split.ranks, 2);
        QCOMPARE(split.setting, std::string("profiler_level=Level0"));
        QCOMPARE(split.remedy.id, std::string("capability.time_split.remedy"));
        space.runs[0].captures.pop_back();
        QCOMPARE(about(space.runs[0], "time_split").answer, Answer::Yes);
    }

    void settingsDecideOverStacksAndShapes() {
        const auto answers = [](std::string_view value) {
            TableBuilder settings(TableKind::Environment);
            for (const std::string_view key : {"common_config.with_stack", "common_config.record_shapes"}) {
                settings.set("section", std::string_view("profiler")).set("key", key).set("value", value).endRow();
            }
            auto capture = planted::capture(0, {planted::shared(settings)});
            capture.files = {file(0, "/p/trace_view.json", "trace_json")};
            const auto space = planted::workspace({capture});
            return std::pair(about(space.runs[0], "call_stacks").answer, about(space.runs[0], "shapes").answer);
        };
        QCOMPARE(answers("true"), std::pair(Answer::Yes, Answer::Yes));
        QCOMPARE(answers("false"), std::pair(Answer::No, Answer::No));
    }

    void aClusterFolderAndSnapshotsTellWithoutRanks() {
        auto space = planted::workspace({});
        auto &run = space.runs[0];
        run.clusterFiles = {file(0, "/c/cluster_step_trace_time.csv", ""),
                            file(1, "/c/cluster_communication_matrix.json", "")};
        run.snapshots.push_back({file(2, "/c/snapshot.pkl", ""), std::nullopt});
        QCOMPARE(about(run, "time_split").answer, Answer::NotReadYet);
        QCOMPARE(about(run, "communication_matrix").source, std::string("cluster_communication_matrix.json"));
        QCOMPARE(about(run, "snapshot").answer, Answer::NotReadYet);
        QCOMPARE(about(run, "snapshot").source, std::string("snapshot.pkl"));
        QCOMPARE(about(run, "timeline").answer, Answer::No);
    }
};

QTEST_GUILESS_MAIN(CapabilitiesTest)
#include "tst_capabilities.moc"
