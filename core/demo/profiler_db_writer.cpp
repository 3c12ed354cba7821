#include "core/demo/profiler_db_writer.h"

#include "core/base/intervals.h"
#include "core/base/io/database_writer.h"
#include "core/demo/cell_marks.h"
#include "core/demo/metadata_writer.h"
#include "core/demo/profiler_db_rows.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace stagescope {

namespace {

using Part = StringIds::Part;
constexpr std::int64_t kStreamPointer = 733'279'888;
constexpr int kBfloat16 = 11;  ///< of ENUM_HCCL_DATA_TYPE

enum ApiType : std::int64_t { kApiHccl = 5500, kApiNode = 10000, kApiAcl = 20000, kApiOp = 50001, kApiQueue = 50002 };

class ProfilerDbWriter {
public:
    ProfilerDbWriter(const std::string &path, const RankRecording &recording)
        : m_recording(recording),
          m_cluster(recording.cluster),
          m_rank(recording.program.rank),
          m_device(m_cluster.deviceOf(m_rank)),
          m_process(20'000 + m_rank * 8),
          m_database(path, profilerImage()) {}

    Status write() {
        writeMetadata();
        writeSteps();
        writeTasks();
        writeCommunication();
        writeHostCalls();
        writeRanges();
        if (m_cluster.options().hasStepTaskInfo) {
            writeStepTaskInfo(m_database, m_recording);
        }
        writeAllocator();
        writeTensors();
        writeSamples();
        m_strings.write(m_database);
        m_database.execute(profilerIndexes());
        return m_database.finish();
    }

private:
    enum Thread : std::int64_t { kMain = 0, kLauncher = 1, kAutograd = 2 };

    /// Ids of all that is said of a kernel.
    struct KernelTexts {
        std::int64_t name;
        std::int64_t core;
        std::int64_t type;
        std::int64_t inputFormats;
        std::int64_t inputTypes;
        std::int64_t inputShapes;
        std::int64_t outputFormats;
        std::int64_t outputTypes;
        std::int64_t outputShapes;
        std::int64_t attributes;
    };

    void writeMetadata();
    void writeSteps();
    void writeTasks();
    void writeKernel(TableInsert &insert, const TaskRow &row, std::int64_t taskId);
    const KernelTexts &kernelTexts(const KernelSpec &kernel);
    void writeCounters(TableInsert &insert, const TaskRow &row, std::int64_t taskId);
    void writeCommTask(TableInsert &insert, const TaskRow &row, std::int64_t taskId);
    void writeCommunication();
    void writeHostCalls();
    void writeRanges();
    void writeAllocator();
    void writeTensors();
    void writeSamples();

    struct Api {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        Thread thread = kMain;
        std::string name;
        std::int64_t type = kApiOp;
        int sequence = -1;
        bool isBackward = false;
        std::string_view shapes;  ///< static
        std::vector<std::int64_t> connections;
    };
    struct CallTexts {
        std::int64_t types;
        std::int64_t shapes;
    };
    void api(TableInsert &insert, TableInsert &links, const Api &call);
    void hostWork(TableInsert &apis, TableInsert &links, TableInsert &cann, std::size_t index);
    void launchedCall(TableInsert &apis, TableInsert &links, TableInsert &cann, std::size_t op);

    [[nodiscard]] std::int64_t clock(std::int64_t time) const { return m_recording.clock(time); }
    [[nodiscard]] std::int64_t threadId(Thread thread) const { return (m_process << 32) | (m_process + thread); }
    [[nodiscard]] std::int64_t text(std::string_view value, Part part = Part::Device) {
        return m_strings.id(value, part);
    }

    const RankRecording &m_recording;
    const DemoCluster &m_cluster;
    int m_rank;
    std::int64_t m_device;
    std::int64_t m_process;
    StringIds m_strings;
    std::unordered_map<const KernelSpec *, KernelTexts> m_kernelTexts;
    std::unordered_map<std::string_view, CallTexts> m_callTexts;  ///< by Api::shapes
    std::int64_t m_links = 0;
    DatabaseWriter m_database;
};

void ProfilerDbWriter::writeMetadata() {
    const int host = m_cluster.hostOf(m_rank);
    TableInsert(m_database, "NPU_INFO", 2).row({m_device, "Ascend910B"});
    TableInsert(m_database, "SESSION_TIME_INFO", 2).row({clock(0), clock(m_recording.sessionEnd)});
    TableInsert(m_database, "HOST_INFO", 2)
        .row({std::to_string(3'538'958'389'648'580'000 + host), m_cluster.hostName(host)});
    TableInsert(m_database, "RANK_DEVICE_MAP", 2).row({m_rank, m_device});
    TableInsert insert(m_database, "META_DATA", 2);
    insert.row({"SCHEMA_VERSION_MICRO", "0"});
    insert.row({"SCHEMA_VERSION_MINOR", "0"});
    insert.row({"SCHEMA_VERSION_MAJOR", "1"});
    insert.row({"SCHEMA_VERSION", "1.0.0"});
    insert.row({"ENV_VARIABLES", environmentJson()});
    insert.row({"distributed_args", distributedArgsJson(m_cluster, m_rank)});
    insert.row({"parallel_group_info", parallelGroupsJson(m_cluster, m_rank)});
    insert.row({"pp_info", pipelineJson(m_cluster.options())});
}

void ProfilerDbWriter::writeSteps() {
    TableInsert insert(m_database, "STEP_TIME", 3);
    for (std::size_t i = 0; i < m_recording.steps.size(); ++i) {
        insert.row({kDemoFirstStep + int(i), clock(m_recording.steps[i].begin), clock(m_recording.steps[i].end)});
    }
}

void ProfilerDbWriter::writeTasks() {
    TableInsert tasks(m_database, "TASK", 11);
    TableInsert kernels(m_database, "COMPUTE_TASK_INFO", 13);
    TableInsert counters(m_database, "TASK_PMU_INFO", 3);
    TableInsert parts(m_database, "COMMUNICATION_TASK_INFO", 14);
    std::int64_t id = 0;
    for (const TaskRow &row : taskRows(m_recording)) {
        tasks.row({clock(row.begin), clock(row.end), m_device, row.connection, id, m_process, text(row.type),
                   kNoConnection, row.stream, id % 65'536, kNoConnection});
        if (row.what == TaskRow::What::Kernel) {
            writeKernel(kernels, row, id);
            writeCounters(counters, row, id);
        } else if (row.what == TaskRow::What::Communication) {
            writeCommTask(parts, row, id);
        }
        ++id;
    }
}

void ProfilerDbWriter::writeKernel(TableInsert &insert, const TaskRow &row, std::int64_t taskId) {
    const KernelSpec &kernel = *m_recording.program.ops[row.op].kernel;
    const KernelTexts &of = kernelTexts(kernel);
    insert.row({of.name, taskId, kernel.blocks, 0, of.core, of.type, of.inputFormats, of.inputTypes, of.inputShapes,
                of.outputFormats, of.outputTypes, of.outputShapes, of.attributes});
}

const ProfilerDbWriter::KernelTexts &ProfilerDbWriter::kernelTexts(const KernelSpec &kernel) {
    const auto [it, isNew] = m_kernelTexts.try_emplace(&kernel);
    if (isNew) {
        const std::string type(kernel.opType);
        const std::string name = "aclnn" + type + "_" + type + (kernel.core == "AI_CPU" ? "AiCpu_" : "AiCore_") + type;
        it->second = {text(name),
                      text(kernel.core),
                      text(type),
                      text(forEachShape(kernel.inputShapes, "ND")),
                      text(inputTypes(kernel)),
                      text(kernel.inputShapes),
                      text(forEachShape(kernel.outputShapes, "ND")),
                      text(outputTypes(kernel)),
                      text(kernel.outputShapes),
                      text("N/A")};
    }
    return it->second;
}

/// Time and cycles of the cores that work on matrices; those of all blocks together.
void ProfilerDbWriter::writeCounters(TableInsert &insert, const TaskRow &row, std::int64_t taskId) {
    const KernelSpec &kernel = *m_recording.program.ops[row.op].kernel;
    if (kernel.core == "AI_VECTOR_CORE" || kernel.core == "AI_CPU") {
        return;
    }
    const auto time = static_cast<double>(row.end - row.begin);
    insert.row({taskId, text("aic_total_time"), time});
    insert.row({taskId, text("aic_total_cycles"), std::round(time * 1e-9 * kCubeClockHertz * kernel.blocks)});
}

void ProfilerDbWriter::writeCommTask(TableInsert &insert, const TaskRow &row, std::int64_t taskId) {
    const CommRecord &record = m_recording.communication[row.record];
    const CommTask &task = record.tasks[row.part];
    const bool isTransfer = task.kind == CommTask::Kind::Copy || task.kind == CommTask::Kind::Reduce;
    std::string_view type = "Notify_Wait";
    if (task.kind == CommTask::Kind::Ready) {
        type = "Notify_Record";
    } else if (isTransfer && record.isRemote) {
        type = "RDMASend";
    } else if (isTransfer) {
        type = task.kind == CommTask::Kind::Copy ? "Memcpy" : "Reduce_Inline";
    }
    const int own = record.group->localRank(m_rank);
    const int rdma = isTransfer && record.isRemote ? 1 : 65'535;  // RDMA_SEND_PAYLOAD
    const int link = record.isRemote ? 3 : 1;                     // ROCE, HCCS
    insert.row({text(record.name), taskId, text(type), 0, text(record.group->id), std::int64_t(row.record), rdma, own,
                task.peer, record.isRemote ? 1 : 0, task.bytes, kBfloat16, link, std::int64_t(row.record) + 1});
}

void ProfilerDbWriter::writeCommunication() {
    TableInsert insert(m_database, "COMMUNICATION_OP", 12);
    std::int64_t id = 0;
    for (const CommRecord &record : m_recording.communication) {
        const DemoOp &op = m_recording.program.ops[record.op];
        insert.row({text(record.name), clock(record.begin), clock(record.end), deviceConnection(record.op),
                    text(record.group->id), ++id, 0, 0, kBfloat16, text(record.isCollective ? "RING" : "NA"),
                    op.bytes / 2, text(record.typeName)});
    }
}

void ProfilerDbWriter::api(TableInsert &insert, TableInsert &links, const Api &call) {
    DatabaseValue link = nullptr;
    if (!call.connections.empty()) {
        link = m_links;
        for (const std::int64_t connection : call.connections) {
            links.row({m_links, connection});
        }
        ++m_links;
    }
    const std::string begin = std::to_string(clock(call.begin));
    const std::string end = std::to_string(clock(call.end));
    const std::int64_t name = text(call.name, Part::Framework);
    if (call.type == kApiQueue) {
        insert.row(
            {begin, end, threadId(call.thread), link, name, nullptr, nullptr, nullptr, nullptr, nullptr, call.type});
        return;
    }
    DatabaseValue types = nullptr;
    DatabaseValue shapes = nullptr;
    if (!call.shapes.empty()) {
        const auto [it, isNew] = m_callTexts.try_emplace(call.shapes);
        if (isNew) {
            it->second = {text(forEachShape(call.shapes, "c10::BFloat16"), Part::Framework),
                          text(call.shapes.substr(1, call.shapes.size() - 2), Part::Framework)};
        }
        types = it->second.types;
        shapes = it->second.shapes;
    }
    const std::int64_t forwardThread = call.isBackward ? m_process : 0;
    insert.row({begin, end, threadId(call.thread), link, name, call.sequence, forwardThread, types, shapes, nullptr,
                call.type});
}

void ProfilerDbWriter::hostWork(TableInsert &apis, TableInsert &links, TableInsert &cann, std::size_t index) {
    const DemoOpTimes &times = m_recording.times[index];
    switch (m_recording.program.ops[index].task) {
        case HostTask::DataLoading:
            api(apis, links,
                {times.hostBegin,
                 times.hostEnd,
                 kMain,
                 "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                 kApiOp,
                 -1,
                 false,
                 {},
                 {}});
            break;
        case HostTask::Collection:
            TableInsert(m_database, "GC_RECORD", 3)
                .row({clock(times.hostBegin), clock(times.hostEnd), threadId(kMain)});
            break;
        case HostTask::Compilation:
            cann.row({clock(times.hostBegin), clock(times.hostEnd), kApiAcl, threadId(kMain), deviceConnection(index),
                      text("aclopCompileAndExecute")});
            break;
    }
}

/// An operator on the host, its way through the queue, and the launch.
void ProfilerDbWriter::launchedCall(TableInsert &apis, TableInsert &links, TableInsert &cann, std::size_t index) {
    const DemoOp &op = m_recording.program.ops[index];
    const DemoOpTimes &times = m_recording.times[index];
    const bool isKernel = op.kind == DemoOpKind::Kernel;
    std::string name = "c10d::allreduce_";
    if (isKernel) {
        name = op.kernel->api;
    } else if (op.kind != DemoOpKind::AllReduce) {
        name = op.kind == DemoOpKind::Send ? "c10d::send" : "c10d::recv_";
    }
    const Thread thread = op.isBackwardThread ? kAutograd : kMain;
    Api call{times.hostBegin, times.hostEnd, thread, name, kApiOp, op.sequence, op.isBackwardThread, {}, {}};
    if (isKernel) {
        call.shapes = op.kernel->inputShapes;
    }
    call.connections.push_back(deviceConnection(index));
    // One pair per layer suffices to lead from a backward to its forward.
    if (isKernel && (op.kernel->opType == "FlashAttentionScore" || op.kernel->opType == "FlashAttentionScoreGrad")) {
        call.connections.push_back(autogradConnection(m_recording, op.sequence));
    }
    api(apis, links, call);
    const std::int64_t length = times.hostEnd - times.hostBegin;
    api(apis, links,
        {times.hostBegin + length * 3 / 4,
         times.hostEnd - length / 20,
         thread,
         "Enqueue",
         kApiQueue,
         -1,
         false,
         {},
         {queueConnection(m_recording, index)}});
    const std::string launched = isKernel ? std::string(op.kernel->opType) : name.substr(6);
    api(apis, links,
        {times.launchBegin,
         times.launchEnd,
         kLauncher,
         "Dequeue@" + launched,
         kApiQueue,
         -1,
         false,
         {},
         {queueConnection(m_recording, index)}});
    const std::int64_t launch = times.launchEnd - times.launchBegin;
    cann.row({clock(times.launchBegin + launch / 10), clock(times.launchEnd - launch / 20),
              isKernel ? kApiNode : kApiHccl, threadId(kLauncher), deviceConnection(index),
              text(isKernel ? "launch" : "hcom_" + launched)});
}

void ProfilerDbWriter::writeHostCalls() {
    TableInsert apis(m_database, "PYTORCH_API", 11);
    TableInsert links(m_database, "CONNECTION_IDS", 2);
    TableInsert cann(m_database, "CANN_API", 6);
    for (std::size_t i = 0; i < m_recording.steps.size(); ++i) {
        const RankRecording::Span &step = m_recording.steps[i];
        api(apis, links,
            {step.begin,
             step.end,
             kMain,
             "ProfilerStep#" + std::to_string(kDemoFirstStep + int(i)),
             kApiOp,
             -1,
             false,
             {},
             {}});
    }
    for (std::size_t i = 0; i < m_recording.program.ops.size(); ++i) {
        const DemoOp &op = m_recording.program.ops[i];
        const DemoOpTimes &times = m_recording.times[i];
        switch (op.kind) {
            case DemoOpKind::Kernel:
            case DemoOpKind::Send:
            case DemoOpKind::Receive:
            case DemoOpKind::AllReduce:
                launchedCall(apis, links, cann, i);
                break;
            case DemoOpKind::HostWork:
                hostWork(apis, links, cann, i);
                break;
            case DemoOpKind::Synchronize:
                cann.row({clock(times.hostBegin), clock(times.hostEnd), kApiAcl, threadId(kMain), deviceConnection(i),
                          text("aclrtSynchronizeStreamWithTimeout")});
                break;
            default:
                break;
        }
    }
}

void ProfilerDbWriter::writeRanges() {
    TableInsert insert(m_database, "MSTX_EVENTS", 10);
    std::size_t begin = 0;
    std::int64_t range = 0;
    for (std::size_t i = 0; i < m_recording.program.ops.size(); ++i) {
        const DemoOp &op = m_recording.program.ops[i];
        if (op.kind == DemoOpKind::RangeBegin) {
            begin = i;
        }
        if (op.kind != DemoOpKind::RangeEnd) {
            continue;
        }
        const PipelineAction &action = m_recording.program.cells[std::size_t(op.cell)].action;
        const std::string message = cellMessage(m_cluster.options(), action);
        insert.row({clock(m_recording.times[begin].hostBegin), clock(m_recording.times[i].hostEnd), 2, ++range,
                    kNoConnection, text(message), threadId(kMain), threadId(kMain), text("default"),
                    deviceConnection(begin)});
    }
}

void ProfilerDbWriter::writeAllocator() {
    TableInsert insert(m_database, "MEMORY_RECORD", 7);
    for (const AllocatorEvent &event : m_recording.memory.events) {
        for (const std::string_view component : {"PTA", "PTA+GE"}) {
            insert.row({text(component, Part::Memory), clock(event.time), event.allocated, event.reserved,
                        event.allocated, kStreamPointer, m_device});
        }
    }
}

void ProfilerDbWriter::writeTensors() {
    TableInsert insert(m_database, "OP_MEMORY", 15);
    const std::vector<AllocatorEvent> &events = m_recording.memory.events;
    for (const TensorLife &tensor : m_recording.memory.tensors) {
        const AllocatorEvent &begin = events[std::size_t(tensor.allocation)];
        const std::int64_t name = text(tensor.kernel ? tensor.kernel->api : "aten::clone", Part::Memory);
        if (tensor.release < 0) {
            insert.row({name, tensor.bytes, clock(begin.time), nullptr, nullptr, nullptr, nullptr, begin.allocated,
                        begin.reserved, begin.allocated, nullptr, nullptr, nullptr, kStreamPointer, m_device});
            continue;
        }
        const AllocatorEvent &end = events[std::size_t(tensor.release)];
        const std::int64_t length = end.time - begin.time;
        insert.row({name, tensor.bytes, clock(begin.time), clock(end.time), clock(end.time), length, length,
                    begin.allocated, begin.reserved, begin.allocated, end.allocated, end.reserved, end.allocated,
                    kStreamPointer, m_device});
    }
}

/// Counters that the profiler samples by time: memory of modules and device, bandwidth of the memory, clock of the
/// cores.
void ProfilerDbWriter::writeSamples() {
    TableInsert modules(m_database, "NPU_MODULE_MEM", 4);
    TableInsert memory(m_database, "NPU_MEM", 5);
    TableInsert bandwidth(m_database, "HBM", 5);
    TableInsert frequency(m_database, "AICORE_FREQ", 3);
    std::vector<Interval> kernels;
    for (std::size_t i = 0; i < m_recording.program.ops.size(); ++i) {
        if (m_recording.program.ops[i].kind == DemoOpKind::Kernel) {
            kernels.push_back({m_recording.times[i].deviceBegin, m_recording.times[i].deviceEnd});
        }
    }
    const IntervalSet busy = merged(std::move(kernels));
    std::size_t event = 0;
    std::int64_t reserved = m_recording.memory.events.empty() ? 0 : m_recording.memory.events.front().reserved;
    for (std::int64_t time = 0; time <= m_recording.sessionEnd; time += kDemoSampleNs) {
        for (; event < m_recording.memory.events.size() && m_recording.memory.events[event].time <= time; ++event) {
            reserved = m_recording.memory.events[event].reserved;
        }
        constexpr std::int64_t kHccl = 404LL << 20;
        constexpr std::int64_t kRuntime = 92LL << 20;
        constexpr std::int64_t kGraphEngine = 76LL << 20;
        const std::int64_t at = clock(time);
        modules.row({3, at, kHccl, m_device});
        modules.row({7, at, kRuntime, m_device});
        modules.row({33, at, reserved, m_device});
        modules.row({45, at, kGraphEngine, m_device});
        memory.row({text("app"), 0, reserved + kHccl + kRuntime + kGraphEngine, at, m_device});
        memory.row({text("device"), 0, reserved + kHccl + kRuntime + kGraphEngine + (2LL << 30), at, m_device});
        const std::int64_t share = totalLength(clipped(busy, time - kDemoSampleNs, time)) * 1000 / kDemoSampleNs;
        for (int stack = 0; stack < 4; ++stack) {
            bandwidth.row({m_device, at, share * 96'000'000, stack, text("read")});
            bandwidth.row({m_device, at, share * 41'000'000, stack, text("write")});
        }
        frequency.row({m_device, at, m_cluster.coreFrequency(m_rank)});
    }
}

}  // namespace

Status writeProfilerDatabase(const std::string &path, const RankRecording &recording) {
    return ProfilerDbWriter(path, recording).write();
}

}  // namespace stagescope
