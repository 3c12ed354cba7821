#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/capability_list.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/item_details.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/declared_contents.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <optional>

namespace tst_real_tables {

using namespace stagescope;

namespace {

Workspace load(const std::string &path) {
    Workspace workspace;
    if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

ResultTable tableOf(std::string_view id, const Workspace &workspace) {
    const auto *entry = analysisById(id);
    return entry == nullptr ? ResultTable{} : entry->run({.workspace = &workspace}, {}).value_or(ResultTable{});
}

/// Texts of some columns of the row of a rank.
std::vector<std::string> figures(const ResultTable &table, const std::string &rank,
                                 const std::vector<std::string> &columns) {
    std::vector<std::string> result;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t i = 0; table.text(row, "rank") == rank && i < columns.size(); ++i) {
            result.push_back(table.text(row, columns[i]));
        }
    }
    return result;
}

bool hasFilled(const ResultTable &table, std::string_view column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (!table.text(row, column).empty()) {
            return true;
        }
    }
    return false;
}

/// Whether the details of any of some slices, spread over the tracks of each trace, have a key that begins so and tells
/// something, or one is of that class. Compressed files are left alone: each detail reads them from the start.
bool slicesTell(const Workspace &workspace, const std::vector<std::string> &keys,
                SliceClass klass = SliceClass::Other) {
    constexpr std::uint32_t kPerTrack = 20;
    const auto isTold = [&](const SliceRef &ref) {
        const auto details = sliceDetails(workspace, ref);
        return details && std::any_of(details->begin(), details->end(), [&](const auto &detail) {
                   return detail.second.find_first_not_of("[], ") != std::string::npos &&
                          std::any_of(keys.begin(), keys.end(),
                                      [&](const std::string &key) { return detail.first.starts_with(key); });
               });
    };
    for (const auto &capture : workspace.runs[0].captures) {
        for (const auto &loaded : capture.loaded) {
            const auto *file = workspace.runs[0].file(loaded.source);
            const bool isPlain = file != nullptr && !file->path.ends_with(".gz");
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    const auto &slices = trace->slices(track.id);
                    const auto stride =
                        std::max<std::uint32_t>(1, static_cast<std::uint32_t>(slices.size() / kPerTrack));
                    for (std::uint32_t i = 0; i < slices.size(); i += stride) {
                        const SliceRef ref{RunId{0}, loaded.source, track.id, SliceId{i}};
                        if ((klass != SliceClass::Other && slices.klass(i) == klass) || (isPlain && isTold(ref))) {
                            return true;
                        }
                    }
                }
            }
        }
    }
    return false;
}

using Tables = std::map<std::string, ResultTable>;

/// For questions that no table answers by having rows: whether what was loaded tells it.
std::optional<bool> isShown(const std::string &question, const Workspace &workspace, const Tables &all) {
    const auto &kernels = all.at("kernels");
    if (question == "shapes") {
        return hasFilled(kernels, "input_shapes") || slicesTell(workspace, {"Input Dims", "Input Shapes"});
    }
    if (question == "call_stacks") {
        return hasFilled(kernels, "python") || slicesTell(workspace, {"Call stack", "callStack"}, SliceClass::Python);
    }
    if (question == "core_metrics") {
        bool hasCube = false;
        for (const auto &capture : workspace.runs[0].captures) {
            for (const auto &table : capture.tables(TableKind::Kernels)) {
                const auto cubes = table->numbers("cube");
                hasCube =
                    hasCube || std::any_of(cubes.begin(), cubes.end(), [](std::int64_t cube) { return cube >= 0; });
            }
        }
        return hasCube || slicesTell(workspace, {"pmu."});
    }
    if (question == "groups") {
        // Groups that nothing tells of have no size. Two jobs side by side have pipelines, but no common sizes.
        return hasFilled(all.at("comm_groups"), "size") || !all.at("parallel_strategy").rows.empty() ||
               hasFilled(all.at("pipeline_schedule"), "group");
    }
    return std::nullopt;
}

using Texts = std::vector<std::string>;
const Texts kParts = {"step",          "source",  "computing_us", "not_overlapped_us",
                      "overlapped_us", "free_us", "preparing_us"};
const Texts kReported = {"reported_computing_us", "reported_not_overlapped_us", "reported_overlapped_us",
                         "reported_free_us", "reported_preparing_us"};

}  // namespace

class RealTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void timeSplitOfDatabases() {
        const auto path = realFile("ascend/cnn_db");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto table = tableOf("time_split", load(path));
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(figures(table, "0", kParts),
                 (Texts{"50", "intervals", "8903.431", "98071.947", "4036.153", "25258.144", "18055.693"}));
        QCOMPARE(figures(table, "1", {"computing_us", "not_overlapped_us", "overlapped_us", "free_us"}),
                 (Texts{"8915.634", "94556.05", "4034.14", "25840.499"}));
        QCOMPARE(figures(table, "0", {"tail_us", "sum_check_us", "difference_computing_us"}),
                 (Texts{"1599.535", "0", "0"}));
    }

    void timeSplitOfTraces() {
        const auto path = realFile("ascend/cnn_text");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto table = tableOf("time_split", load(path));
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(figures(table, "0", kParts),
                 (Texts{"50", "intervals", "8873.756", "101963.203", "4028.675", "25744.05", "17902.502"}));
        QCOMPARE(figures(table, "1", kParts),
                 (Texts{"50", "intervals", "8878.295", "96359.047", "4016.239", "26675.274", "20433.19"}));
        QCOMPARE(figures(table, "0", kReported), (Texts{"8873.756", "101963.203", "4028.675", "25744.05", "17902.5"}));
        QCOMPARE(figures(table, "1", kReported), (Texts{"8878.295", "96359.047", "4016.239", "26675.274", "20433.25"}));
        QCOMPARE(figures(table, "0", {"sum_check_us", "difference_preparing_us"}), (Texts{"0", "0.002"}));
    }

    void timeSplitOfATableOfKernels() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto workspace = load(path);
        const auto table = tableOf("time_split", workspace);
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(figures(table, "0", kParts), (Texts{"13", "intervals", "231290.1", "420174.26", "0", "158558", "0"}));
        QCOMPARE(figures(table, "2", kParts),
                 (Texts{"13", "intervals", "400448.26", "277649.66", "0", "131705.28", "0"}));
        QCOMPARE(figures(table, "0", kReported), (Texts{"231290.1", "420174.26", "0", "158558", "206.25"}));
        QCOMPARE(figures(table, "1", kParts),
                 (Texts{"13", "step_trace_time", "230903.72", "441708.38", "0", "136819.56", "205"}));
        const auto ranks = tableOf("ranks", workspace);
        QCOMPARE(figures(ranks, "2", {"device", "pp_index", "dp_index"}), (Texts{"4", "1", "0"}));
        QCOMPARE(figures(ranks, "3", {"device", "pp_index", "dp_index"}), (Texts{"5", "1", "1"}));
    }

    void cellsOfTheGoldenPipeline() {
        const auto path = realFile("../golden/pipeline/1f1b_p4_m8");
        if (path.empty()) {
            QSKIP("no real data");
        }
        QFile file(QString::fromStdString(path + "/expected.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto expected = QJsonDocument::fromJson(file.readAll()).object();
        const auto table = tableOf("pipeline_cells", load(path));
        std::map<std::string, std::vector<Texts>> rows;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            rows[table.text(row, "rank")].push_back({table.text(row, "name"), table.text(row, "start_ns"),
                                                     table.text(row, "end_ns"), table.text(row, "type")});
            QCOMPARE(table.text(row, "step"), std::string(rows[table.text(row, "rank")].size() <= 16 ? "5" : "6"));
            QCOMPARE(table.text(row, "numbering"), std::string("by_order"));
        }
        QCOMPARE(rows.size(), static_cast<std::size_t>(expected.size()));
        for (const auto &rank : expected.keys()) {
            const auto cells = expected[rank][QStringLiteral("StepTaskInfo")].toArray();
            const auto &own = rows[rank.toStdString()];
            QCOMPARE(own.size(), static_cast<std::size_t>(cells.size()));
            for (qsizetype i = 0; i < cells.size(); ++i) {
                const Texts wanted = {cells[i][0].toString().toStdString(), std::to_string(cells[i][1].toInteger()),
                                      std::to_string(cells[i][2].toInteger()), std::to_string(cells[i][3].toInteger())};
                QCOMPARE(own[static_cast<std::size_t>(i)], wanted);
            }
        }
    }

    void schedulesOfRealPipelines_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("steps");
        QTest::newRow("golden") << QByteArray("../golden/pipeline/1f1b_p4_m8") << QByteArray("1f1b p=4 m=8") << 1 << 2;
        QTest::newRow("device work") << QByteArray("ascend/qwen3_pp2dp2") << QByteArray("1f1b p=2 m=2") << 1 << 1;
        QTest::newRow("stragglers") << QByteArray("pipeline/straggler_ST.json.gz") << QByteArray("1f1b p=4 m=4") << 2
                                    << 32;
    }
    void schedulesOfRealPipelines() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, schedule);
        QFETCH(int, groups);
        QFETCH(int, steps);
        const auto path = realFile(name.constData());
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto table = tableOf("pipeline_schedule", load(path));
        QCOMPARE(table.rows.size(), static_cast<std::size_t>(groups));
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.text(row, "schedule"), schedule.toStdString());
            QCOMPARE(table.text(row, "steps"), std::to_string(steps));
            QCOMPARE(table.text(row, "score_percent"), std::string("100"));
        }
    }

    void everyTableWorksOnEveryFolder_data() {
        QTest::addColumn<QByteArray>("name");
        for (const auto *name :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "ascend/cluster16", "snapshots", "pipeline",
              "torch/h100", "torch/mi300", "torch/hta_two_ranks", "deliverables/cnn_level1", "deliverables/level0",
              "planted/cluster8", "planted/modules", "mindspore", "../golden/pipeline/1f1b_p4_m8"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }
    void everyTableWorksOnEveryFolder() {
        QFETCH(QByteArray, name);
        const auto path = realFile(name.constData());
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto workspace = load(path);
        QCOMPARE(workspace.runs.size(), std::size_t{1});
        QCOMPARE(undeclaredContents(workspace.runs[0]), QString());
        Tables all;
        for (const auto &entry : analysisList()) {
            auto table = entry.run({.workspace = &workspace}, {});
            QVERIFY2(table.has_value(), entry.id.c_str());
            all.emplace(entry.id, std::move(*table));
        }
        const auto answers = capabilities(workspace.runs[0]);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const auto &capability = answers[i];
            const bool isTold = capability.answer >= Answer::Partly;
            QVERIFY2(!capability.source.empty() || !isTold, capability.question.c_str());
            QVERIFY2(isTold || !capability.remedy.id.empty(), capability.question.c_str());
            const auto tables = capabilityList()[i].tables;
            const bool hasRows = std::any_of(tables.begin(), tables.end(), [&](std::string_view id) {
                return !all.at(std::string(id)).rows.empty();
            });
            QVERIFY2(tables.empty() || hasRows == isTold, capability.question.c_str());
            const auto shown = tables.empty() ? isShown(capability.question, workspace, all) : std::nullopt;
            QVERIFY2(shown || !tables.empty() || capability.question == "timeline", capability.question.c_str());
            QVERIFY2(!shown || *shown == isTold, capability.question.c_str());
        }
        const auto &split = all.at("time_split");
        for (std::size_t row = 0; row < split.rows.size(); ++row) {
            QCOMPARE(split.text(row, "sum_check_us"), std::string("0"));
        }
    }
};

TEST_SUITE(RealTablesTest)

}  // namespace tst_real_tables

#include "tst_real_tables.moc"
