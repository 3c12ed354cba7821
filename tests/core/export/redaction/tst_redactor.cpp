#include "core/base/text.h"
#include "core/export/redaction/redactor.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <string>
#include <utility>
#include <vector>

namespace tst_redactor {

using namespace stagescope;

namespace {

Workspace workspace() {
    RankCapture first;
    first.rank = 0;
    first.host = "node1";
    RankCapture second;
    second.rank = 1;
    second.host = "node10";
    Run run;
    run.id = RunId{0};
    run.label = "qwen_secret";
    run.path = "/mnt/team/alice/qwen_secret";
    run.captures = {first, second};
    Workspace result;
    result.runs = {run};
    return result;
}

}  // namespace

class TestRedactor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hostsGetOneStandInEach() {
        const auto text = Redactor(workspace()).redact("node1 waits for node10, node1; node100 is another");
        QCOMPARE(text, std::string("host-1 waits for host-2, host-1; node100 is another"));
    }
    void pathsLoseTheirFolders() {
        const Redactor redactor(workspace());
        QCOMPARE(redactor.redact("/mnt/team/alice/qwen_secret/rank0/a.db"), std::string("run-1/rank0/a.db"));
        const auto other = redactor.redact("see \"/home/bob/src/train.py\" line 3");
        QCOMPARE(other, std::string("see \".../train.py\" line 3"));
    }
    void addressesGo() {
        const auto text = Redactor(workspace()).redact("10.20.30.40:29500, 00:1a:2b:3c:4d:5e, fe80::1:2");
        QVERIFY2(text.find("10.20") == std::string::npos, text.c_str());
        QVERIFY2(text.find("1a:2b") == std::string::npos, text.c_str());
        QVERIFY2(text.find("fe80") == std::string::npos, text.c_str());
    }
    void addressesOfAllKinds() {
        const Redactor redactor(workspace());
        for (const char *address : {"192.168.1.17", "2001:db8::1", "fe80::a:b", "fd00:1:2::9", "2001:db8:0:1:2:3:4:5",
                                    "2001:db8::", "00-1a-2b-3c-4d-5e", "alice.smith@lab.example.com"}) {
            const auto text = redactor.redact("at " + std::string(address) + " it starts");
            QCOMPARE(text, std::string("at ADDRESS it starts"));
        }
    }
    void usersGo() {
        auto planted = workspace();
        planted.runs[0].path = "/home/carol77/runs/qwen_secret";
        const Redactor redactor(planted);
        for (const char *text : {"/home/carol77", "cd /home/carol77; ls", "PYTHONPATH=/opt/lib:/home/carol77/src:/x",
                                 "file:///home/carol77/a.py", "ran by carol77", "rank_0_carol77_ascend_pt",
                                 "C:\\Users\\dave88\\x.py", "/home/dave88", "{\"cwd\":\"/Users/dave88\"}"}) {
            const auto redacted = redactor.redact(text);
            QVERIFY2(redacted.find("carol77") == std::string::npos, redacted.c_str());
            QVERIFY2(redacted.find("dave88") == std::string::npos, redacted.c_str());
        }
    }
    void hostsWithDotsAndInNamesOfFolders() {
        auto planted = workspace();
        planted.runs[0].captures[0].host = "trainer-7.lab.example.com";
        const Redactor redactor(planted);
        QCOMPARE(redactor.redact("trainer-7.lab.example.com and trainer-7, not trainer-77"),
                 std::string("host-1 and host-1, not trainer-77"));
        QCOMPARE(redactor.redact("node10_4711_ascend_pt"), std::string("host-2_4711_ascend_pt"));
    }
    /// No setting tells the host: profilers call folders and traces after it.
    void hostsThatOnlyPathsTell() {
        auto planted = workspace();
        planted.runs[0].captures[0].folder = "/data/gpu-7.lab_4711_20241122101112123_ascend_pt";
        planted.runs[0].captures[1].folder = "/data/rank0_start2_stop5";
        planted.runs[0].captures[1].files = {{{}, "/data/worker9_88.1732270272123.pt.trace.json", {}}};
        const Redactor redactor(planted);
        const auto text =
            redactor.redact("gpu-7.lab_4711_20241122101112123_ascend_pt, gpu-7, worker9_88, rank0, worker91");
        QCOMPARE(text, std::string("host-2_4711_20241122101112123_ascend_pt, host-2, host-4_88, rank0, worker91"));
    }
    /// Usual names of groups say what a group is for.
    void groupsOfOtherNamesGo() {
        auto planted = workspace();
        planted.runs[0].groups = {{"group_name_19", "pp", {0, 1}}, {"acme-falcon", "falcon_team", {0, 1}}};
        const Redactor redactor(planted);
        QCOMPARE(redactor.redact("group_name_19 pp default_group"), std::string("group_name_19 pp default_group"));
        const auto text = redactor.redact("Group acme-falcon Communication of falcon_team");
        QCOMPARE(text, std::string("Group group-1 Communication of group-2"));
    }
    /// Files of a cluster call a kind of communication a group too.
    void wordsOfTheProgramStay() {
        auto planted = workspace();
        TableWriter<CommTimeRecord> times;
        times.append({.group = "collective"});
        times.append({.group = "falcon"});
        LoadedSource source;
        source.tables = {std::make_shared<const TableStore>(times.take())};
        planted.runs[0].captures[0].loaded = {source};
        QCOMPARE(Redactor(planted).redact("collective communication of falcon"),
                 std::string("collective communication of group-1"));
    }
    void namesAreComparedWithoutCase() {
        const Redactor redactor(workspace());
        QCOMPARE(redactor.redact("NODE1, Node10_4711_ascend_pt, QWEN_SECRET"),
                 std::string("host-1, host-2_4711_ascend_pt, run-1"));
        QCOMPARE(redactor.redact("/MNT/Team/alice/qwen_secret/rank0"), std::string("run-1/rank0"));
    }
    /// Whatever the scheme, the system and the blanks.
    void placesOfAllForms() {
        const Redactor redactor(workspace());
        const std::vector<std::pair<const char *, const char *>> places{
            {"file:///srv/zoo/quokka/train.py", "file://.../train.py"},
            {"s3://quokka-bucket/zoo/model.json", "s3://.../model.json"},
            {"nfs://quokka.example/zoo/a.db", "nfs://.../a.db"},
            {"https://quokka:wombat@git.example/zoo/run.git", "https://.../run.git"},
            {"tcp://quokka.example:29500", "tcp://ADDRESS"},
            {"git@quokka.example:zoo/wombat/run.git", "ADDRESS:.../run.git"},
            {"ssh://quokka@wombat:22/zoo/run", "ssh://.../run"},
            {"quokka@wombat.example", "ADDRESS"},
            {"/srv/Project Quokka/a b/train.py", ".../train.py"},
            {"file:///srv/Project Quokka/train.py", "file://.../train.py"},
            {"C:\\Users\\Quokka Wombat\\x.py", ".../x.py"},
            {"D:/zoo/quokka/x.py", ".../x.py"},
            {"\\\\quokka\\share\\my zoo\\x.py", ".../x.py"},
            {"550e8400-e29b-41d4-a716-446655440000", "ID"}};
        for (const auto &[place, wanted] : places) {
            QCOMPARE(redactor.redact(place), std::string(wanted));
            const auto within = redactor.redact("open " + std::string(place) + "\nrank 3");
            QCOMPARE(within, "open " + std::string(wanted) + "\nrank 3");
        }
    }
    /// What nobody told to be a name, too: only words of the field stay.
    void otherWordsGo() {
        const Redactor redactor(workspace());
        for (const char *text :
             {"quokka", "Quokka_kernel", "aten::quokka", "QUOKKA", "fused_quokka_bwd", "quokka/wombat.py(3): run",
              "\xe8\xa2\x8b\xe9\xbc\xa0", "sk-quokka123", "quokka01.wombat"}) {
            const auto redacted = lowerCase(redactor.redact(text));
            QVERIFY2(redacted.find("quokka") == std::string::npos && redacted.find("wombat") == std::string::npos &&
                         redacted.find('\xe8') == std::string::npos,
                     redacted.c_str());
        }
        QCOMPARE(redactor.redact("QuokkaTransformerLayer"), redactor.redact("quokka") + "TransformerLayer");
        // The same everywhere, and once is enough.
        const auto once = redactor.redact("quokka wombat Quokka 4f2e9a1b7c");
        QCOMPARE(redactor.redact(once), once);
        QCOMPARE(once.substr(0, once.find(' ')), once.substr(once.find(' ', once.find(' ') + 1) + 1, once.find(' ')));
    }
    /// What is read in profiles stays as it is.
    void wordsOfTheFieldStay() {
        const Redactor redactor(workspace());
        for (const char *text :
             {"ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_nn", "hcom_allReduce__1_0_1@7795816429",
              "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int, float)",
              "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "ProfilerStep#3",
              "MatMulV2", "aclnnInplaceCopy_TensorMove_TensorMove", "torch/nn/modules/module.py(1501): _call_impl",
              "nn.Module: ParallelTransformerLayer_3", "autograd::engine::evaluate_function: AddmmBackward0",
              "Memcpy HtoD (Pinned -> Device)", "FlashAttentionScore", "cudaLaunchKernel", "p2p:allreduce-top1",
              "\xc2\xb5s \xe2\x86\x92 3"}) {
            QCOMPARE(redactor.redact(text), std::string(text));
        }
    }
    void valuesOfHarmlessVariablesStay() {
        const Redactor redactor(workspace());
        QCOMPARE(redactor.redactSetting("environment", "TASK_QUEUE_ENABLE", "2"), std::string("2"));
        QCOMPARE(redactor.redactSetting("environment", "ENV_VARIABLES.NCCL_IB_DISABLE", "1"), std::string("1"));
        QCOMPARE(redactor.redactSetting("parallel", "tensor_model_parallel_size", "4"), std::string("4"));
        for (const auto *key : {"WANDB_API_KEY", "PIN", "HF_TOKEN", "NCCL_AUTH", "PATH", "MY_NUMBER"}) {
            const auto value = redactor.redactSetting("environment", key, "4711");
            QVERIFY2(value.find("4711") == std::string::npos, value.c_str());
        }
        QVERIFY(redactor.redactSetting("profiler", "api_token", "4711").find("4711") == std::string::npos);
    }
    /// Recursion and quadratic time would show here: the tests have a limit of time of their own.
    void longTextsEndWell() {
        const Redactor redactor(workspace());
        for (const std::size_t size : {std::size_t{30'000}, std::size_t{1} << 20}) {
            for (const char *unit : {"a", "/a", "/", "a ", "/a b", "a@", "a.", "1.", "ab:", "a:/", "\\a", "C:\\", "://",
                                     "aB", "\xe8", "node1 ", "a_1", "\xe2\x80\xa6", "/mnt/team/"}) {
                std::string text = "/";
                while (text.size() < size) {
                    text += unit;
                }
                QVERIFY(!redactor.redact(text).empty());
            }
        }
    }
    void figuresStay() {
        const std::string text = "8873.756 us, 12:34:56, 1.0.0, 2/4, aten::addmm, c10::add, at::cache::add, 3/4 of 5";
        QCOMPARE(Redactor(workspace()).redact(text), text);
    }
};

TEST_SUITE(TestRedactor)

}  // namespace tst_redactor

#include "tst_redactor.moc"
