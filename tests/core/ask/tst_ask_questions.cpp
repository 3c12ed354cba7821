// The questions that people ask of profiles, each one statement: of a trace written here, whose answers are worked out
// by hand, and of a demo, whose answers are worked out from its timelines and from what was planted.
#include "core/analysis/tables/time_bounds.h"
#include "core/ask/ask_engine.h"
#include "core/base/intervals.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/same_tables.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

namespace tst_ask_questions {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

const auto kHost = QStringLiteral("10");
const auto kDevice = QStringLiteral("0");

/// A trace of a GPU: three steps of 1000, 1000 and 2000 us from 1000 us on. Times in us.
class WrittenTrace {
public:
    WrittenTrace() {
        m_events << processName(kHost, QStringLiteral("python"))
                 << threadName(kHost, kHost, QStringLiteral("thread 10 (python)"));
        for (const auto *stream : {"7", "9", "20"}) {
            m_events << threadName(kDevice, QLatin1String(stream), QStringLiteral("stream ") + QLatin1String(stream));
        }
        range("ProfilerStep#4", 1000, 1000);
        range("ProfilerStep#5", 2000, 1000);
        range("ProfilerStep#6", 3000, 2000);
        // Step 4: two products of different shapes, a pinned copy beside them, a collective behind.
        range("forward", 1005, 200);
        product(1010, "[[8,8],[8,8]]", 1200, 100);
        product(1060, "[[16,16],[16,16]]", 1310, 60);
        copy("cudaMemcpyAsync", "Memcpy HtoD (Pinned -> Device)", 1110, 10, 1250, 100, 100'000);
        collective(1150, 1400, 200);
        // Step 5: a product, a pageable copy that blocks the host, a collective, a value read back.
        product(2010, "[[8,8],[8,8]]", 2200, 140);
        copy("cudaMemcpy", "Memcpy HtoD (Pageable -> Device)", 2050, 130, 2100, 50, 50'000);
        collective(2190, 2400, 100);
        host("cpu_op", "aten::item", 2300, 400);
        host("cuda_runtime", "cudaStreamSynchronize", 2310, 380);
        // Step 6: small kernels of an operator, one launched long before it runs, and a graph of three kernels.
        host("cpu_op", "aten::add_", 3010, 60);
        launch("cudaLaunchKernel", 3015, 5);
        kernel("elementwise", 7, 3200, 5);
        launch("cudaLaunchKernel", 3025, 5);
        kernel("elementwise", 7, 4500, 8);
        launch("cudaGraphLaunch", 3300, 20);
        kernel("graph_a", 7, 3400, 10);
        kernel("graph_a", 7, 3420, 10);
        kernel("graph_b", 7, 3440, 30);
    }
    [[nodiscard]] QString text() const {
        return traceOf(m_events,
                       QStringLiteral("'schemaVersion':1,'deviceProperties':[{'id':0,'name':'NVIDIA H100'}],"));
    }

private:
    void host(const char *category, const char *name, int begin, int duration, const QString &args = {}) {
        m_events << sliceOf(QLatin1String(category), QLatin1String(name), kHost, kHost, begin, duration, args);
    }
    void range(const char *name, int begin, int duration) { host("user_annotation", name, begin, duration); }
    void launch(const char *call, int begin, int duration) {
        ++m_id;
        m_launch = begin;
        host("cuda_runtime", call, begin, duration, QStringLiteral("'External id':%1,'correlation':%1").arg(m_id));
    }
    void kernel(const char *name, int stream, int begin, int duration, const char *category = "kernel",
                const QString &args = {}) {
        const auto lane = QString::number(stream);
        m_events << sliceOf(QLatin1String(category), QLatin1String(name), kDevice, lane, begin, duration,
                            QStringLiteral("'External id':%1,'correlation':%1,'stream':%2,'device':0%3")
                                .arg(m_id)
                                .arg(stream)
                                .arg(args));
        for (const bool isStart : {true, false}) {
            m_events << QStringLiteral(
                            "{'ph':'%1','id':%2,'pid':%3,'tid':%4,'ts':%5,'cat':'ac2g','name':'ac2g','bp':'e'}")
                            .arg(isStart ? u's' : u'f')
                            .arg(m_id)
                            .arg(isStart ? kHost : kDevice, isStart ? kHost : lane)
                            .arg(isStart ? m_launch : begin);
        }
    }
    void product(int begin, const char *shapes, int at, int duration) {
        host("cpu_op", "aten::mm", begin, 40,
             QStringLiteral("'External id':%1,'Input Dims':%2,'Input type':['c10::BFloat16','c10::BFloat16']")
                 .arg(m_id + 1)
                 .arg(QLatin1String(shapes)));
        launch("cudaLaunchKernel", begin + 10, 10);
        kernel("sm90_xmma_gemm_bf16", 7, at, duration);
    }
    void collective(int begin, int at, int duration) {
        host("cpu_op", "record_param_comms", begin, 30);
        launch("cudaLaunchKernel", begin + 10, 10);
        kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)", 9, at, duration);
    }
    void copy(const char *call, const char *name, int begin, int length, int at, int duration, int bytes) {
        launch(call, begin, length);
        kernel(name, 20, at, duration, "gpu_memcpy", QStringLiteral(",'bytes':%1").arg(bytes));
    }

    QStringList m_events;
    int m_id = 0;
    int m_launch = 0;
};

std::string textOf(const ResultTable &table) {
    std::string text;
    for (const auto &row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += (i > 0 ? "|" : "") + cellText(row[i]);
        }
        text += '\n';
    }
    return text;
}

}  // namespace

class AskQuestionsTest : public QObject {
    Q_OBJECT
private:
    Workspace m_trace;
    std::shared_ptr<const Workspace> m_demo;

    static Result<ResultTable> answer(const Workspace &workspace, const std::string &sql) {
        AnalysisInput input;
        input.workspace = &workspace;
        return ask(input, sql, {}, {});
    }

    [[nodiscard]] ResultTable demo(const std::string &sql) const {
        const auto found = answer(*m_demo, sql);
        if (!found) {
            qWarning("%s", found.error().detail.c_str());
        }
        return found ? *found : ResultTable{};
    }
    /// A table of the demo with its parameters as they are by default.
    [[nodiscard]] ResultTable direct(const char *id) const {
        return tableOfRun(*analysisById(id), m_demo->runs.front());
    }
    static double number(const Cell &cell) {
        const auto *whole = std::get_if<std::int64_t>(&cell);
        const auto *real = std::get_if<double>(&cell);
        return whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : std::nan("");
    }
    static double number(const ResultTable &table, std::size_t row, const char *column) {
        return number(table.rows[row][table.indexOf(column)]);
    }
    static std::int64_t nanosOf(const ResultTable &table, std::size_t row, const char *column) {
        return std::llround(1000 * number(table, row, column));
    }
    /// Spans of a table by rank.
    static std::map<int, std::vector<Interval>> spansOf(const ResultTable &table, const char *begin,
                                                        const std::function<bool(std::size_t)> &isWanted) {
        std::map<int, std::vector<Interval>> spans;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto *at = std::get_if<std::int64_t>(&table.rows[row][table.indexOf(begin)]);
            if (at != nullptr && isWanted(row)) {
                spans[static_cast<int>(number(table, row, "rank"))].push_back(
                    {*at, *at + nanosOf(table, row, "duration_us")});
            }
        }
        return spans;
    }

private Q_SLOTS:
    void initTestCase() {
        m_demo = demoWith({{"pp", "2"},
                           {"dp", "2"},
                           {"microbatches", "4"},
                           {"steps", "4"},
                           {"fault", "slow-rank=3:1.3"},
                           {"fault", "memory-leak=1:5242880"},
                           {"fault", "slow-link=0-2:4"},
                           {"fault", "extra-kernel=0:1"}});
        QVERIFY(m_demo->mainRun() != nullptr);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("trace.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(WrittenTrace().text().toUtf8());
        file.close();
        m_trace.runs.push_back(loadedRun(file.fileName().toStdString()));
    }

    void writtenTrace_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *question, const char *sql, const char *wanted) {
            QTest::newRow(question) << QByteArray(sql) << QByteArray(wanted);
        };
        row("1 names that take most time",
            "SELECT name, count(*), sum(dur_ns), sum(self_ns), p95(dur_ns), 100.0 * sum(dur_ns) / (SELECT sum(dur_ns) "
            "FROM step) FROM host_op GROUP BY name ORDER BY 3 DESC, 1",
            "aten::item|1|400000|20000|400000|10\naten::mm|3|120000|90000|40000|3\n"
            "aten::add_|1|60000|50000|60000|1.5\nrecord_param_comms|2|60000|40000|30000|1.5\n");
        row("2 kernels while a copy runs",
            "SELECT count(DISTINCT evidence_a), sum(dur_ns) FROM overlap((SELECT spans(begin_ns, dur_ns, evidence) "
            "FROM "
            "kernel WHERE stream = 7 AND dur_ns > 50000), (SELECT spans(begin_ns, dur_ns) FROM copy))",
            "2|90000\n");
        row("2 kernels are neither copies nor collectives",
            "SELECT sum(dur_ns), (SELECT count(*) FROM kernel), (SELECT count(*) FROM kernels) FROM overlap((SELECT "
            "spans(begin_ns, dur_ns) FROM kernel), (SELECT spans(begin_ns, dur_ns) FROM copy))",
            "90000|8|12\n");
        row("3 a kernel without a type of the device's is one of its operator",
            "SELECT type, count(*) FROM kernel WHERE type LIKE 'aten%' GROUP BY 1 ORDER BY 1",
            "aten::add_|2\naten::mm|3\n");
        row("3 p95 by shape",
            "SELECT input_shapes, count(*), p95(dur_ns), sum(dur_ns) FROM kernel WHERE op = 'aten::mm' GROUP BY 1 "
            "ORDER "
            "BY 4 DESC",
            "[[8, 8], [8, 8]]|2|138000|240000\n[[16, 16], [16, 16]]|1|60000|60000\n");
        row("4 gaps before collectives",
            "SELECT k.name, count(*), sum(g.dur_ns) FROM gaps((SELECT spans(begin_ns, ns_of(duration_us), evidence) "
            "FROM "
            "kernels)) g JOIN kernels n ON n.evidence = g.after JOIN kernels k ON k.evidence = g.before WHERE n.name "
            "LIKE 'nccl%' GROUP BY 1",
            "sm90_xmma_gemm_bf16|2|90000\n");
        row("4 the same by the program's own gaps",
            "SELECT before, count(*), sum(dur_ns) FROM gap WHERE after LIKE 'nccl%' GROUP BY 1",
            "sm90_xmma_gemm_bf16|2|90000\n");
        row("5 slow steps",
            "SELECT s.step, s.dur_ns / m.usual FROM step s JOIN (SELECT rank, median(dur_ns) AS usual FROM step GROUP "
            "BY rank) m USING (rank) WHERE s.dur_ns > 1.2 * m.usual",
            "6|2\n");
        row("6 idle share",
            "SELECT step, round(100.0 * (preparing_ns + free_ns + tail_ns) / dur_ns, 2) FROM step ORDER BY 1",
            "4|64\n5|76\n6|96.85\n");
        row("9 small kernels",
            "SELECT op, count(*), sum(dur_ns), sum(call_ns) FROM launch WHERE dur_ns < 10000 GROUP BY 1",
            "aten::add_|2|13000|10000\n");
        row("10 launch delays", "SELECT count(*), max(delay_ns), sum(delay_ns > 1000000) FROM launch",
            "12|1470000|1\n");
        row("11 from a kernel to its operator and back",
            "SELECT op, (SELECT count(*) FROM kernel o WHERE o.op = k.op) FROM kernel k WHERE begin_ns = 3200000",
            "aten::add_|2\n");
        row("16 ranges and the device time in them",
            "SELECT name, sum(total_ns) FROM mark WHERE side = 'host' AND name = 'forward' GROUP BY 1",
            "forward|200000\n");
        row("16 time of kernels that a range launched",
            "SELECT sum(k.dur_ns) FROM mark_range m JOIN kernel k ON k.launch_ns BETWEEN m.begin_ns AND m.begin_ns + "
            "m.dur_ns WHERE m.name = 'forward'",
            "160000\n");
        row("19 copies",
            "SELECT memory, sum(bytes), round(1.0 * sum(bytes) / sum(dur_ns), 3), synchronous FROM copy GROUP BY "
            "memory "
            "ORDER BY 2 DESC",
            "pinned|100000|1|no\npageable|50000|1|yes\n");
        row("20 calls that wait for the device",
            "SELECT a.name, count(*), sum(a.dur_ns), o.name FROM api a LEFT JOIN host_op o ON o.evidence = a.parent "
            "WHERE "
            "a.name LIKE '%Synchronize' GROUP BY 1, 4",
            "cudaStreamSynchronize|1|380000|aten::item\n");
        row("24 work by shape",
            "SELECT input_shapes, count, round(tflops * 1000000, 3) FROM kernel_work WHERE input_shapes <> '' ORDER BY "
            "1",
            "[[16, 16], [16, 16]]|1|136.533\n[[8, 8], [8, 8]]|2|8.533\n");
        row("26 graphs",
            "SELECT a.name, a.dur_ns, count(*) FROM api a JOIN flow f ON f.track = a.track AND f.from_ns BETWEEN "
            "a.begin_ns AND a.begin_ns + a.dur_ns WHERE a.name LIKE '%GraphLaunch' GROUP BY a.evidence",
            "cudaGraphLaunch|20000|3\n");
        row("27 the host while the device idles",
            "SELECT evidence_b, sum(dur_ns) FROM pairs((SELECT spans(begin_ns, dur_ns) FROM gaps((SELECT "
            "spans(begin_ns, ns_of(duration_us)) FROM kernels))), (SELECT spans(begin_ns, dur_ns, name) FROM host_op)) "
            "GROUP BY 1 ORDER BY 2 DESC",
            "aten::item|260000\naten::add_|60000\naten::mm|40000\nrecord_param_comms|10000\n");
        row("29 is it whole", "SELECT count(*) FROM loss WHERE severity = 'error'", "0\n");
    }
    void writtenTrace() {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, wanted);
        const auto found = answer(m_trace, sql.toStdString());
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        QCOMPARE(QByteArray::fromStdString(textOf(*found)), wanted);
    }

    /// 7: what of transfers runs beside computing, of each rank by itself.
    void overlapOfGroups() {
        const auto found = demo(
            "SELECT key, sum(dur_ns) FROM overlap((SELECT spans(begin_ns, dur_ns, name, rank) FROM kernel), (SELECT "
            "spans(begin_ns, dur_ns, name, rank) FROM comm WHERE kind <> 'collective')) GROUP BY key ORDER BY key");
        const auto kernels = spansOf(direct("kernels"), "begin_ns", [](std::size_t) { return true; });
        const auto operators = direct("comm_ops");
        const auto transfers = spansOf(operators, "start_ns",
                                       [&](std::size_t row) { return operators.text(row, "kind") != "collective"; });
        QCOMPARE(found.rows.size(), std::size_t{4});
        for (const auto &row : found.rows) {
            const int rank = static_cast<int>(number(row[0]));
            const auto wanted = totalLength(intersected(merged(kernels.at(rank)), merged(transfers.at(rank))));
            QVERIFY(wanted > 0);
            QCOMPARE(number(row[1]), static_cast<double>(wanted));
        }
    }
    /// 8: how much of each group's communication is hidden, by stage.
    void hiddenByGroupAndStage() {
        const auto found = demo(
            "SELECT o.group_name, r.pp_index, sum(o.communication_us), sum(o.exposed_us) FROM comm_overlap o JOIN "
            "ranks "
            "r USING (rank) GROUP BY 1, 2");
        const auto overlaps = direct("comm_overlap");
        std::map<std::pair<std::string, int>, std::pair<double, double>> wanted;
        for (std::size_t row = 0; row < overlaps.rows.size(); ++row) {
            auto &[all, exposed] =
                wanted[{overlaps.text(row, "group_name"), static_cast<int>(number(overlaps, row, "rank")) / 2}];
            all += number(overlaps, row, "communication_us");
            exposed += number(overlaps, row, "exposed_us");
        }
        QVERIFY(wanted.size() > 2);
        QCOMPARE(found.rows.size(), wanted.size());
        for (const auto &row : found.rows) {
            const auto &[all, exposed] = wanted.at({std::get<std::string>(row[0]), static_cast<int>(number(row[1]))});
            QVERIFY(std::abs(number(row[2]) - all) < 1e-3 && std::abs(number(row[3]) - exposed) < 1e-3);
        }
    }
    /// 12 and 30: the planted rank computes 1.3 times as long as its twin.
    void slowRanksAndImbalance() {
        const auto found = demo("SELECT rank, sum(computing_ns) FROM step GROUP BY rank ORDER BY rank");
        const auto ratio = number(found.rows.at(3)[1]) / number(found.rows.at(2)[1]);
        QVERIFY2(ratio > 1.28 && ratio < 1.32, std::to_string(ratio).c_str());
        const auto imbalance = demo(
            "SELECT max(total) / avg(total) FROM (SELECT rank, sum(dur_ns) AS total FROM kernel WHERE rank IN (2, 3) "
            "GROUP BY rank)");
        QVERIFY(std::abs(number(imbalance.rows.at(0)[0]) - ratio / ((1 + ratio) / 2)) < 0.02);
    }
    /// 13: who comes last, counted here by the operators of all ranks.
    void lastRanks() {
        const auto operators = direct("comm_ops");
        const auto late = demo("SELECT name, group_id, nth, last_rank, arrival_ns FROM late");
        std::map<std::tuple<std::string, std::string, double>, double> latest;
        for (std::size_t row = 0; row < operators.rows.size(); ++row) {
            auto &last = latest[{operators.text(row, "name"), operators.text(row, "communication_group"),
                                 number(operators, row, "nth")}];
            last = std::max(last, number(operators, row, "start_ns"));
        }
        QVERIFY(!late.rows.empty());
        for (const auto &row : late.rows) {
            QCOMPARE(number(row[4]),
                     latest.at({std::get<std::string>(row[0]), std::get<std::string>(row[1]), number(row[2])}));
        }
        const auto counts = demo("SELECT sum(n) FROM (SELECT last_rank, count(*) AS n FROM late GROUP BY last_rank)");
        QCOMPARE(number(counts.rows.at(0)[0]), static_cast<double>(late.rows.size()));
    }
    /// 14: the planted link is the one below half of the median of its kind.
    void slowLinks() {
        const auto found = demo(
            "SELECT DISTINCT min(source, destination), max(source, destination) FROM link l JOIN (SELECT kind, "
            "median(gbps) AS usual FROM link WHERE gbps > 0 GROUP BY kind) USING (kind) WHERE l.kind = 'p2p' AND gbps "
            "> "
            "0 AND gbps < usual / 2");
        QCOMPARE(textOf(found), std::string("0|2\n"));
    }
    /// 14: bytes of a link are its operators', each once: sums over the view are those of the whole.
    void bytesOfLinksCountOnce() {
        const auto links = direct("comm_matrix");
        double all = 0;
        for (std::size_t row = 0; row < links.rows.size(); ++row) {
            all += links.text(row, "name") == "Total Op Info" ? number(links, row, "size_mb") : 0;
        }
        const auto found = demo("SELECT sum(bytes) / 1e6 FROM link");
        QVERIFY(all > 0);
        QVERIFY2(std::abs(number(found.rows.at(0)[0]) - all) < 1e-6 * all, textOf(found).c_str());
    }
    /// 15: bubbles by cause, and cells that last longer than is usual in their stage.
    void bubblesAndLongCells() {
        const auto causes = direct("bubble_causes");
        double sum = 0;
        for (std::size_t row = 0; row < causes.rows.size(); ++row) {
            sum += causes.text(row, "cause") == "busy" ? 0 : number(causes, row, "length_us");
        }
        const auto found = demo("SELECT sum(dur_ns) FROM (SELECT cause, sum(dur_ns) AS dur_ns FROM bubble GROUP BY 1)");
        QVERIFY(sum > 0 && std::abs(number(found.rows.at(0)[0]) - 1000 * sum) < 1000);
        const auto cells = direct("pipeline_cells");
        std::map<std::string, std::vector<double>> byStage;
        const auto keyOf = [&](std::size_t row) { return cells.text(row, "stage") + cells.text(row, "kind"); };
        for (std::size_t row = 0; row < cells.rows.size(); ++row) {
            byStage[keyOf(row)].push_back(number(cells, row, "duration_us"));
        }
        for (auto &[key, all] : byStage) {
            std::sort(all.begin(), all.end());
        }
        std::size_t longer = 0;
        for (std::size_t row = 0; row < cells.rows.size(); ++row) {
            const auto &all = byStage[keyOf(row)];
            const auto half = all.size() / 2;
            const double median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
            longer += number(cells, row, "duration_us") > 1.1 * median ? 1 : 0;
        }
        const auto slow = demo(
            "SELECT count(*) FROM cell JOIN (SELECT stage, kind, median(dur_ns) AS usual FROM cell GROUP BY stage, "
            "kind) USING (stage, kind) WHERE dur_ns > 1.1 * usual");
        QVERIFY(longer > 0);
        QCOMPARE(number(slow.rows.at(0)[0]), static_cast<double>(longer));
    }
    /// 17: the planted leak, and great allocations.
    void growthAndGreatAllocations() {
        const auto found = demo(
            "SELECT rank, bytes - lag(bytes) OVER (PARTITION BY rank ORDER BY step) FROM (SELECT s.rank, s.step, "
            "(SELECT "
            "m.bytes FROM memory m WHERE m.rank = s.rank AND m.measure = 'allocated' AND m.begin_ns <= s.begin_ns + "
            "s.dur_ns "
            "ORDER BY m.begin_ns DESC LIMIT 1) AS bytes FROM step s)");
        std::map<int, std::vector<double>> growth;
        for (const auto &row : found.rows) {
            if (!std::isnan(number(row[1]))) {
                growth[static_cast<int>(number(row[0]))].push_back(number(row[1]));
            }
        }
        QCOMPARE(growth[1], (std::vector<double>{5242880, 5242880, 5242880}));
        QCOMPARE(growth[0], (std::vector<double>{0, 0, 0}));
        const auto operators = direct("memory_ops");
        double great = 0;
        for (std::size_t row = 0; row < operators.rows.size(); ++row) {
            great += number(operators, row, "size_bytes") > (1 << 26) ? 1 : 0;
        }
        const auto counted = demo("SELECT count(*), count(evidence) FROM alloc WHERE bytes > 64 * 1024 * 1024");
        QCOMPARE(number(counted.rows.at(0)[0]), great);
        QCOMPARE(number(counted.rows.at(0)[1]), great);
    }
    /// 18: the most memory while each first forward cell of a rank runs.
    void memoryWhileCellsRun() {
        const auto found = demo(
            "SELECT evidence_b, max(evidence_a) FROM pairs((SELECT spans(begin_ns, dur_ns, bytes) FROM memory WHERE "
            "rank "
            "= 1 AND measure = 'allocated'), (SELECT spans(begin_ns, dur_ns, step) FROM cell WHERE rank = 1 AND kind = "
            "'F' "
            "AND microbatch = 0)) GROUP BY 1 ORDER BY 1");
        const auto cells = direct("pipeline_cells");
        const auto curve = direct("memory_curve");
        std::map<std::string, double> wanted;
        for (std::size_t cell = 0; cell < cells.rows.size(); ++cell) {
            if (number(cells, cell, "rank") != 1 || cells.text(cell, "kind") != "F" ||
                number(cells, cell, "microbatch") != 0) {
                continue;
            }
            const double begin = number(cells, cell, "start_ns");
            const double end = begin + 1000 * number(cells, cell, "duration_us");
            for (std::size_t row = 0; row < curve.rows.size(); ++row) {
                const bool isIt = number(curve, row, "rank") == 1 && curve.text(row, "measure") == "allocated" &&
                                  number(curve, row, "begin_ns") < end && number(curve, row, "end_ns") > begin;
                auto &most = wanted[cells.text(cell, "step")];
                most = isIt ? std::max(most, number(curve, row, "most_bytes")) : most;
            }
        }
        QCOMPARE(found.rows.size(), wanted.size());
        for (const auto &row : found.rows) {
            QCOMPARE(number(row[1]), wanted.at(cellText(row[0])));
        }
    }
    /// 21: the planted kernel, which a rank has more often than its twin: of each layer, microbatch and step.
    void kernelsThatOneRankHasMoreOften() {
        const auto found = demo(
            "SELECT type, sum(rank = 0) - sum(rank = 1) AS more FROM kernel WHERE rank IN (0, 1) GROUP BY type HAVING "
            "more <> 0");
        QCOMPARE(textOf(found), std::string("Cast|32\n"));
    }
    /// 22: what became slower than in the baseline, which has a schema of its own with the same tables and views.
    void slowerThanTheBaseline() {
        const std::vector<std::pair<std::string, std::string>> options{
            {"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}};
        auto faulty = options;
        faulty.emplace_back("fault", "slow-operator=1:2");
        Workspace both = *demoWith(faulty);
        both.runs.push_back(demoWith(options)->runs.front());
        both.runs.back().id = RunId{1};
        both.runs.back().role = RunRole::Baseline;
        const auto found = answer(both,
                                  "SELECT rank, type, round(own / was, 1) FROM (SELECT rank, type, p50(dur_ns) AS own "
                                  "FROM kernel GROUP BY 1, "
                                  "2) JOIN (SELECT rank, type, p50(dur_ns) AS was FROM baseline.kernel GROUP BY 1, 2) "
                                  "USING (rank, type) WHERE "
                                  "own > 1.5 * was");
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        QCOMPARE(textOf(*found), std::string("1|FlashAttentionScore|2\n"));
        const auto runs = answer(both,
                                 "SELECT (SELECT max(run) FROM kernel), min(run), max(run), count(DISTINCT evidence), "
                                 "sum(evidence LIKE 'step:1/%') FROM baseline.step");
        QVERIFY2(runs, runs ? "" : runs.error().detail.c_str());
        QCOMPARE(textOf(*runs), std::string("0|1|1|2|4\n"));
        const auto slices = answer(both,
                                   "SELECT (SELECT count(*) FROM slice WHERE run = 1) = count(*), min(run) FROM "
                                   "baseline.slice");
        QCOMPARE(textOf(slices.value()), std::string("1|1\n"));
        both.runs.push_back(both.runs.front());
        both.runs.back().id = RunId{2};
        both.runs.back().role = RunRole::Comparison;
        const auto further = answer(both, "SELECT (SELECT count(*) FROM kernel) = count(*), max(run) FROM run2.kernel");
        QCOMPARE(textOf(further.value()), std::string("1|2\n"));
        const auto none = answer(*m_demo, "SELECT * FROM baseline.kernel");
        QVERIFY(!none && QByteArray::fromStdString(none.error().detail).contains("no profile of that name is open"));
    }
    /// 25: nothing is said to cost nothing where it cannot be told.
    void recomputationThatIsNotRecorded() {
        const auto found = demo("SELECT module, sum(recompute_us) FROM recompute GROUP BY module");
        QVERIFY(found.rows.empty() && !found.notes.empty());
        QVERIFY(QByteArray::fromStdString(found.notes.front()).contains("Not answerable from this profile"));
    }
    /// 23: the mean of a counter while a kernel runs, by its samples.
    void counterWhileKernelsRun() {
        const auto counters = demo("SELECT track_name, count(*) FROM counter WHERE rank = 3 GROUP BY 1");
        QVERIFY(!counters.rows.empty());
        const auto name = std::get<std::string>(counters.rows.front()[0]);
        const auto found = demo(
            "SELECT sum(dur_ns * evidence_a) / sum(dur_ns), sum(dur_ns) FROM pairs((SELECT spans(begin_ns, dur_ns, "
            "value) "
            "FROM counter WHERE rank = 3 AND track_name = '" +
            name +
            "'), (SELECT spans(begin_ns, dur_ns) FROM kernel "
            "WHERE rank = 3 AND type = 'MatMulV3'))");
        const auto table = direct("kernels");
        const auto kernels = spansOf(table, "begin_ns", [&](std::size_t row) {
            return table.text(row, "type") == "MatMulV3" && number(table, row, "rank") == 3;
        });
        double area = 0;
        double time = 0;
        for (const auto &loaded : m_demo->runs.front().capture(3)->loaded) {
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    if (track.kind != TrackKind::Counter || trace->text(track.name) != name) {
                        continue;
                    }
                    const auto &samples = trace->counter(track.id);
                    for (std::uint32_t i = 0; i + 1 < samples.size(); ++i) {
                        for (const auto &kernel : kernels.at(3)) {
                            const auto common = std::min(kernel.end, ns(samples.time(i + 1))) -
                                                std::max(kernel.begin, ns(samples.time(i)));
                            area += common > 0 ? static_cast<double>(common) * samples.value(i) : 0;
                            time += common > 0 ? static_cast<double>(common) : 0;
                        }
                    }
                }
            }
        }
        QVERIFY(time > 0);
        QCOMPARE(number(found.rows.at(0)[1]), time);
        QVERIFY(std::abs(number(found.rows.at(0)[0]) - area / time) < 1e-9 * std::abs(area / time));
    }
    /// 28: settings that differ between ranks.
    void settingsThatDiffer() {
        const auto table = direct("environment");
        double differing = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            differing += table.text(row, "differs") == "yes" ? 1 : 0;
        }
        QCOMPARE(number(demo("SELECT count(*) FROM setting WHERE differs = 'yes'").rows.at(0)[0]), differing);
        QCOMPARE(demo("SELECT DISTINCT differs FROM setting WHERE differs IS NOT NULL").rows.size(),
                 std::size_t{differing > 0 ? 2U : 1U});
    }
    /// 29: what is not recorded is said.
    void whatTheProfileCannotTell() {
        const auto table = direct("capabilities");
        std::size_t no = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            no += table.text(row, "answer") == "no" ? 1 : 0;
        }
        QCOMPARE(demo("SELECT question, setting FROM capability WHERE answer = 'no'").rows.size(), no);
        QCOMPARE(number(demo("SELECT count(*) FROM rank WHERE load_state = 'deep'").rows.at(0)[0]), 4.0);
    }
};

TEST_SUITE(AskQuestionsTest)

}  // namespace tst_ask_questions

#include "tst_ask_questions.moc"
