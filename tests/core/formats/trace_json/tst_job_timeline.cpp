#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/formats/format_list.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/base/packed.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_job_timeline {

using namespace stagescope;
using stagescope::testing::loadFile;
using stagescope::testing::sourceOf;

namespace {

std::string slice(const char *name, int dp, int thread, const char *time, int step, int chunk, int microbatch,
                  int sequence) {
    return json("{'name':'" + std::string(name) + "','ph':'X','pid':" + std::to_string(dp) +
                ",'tid':" + std::to_string(thread) + ",'ts':" + time +
                ",'dur':10.25,'args':{'step':" + std::to_string(step) + ",'model_chunk':" + std::to_string(chunk) +
                ",'mb_id':" + std::to_string(microbatch) + ",'seq_id':" + std::to_string(sequence) + "}}");
}

std::string lane(int dp, int thread, int pp, const char *name) {
    return json("{'name':'thread_name','ph':'M','pid':" + std::to_string(dp) + ",'tid':" + std::to_string(thread) +
                ",'args':{'name':'PP rank " + std::to_string(pp) + ", TP rank 0, " + name + "'}}");
}

/// Two stages with two replicas; only some ranks have events.
std::vector<std::string> events() {
    return {slice("forward-compute", 0, 0, "100.5", 7, 0, 0, 0),
            slice("forward-send", 0, 1, "110.75", 7, -1, -1, 0),
            slice("backward-compute", 0, 0, "1e3", 7, 0, 0, 0),
            slice("gc", 0, 4, "1010", 7, -1, 0, 0),
            slice("grads-reduce-scatter", 0, 3, "1020", 7, 0, -1, 0),
            slice("optimizer", 0, 0, "1040", 7, -1, -1, 0),
            slice("forward-recv", 0, 11, "111", 7, -1, -1, 0),
            slice("forward-compute", 0, 10, "125", 8, 1, 3, 0),
            slice("forward-compute", 1, 15, "126", 7, 0, 0, 0),
            lane(0, 0, 0, "compute"),
            lane(0, 1, 0, "pp-comm"),
            lane(0, 3, 0, "dp-comm"),
            lane(0, 4, 0, "misc"),
            lane(0, 10, 1, "compute"),
            lane(0, 11, 1, "pp-comm"),
            lane(1, 5, 0, "compute"),
            lane(1, 15, 1, "compute")};
}

std::string array(const std::vector<std::string> &events) {
    std::string text;
    for (const auto &event : events) {
        text += (text.empty() ? "[" : ",\n") + event;
    }
    return text + "]";
}

}  // namespace

class JobTimelineTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeJobTimelineFormat();

    [[nodiscard]] std::vector<int> ranksIn(const std::string &path) const {
        std::vector<int> ranks;
        for (const auto &part : m_format->parts(path, {})) {
            ranks.push_back(part.rank.value_or(-1));
        }
        return ranks;
    }

private Q_SLOTS:
    void sniffed() {
        QVERIFY(m_format->sniff("straggler.json", array(events()).substr(0, 4096)));
        QVERIFY(!m_format->sniff("trace.json", json("[{'ph':'X','name':'a','args':{}}]")));
        QVERIFY(!m_format->sniff("trace.json", ""));
    }

    void ranksOfTheFile() {
        const auto path = m_files.write(array(events()), "job.json");
        QCOMPARE(ranksIn(path), (std::vector<int>{0, 1, 2, 3}));
        QVERIFY(ranksIn(m_files.write("[]", "empty.json")).empty());
        QVERIFY(ranksIn(m_files.path("absent.json")).empty());
    }

    void golden() {
        auto file = sourceOf(m_files.write(array(events()), "job.json"));
        file.part = 0;
        ImportLog log;
        Sink sink(log);
        QVERIFY(m_format->load(file, sink, LoadControl{}));
        const auto yields = sink.take();
        const auto &trace = *yields.begin()->second.traces.at(0);
        const auto offset = [&](std::size_t event) {
            std::size_t at = 1;
            for (std::size_t i = 0; i < event; ++i) {
                at += events()[i].size() + 2;
            }
            return std::to_string(at);
        };
        const std::string expected =
            "0 DP rank 0, PP rank 0, TP rank 0 []\n"
            "3 compute []\n"
            "  100500 110750 0 7 " +
            offset(0) +
            " forward-compute\n"
            "  1000000 1010250 0 7 " +
            offset(2) +
            " backward-compute\n"
            "  1040000 1050250 0 7 " +
            offset(5) +
            " optimizer\n"
            "4 pp-comm []\n"
            "  110750 121000 0 8 " +
            offset(1) +
            " forward-send\n"
            "4 dp-comm []\n"
            "  1020000 1030250 0 8 " +
            offset(4) +
            " grads-reduce-scatter\n"
            "8 misc []\n"
            "  1010000 1020250 0 0 " +
            offset(3) + " gc\n";
        QCOMPARE(QString::fromStdString(dumped(trace)), QString::fromStdString(expected));
        const auto details = m_format->details(file, RowRef{std::stoull(offset(2))});
        QVERIFY(details);
        QCOMPARE(details->front().second, std::string("backward-compute"));
        QVERIFY(log.isEmpty());
    }

    void oneCapturePerRank() {
        const auto run = loadRun(m_files.write(array(events()), "job.json"), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(run->parallel.pp, 2);
        QCOMPARE(run->parallel.dp, 2);
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].ranks, (std::vector<int>{0, 2}));
        QCOMPARE(groups[1].ranks, (std::vector<int>{1, 3}));
        const auto cells = rankCells(*run->capture(0)).cells;
        QCOMPARE(cells.size(), std::size_t{4});
        QCOMPARE(cells[0].kind, CellKind::Forward);
        QCOMPARE(cells[0].microbatch, 0);
        QCOMPARE(cells[0].chunk, 0);
        QCOMPARE(cells[0].step, std::int64_t{7});
        QCOMPARE(cells[0].numbering, Numbering::Named);
        QCOMPARE(cells[2].kind, CellKind::GradientSync);
        QCOMPARE(cells[3].kind, CellKind::Optimizer);
        QCOMPARE(rankCells(*run->capture(2)).cells.front().microbatch, 3);
        const auto sends = p2pOps(*run->capture(0));
        const auto receives = p2pOps(*run->capture(2));
        QCOMPARE(sends.size(), std::size_t{1});
        QCOMPARE(sends[0].connection, receives.at(0).connection);
        QCOMPARE(sends[0].peer, 2);
        QCOMPARE(receives[0].peer, 0);
        QVERIFY(run->capture(2)->hasTrace());
    }

    void damageIsToldAndTheRestKept() {
        auto list = events();
        list[2] = json("{'name':'backward-compute','ph':'X','pid':0,'tid':0,'ts':'soon','dur':1}");
        list.push_back(slice("forward-compute", 0, 99, "5", 7, 0, 0, 0));
        const auto loaded = loadFile(*m_format, m_files.write(array(list), "job.json"), LoadDepth::Deep);
        QVERIFY(loaded->status);
        QCOMPARE(loaded->traces.at(0)->sliceCount(), std::uint64_t{5});
        QCOMPARE(loaded->log.count("json.bad_time"), std::uint64_t{1});
        QCOMPARE(loaded->log.count("json.not_an_event"), std::uint64_t{1});
    }

    void ranksOfACutFileFollowFromItsThreads() {
        auto list = events();
        list.resize(10);  // the names of all lanes but the first stand behind the cut
        const auto whole = array(list);
        const auto path = m_files.write(whole.substr(0, whole.size() - 1) + ",{\"na", "job.json");
        QCOMPARE(ranksIn(path), (std::vector<int>{0, 2, 3}));
        auto file = sourceOf(path);
        file.part = 2;
        ImportLog log;
        Sink sink(log);
        QVERIFY(m_format->load(file, sink, LoadControl{}));
        const auto yields = sink.take();
        QCOMPARE(yields.begin()->second.traces.at(0)->sliceCount(), std::uint64_t{2});
        QVERIFY(log.count("json.lanes_inferred") > 0);
        QVERIFY(log.hasDataLoss());
        list.push_back(slice("forward-compute", 1, 11, "5", 7, 0, 0, 0));  // no rule has this thread here
        QCOMPARE(ranksIn(m_files.write(array(list), "job.json")), (std::vector<int>{0}));
    }

    void aCutStreamKeepsWhatStandsBefore() {
        std::string text = "[";
        for (int i = 0; i < 4000; ++i) {
            text += (i == 0 ? "" : ",") + slice("forward-compute", i % 2, (i % 4) * 5,
                                                std::to_string(i * 20 + i * i % 7).c_str(), 7, 0, i, i);
        }
        const auto packed = gzipped(text + "]");
        const auto path = m_files.write(packed.substr(0, packed.size() * 9 / 10), "job.json.gz");
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(run->parallel.world, 4);
        std::uint64_t slices = 0;
        for (const auto &capture : run->captures) {
            QVERIFY(capture.log && capture.log->hasDataLoss());
            slices += capture.loaded.at(0).traces.at(0)->sliceCount();
        }
        QVERIFY(slices > 3000 && slices < 4000);
    }

    void everyCutIsSurvived() {
        const auto whole = array(events());
        for (std::size_t length = 0; length < whole.size(); length += 7) {
            const auto loaded =
                loadFile(*m_format, m_files.write(whole.substr(0, length), "job.json"), LoadDepth::Deep);
            QVERIFY(!loaded->status || !loaded->log.isEmpty());
        }
    }
};

TEST_SUITE(JobTimelineTest)

}  // namespace tst_job_timeline

#include "tst_job_timeline.moc"
