// What names tell: one row a pattern.
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/role_names.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_rank_names {

using namespace stagescope;

class RankNamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ranksOfFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rank");
        const auto row = [](const char *name, int rank) { QTest::newRow(name) << QString::fromLatin1(name) << rank; };
        row("rank-0.json", 0);
        row("rank12.json", 12);
        row("RANK_3.json.gz", 3);
        row("snapshot_rank_3.pickle", 3);
        row("dump_ranks_3.pkl", 3);
        row("trace_r9.json", 9);
        row("8.json", 8);
        row("worker0.pt.trace.json.gz", 0);
        row("worker3.1700000000.pt.trace.json", 3);
        row("my_worker_2.json", 2);
        row("trainer1.json", 1);
        row("global_rank5_local_rank1.json", 5);
        row("local_rank1_global_rank5.json", 5);
        row("global-rank-17.json", 17);
        row("run-rank[3].json", 3);
        row("rank=4.json", 4);
        row("rank(5).json", 5);
        row("slurm_1234_procid_6.json", 6);
        row("slurm_nodeid_1_localid_0_procid_8.json", 8);
        row("dp0_pp0_tp1_dcp0_ep1_rank3.170000001.pt.trace.json.gz", 3);
        row("prof_start_1_end_2_rank_6.json.gz", 6);
        row("mp_rank_03.json", 3);
        row("worker0_mp_rank_03.json", 3);
        row("llama_gpu16_rank2.json", 2);
        row("trace.json.3", 3);
        row("trace.json.3.gz", 3);
        row("trace.json.gz.3", 3);
        row("trace.json.rank3", 3);
        row("rank_3.json.1", 3);
        // Numbers of something else.
        row("frank_4.json", -1);
        row("worker_4037811.json", -1);
        row("node1_55.1700000009.pt.trace.json", -1);
        row("llama_tp4.json", -1);
        row("local_rank1.json", -1);
        for (const char *place : {"tp_rank_0.json", "tp-rank-0.json", "tprank0.json", "prof-tp_rank0-dp_rank1.json",
                                  "ep_rank_1.json", "tensor_model_parallel_rank_1.json"}) {
            row(place, -1);
        }
        row("world_rank_4.json", 4);
        row("worker_0.1700000009123.pt.trace.json", 0);
        row("llama-worker-0_101.1700000009123.pt.trace.json", -1);
        row("trace.json", -1);
        row("20240101120000.json", -1);
        row("trace.json.20240101", -1);
        row("trace.3", -1);
        row("rank_12345678.json", -1);
    }
    void ranksOfFiles() {
        QFETCH(QString, name);
        QFETCH(int, rank);
        QCOMPARE(rankInFileName(name.toStdString()).value_or(-1), rank);
    }

    void ranksByTheirPlace_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QList<int>>("ranks");
        const auto row = [](const char *what, std::initializer_list<const char *> names, const QList<int> &ranks) {
            QStringList list;
            for (const char *name : names) {
                list << QString::fromUtf8(name);
            }
            QTest::newRow(what) << list << ranks;
        };
        row("TP alone", {"17.5-TP-0-DECODE.json", "17.5-TP-1-DECODE.json", "17.5-TP-1-EXTEND.json", "notes.json"},
            {0, 1, 1, -1});
        row("DP follows from TP", {"a-TP-0-DP-0", "a-TP-1-DP-0", "a-TP-2-DP-1", "a-TP-3-DP-1"}, {0, 1, 2, 3});
        row("TP and PP", {"pp0_tp0", "pp0_tp1", "pp1_tp0", "pp1_tp1"}, {0, 1, 2, 3});
        row("vLLM", {"dp0_pp0_tp0_dcp0_ep0", "dp0_pp0_tp1_dcp0_ep1", "dp0_pp1_tp0_dcp0_ep2", "dp1_pp0_tp0_dcp0_ep4"},
            {0, 1, 2, 4});
        row("local ranks", {"node0_local_rank0", "node0_local_rank1", "node1_local_rank0", "node1_local_rank1"},
            {0, 1, 2, 3});
        row("devices of nodes", {"node0_gpu0", "node0_gpu1", "node1_gpu0", "node1_gpu1"}, {0, 1, 2, 3});
        row("places of Slurm", {"nodeid_0_localid_0", "nodeid_0_localid_1", "nodeid_1_localid_0"}, {0, 1, 2});
        row("Megatron", {"mp_rank_00_000", "mp_rank_01_000", "mp_rank_00_001", "mp_rank_01_001"}, {0, 1, 2, 3});
        row("Megatron without PP", {"mp_rank_00", "mp_rank_01"}, {0, 1});
        row("devices", {"gpu0.json", "gpu1.json", "gpu3.json"}, {0, 1, 3});
        row("numbers of devices that are sizes", {"trace_gpu8.json", "trace_gpu16.json"}, {-1, -1});
        row("local ranks of one node", {"local_rank0.json", "local_rank1.json"}, {0, 1});
        row("sizes", {"llama_tp4.json", "llama_tp8.json"}, {-1, -1});
        row("sizes from 1", {"llama_tp1.json", "llama_tp2.json"}, {-1, -1});
        row("axes with the word rank", {"pp_rank_0_tp_rank_0", "pp_rank_0_tp_rank_1", "pp_rank_1_tp_rank_0"},
            {0, 1, 2});
        row("the same with hyphens", {"tp-rank-0-dp-rank-0", "tp-rank-1-dp-rank-0", "tp-rank-0-dp-rank-1"}, {0, 1, 2});
        row("glued", {"tprank0dprank0", "tprank1dprank0", "tprank0dprank1"}, {0, 1, 2});
        row("spelled out", {"tensor_parallel_rank_0", "tensor_parallel_rank_1"}, {0, 1});
        row("sizes behind", {"TP0_of_2-DP0_of_2", "TP1_of_2-DP0_of_2", "TP0_of_2-DP1_of_2"}, {0, 1, 2});
        row("EP alone", {"ep_rank_0", "ep_rank_1"}, {0, 1});
        row("EP follows from TP", {"tp0_ep0", "tp1_ep1", "tp2_ep0"}, {0, 1, 2});
        row("paths", {"pp0/tp0/trace.json", "pp0/tp1/trace.json", "pp1/tp0/trace.json"}, {0, 1, 2});
        row("paths with nodes", {"node0/dp0/tp0", "node0/dp0/tp1", "node0/dp1/tp0", "node1/dp0/tp0"}, {0, 1, 2, 4});
        row("sizes above", {"tp2_pp2/pp0_tp0", "tp2_pp2/pp0_tp1", "tp2_pp2/pp1_tp0"}, {0, 1, 2});
        row("a rank below", {"pp0/rank0.json", "pp1/rank0.json"}, {-1, -1});
        row("sizes of nodes", {"node0_tp4.json", "node1_tp4.json"}, {-1, -1});
        row("epochs beside ranks", {"ep0_rank0", "ep1_rank0", "ep0_rank1", "ep1_rank1"}, {-1, -1, -1, -1});
        row("ranks are told", {"tp0_rank4.json", "tp1_rank5.json"}, {-1, -1});
        row("a node is no rank", {"node0.json", "node1.json"}, {-1, -1});
        row("stages beside replicas", {"dp0_stage0", "dp0_stage1", "dp1_stage0", "dp1_stage1"}, {0, 1, 2, 3});
        row("stages beside TP", {"tp0-stage0", "tp1-stage0", "tp0-stage1", "tp1-stage1"}, {0, 1, 2, 3});
        row("stages of nodes", {"node0_stage_id_0", "node0_stage_id_1", "node1_stage_id_0"}, {0, 1, 2});
        row("stages of PP", {"pp_stage_0", "pp_stage_1", "pp_stage_2"}, {0, 1, 2});
        row("stages of a pipeline", {"pipeline-stage-0", "pipeline-stage-1"}, {0, 1});
        row("paths with stages", {"dp0/stage0/t.json", "dp0/stage1/t.json", "dp1/stage0/t.json"}, {0, 1, 2});
        row("stages by themselves", {"stage0", "stage1"}, {-1, -1});
        row("stages of ZeRO", {"dp0_zero_stage_2", "dp1_zero_stage_2"}, {0, 1});
        row("stages of a training", {"stage1_gpu0", "stage1_gpu1", "stage2_gpu0"}, {0, 1, 0});
        row("counts of devices", {"8gpu_0", "8gpu_1"}, {-1, -1});
        row("counts of cards", {"16卡_0", "16卡_1"}, {-1, -1});
        row("cards of machines", {"cn012gpu0", "cn012gpu1"}, {0, 1});
        row("none", {}, {});
    }
    void ranksByTheirPlace() {
        QFETCH(QStringList, names);
        QFETCH(QList<int>, ranks);
        std::vector<std::string> all;
        for (const auto &name : std::as_const(names)) {
            all.push_back(name.toStdString());
        }
        QList<int> told;
        for (const auto &rank : ranksByPlace(all)) {
            told << rank.value_or(-1);
        }
        QCOMPARE(told, ranks);
    }

    void labelsOfCaptures_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        const auto row = [](const char *name, const char *label) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(label);
        };
        row("llama_gpu8_rank0", "llama_gpu8");
        row("rank0_start2_stop5", "start2_stop5");
        row("rank_3_ascend_pt", "");
        row("rank12_20240101120000000_ascend_ms", "20240101120000000");
        row("17.5-TP-0-DECODE", "17.5-DECODE");
        row("17.5-TP-0-DP-1-EXTEND", "17.5-EXTEND");
        row("fused_rank0", "fused");
        row("rank_3_fused", "fused");
        row("worker0.1700", "1700");
        row("trace_r1", "trace");
        row("trace_r1_rank0", "trace_r1");
        row("actor0_rank0", "actor0");
        row("7", "");
    }
    void labelsOfCaptures() {
        QFETCH(QString, name);
        QFETCH(QString, label);
        QCOMPARE(QString::fromStdString(captureLabelInName(name.toStdString())), label);
    }

    void rolesOfTraces_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("role");
        const auto row = [](const char *name, TraceRole role) {
            QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(role);
        };
        row("rank0.json", TraceRole::Rank);
        row("node1_55.async_llm.1700000009.pt.trace.json.gz", TraceRole::HostProcess);
        row("coordinator.json", TraceRole::HostProcess);
        row("api_server_0.json", TraceRole::HostProcess);
        row("merged-1761093483.5.trace.json.gz", TraceRole::Merged);
        row("all_ranks.json", TraceRole::Merged);
        row("perfetto_trace.json.gz", TraceRole::Merged);
        row("merged_rank0.json", TraceRole::Rank);
        row("submerged.json", TraceRole::Rank);
        row("graph_capture_rank0.json", TraceRole::GraphCapture);
        row("capture_traces", TraceRole::GraphCapture);
    }
    void rolesOfTraces() {
        QFETCH(QString, name);
        QFETCH(int, role);
        QCOMPARE(static_cast<int>(roleInName(name.toStdString())), role);
    }

    void foldersOfRoles() {
        for (const char *name : {"decode", "EXTEND", "actor_update", "rollout", "compute_log_prob", "capture_traces",
                                 "train", "reward_model", "policy", "make_experience", "weight_sync", "draft"}) {
            QVERIFY2(isRoleFolder(name), name);
        }
        for (const char *name : {"fused", "run1", "node0", "log", "old", "", "rank_0", "decode_v2x"}) {
            QVERIFY2(!isRoleFolder(name), name);
        }
    }

    void foldersOfSteps() {
        for (const char *name :
             {"iteration_10", "epoch0", "global_step_200", "step-3", "profile_2", "start2_stop5", "1步", "第2轮"}) {
            QVERIFY2(isCaptureFolder(name), name);
        }
        for (const char *name : {"traces", "profile", "100", "fused_step3", "attempt_1", "run2", ""}) {
            QVERIFY2(!isCaptureFolder(name), name);
        }
    }

    void foldersOfMachines() {
        for (const auto *name :
             {"node-1", "hostA", "cn012", "dgx-a-n03", "nid001234", "ip-10-0-0-1", "10.0.0.1", "ip-10.0.0.1",
              "gpu_192.168.3.17", "12.4.1.1", "node_33.5.7.8", "trace_11.8.200.3", "worker-12.4.1.1", "trace_10.0.0.1",
              "lnode12", "节点3", "nodea_train_0", "hosta-train-1"}) {
            QVERIFY2(isMachineFolder(name), name);
        }
        for (const auto *name : {"fused",
                                 "n",
                                 "run-n",
                                 "baseline2",
                                 "cn_lm",
                                 "ip_adapter_a",
                                 "n8",
                                 "n16",
                                 "8.0.0.1",
                                 "cann-8.0.0.1",
                                 "2024.01.02.03",
                                 "10.300.0.1",
                                 "cuda-12.4.1.1",
                                 "cuda_12.4.1.1_rank0",
                                 "cann-10.0.0.1",
                                 "driver-31.0.101.20",
                                 "ours-12.4.1.1",
                                 "llama_multinode1",
                                 "internode2",
                                 "prefill-server-0",
                                 "decode_instance_1"}) {
            QVERIFY2(!isMachineFolder(name), name);
        }
    }
    void engines() {
        const auto told = [](const char *name) {
            const auto engine = engineInName(name);
            return engine ? QString::fromStdString(engine->name) : QString();
        };
        for (const auto &[name, engine] : std::initializer_list<std::pair<const char *, const char *>>{
                 {"prefill-0", "prefill 0"},
                 {"llm_Prefill_1", "prefill 1"},
                 {"decode0", "decode 0"},
                 {"engine_3", "engine 3"},
                 {"rollout-engine-2", "rollout engine 2"},
                 {"rollout-engine-2_rank1", "rollout engine 2"},
                 {"prefill-server-0", "prefill server 0"},
                 {"replica1", "replica 1"}}) {
            QCOMPARE(told(name), QString::fromLatin1(engine));
        }
        for (const char *name :
             {"prefill", "decode_step_1", "0_decode", "engine", "rank0", "seed_1", "decode_1700000000"}) {
            QVERIFY2(told(name).isEmpty(), name);
        }
    }
    void workersAndTheirMaster() {
        const auto others = [](const char *name) {
            const auto worker = workerInName(name);
            return worker ? QString::fromStdString(worker->others + (worker->isMaster ? "master" : "")) : QString();
        };
        QCOMPARE(others("llama-worker-0.json"), QStringLiteral("llama json "));
        QCOMPARE(others("llama-master-0.json"), QStringLiteral("llama json master"));
        QCOMPARE(others("head.json"), QStringLiteral("json master"));
        for (const auto &[name, isNumbered] :
             {std::pair("llama-master-0", true), {"worker3", true}, {"head_dim64", false}, {"single_head", false}}) {
            QCOMPARE(workerInName(name).value_or(WorkerName{}).isNumbered, isNumbered);
        }
        for (const char *name : {"rank0_worker1.json", "trace.json", "heading.json"}) {
            QVERIFY2(!workerInName(name), name);
        }
    }

    void capturesOrRuns() {
        const std::vector<std::pair<const char *, const char *>> captures{
            {"start2_stop5", "start8_stop10"},
            {"DECODE", "EXTEND"},
            {"", "20240101120000000"},
            {"host_55_1700000000000", "host_56_1800000000000"},
            {"3f09ab1", "0c1d2e3"},
            {"17.5", "18.5"},
            {"host_55.1700000000", "host_55.1700000009"},
            {"fused_step3", "fused_step9"},
            {"llama_2024.01.02", "llama_2024.01.03"},
            {"llama_12.30.15", "llama_12.41.07"},
            {"trace_2.5", "trace_3.5"},
            {"", ""}};
        for (const auto &[one, other] : captures) {
            QVERIFY2(areCapturesOfOneRun(one, other) && areCapturesOfOneRun(other, one), one);
        }
        const std::vector<std::pair<const char *, const char *>> runs{{"fused", "unfused"},
                                                                      {"", "baseline"},
                                                                      {"before_step3", "after_step3"},
                                                                      {"llama", "qwen_decode"},
                                                                      {"old", "new"},
                                                                      {"lr0.1", "lr0.2"},
                                                                      {"torch-2.3", "torch-2.4"},
                                                                      {"v1.2_step3", "v1.3_step3"},
                                                                      {"torch-2.10.0", "torch-2.11.0"},
                                                                      {"vllm-0.10.1", "vllm-0.11.0"},
                                                                      {"lr_0.0001", "lr_0.0002"},
                                                                      {"transformers_4.45.0", "transformers_4.46.0"},
                                                                      {"cann-8.0.0.1", "cann-8.0.0.2"}};
        for (const auto &[one, other] : runs) {
            QVERIFY2(!areCapturesOfOneRun(one, other) && !areCapturesOfOneRun(other, one), one);
        }
        QCOMPARE(runWords("fused_step3"), runWords("step9_fused"));
    }

    void partsOfATrace() {
        const auto told = [](const char *name) {
            const auto part = partInName(name);
            return part ? QString::fromStdString(part->whole) + u' ' + QString::number(part->part) : QString();
        };
        QCOMPARE(told("rank0_part1.json"), QStringLiteral("rank0.json 1"));
        QCOMPARE(told("rank0.part-12.json.gz"), QStringLiteral("rank0.json.gz 12"));
        QCOMPARE(told("trace_slice_3.json"), QStringLiteral("trace.json 3"));
        QCOMPARE(told("trace-00001-of-00004.json"), QStringLiteral("trace.json 1"));
        QCOMPARE(told("trace_1of2.json"), QStringLiteral("trace.json 1"));
        for (const char *name :
             {"rank0.json", "department1.json", "profile_of_2.json", "part.json", "half_of_it.json"}) {
            QVERIFY2(told(name).isEmpty(), name);
        }
    }

    void processes() {
        QCOMPARE(processInName("host_55.1700000009123.pt.trace.json"), std::string_view("host_55"));
        for (const char *name :
             {"rank_0.pt.trace.json", "host.1700000009123.pt.trace.json", "worker0.17.pt.trace.json"}) {
            QVERIFY2(processInName(name).empty(), name);
        }
    }
};

TEST_SUITE(RankNamesTest)

}  // namespace tst_rank_names

#include "tst_rank_names.moc"
