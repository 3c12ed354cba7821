// Traces of GPUs: launches, steps, operands, collectives.
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <map>

namespace tst_kineto_trace {

using namespace stagescope;

namespace {

/// Slices of the first track of that name, by position.
const Track *trackNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        if (trace.text(track.name) == name && track.kind != TrackKind::Process) {
            return &track;
        }
    }
    return nullptr;
}

Slice sliceNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (trace.text(slices.name(i)) == name) {
                return slices.at(SliceId{i});
            }
        }
    }
    return {};
}

}  // namespace

class KinetoTraceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void communicationOfKernels() {
        const auto loaded = m_files.loadText(
            json("[{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllGather(x)','pid':0,'tid':7,'ts':3,'dur':1,'args':{"
                 "'Collective name':'_allgather_base','In msg nelems':100,'Out msg nelems':400,'Group size':4,'dtype':"
                 "'BFloat16','Process Group Name':'12','Process Group Ranks':'[0, 2, 4, 6]'}},"
                 "{'ph':'X','cat':'kernel','name':'ncclDevKernel_SendRecv(x)','pid':0,'tid':7,'ts':5,'dur':1,'args':{"
                 "'Collective name':'send','In msg nelems':8,'Out msg nelems':8,'dtype':'Float','Dst Rank':3,"
                 "'Process Group Ranks':'[0, 1, ...]'}},"
                 "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':7,'dur':1,'args':{'count':3}}]"));
        QVERIFY(loaded.status);
        const auto *ops = loaded.table(TableKind::CommOps);
        QVERIFY(ops != nullptr);
        QCOMPARE(ops->rowCount(), std::size_t{2});
        QCOMPARE(ops->text(0, "type"), std::string_view("allgather"));
        QCOMPARE(ops->text(0, "name"), std::string_view("allgather__12_0_1"));
        QCOMPARE(ops->text(0, "group"), std::string_view("12"));
        QCOMPARE(ops->text(0, "members"), std::string_view("0,2,4,6"));
        QCOMPARE(ops->number(0, "count"), 100);
        QCOMPARE(ops->number(0, "bytes"), 800);
        QCOMPARE(ops->number(1, "peer"), 3);
        QCOMPARE(ops->number(1, "bytes"), 32);
        QCOMPARE(ops->text(1, "members"), std::string_view());  // the list is cut
    }

    /// A kernel belongs to the step that launched it, and tells by whom: operator, operands, module, checkpointing.
    void kernelsBelongToTheirLaunches() {
        const auto text = json(
            "{'record_shapes': 1, 'traceEvents': ["
            "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#4','pid':9,'tid':9,'ts':100,'dur':100},"
            "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#5','pid':9,'tid':9,'ts':200,'dur':100},"
            "{'ph':'X','cat':'python_function','name':'nn.Module: Linear_0','pid':9,'tid':9,'ts':110,'dur':50},"
            "{'ph':'X','cat':'python_function','name':'linear.py(12): forward','pid':9,'tid':9,'ts':111,'dur':40},"
            "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':9,'tid':9,'ts':120,'dur':20,'args':{'External id':1,"
            "'Input type':['float','float'],'Input Strides':[[3,1],[5,1]],'Input Dims':[[2, 3],[3, 5]],'Ev Idx':0}},"
            "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':125,'dur':5,"
            "'args':{'cbid':211,'correlation':71}},"
            "{'ph':'X','cat':'python_function','name':'torch/utils/checkpoint.py(15): recompute_fn','pid':9,'tid':9,"
            "'ts':210,'dur':30},"
            "{'ph':'X','cat':'cpu_op','name':'aten::zero_','pid':9,'tid':9,'ts':212,'dur':10,'args':{'External id':2}},"
            "{'ph':'X','cat':'cuda_runtime','name':'cudaMemsetAsync','pid':9,'tid':9,'ts':213,'dur':5,"
            "'args':{'correlation':72}},"
            "{'ph':'X','cat':'kernel','name':'warm up','pid':0,'tid':7,'ts':90,'dur':60,'args':{'correlation':3}},"
            "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':250,'dur':30,'args':{'grid':[1, 1, 1],"
            "'correlation':71}},"
            "{'ph':'X','cat':'gpu_memset','name':'Memset (Device)','pid':0,'tid':7,'ts':290,'dur':5,"
            "'args':{'correlation':72}},"
            "{'ph':'X','cat':'kernel','name':'lost launch','pid':0,'tid':7,'ts':300,'dur':5,'args':{}},"
            "{'ph':'X','cat':'gpu_user_annotation','name':'ProfilerStep#4','pid':0,'tid':7,'ts':250,'dur':30}]}");
        for (const unsigned workers : {1U, 2U}) {
            const auto loaded = m_files.loadText(text, workers, {200, 1 << 20});
            QVERIFY(loaded.status);
            const auto *kernels = loaded.table(TableKind::Kernels);
            QVERIFY(kernels != nullptr && kernels->rowCount() == 4);
            const std::vector<std::int64_t> steps{kNoStep, 4, 5, 5};  // of a stream, work is done in order
            const std::vector<std::string> operators{"", "aten::mm", "aten::zero_", ""};
            for (std::size_t i = 0; i < 4; ++i) {
                QCOMPARE(kernels->number(i, "step"), steps[i]);
                QCOMPARE(std::string(kernels->text(i, "operator")), operators[i]);
            }
            QCOMPARE(kernels->number(0, "launch_ns"), kNoLaunch);
            QCOMPARE(kernels->number(1, "launch_ns"), std::int64_t{125'000});
            QCOMPARE(kernels->text(1, "input_shapes"), std::string_view("[[2, 3], [3, 5]]"));
            QCOMPARE(kernels->text(1, "module"), std::string_view("nn.Module: Linear_0"));
            QCOMPARE(kernels->text(1, "python"), std::string_view("linear.py(12): forward"));
            QCOMPARE(kernels->number(1, "recompute"), 0);
            QCOMPARE(kernels->number(2, "recompute"), 1);
            QCOMPARE(kernels->text(2, "core"), std::string_view("MEMSET"));
            const auto *steps4 = loaded.table(TableKind::Steps);
            QCOMPARE(steps4->number(0, "device_begin_ns"), std::int64_t{250'000});
            QCOMPARE(steps4->number(0, "device_end_ns"), std::int64_t{280'000});
            QCOMPARE(loaded.trace->flows().size(), std::size_t{2});  // the file has none of its own
        }
    }

    /// Which step it belongs to is not known: it follows the work of another on its stream, and may be of the next.
    void workOfUnknownLaunchesStretchesNoStep() {
        const auto loaded = m_files.loadText(
            json("[{'ph':'X','cat':'user_annotation','name':'ProfilerStep#4','pid':9,'tid':9,'ts':100,'dur':100},"
                 "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#5','pid':9,'tid':9,'ts':200,'dur':100},"
                 "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':125,'dur':5,"
                 "'args':{'correlation':71}},"
                 "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':225,'dur':5,"
                 "'args':{'correlation':72}},"
                 "{'ph':'X','cat':'kernel','name':'first','pid':0,'tid':7,'ts':130,'dur':50,'args':{'correlation':71}},"
                 "{'ph':'X','cat':'gpu_memcpy','name':'Memcpy HtoD','pid':0,'tid':7,'ts':240,'dur':30,'args':{}},"
                 "{'ph':'X','cat':'kernel','name':'second','pid':0,'tid':7,'ts':280,'dur':10,"
                 "'args':{'correlation':72}}]"));
        QVERIFY(loaded.status);
        const auto *steps = loaded.table(TableKind::Steps);
        QVERIFY(steps != nullptr && steps->rowCount() == 2);
        QCOMPARE(steps->number(0, "device_begin_ns"), std::int64_t{130'000});
        QCOMPARE(steps->number(0, "device_end_ns"), std::int64_t{180'000});
        QCOMPARE(steps->number(1, "device_begin_ns"), std::int64_t{280'000});
        QCOMPARE(steps->number(1, "device_end_ns"), std::int64_t{290'000});
    }

    /// Without Python: operators of a forward pass within a call of the backward pass, and what runs between them.
    void recomputationIsToldBySequenceNumbers() {
        const auto op = [](const std::string &name, int begin, int length, const std::string &arguments) {
            return "{'ph':'X','cat':'cpu_op','name':'" + name + "','pid':9,'tid':9,'ts':" + std::to_string(begin) +
                   ",'dur':" + std::to_string(length) + ",'args':{'External id':1" + arguments + "}},";
        };
        const auto kernel = [](int number, int launch) {
            const auto correlation = "'args':{'correlation':" + std::to_string(number) + "}},";
            return "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':" +
                   std::to_string(launch) + ",'dur':1," + correlation + "{'ph':'X','cat':'kernel','name':'k" +
                   std::to_string(number) + "','pid':0,'tid':7,'ts':" + std::to_string(1000 + 10 * number) +
                   ",'dur':5," + correlation;
        };
        const std::string forward = ",'Sequence number':5,'Fwd thread id':0";
        const std::string backward = ",'Sequence number':5,'Fwd thread id':1";
        const auto text = [&](const std::string &own) {
            return json("{'traceEvents': [" + op("aten::mm", 10, 20, own) + kernel(1, 15) +
                        op("autograd::engine::evaluate_function: ReluBackward0", 100, 200, backward) +
                        op("ReluBackward0", 105, 190, backward) + op("aten::mm", 110, 20, own) + kernel(2, 115) +
                        op("aten::empty", 140, 5, "") + kernel(3, 142) + op("aten::relu", 150, 20, own) +
                        kernel(4, 155) + op("aten::threshold_backward", 200, 20, "") + kernel(5, 205) +
                        op("autograd::engine::evaluate_function: MmBackward0", 310, 50, backward) +
                        op("aten::mm", 320, 20, "") + kernel(6, 325) +
                        "{'ph':'X','cat':'user_annotation','name':'end','pid':9,'tid':9,'ts':400,'dur':1}]}");
        };
        for (const unsigned workers : {1U, 2U}) {
            const auto loaded = m_files.loadText(text(forward), workers, {200, 1 << 20});
            const auto *kernels = loaded.table(TableKind::Kernels);
            QVERIFY(kernels != nullptr && kernels->rowCount() == 6);
            const std::vector<std::int64_t> expected{0, 1, 1, 1, 0, 0};
            for (std::size_t row = 0; row < 6; ++row) {
                QCOMPARE(kernels->number(row, "recompute", -1), expected[row]);
            }
        }
        // Unknown without sequence numbers, and with such as nobody writes.
        for (const std::string own :
             {"", ",'Sequence number':-1,'Fwd thread id':0", ",'Sequence number':5,'Fwd thread id':3"}) {
            const auto loaded = m_files.loadText(text(own));
            QCOMPARE(loaded.table(TableKind::Kernels)->number(1, "recompute", -1), std::int64_t{-1});
        }
    }

    void collectivesOfNcclAreDescribed() {
        const auto loaded = m_files.loadText(json(
            "{'distributedInfo': {'rank': 1, 'world_size': 4, 'pg_config': [{'pg_name': '0', 'pg_desc': "
            "'PIPELINE_MODEL_PARALLEL_GROUP', "
            "'pg_size': 2, 'ranks': [0, 1]}]}, 'traceEvents': ["
            "{'ph':'X','cat':'cpu_op','name':'record_param_comms','pid':9,'tid':9,'ts':10,'dur':9,'args':{'External "
            "id':"
            "1,'Collective name':'_allgather_base','In msg nelems':4,'Out msg nelems':8,'dtype':'BFloat16','Group "
            "size':"
            "2,'Process Group Name':'0','Process Group Description':'default_pg','Process Group Ranks':'[0, 1]',"
            "'Seq':17,'In split size':'[]'}},"
            "{'ph':'X','cat':'cuda_runtime','name':'hipExtLaunchKernel','pid':9,'tid':9,'ts':12,'dur':1,"
            "'args':{'correlation':5}},"
            "{'ph':'X','cat':'kernel','name':'ncclDevKernel_Generic(x)','pid':2,'tid':4,'ts':20,'dur':3,"
            "'args':{'correlation':5}},"
            "{'ph':'X','cat':'kernel','name':'ncclDevKernel_SendRecv(x)','pid':2,'tid':4,'ts':30,'dur':3,'args':{"
            "'Collective name':'alltoallv','In msg nelems':6,'Out msg nelems':6,'dtype':'Float','Group "
            "size':2,'Seq':18,"
            "'Process Group Name':'0','Process Group Ranks':'[0, 1]','In split size':'[4, 2]'}},"
            "{'ph':'X','cat':'user_annotation','name':'nccl:all_reduce','pid':9,'tid':9,'ts':40,'dur':9,'args':{"
            "'Input Dims':[[2, 3], [4]],'Input type':['float']}},"
            "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'ts':42,'dur':1,"
            "'args':{'correlation':6}},"
            "{'ph':'X','cat':'kernel','name':'ncclKernel_AllReduce_RING_LL_Sum_float(x)','pid':2,'tid':4,'ts':50,"
            "'dur':3,'args':{'correlation':6}},"
            "{'ph':'X','cat':'kernel','name':'ncclDevKernel_SendRecv(x)','pid':2,'tid':4,'ts':60,'dur':3,'args':{"
            "'Collective name':'send','In msg nelems':6,'dtype':'Float','Src Rank':1,'Dst Rank':3}}]}"));
        QVERIFY(loaded.status);
        const auto *ops = loaded.table(TableKind::CommOps);
        QVERIFY(ops != nullptr && ops->rowCount() == 4);
        QCOMPARE(ops->text(0, "name"), std::string_view("allgather__0_17_1"));
        QCOMPARE(ops->text(0, "members"), std::string_view("0,1"));
        QCOMPARE(ops->number(0, "bytes"), 16);
        QCOMPARE(ops->text(1, "name"), std::string_view("alltoall__0_18_1"));
        QCOMPARE(ops->text(1, "p2p"), std::string_view());
        QCOMPARE(ops->text(1, "splits"), std::string_view("4,2"));
        QCOMPARE(ops->text(2, "type"), std::string_view("allreduce"));
        QCOMPARE(ops->number(2, "bytes"), 40);
        QCOMPARE(ops->text(2, "algorithm"), std::string_view("RING_LL"));
        QCOMPARE(ops->text(3, "p2p"), std::string_view("send"));
        QCOMPARE(ops->number(3, "peer"), 3);
        const auto *transfers = loaded.table(TableKind::P2pOps);
        QVERIFY(transfers != nullptr && transfers->rowCount() == 1);
        QCOMPARE(transfers->number(0, "peer"), 3);
        const auto *groups = loaded.table(TableKind::Groups);
        QVERIFY(groups != nullptr);
        QCOMPARE(groups->text(0, "name"), std::string_view("pp"));
        QCOMPARE(groups->text(0, "global_ranks"), std::string_view("0,1"));
        QCOMPARE(groups->number(0, "group_rank"), 1);
    }

    void kinetoCategories() {
        const auto loaded = m_files.loadText(
            json("{'schemaVersion': 1, 'distributedInfo': '{`backend`: `nccl`, `rank`: 3, `world_size`: 8}', "
                 "'deviceProperties': [{'id': 0, 'name': 'A \\'1\\''}],"
                 "'traceEvents': ["
                 "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':1,'dur':1},{'ph':'X','cat':'kernel','"
                 "name':'ncclDevKernel_SendRecv(x)','pid':0,'tid':7,'ts':3,'dur':1},"
                 "{'ph':'X','cat':'gpu_memcpy','name':'cp','pid':0,'tid':7,'ts':5,'dur':1},{'ph':'X','cat':'cuda_"
                 "runtime','name':'rt','pid':9,'tid':9,'ts':5,'dur':1},"
                 "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#2','pid':9,'tid':9,'ts':0,'dur':9},{'ph':'X','"
                 "cat':'gpu_user_annotation','name':'ProfilerStep#2','pid':0,'tid':7,'ts':0,'dur':9}"
                 "], 'traceName': 't.json', 'stackFrames': {'1': {'name': ']}, {'}}}"));
        QVERIFY(loaded.status);
        QVERIFY(loaded.log->isEmpty());
        QCOMPARE(sliceNamed(*loaded.trace, "gemm").klass, SliceClass::Computing);
        QCOMPARE(sliceNamed(*loaded.trace, "ncclDevKernel_SendRecv(x)").klass, SliceClass::Communication);
        QCOMPARE(sliceNamed(*loaded.trace, "cp").klass, SliceClass::Memcpy);
        QCOMPARE(sliceNamed(*loaded.trace, "rt").klass, SliceClass::Runtime);
        QCOMPARE(trackNamed(*loaded.trace, "7")->kind, TrackKind::DeviceStream);
        QCOMPARE(loaded.table(TableKind::Steps)->rowCount(), std::size_t{1});  // not once more on the device
        QCOMPARE(loaded.table(TableKind::P2pOps)->text(0, "kind"), std::string_view("batch"));
        LoadControl shallow;
        shallow.depth = LoadDepth::Shallow;
        const auto head = TraceFiles::load(m_files.path("trace_view.json"), shallow);
        for (const auto *table : {loaded.table(TableKind::Environment), head.table(TableKind::Environment)}) {
            QVERIFY(table != nullptr);
            std::map<std::string, std::string> values;
            for (std::size_t i = 0; i < table->rowCount(); ++i) {
                values[std::string(table->text(i, "section")) + "/" + std::string(table->text(i, "key"))] =
                    table->text(i, "value");
            }
            QCOMPARE(values["identity/rank"], std::string("3"));
            QCOMPARE(values["parallel/world_size"], std::string("8"));
            QCOMPARE(values["device/name"], std::string("A \"1\""));
            QCOMPARE(values["version/schemaVersion"], std::string("1"));
            QCOMPARE(values["session/traceName"], std::string("t.json"));
        }
        QVERIFY(head.trace == nullptr);
    }

private:
    TraceFiles m_files;
};

TEST_SUITE(KinetoTraceTest)

}  // namespace tst_kineto_trace

#include "tst_kineto_trace.moc"
